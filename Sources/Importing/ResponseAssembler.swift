import Usage

/// Brings the snapshots of one response together, however they are spread over a source.
///
/// Chunks of several streams may be interleaved in one log, so responses with an id stay open
/// until `capacity` others have come. Responses without an id are held together by their group:
/// the event stream or the array they stand in, until one is finished and the next begins. What is
/// complete on a line of its own beside an event stream is no part of it, and ends it. Chunks
/// without an id outside of groups are held together by what they state (`ChunkRun`).
struct ResponseAssembler {
  /// Responses that are complete, in the order of their first snapshot.
  private var ready: [ResponseSnapshot] = []
  /// Whole responses that repeated one that is still open.
  private(set) var repeated = 0
  /// Whether any snapshot was less than a whole response, or part of a group: what came of it may
  /// then depend on what stands elsewhere in the source.
  private(set) var sawParts = false

  private let options: ImportOptions
  private let capacity: Int
  private let ring: SnapshotRing
  private var open: KeyTable
  private var groups: [Int: GroupState] = [:]
  private var run = ChunkRun()

  /// What is known of a group whose snapshots have no ids.
  private struct GroupState {
    var anonymous: ResponseSnapshot?
    var arrangement: Arrangement
    var lastKey: RequestKey?
    /// Whether any of its snapshots stood beside the events.
    var isBeside = false

    /// Begins a response; counts beside the events that belong to none are one by themselves.
    mutating func begin(
      with snapshot: consuming ResponseSnapshot, isBeside: Bool,
      _ ready: inout [ResponseSnapshot]
    ) {
      self.isBeside = isBeside
      if isBeside, snapshot.isOnlyUsage {
        anonymous = nil
        ready.append(snapshot)
      } else {
        anonymous = snapshot
      }
    }
  }

  private enum Arrangement {
    /// Snapshots of one response.
    case stream
    /// An array that may be one stream or a list of responses.
    case undecided
    /// A list of responses.
    case list
  }

  /// How many responses of a source are open at a time.
  static let usualCapacity = 512

  /// An assembler that keeps this many responses open; the options say how counts are metered.
  init(options: ImportOptions, capacity: Int = ResponseAssembler.usualCapacity) {
    self.options = options
    self.capacity = capacity
    ring = SnapshotRing(capacity: capacity)
    open = KeyTable(slots: capacity + 1)
  }

  /// Takes in what a document says about a response.
  mutating func observe(_ snapshot: consuming ResponseSnapshot, group: DocumentGroup?) {
    roomForDraft().draft(snapshot)
    admitDraft(group: group)
  }

  /// The ring, with room for what a document says to be written where it will stand; it is then to
  /// be admitted.
  mutating func roomForDraft() -> SnapshotRing {
    if ring.isOverfull { closeOldest().removeOldest { ready.append($0) } }
    return ring
  }

  /// Takes in the draft in the ring.
  mutating func admitDraft(group: DocumentGroup?) {
    var group = group
    let (key, isFinished, isRewritten) = ring.withDraft { draft in
      (draft.key, draft.isFinished, draft.isRewritten)
    }
    if group != nil || key != nil && (!isFinished || isRewritten) { sawParts = true }
    if let stream = group, stream.isBesideEvents, isFinished, !draftEndsLines(of: stream) {
      end(stream.number)
      group = nil
    }
    guard let key else {
      let snapshot = ring.takeDraft()
      if let group { return observe(snapshot, in: group) }
      run.take(snapshot, &ready)
      if !run.isEmpty { sawParts = true }
      return
    }
    if let group {
      var known = groups[group.number] ?? state(group)
      known.lastKey = key
      groups[group.number] = known
    }
    guard let slot = open.slot(of: key) else {
      open.insert(key, slot: ring.draftSlot)
      return ring.admitDraft()
    }
    update(slot)
    ring.dropDraft()
  }

  /// Whether the draft ends a stream whose chunks stand on lines of their own, as it does.
  private func draftEndsLines(of stream: DocumentGroup) -> Bool {
    guard let state = groups[stream.number], state.isBeside, let open = state.anonymous else {
      return false
    }
    return ring.withDraft { $0.key == nil && $0.continues(open) }
  }

  /// Says that a document has been read: chunks that follow each other have no other between them.
  @inline(__always)
  mutating func endDocument() {
    if !run.isEmpty { run.endDocument(&ready) }
  }

  /// Says that chunks before this and after it do not follow each other.
  mutating func endRun() { run.end(&ready) }

  /// Brings what is known of a response together with the draft.
  private mutating func update(_ slot: Int) {
    let (ring, options) = (ring, options)
    var faulty: ResponseSnapshot?
    let isRepeat = ring.change(slot) { known in
      ring.withDraft { draft in
        guard !known.isContinued(by: draft) else {
          known.update(with: draft)
          return false
        }
        let isRepeat = known.isAtEnd && !draft.isRewritten
        faulty = known.takeReading(draft, options)
        return isRepeat && faulty == nil
      }
    }
    if isRepeat { repeated += 1 }
    if let faulty { ready.append(faulty) }
  }

  /// Whether a stream is open that has not come to its end, or has not stated its usage.
  var hasOpenStream: Bool {
    !run.isEmpty
      || ring.contains { response in
        response.isOpenChunk && !response.isRewritten
          && !(response.isFinished && response.counts.saySomething)
      }
  }

  /// Whether the oldest response has to leave.
  @inline(__always)
  var isOverfull: Bool { ring.isOverfull }

  /// Completes the response that has been open the longest, which is now to be removed from the
  /// ring.
  @inline(__always)
  mutating func closeOldest() -> SnapshotRing {
    open.remove(slot: ring.oldest)
    return ring
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
    ring.change(slot) { $0.fail() }
    return true
  }

  /// Completes what a group holds.
  mutating func end(_ number: Int) {
    if let last = groups.removeValue(forKey: number)?.anonymous { ready.append(last) }
  }

  /// Completes the groups.
  mutating func finishGroups() {
    for number in groups.keys.sorted() { end(number) }
  }

  /// Completes all other responses, which are now to be removed from the ring.
  mutating func closeAll() -> SnapshotRing {
    if ring.count > 0 { open = KeyTable(slots: capacity + 1) }
    return ring
  }

  /// Whether any response is complete.
  var hasReady: Bool { !ready.isEmpty }

  /// Exchanges the responses that are complete for an empty list, whose room is used again.
  mutating func takeReady(into empty: inout [ResponseSnapshot]) {
    swap(&ready, &empty)
  }

  private mutating func observe(_ snapshot: consuming ResponseSnapshot, in group: DocumentGroup) {
    var state = groups[group.number] ?? state(group)
    defer { groups[group.number] = state }
    let isBeside = group.isBesideEvents || state.isBeside
    guard let earlier = state.anonymous else {
      return state.begin(with: snapshot, isBeside: group.isBesideEvents, &ready)
    }
    if state.arrangement == .undecided {
      state.arrangement = isList(earlier, snapshot) ? .list : .stream
    }
    if state.arrangement == .list || snapshot.isAnother(than: earlier, isBeside: isBeside) {
      ready.append(earlier)
      state.begin(with: snapshot, isBeside: group.isBesideEvents, &ready)
    } else {
      state.anonymous?.update(with: snapshot)
      state.isBeside = isBeside
    }
  }

  /// Whether two elements of an array are two responses: both are whole, and their counts are not
  /// those of one stream.
  ///
  /// Chunks of one stream repeat their prompt count, and only the last names a reason for its end
  /// (those of the first Gemini models all do).
  private func isList(_ first: ResponseSnapshot, _ second: ResponseSnapshot) -> Bool {
    first.isFinished && second.isFinished && first.counts.hasRealCounts
      && second.counts.hasRealCounts
      && (first.counts.prompt != second.counts.prompt || !second.goesOn(after: first))
  }

  private func state(_ group: DocumentGroup) -> GroupState {
    GroupState(arrangement: group.isArray ? .undecided : .stream)
  }
}

/// The documents of one event stream or of one array.
struct DocumentGroup {
  let number: Int
  let isArray: Bool
  /// Whether the document stands on a line of its own, outside the `data:` of the event stream that
  /// is open: it may be an error that cut the stream, or the next entry of a log.
  var isBesideEvents = false
}
