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

  private var open: KeyTable
  private var slots: [ResponseSnapshot?]
  private var oldest = 0
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
    slots = Array(repeating: nil, count: capacity)
    open = KeyTable(slots: capacity)
  }

  /// Takes in what a document says about a response.
  ///
  /// A snapshot is half a kilobyte: it is moved from hand to hand, not copied.
  mutating func observe(_ snapshot: consuming ResponseSnapshot, group: DocumentGroup?) {
    if let key = snapshot.key {
      if let group {
        var known = groups[group.number] ?? state(group)
        known.lastKey = key
        groups[group.number] = known
      }
      observe(snapshot, key: key, isAlone: group == nil)
    } else if let group {
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
    slots[slot]?.fail()
    return true
  }

  /// Completes what a group holds.
  mutating func end(_ number: Int) {
    if let last = groups.removeValue(forKey: number)?.anonymous { ready.append(last) }
  }

  /// Completes everything.
  mutating func finish() {
    for number in groups.keys.sorted() { end(number) }
    for offset in slots.indices {
      let slot = (oldest + offset) % slots.count
      if let snapshot = slots[slot] { ready.append(snapshot) }
      slots[slot] = nil
    }
    open = KeyTable(slots: slots.count)
  }

  /// Exchanges the responses that are complete for an empty list, whose room is used again.
  mutating func takeReady(into empty: inout [ResponseSnapshot]) {
    swap(&ready, &empty)
  }

  private mutating func observe(
    _ snapshot: consuming ResponseSnapshot, key: RequestKey, isAlone: Bool
  ) {
    guard let slot = open.slot(of: key) else {
      if case .some = slots[oldest] { open.remove(slot: oldest) }
      open.insert(key, slot: oldest)
      var leaving: ResponseSnapshot? = snapshot
      swap(&leaving, &slots[oldest])
      oldest = (oldest + 1) % slots.count
      if let leaving { ready.append(leaving) }
      return
    }
    if let known = slots[slot], known.isFinished, snapshot.isFinished, isAlone,
      !snapshot.isRewritten
    {
      repeated += 1
      // Two whole responses of one id are no stream: as in the ledger, the larger total stands.
      if snapshot.counts.volume < known.counts.volume { return }
    }
    slots[slot]?.update(with: snapshot)
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
