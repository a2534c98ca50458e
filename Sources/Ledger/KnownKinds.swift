import SQLite
import Usage

/// The kinds of records by their ids, looked up in the table on first sight.
///
/// To join the table cost as much again as to find a record by its key. Kinds do not change, but
/// another process may remove some and give their ids to others: this is for one transaction.
struct KnownKinds {
  private let find: Statement
  private var kinds: [Int64: RecordKind] = [:]
  private var latest: (id: Int64, kind: RecordKind)?

  /// So many are remembered, which is half a megabyte.
  private static let capacity = 10_000

  init(_ connection: Connection) throws(SQLiteError) {
    find = try connection.prepare(
      "SELECT series_id, flags, meters FROM record_kinds WHERE kind_id = ?")
  }

  /// Forgets them all.
  mutating func forget() {
    kinds.removeAll(keepingCapacity: true)
    latest = nil
  }

  /// The kind of an id.
  ///
  /// One that is not there, as in a ledger that was tampered with, has no series and no flags.
  mutating func kind(_ id: Int64) throws(SQLiteError) -> RecordKind {
    if let latest, latest.id == id { return latest.kind }
    if let kind = kinds[id] {
      latest = (id, kind)
      return kind
    }
    if kinds.count >= Self.capacity { kinds.removeAll(keepingCapacity: true) }
    let kind = try read(id)
    kinds[id] = kind
    latest = (id, kind)
    return kind
  }

  private func read(_ id: Int64) throws(SQLiteError) -> RecordKind {
    try find.bind(1, id)
    defer { find.reset() }
    guard try find.step() else { return RecordKind(series: 0, flags: [], meters: 0) }
    return RecordKind(
      series: find.strictInt64(0), flags: RecordFlags(rawValue: find.strictInt64(1)),
      meters: find.strictInt64(2))
  }
}
