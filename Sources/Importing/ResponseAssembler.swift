import Usage

/// Brings the snapshots of one response together, however they are spread over a source.
///
/// Chunks of several streams may be interleaved in one log, so responses with an id stay open
/// until `capacity` others have come. Responses without an id are held together by their group:
/// the event stream or the array they stand in.
struct ResponseAssembler {
  /// Responses that are complete, in the order of their first snapshot.
  private var ready: [ResponseSnapshot] = []
  /// Whole responses that repeated one that is still open.
  private(set) var repeated = 0
  /// Whether any snapshot was less than a whole response, or part of a group: what came of it may
  /// then depend on what stands elsewhere in the source.
  private(set) var sawParts = false

  private let capacity: Int
  private let slots: SnapshotRing
  private var open: KeyTable
  private var groups: [Int: GroupState] = [:]

  /// What is known of a group whose snapshots have no ids.
  private struct GroupState {
    var anonymous: ResponseSnapshot?
    var arrangement: Arrangement
    var lastKey: RequestKey?
  }

  private enum Arrangement {
    /// Snapshots of one response.
    case stream
    /// An array that may be one stream or a list of responses.
    case undecided
    /// A list of responses.
    case list
  }

  /// An assembler that keeps this many responses open.
  init(capacity: Int = 512) {
    self.capacity = capacity
    slots = SnapshotRing(capacity: capacity)
    open = KeyTable(slots: capacity)
  }

  /// Takes in what a document says about a response.
  ///
  /// A snapshot is half a kilobyte: it is moved from hand to hand, not copied.
  mutating func observe(_ snapshot: consuming ResponseSnapshot, group: DocumentGroup?) {
    if let key = snapshot.key {
      if group != nil || !snapshot.isFinished || snapshot.isRewritten { sawParts = true }
      if let group {
        var known = groups[group.number] ?? state(group)
        known.lastKey = key
        groups[group.number] = known
      }
      observe(consume snapshot, key: key, isAlone: group == nil)
    } else if let group {
      sawParts = true
      observe(snapshot, in: group)
    } else {
      ready.append(snapshot)
    }
  }

  /// Marks the response of a group as cut; false if the group has none.
  mutating func cut(_ group: DocumentGroup) -> Bool {
    guard var state = groups[group.number] else { return false }
    if let key = state.lastKey { return cut(key) }
    guard state.anonymous != nil else { return false }
    state.anonymous?.fail()
    groups[group.number] = state
    return true
  }

  /// Marks a response as cut; false if it is not open.
  mutating func cut(_ key: RequestKey) -> Bool {
    guard let slot = open.slot(of: key) else { return false }
    slots.change(slot) { $0.fail() }
    return true
  }

  /// Completes what a group holds.
  mutating func end(_ number: Int) {
    if let last = groups.removeValue(forKey: number)?.anonymous { ready.append(last) }
  }

  /// Completes everything.
  mutating func finish() {
    for number in groups.keys.sorted() { end(number) }
    guard !slots.isEmpty else { return }
    slots.removeAll(into: &ready)
    open = KeyTable(slots: capacity)
  }

  /// Whether any response is complete.
  var hasReady: Bool { !ready.isEmpty }

  /// Exchanges the responses that are complete for an empty list, whose room is used again.
  mutating func takeReady(into empty: inout [ResponseSnapshot]) {
    swap(&ready, &empty)
  }

  private mutating func observe(
    _ snapshot: consuming ResponseSnapshot, key: RequestKey, isAlone: Bool
  ) {
    guard let slot = open.slot(of: key) else {
      if slots.isFull { open.remove(slot: slots.next) }
      open.insert(key, slot: slots.next)
      slots.add(consume snapshot, leaving: &ready)
      return
    }
    let isRepeat = slots.change(slot) { known in
      // Two whole responses of one id are no stream: as in the ledger, the larger total stands.
      let areWhole = known.isFinished && snapshot.isFinished && isAlone && !snapshot.isRewritten
      if !areWhole || snapshot.counts.volume >= known.counts.volume { known.update(with: snapshot) }
      return areWhole
    }
    if isRepeat == true { repeated += 1 }
  }

  private mutating func observe(_ snapshot: consuming ResponseSnapshot, in group: DocumentGroup) {
    var state = groups[group.number] ?? state(group)
    defer { groups[group.number] = state }
    guard let earlier = state.anonymous else {
      state.anonymous = snapshot
      return
    }
    if state.arrangement == .undecided {
      state.arrangement = isList(earlier, snapshot) ? .list : .stream
    }
    if state.arrangement == .list {
      ready.append(earlier)
      state.anonymous = snapshot
    } else {
      state.anonymous?.update(with: snapshot)
    }
  }

  /// Whether two elements of an array are two responses: both are whole, with their own prompts.
  ///
  /// Chunks of one stream repeat their prompt count, and only the last names a reason for its end
  /// (those of the first Gemini models all do).
  private func isList(_ first: ResponseSnapshot, _ second: ResponseSnapshot) -> Bool {
    first.isFinished && second.isFinished && first.counts.hasRealCounts
      && second.counts.hasRealCounts && first.counts.prompt != second.counts.prompt
  }

  private func state(_ group: DocumentGroup) -> GroupState {
    GroupState(arrangement: group.isArray ? .undecided : .stream)
  }
}

/// The documents of one event stream or of one array.
struct DocumentGroup {
  let number: Int
  let isArray: Bool
}
