import Quantities

/// Reads pieces of files by themselves: what each of several threads has one of.
///
/// It reads with the framer and the session with which a whole source is read. A piece that does
/// not consist of whole responses, one a line, is only said to be irregular: what belongs together
/// is read in one go by somebody who knows what came before.
package final class PieceReader {
  private let options: ImportOptions
  private let buffer: ByteBuffer
  /// One for all pieces: the lines of each have the forms of those before, those of other files too.
  private let parser = DocumentFramer.newParser()
  private let patterns: ResponsePatterns

  /// For as many lines of this length room is made at once.
  private static let shortLine = 500
  /// After how many documents a piece is asked whether it stands for itself.
  private static let usualAsking = 32

  /// A reader of pieces.
  package init(options: ImportOptions) {
    self.options = options
    buffer = ByteBuffer(capacity: PieceSource.step)
    patterns = ResponsePatterns(userField: options.userField)
  }

  /// Reads a piece of a file.
  package func read(_ number: Int, of file: PiecedFile) -> LogPiece {
    var piece = LogPiece()
    do throws(SourceError) {
      try read(number, of: file, into: &piece)
    } catch {
      // Lines that are too long, or a file that is not what it was.
      piece = LogPiece()
      piece.isRegular = false
    }
    return piece
  }

  private func read(
    _ number: Int, of file: PiecedFile, into piece: inout LogPiece
  ) throws(SourceError) {
    guard var framer = try framer(number, of: file) else { return }
    var session = session(of: file)
    session.reserve(Int(file.plan.pieceSize) / PieceReader.shortLine)
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

  /// What cuts a piece into documents; nil where no line begins in it.
  private func framer(
    _ number: Int, of file: PiecedFile
  ) throws(SourceError) -> DocumentFramer? {
    let range = file.plan.range(of: number)
    let lines = PieceSource(file.source, range, size: file.plan.size)
    var offset = range.lowerBound
    if number > 0 {
      guard let first = try lines.findFirstLine(in: buffer) else { return nil }
      offset = first
    }
    buffer.removeAll()
    return DocumentFramer(
      ByteWindow(lines, into: buffer, offset: offset),
      startingAt: SourcePlace(line: 1, byteOffset: offset), parser: parser)
  }

  private func session(of file: PiecedFile) -> ReadingSession {
    // Whole responses wait for no others; which of two of one id stands, the ledger says.
    var session = ReadingSession(facts: file.facts, options: options, openResponses: 0)
    session.readPiece(patterns)
    return session
  }
}

extension PieceReader {
  /// How many documents are looked at for a time.
  private static let mostAsked = 16

  /// When the first response of a piece was answered.
  ///
  /// - Parameters:
  ///   - number: The piece.
  ///   - file: Its file.
  /// - Returns: The time; nil where the first lines do not say it, or where what identifies them does
  ///   not begin with it.
  package func firstTime(inPiece number: Int, of file: PiecedFile) -> Instant? {
    var session = session(of: file)
    guard var framer = try? framer(number, of: file) else { return nil }
    while session.documents < PieceReader.mostAsked, let item = try? framer.next() {
      guard session.take(item, parser) else { return nil }
      guard let row = session.firstRow else { continue }
      return row.flags.contains(.timeFilledIn) || row.key.high < 0 ? nil : row.occurredAt
    }
    return nil
  }
}
