import SQLite

/// A prepared insertion of one record, or of several at once.
///
/// To start and end a statement costs SQLite as much as to insert a row does, so records go in
/// several to a statement. It stops at the first whose key is known: `OR FAIL` keeps the ones before
/// it, and unlike `OR ABORT` does not have to keep a copy of every page it touches.
struct RecordInsertion {
  /// How many records such a statement takes.
  ///
  /// With twice as many nothing is saved that can be measured, and where a key is known, those
  /// behind it have to be set anew.
  static let severalRows = 16

  private let statement: Statement
  /// The integers that the parameters hold, row after row.
  private var bound: [Int64]
  /// The user of each row's parameters; 0 for none.
  private var users: [Int64]
  private var hasRest: [Bool]
  private var values = [Int64](repeating: 0, count: RecordInsertion.integers.count)

  /// The columns that are always integers, all but `user_id` and `rest`, which come last.
  ///
  /// In the order of the table: SQLite copies each value once more where it is not.
  private static let integers = [
    "key_high", "key_low", "occurred_at", "kind_id", "line", "counts",
  ]
  private static let width = integers.count + 2

  /// Prepares the statement for so many records.
  init(_ connection: Connection, rows: Int) throws(SQLiteError) {
    let row = "(\(Array(repeating: "?", count: Self.width).joined(separator: ", ")))"
    statement = try connection.prepare(
      """
      INSERT OR FAIL INTO records
      VALUES \(Array(repeating: row, count: rows).joined(separator: ", "))
      """)
    bound = Array(repeating: 0, count: rows * Self.integers.count)
    users = Array(repeating: 0, count: rows)
    hasRest = Array(repeating: false, count: rows)
    for row in 0..<rows {
      for column in 1...Self.integers.count {
        try statement.bind(row * Self.width + column, Int64(0))
      }
    }
  }

  /// Sets one of the rows, from 0; user 0 is nobody.
  mutating func bind(
    _ record: PreparedBatch.Row, kind: Int64, line: Int64, user: Int64, rest: String?, at row: Int
  ) throws(SQLiteError) {
    values[0] = record.key.high
    values[1] = record.key.low
    values[2] = record.occurredAt
    values[3] = kind
    values[4] = line
    values[5] = record.counts
    let first = row * Self.width + 1
    try statement.bind(
      from: first, values, replacing: &bound, at: row * Self.integers.count)
    if users[row] != user {
      try statement.bind(first + Self.integers.count, user == 0 ? nil : user)
      users[row] = user
    }
    if rest != nil || hasRest[row] {
      try statement.bind(first + Self.integers.count + 1, rest)
      hasRest[row] = rest != nil
    }
  }

  /// Inserts the rows, all of which must have been set; gives how many there were before one whose
  /// key is known.
  func run() throws(SQLiteError) -> Int { try statement.insertUntilKeyIsKnown() }
}
