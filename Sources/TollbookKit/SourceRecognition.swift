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
    /// From its beginning; where the same file was read before, as that one, of which we may know
    /// that it has only grown.
    case whole(KnownSourceFile?, hasGrown: Bool)
  }

  let ledger: Ledger
  let optionsDigest: String

  /// Whether a file is known by path, size and times alone: then it need not even be opened.
  func unchanged(_ source: DiscoveredSource) throws -> KnownSourceFile? {
    try ledger.sourceFiles(at: source.canonicalPath).first { known in
      isUnchanged(known, source) && known.record.changedAt == source.changedAt
    }
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
        if isAll { return .unchanged(known) }
        return known.record.nextLine > 0 ? .continues(known) : .whole(known, hasGrown: true)
      }
    }
    guard let atPath else {
      let renamed = try renamedUnseen(source)
      return .whole(renamed, hasGrown: renamed != nil)
    }
    let read = atPath.record.read
    // What was read is not always known: the next reading then takes it for the beginning.
    let hasGrown = read.length == 0 || ContentPrint(of: input, length: read.length) == read
    // A ledger that was written before contents were kept, or a file that is to be read again.
    if atPath.record.head.length == 0 {
      return isUnchanged(atPath, source)
        ? .unchanged(atPath) : .whole(atPath, hasGrown: hasGrown)
    }
    let begins = ContentPrint(of: input, length: atPath.record.head.length)
    guard begins == atPath.record.head else { return .whole(nil, hasGrown: false) }
    return .whole(atPath, hasGrown: hasGrown)
  }

  /// Whether a known content still stands where it was seen last: then this file is a copy of it,
  /// and not the same file under another name.
  func isStillThere(_ known: KnownSourceFile) -> Bool {
    guard Files.isPlainFile(known.path), let input = try? FileSource(path: known.path) else {
      return false
    }
    return ContentPrint(of: input, length: known.record.read.length) == known.record.read
  }

  /// The file that this one was before it was renamed, where a ledger of an earlier version did not
  /// keep its content: a file of its size and time that is gone.
  private func renamedUnseen(_ source: DiscoveredSource) throws -> KnownSourceFile? {
    try ledger.sourceFilesWithoutContent(size: source.size).first { known in
      known.record.modifiedAt == source.modifiedAt && !Files.isThere(known.path)
    }
  }

  private func isSameReading(_ known: KnownSourceFile) -> Bool {
    known.record.isComplete && known.record.optionsDigest == optionsDigest
  }

  private func isUnchanged(_ known: KnownSourceFile, _ source: DiscoveredSource) -> Bool {
    isSameReading(known) && known.record.size == source.size
      && known.record.modifiedAt == source.modifiedAt
  }
}
