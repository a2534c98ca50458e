import SQLite

/// Inserts records, as many as there are at once.
///
/// To start and end a statement costs SQLite as much as to insert a row does. It stops at the first
/// record whose key is known: `OR FAIL` keeps the ones before it, and unlike `OR ABORT` does not have
/// to keep a copy of every page it touches.
struct RecordInsertion {
  private let table: RowTable
  private var rows: [Columns] = []
  /// The rests of the few that have one, by the number of the row.
  private var rests: [Int: String] = [:]
  private var areNobodys = true

  /// The columns up to `counts`; `user_id`, where 0 is nobody; and `rest`.
  private static let shape = RowTable.Shape(integers: 6, optionals: 1)

  /// A row to be inserted, as `shape` has it.
  ///
  /// In one piece: to append seven integers asks seven times whether there is room.
  private struct Columns {
    let keyHigh: Int64
    let keyLow: Int64
    let occurredAt: Int64
    let kind: Int64
    let line: Int64
    let counts: Int64
    let user: Int64
  }

  /// Prepares the insertion.
  init(_ connection: Connection) throws(SQLiteError) {
    table = try RowTable(connection, shape: Self.shape, insertingInto: "records")
  }

  /// Adds a row to those to be inserted; user 0 is nobody.
  mutating func add(
    _ record: PreparedBatch.Row, kind: Int64, line: Int64, user: Int64, rest: String?
  ) {
    if let rest { rests[rows.count] = rest }
    rows.append(
      Columns(
        keyHigh: record.key.high, keyLow: record.key.low, occurredAt: record.occurredAt,
        kind: kind, line: line, counts: record.counts, user: user))
    if user != 0 { areNobodys = false }
  }

  /// Inserts the rows, and forgets them; gives how many there were before one whose key is known.
  mutating func run() throws(SQLiteError) -> Int {
    defer { forget() }
    return try rows.withUnsafeBufferPointer { rows throws(SQLiteError) in
      // Sound: a row is integers and nothing else.
      try table.insert(
        UnsafeRawBufferPointer(rows).assumingMemoryBound(to: Int64.self), texts: rests,
        areOptionalsNull: areNobodys)
    }
  }

  /// Forgets the rows.
  mutating func forget() {
    rows.removeAll(keepingCapacity: true)
    areNobodys = true
    if !rests.isEmpty { rests.removeAll() }
  }
}
