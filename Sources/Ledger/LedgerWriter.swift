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
    /// Requests that it had in part: a cut stream that was now read whole, a model that was unknown.
    package var completed = 0

    package init() {}
  }

  private let ledger: Ledger
  private let connection: Connection
  private var accumulator = RollupAccumulator()
  private var series: InternedSeries
  private var users: InternedUsers
  private var insert: MeteredInsertion
  /// For records that are all new, as nearly all of a log are.
  private var insertSeveral: MeteredInsertion
  /// Whether most of the last records were new, so that the next may be too.
  private var findsNewRecords = true
  /// The ids of the series and users of the records that are being inserted together.
  private var owners: [(series: Int64, user: Int64?)] = []
  private let known: KnownRecords
  private var covered: CoveredSpans
  /// Cut streams that were taken out before their file is read again.
  private var forgotten: Set<RequestKey> = []
  private let quarantine: Statement
  private var recordsInTransaction = 0

  private static let recordColumns = [
    "key_high", "key_low", "occurred_at", "series_id", "user_id", "reported_total",
    "search_queries", "latency_ms", "flags", "reading_id", "line", "meters", "requests",
  ]

  /// A transaction is committed after this many records: a long import that is killed loses no
  /// more than a second or two of work.
  private static let largestTransaction = 500_000

  /// So many derived rows are summed in memory, some 10 MB, before they are written.
  ///
  /// That is still within the transaction. Without it a log of 300,000 users and 400 labels needed
  /// 180 MB where another needs 55.
  private static let largestAccumulation = 16_000

  /// A writer; one at a time may write to a ledger.
  package init(_ ledger: Ledger) throws {
    self.ledger = ledger
    connection = ledger.connection
    series = try InternedSeries(connection)
    users = try InternedUsers(connection)
    insert = try MeteredInsertion(
      connection, "INSERT OR IGNORE INTO usage_records", columns: LedgerWriter.recordColumns,
      rows: 1)
    insertSeveral = try MeteredInsertion(
      connection, "INSERT INTO usage_records", columns: LedgerWriter.recordColumns,
      rows: MeteredInsertion.severalRows)
    known = try KnownRecords(connection)
    covered = try CoveredSpans(connection)
    quarantine = try connection.prepare(
      """
      INSERT INTO quarantine (reading_id, line, byte_offset, code, explanation)
      VALUES (?, ?, ?, ?, ?)
      """)
  }

  /// Begins a transaction, with what other processes may have added since the last one.
  package func begin() throws {
    try connection.execute("BEGIN IMMEDIATE")
    recordsInTransaction = 0
    try ledger.refreshThresholds()
    try series.refresh()
    try covered.refresh()
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

  /// Adds the records of a batch, which come from one reading.
  package func add(_ batch: UsageBatch, reading: Int64) throws -> Outcome {
    try add(batch.rows.map { batch.record($0) }, reading: reading)
  }

  /// Adds the records of a reading.
  package func add(_ records: [UsageRecord], reading: Int64) throws -> Outcome {
    var outcome = Outcome()
    var rest = records[...]
    while !rest.isEmpty {
      try addGroup(rest.prefix(MeteredInsertion.severalRows), reading: reading, &outcome)
      rest = rest.dropFirst(MeteredInsertion.severalRows)
    }
    recordsInTransaction += records.count
    if accumulator.count >= LedgerWriter.largestAccumulation {
      try accumulator.flush(to: connection)
    }
    return outcome
  }

  /// Keeps places that could not be read.
  package func setAside(
    line: Int64, byteOffset: Int64, code: String, explanation: String, reading: Int64
  ) throws {
    try quarantine.bind(1, reading)
    try quarantine.bind(2, line)
    try quarantine.bind(3, byteOffset)
    try quarantine.bind(4, code)
    try quarantine.bind(5, explanation)
    try quarantine.run()
  }

  /// Adds records together if all of them are new, else one by one.
  private func addGroup(
    _ records: ArraySlice<UsageRecord>, reading: Int64, _ outcome: inout Outcome
  ) throws {
    let mayBeCovered = !covered.isEmpty && records.contains { $0.flags.contains(.keyIsSpan) }
    if findsNewRecords, forgotten.isEmpty, records.count == MeteredInsertion.severalRows,
      !mayBeCovered,
      try addNew(records, reading: reading)
    {
      for record in records { outcome.added += record.requests }
      return
    }
    var known = 0
    for record in records where try !add(record, reading: reading, &outcome) { known += 1 }
    // A log that is read again is not tried twice all the way through.
    findsNewRecords = known * 2 < records.count
  }

  /// Adds as many records as the statement takes; false, and nothing is added, if one is known.
  private func addNew(_ records: ArraySlice<UsageRecord>, reading: Int64) throws -> Bool {
    owners.removeAll(keepingCapacity: true)
    for record in records {
      let owner = try self.owner(of: record)
      try LedgerWriter.bind(record, owner, reading: reading, to: &insertSeveral, row: owners.count)
      owners.append(owner)
    }
    do throws(SQLiteError) {
      try insertSeveral.run()
    } catch {
      guard error.kind == .constraint else { throw error }
      return false
    }
    for (record, owner) in zip(records, owners) { accumulate(record, owner) }
    return true
  }

  /// Adds a record, or what it has to say about one that is known; false if that was nothing.
  private func add(_ record: UsageRecord, reading: Int64, _ outcome: inout Outcome) throws -> Bool {
    guard try !covered.cover(record) else {
      outcome.duplicates += record.requests
      return false
    }
    let owner = try self.owner(of: record)
    try LedgerWriter.bind(record, owner, reading: reading, to: &insert, row: 0)
    try insert.run()
    guard connection.changes == 1 else {
      return try complete(record, owner, reading: reading, &outcome)
    }
    accumulate(record, owner)
    guard forgotten.remove(record.key) == nil else {
      outcome.duplicates += record.requests
      return false
    }
    outcome.added += record.requests
    return true
  }

  /// Notes spans whose usage repeats that of spans below them, and takes out what was counted of it;
  /// gives how many requests that were.
  package func cover(_ spans: [RequestKey]) throws -> Int {
    var removed = 0
    for span in spans {
      try covered.add(span)
      guard let row = try known.row(of: span, series: series.byID),
        row.record.flags.contains(.keyIsSpan)
      else { continue }
      try remove(row)
      removed += row.record.requests
    }
    return removed
  }

  private func owner(of record: UsageRecord) throws -> (series: Int64, user: Int64?) {
    (try series.id(of: record.series), try record.user.map { try users.id(of: $0) })
  }

  private static func bind(
    _ record: UsageRecord, _ owner: (series: Int64, user: Int64?), reading: Int64,
    to insertion: inout MeteredInsertion, row: Int
  ) throws(SQLiteError) {
    try insertion.bind(row: row, 0, record.key.high)
    try insertion.bind(row: row, 1, record.key.low)
    try insertion.bind(row: row, 2, record.occurredAt.microseconds)
    try insertion.bind(row: row, 3, owner.series)
    try insertion.bind(row: row, 4, owner.user)
    try insertion.bind(row: row, 5, record.reportedTotal?.value)
    try insertion.bind(row: row, 6, Int64(record.searchQueries))
    try insertion.bind(row: row, 7, record.latencyMilliseconds)
    try insertion.bind(row: row, 8, record.flags.rawValue)
    try insertion.bind(row: row, 9, reading)
    try insertion.bind(row: row, 10, record.origin.line)
    try insertion.bind(row: row, 11, record.tokens.mask)
    try insertion.bind(row: row, 12, Int64(record.requests))
    try insertion.bind(row: row, record.tokens)
  }

  private func accumulate(_ record: UsageRecord, _ owner: (series: Int64, user: Int64?)) {
    accumulator.add(
      record, series: owner.series, user: owner.user,
      contextOver: ledger.thresholds.exceeded(by: record).value)
  }

  /// What becomes of a record whose key is known: nothing (false), or it completes the one there is.
  private func complete(
    _ record: UsageRecord, _ owner: (series: Int64, user: Int64?), reading: Int64,
    _ outcome: inout Outcome
  ) throws -> Bool {
    guard let row = try known.row(of: record.key, series: series.byID) else { return true }
    var before = row.record
    before.user = row.userID == owner.user ? record.user : try known.user(row.userID)
    guard let merged = RecordMerge.merged(before, with: record) else {
      outcome.duplicates += record.requests
      return false
    }
    try remove(row)
    let owner = try self.owner(of: merged)
    try LedgerWriter.bind(merged, owner, reading: reading, to: &insert, row: 0)
    try insert.run()
    accumulate(merged, owner)
    outcome.completed += merged.requests
    return true
  }

  private func remove(_ row: KnownRecords.Row) throws {
    accumulator.remove(
      row.record, series: row.seriesID,
      contextOver: ledger.thresholds.exceeded(by: row.record).value)
    try known.remove(row.record.key)
  }

  /// Forgets what of a file that is about to be read again may have been read in part: its cut
  /// streams, and the row at its end.
  ///
  /// Without an id their key was made of what there was of them; the whole has another.
  package func forgetCutStreams(ofFile file: Int64) throws {
    forgotten.removeAll()
    for key in try known.cutStreams(ofFile: file) + ledger.openRows(ofFile: file) {
      guard let row = try known.row(of: key, series: series.byID) else { continue }
      try remove(row)
      forgotten.insert(key)
    }
  }
}
