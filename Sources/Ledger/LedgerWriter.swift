import Quantities
import SQLite
import Usage

/// Puts the records of one import into a ledger: each request once, with everything derived from
/// it, in transactions that are complete or not there at all.
package final class LedgerWriter {
  /// What became of records.
  package struct Outcome: Hashable, Sendable {
    /// Requests that the ledger did not have.
    package var added = 0
    /// Requests that it had already.
    package var duplicates = 0
    /// Requests that it had in part: a cut stream that was now read whole.
    package var completed = 0

    package init() {}
  }

  private let ledger: Ledger
  private let connection: Connection
  private var accumulator = RollupAccumulator()
  private var series: InternedSeries
  private var users: InternedUsers
  private let insert: Statement
  private let find: Statement
  private let replace: Statement
  private let quarantine: Statement
  private var recordsInTransaction = 0
  /// The meters that the insertion's parameters hold.
  private var boundMeters = MeterColumns.everyColumn

  /// A transaction is committed after this many records: a long import that is killed loses no
  /// more than a second or two of work.
  private static let largestTransaction = 500_000

  /// So many derived rows are summed in memory, about 20 MB, before they are written.
  ///
  /// That is still within the transaction. Without it a log of 300,000 users and 400 labels needed
  /// 180 MB where another needs 55.
  private static let largestAccumulation = 50_000

  /// A writer; one at a time may write to a ledger.
  package init(_ ledger: Ledger) throws {
    self.ledger = ledger
    connection = ledger.connection
    series = try InternedSeries(connection)
    users = try InternedUsers(connection)
    insert = try connection.prepare(
      """
      INSERT OR IGNORE INTO usage_records (
        key_high, key_low, occurred_at, series_id, user_id, reported_total, search_queries,
        latency_ms, flags, file_id, line, meters, \(MeterColumns.list)
      )
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, \(MeterColumns.placeholders))
      """)
    find = try connection.prepare(
      """
      SELECT occurred_at, series_id, user_id, flags, \(MeterColumns.list)
      FROM usage_records
      WHERE key_high = ? AND key_low = ?
      """)
    replace = try connection.prepare(
      """
      DELETE FROM usage_records
      WHERE key_high = ? AND key_low = ?
      """)
    quarantine = try connection.prepare(
      """
      INSERT INTO quarantine (file_id, line, byte_offset, code, explanation)
      VALUES (?, ?, ?, ?, ?)
      """)
  }

  /// Begins a transaction, with what other processes may have added since the last one.
  package func begin() throws {
    try connection.execute("BEGIN IMMEDIATE")
    recordsInTransaction = 0
    try ledger.refreshThresholds()
    try series.refresh()
  }

  /// Writes what is derived and ends the transaction.
  package func commit() throws {
    try accumulator.flush(to: connection)
    try connection.execute("COMMIT")
  }

  /// Gives the transaction up, and forgets what was interned in it.
  package func rollBack() {
    accumulator = RollupAccumulator()
    series.forget()
    users.forget()
    if connection.isInTransaction { try? connection.execute("ROLLBACK") }
  }

  /// Commits and begins anew, if the transaction has become long.
  package func commitIfLong() throws {
    guard recordsInTransaction >= LedgerWriter.largestTransaction else { return }
    try commit()
    try begin()
  }

  /// Adds records that were read from a file.
  package func add(_ records: [UsageRecord], file: Int64) throws -> Outcome {
    var outcome = Outcome()
    for record in records { try add(record, file: file, &outcome) }
    recordsInTransaction += records.count
    if accumulator.count >= LedgerWriter.largestAccumulation {
      try accumulator.flush(to: connection)
    }
    return outcome
  }

  /// Keeps places that could not be read.
  package func setAside(
    line: Int64, byteOffset: Int64, code: String, explanation: String, file: Int64
  ) throws {
    try quarantine.bind(1, file)
    try quarantine.bind(2, line)
    try quarantine.bind(3, byteOffset)
    try quarantine.bind(4, code)
    try quarantine.bind(5, explanation)
    try quarantine.run()
  }

  private func add(_ record: UsageRecord, file: Int64, _ outcome: inout Outcome) throws {
    let seriesID = try series.id(of: record.series)
    let userID = try record.user.map { try users.id(of: $0) }
    try insertRow(record, series: seriesID, user: userID, file: file)
    if connection.changes == 1 {
      accumulate(record, series: seriesID, user: userID)
      outcome.added += 1
      return
    }
    guard try removeCutPredecessor(of: record) else {
      outcome.duplicates += 1
      return
    }
    try insertRow(record, series: seriesID, user: userID, file: file)
    accumulate(record, series: seriesID, user: userID)
    outcome.completed += 1
  }

  private func insertRow(
    _ record: UsageRecord, series: Int64, user: Int64?, file: Int64
  ) throws(SQLiteError) {
    try insert.bind(1, record.key.high)
    try insert.bind(2, record.key.low)
    try insert.bind(3, record.occurredAt.microseconds)
    try insert.bind(4, series)
    try insert.bind(5, user)
    try insert.bind(6, record.reportedTotal?.value)
    try insert.bind(7, record.searchQueries)
    try insert.bind(8, record.latencyMilliseconds)
    try insert.bind(9, record.flags.rawValue)
    try insert.bind(10, file)
    try insert.bind(11, record.origin.line)
    try insert.bind(12, record.tokens.mask)
    try MeterColumns.bind(record.tokens, to: insert, from: 13, replacing: &boundMeters)
    try insert.run()
  }

  private func accumulate(_ record: UsageRecord, series: Int64, user: Int64?) {
    accumulator.add(
      record.tokens, at: record.occurredAt, series: series, user: user,
      contextOver: ledger.thresholds.exceeded(by: record.tokens.prompt).value)
  }

  /// Takes a record of the same key out, if its stream had been cut and the new one is whole.
  private func removeCutPredecessor(of record: UsageRecord) throws -> Bool {
    guard !record.flags.contains(.incomplete) else { return false }
    try find.bind(1, record.key.high)
    try find.bind(2, record.key.low)
    defer { find.reset() }
    guard try find.step(), RecordFlags(rawValue: find.int64(3)).contains(.incomplete) else {
      return false
    }
    let tokens = MeterColumns.read(find, from: 4)
    accumulator.remove(
      tokens, at: Instant(microseconds: find.int64(0)), series: find.int64(1),
      contextOver: ledger.thresholds.exceeded(by: tokens.prompt).value)
    try replace.bind(1, record.key.high)
    try replace.bind(2, record.key.low)
    try replace.run()
    return true
  }
}
