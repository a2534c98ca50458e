import SQLite
import Usage

/// What thousands of records of one reading share: a row of `record_kinds`.
struct RecordKind: Equatable {
  let series: Int64
  /// With `.totalIsSum`, which only the ledger uses.
  let flags: RecordFlags
  let meters: Int64
}

/// The ids of the kinds of one reading's records, looked up in memory and made on first sight.
///
/// No reading shares its kinds with another, so no more are remembered than the last one has.
struct InternedKinds {
  private let connection: Connection
  private let find: Statement
  private let insert: Statement
  private var reading: Int64 = 0
  private var entries: [(kind: RecordKind, id: Int64)] = []
  private var finder = SlotFinder()

  init(_ connection: Connection) throws(SQLiteError) {
    self.connection = connection
    find = try connection.prepare(
      """
      SELECT kind_id
      FROM record_kinds
      WHERE reading_id = ?1 AND series_id = ?2 AND flags = ?3 AND meters = ?4
      """)
    // Numbers below 0 are for cut streams: the condition of the index of those is "kind_id < 0".
    insert = try connection.prepare(
      """
      INSERT INTO record_kinds (kind_id, reading_id, series_id, flags, meters)
      VALUES (
        CASE
          WHEN ?3 & \(RecordFlags.incomplete.rawValue) <> 0
          THEN min(0, coalesce((SELECT MIN(kind_id) FROM record_kinds), 0)) - 1
          ELSE max(0, coalesce((SELECT MAX(kind_id) FROM record_kinds), 0)) + 1
        END,
        ?1, ?2, ?3, ?4
      )
      """)
  }

  /// Forgets them all: a transaction was rolled back, or another process may have removed some.
  mutating func forget() {
    entries.removeAll(keepingCapacity: true)
    finder.removeAll()
  }

  /// The id of a kind of a reading's.
  mutating func id(of kind: RecordKind, reading: Int64) throws(SQLiteError) -> Int64 {
    if reading != self.reading { forget() }
    self.reading = reading
    let hash = SlotFinder.hash(kind.series, kind.flags.rawValue, kind.meters)
    var probe = finder.probe(hash)
    while let index = finder.next(&probe) {
      if entries[index].kind == kind { return entries[index].id }
    }
    let id = try findOrMake(kind)
    finder.add(hash, entries.count)
    entries.append((kind, id))
    return id
  }

  private func findOrMake(_ kind: RecordKind) throws(SQLiteError) -> Int64 {
    try bind(kind, to: find)
    defer { find.reset() }
    if try find.step() { return find.int64(0) }
    try bind(kind, to: insert)
    try insert.run()
    return connection.lastInsertedRow
  }

  private func bind(_ kind: RecordKind, to statement: Statement) throws(SQLiteError) {
    try statement.bind(1, reading)
    try statement.bind(2, kind.series)
    try statement.bind(3, kind.flags.rawValue)
    try statement.bind(4, kind.meters)
  }
}
