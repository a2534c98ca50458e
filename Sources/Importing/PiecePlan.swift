/// How a file is cut into pieces that are read at the same time.
///
/// A line belongs to the piece in which it begins. Only what begins as a log of lines is cut, and
/// only what lies in the file as it is read: no compressed file, no UTF-16, no table.
package struct PiecePlan: Sendable {
  /// How many bytes of a file make a piece.
  ///
  /// What comes of it is a batch; it is read in smaller steps, those of `PieceSource`.
  package static let pieceSize: Int64 = 1 << 20
  /// From how many pieces on a file is cut: before, threads cost more than they bring.
  package static let fewestPieces = 3

  /// Where reading begins.
  let start: SourcePlace
  /// How long the file was.
  let size: Int64
  let pieceSize: Int64
  /// How many pieces there are.
  package let count: Int

  /// A plan for a file, or for the rest of one; nil where it is read as a whole.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - start: Where an earlier reading stopped; nil for its beginning.
  ///   - size: How long the file is.
  ///   - options: What is known of it.
  ///   - pieceSize: The length of a piece.
  package init?(
    _ source: FileSource, from start: SourcePlace?, size: Int64, options: ImportOptions,
    pieceSize: Int64 = PiecePlan.pieceSize
  ) {
    let length = size - (start?.byteOffset ?? 0)
    guard options.columns == nil, length >= pieceSize * Int64(PiecePlan.fewestPieces) else {
      return nil
    }
    if start == nil {
      // A log of lines begins with an object, whatever space stands before it.
      guard let head = source.bytes(at: 0, count: Int(min(512, size))),
        head.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
        let text = try? LogText.open(MemorySource(head)), text.content == .text, text.isVerbatim
      else { return nil }
    }
    self.start = start ?? SourcePlace()
    self.size = size
    self.pieceSize = pieceSize
    count = Int((length + pieceSize - 1) / pieceSize)
  }

  /// The bytes in which the lines of a piece begin.
  func range(of number: Int) -> Range<Int64> {
    let from = start.byteOffset + Int64(number) * pieceSize
    return from..<min(from + pieceSize, size)
  }
}

/// What one piece of a file holds.
package struct LogPiece: Sendable {
  /// What was found, with lines counted from 1 within the piece.
  package internal(set) var batch = LogReader.Batch()
  var counts = ImportCounts()
  /// How many documents were found.
  var documents = 0
  /// Where the next line begins, or the last one that somebody is still writing.
  ///
  /// Lines are counted within the piece. Nil where no line begins in it.
  var next: SourcePlace?
  /// Whether the piece means the same by itself as between the others.
  var isRegular = true
}
