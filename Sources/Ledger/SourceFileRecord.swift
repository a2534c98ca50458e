import Quantities

/// What a ledger knows of a file it has read: where it was, how far it was read, what it held.
package struct SourceFileRecord: Hashable, Sendable {
  /// The file's size when it was read, in bytes.
  package var size: Int64
  /// When its content was last changed, by the file system.
  package var modifiedAt: Instant
  /// When its inode was last changed: also by a rename, or by a copy that keeps the other time.
  package var changedAt: Instant
  /// A digest of the import options; other options make another reading of the same file.
  package var optionsDigest: String
  /// Whether it was read to its end.
  package var isComplete: Bool
  /// The beginning by which the content is found under another name.
  package var head = ContentPrint()
  /// What was read of it; empty in ledgers that did not keep it.
  package var read = ContentPrint()
  /// The line at which reading goes on, from 1; 0 where it has to begin anew.
  package var nextLine: Int64 = 1
  /// What it held.
  package var counts: SourceFileCounts

  package init(
    size: Int64, modifiedAt: Instant, changedAt: Instant, optionsDigest: String,
    isComplete: Bool, counts: SourceFileCounts
  ) {
    self.size = size
    self.modifiedAt = modifiedAt
    self.changedAt = changedAt
    self.optionsDigest = optionsDigest
    self.isComplete = isComplete
    self.counts = counts
  }
}

/// The fingerprint of the first bytes of a file.
package struct ContentPrint: Hashable, Sendable {
  /// Of how many bytes; 0 where there is none.
  package var length: Int64 = 0
  /// Equal contents have equal ones.
  package var hash = ""

  package init() {}

  package init(length: Int64, hash: String) {
    self.length = length
    self.hash = hash
  }

  /// The fingerprint as one number.
  package var number: Int64? {
    hash.split(separator: "-").last.flatMap { UInt64($0, radix: 16) }
      .map { Int64(bitPattern: $0) }
  }
}

/// A file with the number under which the ledger keeps it.
package struct KnownSourceFile: Hashable, Sendable {
  package let number: Int64
  package let path: String
  package var record: SourceFileRecord

  /// The same content at another path.
  package func at(_ path: String) -> KnownSourceFile {
    KnownSourceFile(number: number, path: path, record: record)
  }
}

/// The counts that every report states as its scope, of one file or of all.
package struct SourceFileCounts: Hashable, Sendable {
  package var requests: Int64 = 0
  package var duplicates: Int64 = 0
  package var incomplete: Int64 = 0
  package var withoutUsage: Int64 = 0
  package var errorBodies: Int64 = 0
  package var quarantined: Int64 = 0
  package var unrecognized: Int64 = 0
  package var notUsage: Int64 = 0
  package var sums: Int64 = 0

  package init() {}

  package static func += (sum: inout SourceFileCounts, more: SourceFileCounts) {
    sum.requests += more.requests
    sum.duplicates += more.duplicates
    sum.incomplete += more.incomplete
    sum.withoutUsage += more.withoutUsage
    sum.errorBodies += more.errorBodies
    sum.quarantined += more.quarantined
    sum.unrecognized += more.unrecognized
    sum.notUsage += more.notUsage
    sum.sums += more.sums
  }
}
