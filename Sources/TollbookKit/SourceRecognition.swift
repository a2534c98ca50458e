import Importing
import Ledger
import Quantities

/// What the ledger knows of a file that is about to be read, found by the file's content.
///
/// Logs grow, are rotated, renamed, copied, cut off and written anew, so a path says little: under
/// `app.log` stands something else every day. A file whose beginning and whose last bytes read are
/// those of a known one is that one, and is read from there on; whatever else it is, its requests
/// have keys, so at worst it is read for nothing.
struct SourceRecognition {
  /// How a file is read.
  enum Verdict {
    /// There is nothing new in it.
    case unchanged(KnownSourceFile)
    /// From where the reading of the same content ended.
    case continues(KnownSourceFile)
    /// From its beginning; where the same file was read before, as that one.
    case whole(KnownSourceFile?)
  }

  let ledger: Ledger
  let optionsDigest: String

  /// Whether a file is known by path, size and times alone: then it need not even be opened.
  func unchanged(_ source: DiscoveredSource) throws -> KnownSourceFile? {
    guard let known = try ledger.sourceFile(source.canonicalPath),
      isSameReading(known), known.record.changedAt == source.changedAt,
      known.record.size == source.size, known.record.modifiedAt == source.modifiedAt
    else { return nil }
    return known
  }

  /// What an open file is to the ledger.
  func recognize(_ source: DiscoveredSource, _ input: FileSource) throws -> Verdict {
    let atPath = try ledger.sourceFile(source.canonicalPath)
    for length in ContentPrint.headLengths(ofSize: source.size) {
      guard let head = ContentPrint(of: input, length: length) else { break }
      for known in try ledger.sourceFiles(beginningWith: head)
      where known.record.optionsDigest == optionsDigest && known.record.read.length > 0 {
        guard ContentPrint(of: input, length: known.record.read.length) == known.record.read else {
          continue
        }
        let isAll = known.record.isComplete && known.record.size == source.size
        return isAll ? .unchanged(known) : .continues(known)
      }
    }
    guard let atPath else { return .whole(nil) }
    // A ledger that was written before contents were kept, or a text that had to be decoded.
    if atPath.record.head.length == 0 {
      return isUnchanged(atPath, source) ? .unchanged(atPath) : .whole(atPath)
    }
    let begins = ContentPrint(of: input, length: atPath.record.head.length)
    return .whole(begins == atPath.record.head ? atPath : nil)
  }

  private func isSameReading(_ known: KnownSourceFile) -> Bool {
    known.record.isComplete && known.record.optionsDigest == optionsDigest
  }

  private func isUnchanged(_ known: KnownSourceFile, _ source: DiscoveredSource) -> Bool {
    isSameReading(known) && known.record.size == source.size
      && known.record.modifiedAt == source.modifiedAt
  }
}
