import Quantities
import SQLite
import Usage

/// Records whose key the ledger has already.
struct KnownRecords {
  private let find: Statement
  private let delete: Statement
  private let findCut: Statement
  private let findUser: Statement
  private let findFamily: Statement
  private var kinds: KnownKinds

  init(_ connection: Connection) throws {
    kinds = try KnownKinds(connection)
    find = try connection.prepare(
      "SELECT \(Self.columns) FROM records WHERE key_high = ? AND key_low = ?")
    delete = try connection.prepare(
      "DELETE FROM records WHERE key_high = ? AND key_low = ?")
    let cut = RecordFlags([.incomplete, .keyDerived]).rawValue
    // "kind_id < 0" is how the index of cut streams is written, and makes SQLite use it.
    findCut = try connection.prepare(
      """
      SELECT key_high, key_low
      FROM \(Self.source)
      WHERE kind_id < 0 AND flags & \(cut) = \(cut)
        AND reading_id IN (SELECT reading_id FROM readings WHERE file_id = ?)
      """)
    findFamily = try connection.prepare("SELECT key_low FROM records WHERE key_high = ?")
    findUser = try connection.prepare("SELECT name FROM users WHERE user_id = ?")
  }

  /// A record as it is kept, with the ids of its series and user, 0 for nobody.
  struct Row {
    var record: UsageBatch.Row
    let series: Int64
    let user: Int64

    /// Whether another reading says the same of the request, whatever its line.
    func says(_ other: UsageBatch.Row, series: Int64, user: Int64) -> Bool {
      self.series == series && self.user == user && record.occurredAt == other.occurredAt
        && record.flags == other.flags && record.tokens == other.tokens
        && record.reportedTotal == other.reportedTotal && record.requests == other.requests
        && record.latencyMilliseconds == other.latencyMilliseconds
        && record.searchQueries == other.searchQueries
    }
  }

  /// Forgets what another process may have changed since the last transaction.
  mutating func refresh() { kinds.forget() }

  /// The record of a key; nil if there is none.
  mutating func row(of key: RequestKey) throws(SQLiteError) -> Row? {
    defer { find.reset() }
    return try stand(on: key) ? Self.row(of: key, find, from: 0, &kinds) : nil
  }

  /// Whether what is known of a key is just what would be inserted, whatever its reading and line;
  /// nil where nothing is known, and false also where that has yet to be looked at.
  ///
  /// A log that is read again says of nearly all requests what is known of them. The columns are
  /// compared as they are, and no records are made of them.
  mutating func repeats(
    _ record: PreparedBatch.Row, kind: RecordKind, user: Int64
  ) throws(SQLiteError) -> Bool? {
    guard !record.hasRest else { return false }
    defer { find.reset() }
    guard try stand(on: record.key) else { return nil }
    guard find.strictInt64(0) == record.occurredAt, find.strictInt64(2) == user,
      find.strictInt64(4) == record.counts, find.isNull(5)
    else { return false }
    return try kinds.kind(find.strictInt64(1)) == kind
  }

  /// Moves to the record of a key; false if there is none.
  private func stand(on key: RequestKey) throws(SQLiteError) -> Bool {
    try find.bind(1, key.high)
    try find.bind(2, key.low)
    return try find.step()
  }

  /// Records with what their kinds say of them: each record once, its kind looked up.
  static let source = "records CROSS JOIN record_kinds USING (kind_id)"

  /// What `row(of:_:from:_:)` reads, columns of `records`.
  static let columns = """
    occurred_at, kind_id, coalesce(user_id, 0), line, counts, rest
    """

  /// The record of a key, from `columns`, the first of which is the column `first`.
  static func row(
    of key: RequestKey, _ columns: Statement, from first: Int, _ kinds: inout KnownKinds
  ) throws(SQLiteError) -> Row {
    let kind = try kinds.kind(columns.strictInt64(first + 1))
    var record = UsageBatch.Row(
      key: key, occurredAt: Instant(microseconds: columns.strictInt64(first)), series: 0,
      tokens: PackedCounts.tokens(columns.strictInt64(first + 4)),
      flags: kind.flags.subtracting(.totalIsSum),
      line: columns.strictInt64(first + 3))
    if let rest = columns.optionalText(first + 5) { RecordRest.read(rest, into: &record) }
    if kind.flags.contains(.totalIsSum) { record.reportedTotal = record.tokens.total.value }
    return Row(record: record, series: kind.series, user: columns.strictInt64(first + 2))
  }

  /// The keys of records with an upper half.
  func keys(high: Int64) throws(SQLiteError) -> [RequestKey] {
    try findFamily.bind(1, high)
    defer { findFamily.reset() }
    var keys: [RequestKey] = []
    while try findFamily.step() { keys.append(RequestKey(high: high, low: findFamily.int64(0))) }
    return keys
  }

  /// The name of a user.
  func user(_ id: Int64) throws(SQLiteError) -> String? {
    guard id != 0 else { return nil }
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
