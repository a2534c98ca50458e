import Usage

/// Puts the pieces of a file together, in their order, as if it had been read in one go.
///
/// A piece knows nothing of what stands before it: here its lines get their numbers, and documents
/// without an id their keys. Where a piece does not mean the same by itself, this ends, and the rest
/// is read from `place` on by one reader.
package struct PieceSum: Sendable {
  /// Where reading goes on.
  package private(set) var place: SourcePlace
  /// Everything counted so far.
  package private(set) var counts = ImportCounts()
  /// How many documents were found.
  private(set) var documents = 0
  private(set) var derivedKeys = DerivedKeys()

  /// Where the file ends.
  private let end: Int64

  /// The sum of no pieces.
  package init(_ plan: PiecePlan) {
    place = plan.start
    end = plan.size
  }

  /// Whether nothing has been taken in.
  package var isEmpty: Bool { documents == 0 }

  /// Takes in the next piece and gives what it held; nil where it has to be read otherwise.
  ///
  /// The piece is left without its batch: of two who hold one, the one that changes it copies it.
  package mutating func take(from piece: inout LogPiece) -> LogReader.Batch? {
    // That a file is a log of lines is known from its first document on, and how to take a line
    // that cannot be read depends on it.
    guard piece.isRegular, documents + piece.documents > 0 || piece.next == nil else { return nil }
    var batch = LogReader.Batch()
    swap(&batch, &piece.batch)
    let linesBefore = place.line - 1
    batch.usage.linesBefore = linesBefore
    batch.usage.changeDerivedKeys { derivedKeys.key(of: $0) }
    for index in batch.quarantined.indices {
      batch.quarantined[index].place.line += linesBefore
    }
    counts += piece.counts
    documents += piece.documents
    if let next = piece.next {
      place = SourcePlace(line: next.line + linesBefore, byteOffset: next.byteOffset)
    }
    return batch
  }

  /// What came of reading every piece.
  package var outcome: LogReader.Outcome {
    LogReader.Outcome(counts: counts, next: counts.keysDerived > 0 ? nil : place, end: end)
  }
}
