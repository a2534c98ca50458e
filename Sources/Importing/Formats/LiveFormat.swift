import JSONText
import Usage

/// Server messages of the Live API: usage per turn, on a message of its own or with the turn's end.
///
/// The usage is that of the turn, not of the session, and within a turn it may be repeated; every
/// turn bills the whole retained context again. The last usage before `turnComplete` counts. In a
/// log of usage messages alone, each one that differs from its predecessor is a turn.
struct LiveFormat {
  private var pending: ResponseSnapshot?
  private var lastCounts: SourceCounts?
  private var hasSeenContent = false
  private var isTurnOpen = false

  /// Where a message stands and on whose behalf it was sent.
  struct Origin {
    let text: UnsafeBufferPointer<UInt8>
    let place: SourcePlace
    let user: String?
  }

  /// Whether a document looks like one.
  static func matches(_ shape: DocumentShape, _ document: JSONView) -> Bool {
    if shape.hasLiveMembers { return true }
    guard let usage = shape.usageMetadata, shape.candidates == nil else { return false }
    return usage["responseTokenCount"] != nil || usage["response_token_count"] != nil
  }

  /// Takes in a message; returns the turns that it completes.
  mutating func observe(
    _ document: JSONView, _ shape: DocumentShape, _ origin: Origin, _ names: inout NameCache
  ) -> [ResponseSnapshot] {
    var completed: [ResponseSnapshot] = []
    let content = [document["serverContent"], document["server_content"]]
      .compactMap { $0 }.first { $0.kind == .object }
    if let content {
      hasSeenContent = true
      let ends = (content["turnComplete"] ?? content["turn_complete"])?.bool == true
      if !ends, !isTurnOpen { completed += take() }
      isTurnOpen = !ends
    }
    if shape.usageMetadata != nil {
      var snapshot = GenerateContentFormat.snapshot(shape, &names)
      snapshot.contentHash = RequestIdentity.contentHash(origin.text)
      snapshot.place = origin.place
      snapshot.user = origin.user
      if snapshot.counts.saySomething {
        completed += accept(snapshot)
      }
    }
    if content != nil, !isTurnOpen { completed += take() }
    return completed
  }

  /// The turn that is still open at the end of a session.
  mutating func finish() -> [ResponseSnapshot] {
    if hasSeenContent, isTurnOpen { pending?.isCut = true }
    return take()
  }

  private mutating func accept(_ snapshot: ResponseSnapshot) -> [ResponseSnapshot] {
    let isRepeat = snapshot.counts == (pending?.counts ?? lastCounts)
    if !isTurnOpen, isRepeat { return [] }
    let earlier = hasSeenContent ? [] : take()
    pending = snapshot
    return earlier
  }

  private mutating func take() -> [ResponseSnapshot] {
    guard var turn = pending else { return [] }
    lastCounts = turn.counts
    pending = nil
    turn.isFinished = true
    turn.isOpenChunk = false
    return [turn]
  }
}
