#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads pieces of a file by themselves: what each of several threads has one of.
///
/// It reads with the framer and the session with which a whole source is read. A piece that does
/// not consist of whole responses, one a line, is only said to be irregular: what belongs together
/// is read in one go by somebody who knows what came before.
package final class PieceReader {
  private let source: FileSource
  private let plan: PiecePlan
  private let facts: SourceFacts
  private let options: ImportOptions
  private let buffer: ByteBuffer
  /// One for all pieces: the lines of each have the forms of those before.
  private let parser = DocumentFramer.newParser()

  /// How far beyond a piece the end of its last line is looked for; what has longer lines is
  /// irregular.
  private static let longestTail = 1 << 20
  private static let tailStep = 1 << 16
  /// How many responses are open at a time.
  ///
  /// Whole ones wait for no others, so they are few enough to stay in the nearest cache; a repeat
  /// that is farther away the ledger notices.
  private static let openResponses = 32

  /// For as many lines of this length room is made at once.
  private static let shortLine = 500
  /// After how many documents a piece is asked whether it stands for itself.
  private static let usualAsking = 32

  /// A reader of pieces.
  package init(
    _ source: FileSource, _ plan: PiecePlan, facts: SourceFacts, options: ImportOptions
  ) {
    self.source = source
    self.plan = plan
    self.facts = facts
    self.options = options
    buffer = ByteBuffer(capacity: Int(plan.pieceSize) + 1 + PieceReader.tailStep)
  }

  /// Reads a piece.
  package func read(_ number: Int) -> LogPiece {
    switch load(number) {
    case .lines(let first, let offset): return read(from: first, offset: offset)
    case .nothing: return LogPiece()
    case .unknown:
      var piece = LogPiece()
      piece.isRegular = false
      return piece
    }
  }

  private func read(from first: Int, offset: Int64) -> LogPiece {
    var session = ReadingSession(
      facts: facts, options: options, openResponses: PieceReader.openResponses)
    session.leaveKeysToOthers()
    session.reserve(Int(plan.pieceSize) / PieceReader.shortLine)
    var framer = DocumentFramer(
      ByteWindow(on: buffer, from: first, offset: offset),
      startingAt: SourcePlace(line: 1, byteOffset: offset), parser: parser)
    var piece = LogPiece()
    do throws(SourceError) {
      while let item = try framer.next() {
        piece.isRegular = session.take(item, parser) && !framer.leftLines
        // What once depends on others always does, so it need not be asked about each line.
        if session.documents % PieceReader.usualAsking == 0 {
          piece.isRegular = piece.isRegular && session.isSelfContained
        }
        guard piece.isRegular else { return piece }
      }
    } catch {
      piece.isRegular = false
      return piece
    }
    session.complete()
    piece.isRegular = session.isSelfContained
    piece.documents = session.documents
    piece.counts = session.counts
    piece.next = session.unfinished ?? framer.place
    piece.batch = session.takeBatch()
    return piece
  }

  private enum Loaded {
    /// The buffer holds the lines of the piece from this byte on, which stands at this offset.
    case lines(from: Int, offset: Int64)
    /// No line begins in the piece.
    case nothing
    /// The lines are too long, or the file is not what it was.
    case unknown
  }

  /// Reads the lines that begin in a piece into the buffer, to the end of the last one.
  private func load(_ number: Int) -> Loaded {
    let range = plan.range(of: number)
    // A line begins where the byte before it ends another.
    let before: Int64 = number == 0 ? 0 : 1
    buffer.removeAll()
    guard append(Int(range.upperBound - range.lowerBound + before), at: range.lowerBound - before)
    else { return .unknown }
    var first = 0
    if number > 0 {
      guard let end = lineEnd(from: 0, before: buffer.count - 1) else { return .nothing }
      first = end + 1
    }
    guard findEnd(from: range.upperBound) else { return .unknown }
    return .lines(from: first, offset: range.lowerBound - before + Int64(first))
  }

  /// Makes the buffer end where its last line does; false where that is too far away.
  ///
  /// The offset is that of the byte behind those in the buffer.
  private func findEnd(from offset: Int64) -> Bool {
    let loaded = buffer.count
    var searched = loaded - 1
    while true {
      if let end = lineEnd(from: searched, before: buffer.count) {
        buffer.removeLast(after: end + 1)
        return true
      }
      searched = buffer.count
      let rest = plan.size - offset - Int64(searched - loaded)
      guard rest > 0 else { return true }
      let step = Int(min(Int64(PieceReader.tailStep), rest))
      guard searched - loaded < PieceReader.longestTail, append(step, at: plan.size - rest) else {
        return false
      }
    }
  }

  /// Reads so many bytes of the file behind those in the buffer; false where there are fewer.
  private func append(_ count: Int, at offset: Int64) -> Bool {
    buffer.grow(to: buffer.count + count)
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer.room.prefix(count))
    let read = source.read(at: offset, into: room)
    buffer.add(read)
    return read == count
  }

  /// The first line end among the bytes in the buffer from one to before another.
  private func lineEnd(from start: Int, before end: Int) -> Int? {
    guard start < end, let base = buffer.bytes.baseAddress,
      // Sound: memchr looks at no more than the bytes in the buffer.
      let found = memchr(base + start, 0x0A, end - start)
    else { return nil }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
  }
}
