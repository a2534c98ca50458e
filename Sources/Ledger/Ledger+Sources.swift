import Quantities
import SQLite

/// What a ledger knows of a file it has read.
package struct SourceFileRecord: Hashable, Sendable {
  package var size: Int64
  package var modifiedAt: Instant
  /// A digest of the import options; other options make another reading of the same file.
  package var optionsDigest: String
  package var isComplete: Bool
  package var counts: SourceFileCounts

  package init(
    size: Int64, modifiedAt: Instant, optionsDigest: String, isComplete: Bool,
    counts: SourceFileCounts
  ) {
    self.size = size
    self.modifiedAt = modifiedAt
    self.optionsDigest = optionsDigest
    self.isComplete = isComplete
    self.counts = counts
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

  package init() {}
}

extension Ledger {
  /// Begins an import and gives its number.
  package func beginImport(
    at time: Instant, toolVersion: String, options: String
  ) throws -> Int64 {
    let statement = try connection.prepare(
      "INSERT INTO imports (started_at, tool_version, options) VALUES (?, ?, ?)")
    try statement.bind(1, time.microseconds)
    try statement.bind(2, toolVersion)
    try statement.bind(3, options)
    try statement.run()
    return connection.lastInsertedRow
  }

  /// Notes that an import has come to its end.
  package func endImport(_ number: Int64, at time: Instant) throws {
    let statement = try connection.prepare(
      "UPDATE imports SET finished_at = ? WHERE import_id = ?")
    try statement.bind(1, time.microseconds)
    try statement.bind(2, number)
    try statement.run()
  }

  /// What is known of a file; nil if it was never read.
  package func sourceFile(_ path: String) throws -> SourceFileRecord? {
    let statement = try connection.prepare(
      """
      SELECT size, modified_at, options_digest, is_complete, requests, duplicates, incomplete,
        without_usage, error_bodies, quarantined, unrecognized
      FROM source_files
      WHERE path = :path
      """)
    try statement.bind(":path", path)
    guard try statement.step() else { return nil }
    var counts = SourceFileCounts()
    counts.requests = statement.int64(4)
    counts.duplicates = statement.int64(5)
    counts.incomplete = statement.int64(6)
    counts.withoutUsage = statement.int64(7)
    counts.errorBodies = statement.int64(8)
    counts.quarantined = statement.int64(9)
    counts.unrecognized = statement.int64(10)
    return SourceFileRecord(
      size: statement.int64(0), modifiedAt: Instant(microseconds: statement.int64(1)),
      optionsDigest: statement.text(2), isComplete: statement.int64(3) != 0, counts: counts)
  }

  /// Notes that a file is being read; what was set aside of an earlier reading is forgotten.
  package func beginSourceFile(_ path: String, importNumber: Int64) throws -> Int64 {
    let statement = try connection.prepare(
      """
      INSERT INTO source_files (
        path, import_id, size, modified_at, options_digest, is_complete, requests, duplicates,
        incomplete, without_usage, error_bodies, quarantined, unrecognized
      )
      VALUES (:path, :import, 0, 0, '', 0, 0, 0, 0, 0, 0, 0, 0)
      ON CONFLICT (path) DO UPDATE SET import_id = excluded.import_id, is_complete = 0
      RETURNING file_id
      """)
    try statement.bind(":path", path)
    try statement.bind(":import", importNumber)
    guard try statement.step() else { return 0 }
    let file = statement.int64(0)
    statement.reset()
    let forget = try connection.prepare("DELETE FROM quarantine WHERE file_id = ?")
    try forget.bind(1, file)
    try forget.run()
    return file
  }

  /// Notes what a file was like and what it held.
  package func endSourceFile(_ file: Int64, _ record: SourceFileRecord) throws {
    let statement = try connection.prepare(
      """
      UPDATE source_files SET
        size = ?, modified_at = ?, options_digest = ?, is_complete = ?, requests = ?,
        duplicates = ?, incomplete = ?, without_usage = ?, error_bodies = ?, quarantined = ?,
        unrecognized = ?
      WHERE file_id = ?
      """)
    let counts = record.counts
    let values: [Int64] = [
      record.size, record.modifiedAt.microseconds,
    ]
    for (index, value) in values.enumerated() { try statement.bind(index + 1, value) }
    try statement.bind(3, record.optionsDigest)
    let rest: [Int64] = [
      record.isComplete ? 1 : 0, counts.requests, counts.duplicates, counts.incomplete,
      counts.withoutUsage, counts.errorBodies, counts.quarantined, counts.unrecognized, file,
    ]
    for (index, value) in rest.enumerated() { try statement.bind(index + 4, value) }
    try statement.run()
  }

  /// The first places of a file that could not be read, with the reason in words.
  package func quarantinedPlaces(
    of path: String, limit: Int
  ) throws -> [(line: Int64, explanation: String)] {
    let statement = try connection.prepare(
      """
      SELECT q.line, q.explanation
      FROM quarantine AS q
      JOIN source_files AS f USING (file_id)
      WHERE f.path = :path
      ORDER BY q.quarantine_id
      LIMIT :limit
      """)
    try statement.bind(":path", path)
    try statement.bind(":limit", limit)
    var places: [(line: Int64, explanation: String)] = []
    while try statement.step() { places.append((statement.int64(0), statement.text(1))) }
    return places
  }

  /// The counts of all files together, and how many files there are.
  package func sourceTotals() throws -> (files: Int64, counts: SourceFileCounts) {
    let statement = try connection.prepare(
      """
      SELECT COUNT(*), coalesce(SUM(duplicates), 0), coalesce(SUM(without_usage), 0),
        coalesce(SUM(error_bodies), 0), coalesce(SUM(quarantined), 0),
        coalesce(SUM(unrecognized), 0)
      FROM source_files
      """)
    guard try statement.step() else { return (0, SourceFileCounts()) }
    var counts = SourceFileCounts()
    counts.duplicates = statement.int64(1)
    counts.withoutUsage = statement.int64(2)
    counts.errorBodies = statement.int64(3)
    counts.quarantined = statement.int64(4)
    counts.unrecognized = statement.int64(5)
    return (statement.int64(0), counts)
  }
}
