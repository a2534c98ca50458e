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
  private let patterns: ResponsePatterns

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
    buffer = ByteBuffer(capacity: PieceSource.step)
    patterns = ResponsePatterns(userField: options.userField)
  }

  /// Reads a piece.
  package func read(_ number: Int) -> LogPiece {
    var piece = LogPiece()
    do throws(SourceError) {
      try read(plan.range(of: number), isFirst: number == 0, into: &piece)
    } catch {
      // Lines that are too long, or a file that is not what it was.
      piece = LogPiece()
      piece.isRegular = false
    }
    return piece
  }

  private func read(
    _ range: Range<Int64>, isFirst: Bool, into piece: inout LogPiece
  ) throws(SourceError) {
    let lines = PieceSource(source, range, size: plan.size)
    var offset = range.lowerBound
    if !isFirst {
      guard let first = try lines.findFirstLine(in: buffer) else { return }
      offset = first
    }
    // Whole responses wait for no others; which of two of one id stands, the ledger says.
    var session = ReadingSession(facts: facts, options: options, openResponses: 0)
    session.readPiece(patterns)
    session.reserve(Int(plan.pieceSize) / PieceReader.shortLine)
    buffer.removeAll()
    var framer = DocumentFramer(
      ByteWindow(lines, into: buffer, offset: offset),
      startingAt: SourcePlace(line: 1, byteOffset: offset), parser: parser)
    while let item = try framer.next() {
      piece.isRegular = session.take(item, parser) && !framer.leftLines
      // What once depends on others always does, so it need not be asked about each line.
      if session.documents % PieceReader.usualAsking == 0 {
        piece.isRegular = piece.isRegular && session.isSelfContained
      }
      guard piece.isRegular else { return }
    }
    session.complete()
    piece.isRegular = session.isSelfContained
    piece.documents = session.documents
    piece.counts = session.counts
    piece.next = session.unfinished ?? framer.place
    piece.batch = session.takeBatch()
  }
}
