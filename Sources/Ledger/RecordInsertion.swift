import SQLite

/// Inserts records, as many as there are at once.
///
/// To start and end a statement costs SQLite as much as to insert a row does. It stops at the first
/// record whose key is known: `OR FAIL` keeps the ones before it, and unlike `OR ABORT` does not have
/// to keep a copy of every page it touches.
struct RecordInsertion {
  private let table: RowTable
  /// The columns of the rows to be inserted, row after row.
  private var values: [Int64] = []
  /// The rests of the few that have one, by the number of the row.
  private var rests: [Int: String] = [:]

  /// The columns up to `counts`; `user_id`, where 0 is nobody; and `rest`.
  private static let shape = RowTable.Shape(integers: 6, optionals: 1)

  /// Prepares the insertion.
  init(_ connection: Connection) throws(SQLiteError) {
    table = try RowTable(connection, shape: Self.shape, insertingInto: "records")
  }

  /// Adds a row to those to be inserted; user 0 is nobody.
  mutating func add(
    _ record: PreparedBatch.Row, kind: Int64, line: Int64, user: Int64, rest: String?
  ) {
    if let rest { rests[values.count / Self.shape.width] = rest }
    values.append(record.key.high)
    values.append(record.key.low)
    values.append(record.occurredAt)
    values.append(kind)
    values.append(line)
    values.append(record.counts)
    values.append(user)
  }

  /// Inserts the rows, and forgets them; gives how many there were before one whose key is known.
  mutating func run() throws(SQLiteError) -> Int {
    defer { forget() }
    return try table.insert(values, texts: rests)
  }

  /// Forgets the rows.
  mutating func forget() {
    values.removeAll(keepingCapacity: true)
    if !rests.isEmpty { rests.removeAll() }
  }
}
