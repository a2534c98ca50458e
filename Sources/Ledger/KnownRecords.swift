import Quantities
import SQLite
import Usage

/// Records whose key the ledger has already.
struct KnownRecords {
  private let find: Statement
  private let delete: Statement
  private let findCut: Statement
  private let findUser: Statement

  init(_ connection: Connection) throws {
    let columns = """
      occurred_at, series_id, user_id, flags, reported_total, search_queries, latency_ms, line,
      requests, \(MeterColumns.list)
      """
    find = try connection.prepare(
      "SELECT \(columns) FROM usage_records WHERE key_high = ? AND key_low = ?")
    delete = try connection.prepare(
      "DELETE FROM usage_records WHERE key_high = ? AND key_low = ?")
    let cut = RecordFlags([.incomplete, .keyDerived]).rawValue
    // "flags & 1 = 1" is how the index of cut streams is written, and makes SQLite use it.
    findCut = try connection.prepare(
      """
      SELECT key_high, key_low
      FROM usage_records
      WHERE flags & 1 = 1 AND flags & \(cut) = \(cut)
        AND reading_id IN (SELECT reading_id FROM readings WHERE file_id = ?)
      """)
    findUser = try connection.prepare("SELECT name FROM users WHERE user_id = ?")
  }

  /// A record as it is kept, with the ids of its series and user.
  struct Row {
    var record: UsageRecord
    let seriesID: Int64
    let userID: Int64?
  }

  /// The record of a key, without the name of its user; nil if there is none.
  func row(of key: RequestKey, series: [Int64: UsageSeries]) throws(SQLiteError) -> Row? {
    try find.bind(1, key.high)
    try find.bind(2, key.low)
    defer { find.reset() }
    guard try find.step(), let known = series[find.int64(1)] else { return nil }
    let record = UsageRecord(
      key: key, occurredAt: Instant(microseconds: find.int64(0)), series: known,
      tokens: MeterColumns.read(find, from: 9),
      reportedTotal: find.optionalInt64(4).map { TokenCount($0) },
      searchQueries: Int(find.int64(5)), latencyMilliseconds: find.optionalInt64(6),
      flags: RecordFlags(rawValue: find.int64(3)), requests: Int(find.int64(8)),
      origin: RecordOrigin(line: find.int64(7)))
    return Row(record: record, seriesID: find.int64(1), userID: find.optionalInt64(2))
  }

  /// The name of a user.
  func user(_ id: Int64?) throws(SQLiteError) -> String? {
    guard let id else { return nil }
    try findUser.bind(1, id)
    defer { findUser.reset() }
    return try findUser.step() ? findUser.text(0) : nil
  }

  /// Takes a record out.
  func remove(_ key: RequestKey) throws(SQLiteError) {
    try delete.bind(1, key.high)
    try delete.bind(2, key.low)
    try delete.run()
  }

  /// The keys of a file's cut streams whose key was derived from what there was of them.
  func cutStreams(ofFile file: Int64) throws(SQLiteError) -> [RequestKey] {
    try findCut.bind(1, file)
    defer { findCut.reset() }
    var keys: [RequestKey] = []
    while try findCut.step() {
      keys.append(RequestKey(high: findCut.int64(0), low: findCut.int64(1)))
    }
    return keys
  }
}
