import Quantities
import SQLite
import Usage

/// Imports, the files they read, and each reading of a file.
extension Ledger {
  /// Begins an import and gives its number, which no import ever had: not even one that was
  /// forgotten since, and that somebody may have written down.
  package func beginImport(
    at time: Instant, toolVersion: String, options: String
  ) throws -> Int64 {
    let statement = try connection.prepare(
      """
      INSERT INTO imports (import_id, started_at, tool_version, options)
      VALUES (max(?, (SELECT coalesce(MAX(import_id), 0) FROM imports)) + 1, ?, ?, ?)
      """)
    try statement.bind(1, try setting(Ledger.lastImport).flatMap { Int64($0) } ?? 0)
    try statement.bind(2, time.microseconds)
    try statement.bind(3, toolVersion)
    try statement.bind(4, options)
    try statement.run()
    let number = connection.lastInsertedRow
    try setSetting(Ledger.lastImport, "\(number)")
    return number
  }

  private static let lastImport = "last_import"

  /// Notes that an import has come to its end.
  package func endImport(_ number: Int64, at time: Instant) throws {
    let statement = try connection.prepare(
      "UPDATE imports SET finished_at = ? WHERE import_id = ?")
    try statement.bind(1, time.microseconds)
    try statement.bind(2, number)
    try statement.run()
  }

  /// What is known of the content that was read last at a path; nil if there was none.
  package func sourceFile(_ path: String) throws -> KnownSourceFile? {
    try sourceFiles(at: path).first
  }

  /// The contents that were seen at a path, the latest first.
  package func sourceFiles(at path: String) throws -> [KnownSourceFile] {
    try sourceFiles("path = ? ORDER BY file_id DESC", path)
  }

  /// Notes that a content now stands at another path, and no longer where it was.
  package func moveSourceFile(_ file: Int64, to path: String) throws {
    let statement = try connection.prepare("UPDATE source_files SET path = ? WHERE file_id = ?")
    try statement.bind(1, path)
    try statement.bind(2, file)
    try statement.run()
  }

  /// The files of this size of which nothing is known but size, path and times, as ledgers of
  /// earlier versions kept them.
  package func sourceFilesWithoutContent(size: Int64) throws -> [KnownSourceFile] {
    try sourceFiles("head_hash = ? AND read_length = 0 ORDER BY file_id DESC", "")
      .filter { $0.record.size == size }
  }

  /// The files that begin with a content, those of which most was read first.
  package func sourceFiles(beginningWith head: ContentPrint) throws -> [KnownSourceFile] {
    try sourceFiles("head_hash = ? ORDER BY read_length DESC, file_id DESC", head.hash)
      .filter { $0.record.head == head }
  }

  /// Every file, in order of path, then of reading.
  package func sourceFiles() throws -> [KnownSourceFile] {
    try sourceFiles("? = '' ORDER BY path, file_id", "")
  }

  private func sourceFiles(_ condition: String, _ text: String) throws -> [KnownSourceFile] {
    let statement = try connection.prepare(
      """
      SELECT file_id, path, size, modified_at, changed_at, options_digest, is_complete,
        head_length, head_hash, read_length, read_hash, next_line, requests, duplicates,
        incomplete, without_usage, error_bodies, quarantined, unrecognized, not_usage,
        sums
      FROM source_files
      WHERE \(condition)
      """)
    try statement.bind(1, text)
    var files: [KnownSourceFile] = []
    while try statement.step() {
      files.append(
        KnownSourceFile(
          number: statement.int64(0), path: statement.text(1),
          record: Self.record(statement)))
    }
    return files
  }

  private static func record(_ row: Statement) -> SourceFileRecord {
    var counts = SourceFileCounts()
    counts.requests = row.int64(12)
    counts.duplicates = row.int64(13)
    counts.incomplete = row.int64(14)
    counts.withoutUsage = row.int64(15)
    counts.errorBodies = row.int64(16)
    counts.quarantined = row.int64(17)
    counts.unrecognized = row.int64(18)
    counts.notUsage = row.int64(19)
    counts.sums = row.int64(20)
    var record = SourceFileRecord(
      size: row.int64(2), modifiedAt: Instant(microseconds: row.int64(3)),
      changedAt: Instant(microseconds: row.int64(4)), optionsDigest: row.text(5),
      isComplete: row.int64(6) != 0, counts: counts)
    record.head = ContentPrint(length: row.int64(7), hash: row.text(8))
    record.read = ContentPrint(length: row.int64(9), hash: row.text(10))
    record.nextLine = row.int64(11)
    return record
  }

  /// Whether the time or the model of any request was guessed that was read in a file of a content,
  /// or in a copy of it.
  package func hasGuesses(ofContent record: SourceFileRecord) throws -> Bool {
    let statement = try connection.prepare(
      """
      SELECT 1
      FROM record_kinds
      WHERE flags & ? <> 0 AND reading_id IN (
        SELECT reading_id FROM readings JOIN source_files USING (file_id) WHERE read_hash = ?)
      LIMIT 1
      """)
    try statement.bind(1, RecordFlags([.timeFilledIn, .modelFilledIn]).rawValue)
    try statement.bind(2, record.read.hash)
    return try statement.step()
  }

  /// Gives a content that was not read before its number.
  package func addSourceFile(_ path: String) throws -> Int64 {
    let statement = try connection.prepare(
      """
      INSERT INTO source_files
      VALUES (NULL, ?, 0, 0, 0, '', 0, 0, '', 0, '', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      """)
    try statement.bind(1, path)
    try statement.run()
    return connection.lastInsertedRow
  }

  /// Notes that a file is being read, and gives the reading's number.
  ///
  /// - Parameters:
  ///   - file: The file's number.
  ///   - importNumber: The import that reads it.
  ///   - beginsAt: The byte at which reading begins; what earlier readings set aside from there on
  ///     is read again, as far as it is still there: `endPlaces` says how far that is.
  /// - Returns: The reading's number.
  /// - Throws: `SQLiteError` where the ledger cannot be written.
  package func beginReading(
    ofFile file: Int64, importNumber: Int64, beginsAt: Int64
  ) throws -> Int64 {
    let former =
      beginsAt == 0 ? ", former_without_usage = 0, former_error_bodies = 0" : ""
    try run("UPDATE source_files SET is_complete = 0\(former) WHERE file_id = ?", file)
    try putPlacesAway(ofFile: file, from: beginsAt)
    try run(
      "INSERT INTO readings (file_id, import_id, begins_at) VALUES (?, ?, ?)", file, importNumber,
      beginsAt)
    return connection.lastInsertedRow
  }

  /// Notes what a file was like and what it held.
  package func endSourceFile(_ file: Int64, _ record: SourceFileRecord) throws {
    let statement = try connection.prepare(
      """
      UPDATE source_files SET
        size = ?, modified_at = ?, changed_at = ?, is_complete = ?, head_length = ?,
        read_length = ?, next_line = ?, requests = ?, duplicates = ?, incomplete = ?,
        without_usage = ?, error_bodies = ?, quarantined = ?, unrecognized = ?, not_usage = ?,
        sums = ?, options_digest = ?, head_hash = ?, read_hash = ?
      WHERE file_id = ?
      """)
    let counts = record.counts
    let numbers: [Int64] = [
      record.size, record.modifiedAt.microseconds, record.changedAt.microseconds,
      record.isComplete ? 1 : 0, record.head.length, record.read.length, record.nextLine,
      counts.requests, counts.duplicates, counts.incomplete, counts.withoutUsage,
      counts.errorBodies, counts.quarantined, counts.unrecognized, counts.notUsage,
      counts.sums,
    ]
    for (index, number) in numbers.enumerated() { try statement.bind(index + 1, number) }
    try statement.bind(17, record.optionsDigest)
    try statement.bind(18, record.head.hash)
    try statement.bind(19, record.read.hash)
    try statement.bind(20, file)
    try statement.run()
  }

  /// The counts of all files together, and how many files there are.
  ///
  /// Places that were set aside count once, in however many files they stand: `placesSetAside`.
  /// So do responses without usage and error answers, but for those that an older version counted
  /// by the file. `read` says of these how many stand in the files, as imports count them.
  package func sourceTotals() throws
    -> (files: Int64, counts: SourceFileCounts, read: SourceFileCounts)
  {
    let statement = try connection.prepare(
      """
      SELECT COUNT(*), coalesce(SUM(duplicates), 0),
        coalesce(SUM(former_without_usage), 0)
          + (SELECT COUNT(*) FROM silent_answers WHERE is_error = 0),
        coalesce(SUM(former_error_bodies), 0)
          + (SELECT COUNT(*) FROM silent_answers WHERE is_error <> 0),
        coalesce(SUM(without_usage), 0), coalesce(SUM(error_bodies), 0)
      FROM source_files
      """)
    guard try statement.step() else { return (0, SourceFileCounts(), SourceFileCounts()) }
    var counts = SourceFileCounts()
    counts.duplicates = statement.int64(1)
    counts.withoutUsage = statement.int64(2)
    counts.errorBodies = statement.int64(3)
    var read = SourceFileCounts()
    read.withoutUsage = statement.int64(4)
    read.errorBodies = statement.int64(5)
    return (statement.int64(0), counts, read)
  }

  /// Runs a statement with numbers for its parameters.
  func run(_ sql: String, _ numbers: Int64...) throws {
    let statement = try connection.prepare(sql)
    for (index, number) in numbers.enumerated() { try statement.bind(index + 1, number) }
    try statement.run()
  }
}
