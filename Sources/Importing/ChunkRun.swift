/// Chunks without an id that stand on lines of their own, one directly after the other.
///
/// Nothing says that they belong together but that each goes on where the one before it was: same
/// model, prompt, user and time, and counts that do not fall. That is believed once a chunk comes
/// that names a reason for the end, and they are then one stream. Where anything else comes first,
/// or nothing, each is what it is by itself.
struct ChunkRun {
  private var chunks: [ResponseSnapshot] = []
  /// Whether anything was taken in since the last document ended.
  private var isTouched = false

  /// Of a longer stream more than one request is made; it would have to be held as a whole.
  private static let longest = 1024

  var isEmpty: Bool { chunks.isEmpty }

  /// Takes in a response or a chunk without an id; what is not held is ready.
  mutating func take(
    _ snapshot: consuming ResponseSnapshot, _ ready: inout [ResponseSnapshot]
  ) {
    var goesOn = false
    if let last = chunks.last { goesOn = snapshot.continues(last) }
    if !goesOn || !snapshot.isFinished && chunks.count >= ChunkRun.longest { end(&ready) }
    if goesOn, snapshot.isFinished {
      ready.append(whole(endingWith: snapshot))
    } else if goesOn || snapshot.mayBeginRun {
      isTouched = true
      chunks.append(snapshot)
    } else {
      ready.append(snapshot)
    }
  }

  /// Ends the run if the document that has just been read was no part of it.
  mutating func endDocument(_ ready: inout [ResponseSnapshot]) {
    if !isTouched { end(&ready) }
    isTouched = false
  }

  /// Gives back what is held, each chunk by itself.
  mutating func end(_ ready: inout [ResponseSnapshot]) {
    ready += chunks
    chunks.removeAll()
  }

  private mutating func whole(endingWith last: consuming ResponseSnapshot) -> ResponseSnapshot {
    var whole = chunks.removeFirst()
    for chunk in chunks { whole.update(with: chunk) }
    whole.update(with: last)
    chunks.removeAll()
    return whole
  }
}

extension ResponseSnapshot {
  /// Whether it is a chunk that others may follow.
  fileprivate var mayBeginRun: Bool {
    isOpenChunk && !isFinished && !isCut && counts.hasRealCounts && counts.prompt != nil
  }

  /// Whether it is the next chunk of a stream, as far as chunks without an id can show it.
  func continues(_ earlier: ResponseSnapshot) -> Bool {
    guard isOpenChunk || isFinished, !earlier.isFinished, !isRow, counts.hasRealCounts,
      let prompt = counts.prompt, prompt == earlier.counts.prompt
    else { return false }
    return (counts.output ?? 0) >= (earlier.counts.output ?? 0)
      && (counts.thinking ?? 0) >= (earlier.counts.thinking ?? 0)
      && reportedModel == earlier.reportedModel && requestedModel == earlier.requestedModel
      && user == earlier.user && time == earlier.time && labels == earlier.labels
  }
}
