import SQLite
import Testing

/// Statements that are run by the hundred thousand.
struct BulkTests {
  private let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:")
    try connection.execute(
      """
      CREATE TABLE t (a INTEGER NOT NULL, b INTEGER NOT NULL, PRIMARY KEY (a, b))
      STRICT, WITHOUT ROWID;
      """)
  }

  private func rows() throws -> [[Int64]] {
    let statement = try connection.prepare("SELECT a, b FROM t ORDER BY a, b")
    var rows: [[Int64]] = []
    while try statement.step() { rows.append([statement.int64(0), statement.strictInt64(1)]) }
    return rows
  }

  @Test func `an insertion keeps the rows before one whose key is known, and says how many`() throws
  {
    try connection.execute("INSERT INTO t VALUES (3, 0)")
    let insert = try connection.prepare("INSERT OR FAIL INTO t VALUES (1, ?), (?, 0), (4, 0)")
    try insert.bind(1, 7)
    try insert.bind(2, 3)
    #expect(try insert.insertUntilKeyIsKnown() == 1)
    #expect(try rows() == [[1, 7], [3, 0]])
    try insert.bind(1, 8)
    try insert.bind(2, 2)
    #expect(try insert.insertUntilKeyIsKnown() == 3)
    #expect(try rows() == [[1, 7], [1, 8], [2, 0], [3, 0], [4, 0]])
  }

  @Test func `what another rule of the schema refuses is an error`() throws {
    let insert = try connection.prepare("INSERT OR FAIL INTO t VALUES (?, 0)")
    #expect { try insert.insertUntilKeyIsKnown() } throws: { error in
      (error as? SQLiteError)?.kind == .constraint
    }
    #expect(try rows() == [])
  }

  @Test func `several reads see one state, and a transaction that is open stays so`() throws {
    try connection.reading { #expect(connection.isInTransaction) }
    #expect(!connection.isInTransaction)
    try connection.transaction {
      try connection.reading { try connection.execute("INSERT INTO t VALUES (1, 1)") }
      #expect(connection.isInTransaction)
    }
    #expect(try rows() == [[1, 1]])
  }
}
