import Usage

/// Keeps the usage of a call from being counted again by the spans around it.
///
/// An agent's span repeats the sum of its calls, and where two libraries record one call, the outer
/// one's span repeats the inner one's. So a span's usage counts only if no span below it states any.
/// Spans come in any order: children before their parents as exporters write them, parents first
/// where a file was sorted. What is waiting is bounded: a parent and its child that are farther
/// apart than `capacity` calls, or than four times as many spans, are not seen to belong together.
/// What was learned holds for other sources, too: a span that repeats its calls, or that is missing
/// although there is usage below it, may have been read before or may still come. The ledger is told.
struct SpanTree {
  /// Each span that was seen, with its parent.
  private var notes: RecentTable<Note>
  /// Spans below which usage was seen, whether they have come themselves or not.
  private var covered: RecentTable<Bool>
  /// Usage that a span still to come may take away.
  private var waiting: [ResponseSnapshot?] = []
  private var slots: [RequestKey: Int] = [:]
  private var spanOfSlot: [RequestKey?] = []
  private let capacity: Int
  private var oldest = 0
  /// How many spans repeated what spans below them state.
  private(set) var repeats = 0
  /// Spans with usage below them, of which the ledger has to be told.
  private var told: [RequestKey] = []

  private struct Note {
    let parent: RequestKey?
  }

  /// How many calls wait at a time: some 3 MB.
  static let capacity = 4096

  init(capacity: Int = SpanTree.capacity) {
    notes = RecentTable(capacity: capacity * 4)
    covered = RecentTable(capacity: capacity * 4)
    self.capacity = capacity
  }

  /// Whether no span was seen.
  var isUntouched: Bool { notes.isEmpty && covered.isEmpty }

  /// Takes in a span, with its usage if it states any; gives usage that has waited long enough.
  mutating func observe(
    _ span: RequestKey, parent: RequestKey?, usage: consuming ResponseSnapshot?
  ) -> ResponseSnapshot? {
    // A span that is its own parent would hide itself.
    let parent = parent == span ? nil : parent
    notes.add(Note(parent: parent), for: span)
    let isCovered = covered[span] == true
    guard usage != nil || isCovered else { return nil }
    cover(from: parent)
    guard let usage else { return nil }
    guard !isCovered else {
      noteRepeat(span)
      return nil
    }
    return wait(usage, span)
  }

  /// Everything that still waits, in the order in which it came.
  mutating func finish() -> [ResponseSnapshot] {
    var rest: [ResponseSnapshot] = []
    for offset in waiting.indices {
      let slot = (oldest + offset) % waiting.count
      if let usage = waiting[slot] { rest.append(usage) }
      waiting[slot] = nil
      spanOfSlot[slot] = nil
    }
    slots.removeAll()
    return rest
  }

  /// The spans with usage below them that repeated it, or that did not come, so far as they have been
  /// given up; at the end of a source, `all` of them are.
  mutating func takeCovered(all: Bool = false) -> [RequestKey] {
    if all {
      told += covered.takeKeys().filter { notes[$0] == nil }
    }
    guard !told.isEmpty else { return [] }
    defer { told.removeAll() }
    return told
  }

  /// Notes that there is usage below a span and all above it.
  private mutating func cover(from first: RequestKey?) {
    var next = first
    while let span = next, covered[span] != true {
      for forgotten in covered.add(true, for: span) where notes[forgotten] == nil {
        told.append(forgotten)
      }
      if let slot = slots.removeValue(forKey: span) {
        waiting[slot] = nil
        spanOfSlot[slot] = nil
        noteRepeat(span)
      }
      next = notes[span]?.parent
    }
  }

  /// Notes a span that repeats what spans below it state.
  private mutating func noteRepeat(_ span: RequestKey) {
    repeats += 1
    told.append(span)
  }

  private mutating func wait(
    _ usage: consuming ResponseSnapshot, _ span: RequestKey
  ) -> ResponseSnapshot? {
    if let slot = slots[span], let earlier = waiting[slot] {
      // A span and its log event, or an export read twice: the same key tells the assembler.
      waiting[slot] = usage
      return earlier
    }
    if waiting.isEmpty {
      // Only now: most sources hold no spans, and the room for them is some megabytes.
      waiting = Array(repeating: nil, count: capacity)
      spanOfSlot = Array(repeating: nil, count: capacity)
    }
    let leaving = waiting[oldest]
    if let gone = spanOfSlot[oldest] { slots[gone] = nil }
    waiting[oldest] = usage
    spanOfSlot[oldest] = span
    slots[span] = oldest
    oldest = (oldest + 1) % waiting.count
    return leaving
  }
}

/// What was noted of the last so many spans; older notes are forgotten in two steps, so that memory
/// does not grow with the length of a log.
private struct RecentTable<Value> {
  private var current: [RequestKey: Value] = [:]
  private var previous: [RequestKey: Value] = [:]
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  subscript(key: RequestKey) -> Value? { current[key] ?? previous[key] }

  var isEmpty: Bool { current.isEmpty && previous.isEmpty }

  /// Notes a value; gives the keys that are forgotten for it.
  @discardableResult
  mutating func add(_ value: Value, for key: RequestKey) -> [RequestKey] {
    var forgotten: [RequestKey] = []
    if current.count >= capacity {
      forgotten = Array(previous.keys)
      previous = current
      current = [:]
    }
    current[key] = value
    return forgotten
  }

  /// Every key, after which none is known any more.
  mutating func takeKeys() -> [RequestKey] {
    defer {
      current = [:]
      previous = [:]
    }
    return Array(current.keys) + previous.keys
  }
}
