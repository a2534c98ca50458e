import Importing

/// How far an import has come.
public struct ImportProgress: Hashable, Sendable {
  /// How many bytes there are to read, compressed where they are.
  public internal(set) var bytesInAll: Int64 = 0
  /// How many of them have been read or passed over.
  public private(set) var bytes: Int64 = 0
  /// How many files there are.
  public internal(set) var filesInAll = 0
  /// How many of them are done.
  public private(set) var files = 0
  /// Requests that were read, known ones among them.
  public private(set) var requests = 0
  /// Places that were set aside.
  public private(set) var quarantined = 0

  /// What the files that are done come to.
  private var bytesOfFiles: Int64 = 0

  /// Takes in a batch of the file that is being read.
  mutating func take(_ batch: LogReader.Batch, bytesOfFile: Int64) {
    bytes = bytesOfFiles + bytesOfFile
    requests += batch.usage.rows.count
    quarantined += batch.quarantined.count
  }

  /// Notes that a file is done.
  mutating func end(_ source: DiscoveredSource) {
    bytesOfFiles += source.size
    bytes = bytesOfFiles
    files += 1
  }
}
