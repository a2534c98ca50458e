import SQLite
import Testing

/// Rows in memory that are inserted as from a table.
struct RowTableTests {
  private let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:")
    try connection.execute(
      """
      CREATE TABLE t (a INTEGER NOT NULL, b INTEGER, c TEXT, PRIMARY KEY (a)) STRICT, WITHOUT ROWID;
      CREATE TABLE pairs (a INTEGER PRIMARY KEY, b TEXT) STRICT;
      """)
  }

  private func rows() throws -> [String] {
    let statement = try connection.prepare(
      "SELECT a || ' ' || coalesce(b, 'none') || ' ' || coalesce(c, 'none') FROM t ORDER BY a")
    var rows: [String] = []
    while try statement.step() { rows.append(statement.text(0)) }
    return rows
  }

  private func table() throws -> RowTable {
    try RowTable(
      connection, shape: RowTable.Shape(integers: 1, optionals: 1), insertingInto: "t")
  }

  @Test func `every value arrives, zero as NULL where it may be, texts with their NULs`() throws {
    let table = try table()
    let values: [Int64] = [.max, 0, .min, -1, 0, 7]
    #expect(try table.insert(values, texts: [1: "", 2: "a\u{0}b ½"]) == 3)
    #expect(try rows() == ["\(Int64.min) -1 ", "0 7 a\u{0}b ½", "\(Int64.max) none none"])
  }

  @Test func `the rows before one whose key is known are kept, and counted`() throws {
    let table = try table()
    #expect(try table.insert([3, 0], texts: [:]) == 1)
    #expect(try table.insert([1, 1, 2, 2, 3, 3, 4, 4], texts: [3: "x"]) == 2)
    #expect(try rows() == ["1 1 none", "2 2 none", "3 none none"])
    // Of two rows with one key the second is known.
    #expect(try table.insert([5, 1, 5, 2], texts: [:]) == 1)
    #expect(try table.insert([], texts: [:]) == 0)
    #expect(try table.insert([4, 4], texts: [0: "x"]) == 1)
    #expect(try rows().count == 5)
  }

  @Test func `tables of one connection do not see each other's rows`() throws {
    let first = try table()
    let second = try table()
    let pairs = try RowTable(
      connection, shape: RowTable.Shape(integers: 1), insertingInto: "pairs")
    #expect(try first.insert([1, 0], texts: [:]) == 1)
    #expect(try second.insert([2, 0], texts: [:]) == 1)
    #expect(try pairs.insert([9, 8], texts: [0: "nine"]) == 2)
    #expect(try first.insert([3, 0], texts: [:]) == 1)
    #expect(try rows() == ["1 none none", "2 none none", "3 none none"])
  }

  @Test func `a table that is gone leaves nothing behind, and others go on`() throws {
    var gone: RowTable? = try table()
    let other = try table()
    #expect(try gone?.insert([1, 0], texts: [:]) == 1)
    gone = nil
    let modules = try connection.prepare(
      "SELECT COUNT(*) FROM pragma_module_list WHERE name LIKE 't_rows%'")
    #expect(try modules.step())
    #expect(modules.int64(0) == 1)
    modules.reset()
    try connection.execute("CREATE TABLE later (a INTEGER)")
    #expect(try other.insert([2, 0], texts: [:]) == 1)
    #expect(try rows() == ["1 none none", "2 none none"])
  }

  @Test func `what another rule of the schema refuses is an error, and the next rows are not`()
    throws
  {
    try connection.execute("CREATE TABLE few (a INTEGER CHECK (a < 10), b TEXT)")
    let table = try RowTable(
      connection, shape: RowTable.Shape(integers: 1), insertingInto: "few")
    #expect { try table.insert([10], texts: [:]) } throws: { error in
      (error as? SQLiteError)?.kind == .constraint
    }
    #expect(try table.insert([9], texts: [:]) == 1)
    #expect(throws: SQLiteError.self) {
      _ = try RowTable(connection, shape: RowTable.Shape(integers: 1), insertingInto: "nowhere")
    }
  }

  @Test func `an insertion that is rolled back has not been`() throws {
    let table = try table()
    try connection.execute("BEGIN")
    #expect(try table.insert([1, 1, 2, 2], texts: [:]) == 2)
    try connection.execute("ROLLBACK")
    #expect(try rows() == [])
    #expect(try table.insert([1, 1], texts: [:]) == 1)
  }
}
