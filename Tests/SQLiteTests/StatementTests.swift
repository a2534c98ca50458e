import SQLite
import Testing

/// What goes into a statement, and what comes out of a row.
@Suite struct StatementTests {
  private let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:")
  }

  @Test(arguments: [0, 1, -1, .max, .min, 1 << 53 + 1] as [Int64])
  func `an integer comes back as it was`(_ value: Int64) throws {
    let statement = try connection.prepare("SELECT ?1, typeof(?1)")
    try statement.bind(1, value)
    #expect(try statement.step())
    #expect(statement.int64(0) == value)
    #expect(statement.optionalInt64(0) == value)
    #expect(statement.value(0) == .integer(value))
    #expect(statement.text(1) == "integer")
  }

  @Test(arguments: ["", "gemini-2.5-pro", "日本語 🙂", "it's \"quoted\"; --", "NUL \0 inside", "\0"])
  func `a text comes back as it was`(_ text: String) throws {
    let statement = try connection.prepare("SELECT ?1, typeof(?1), length(CAST(?1 AS BLOB))")
    try statement.bind(1, text)
    #expect(try statement.step())
    #expect(statement.text(0) == text)
    #expect(statement.optionalText(0) == text)
    #expect(statement.value(0) == .text(text))
    #expect(statement.text(1) == "text")
    #expect(statement.int64(2) == Int64(text.utf8.count))
  }

  @Test(arguments: [[], [0], [0xff, 0, 0x80], [UInt8](repeating: 7, count: 100_000)])
  func `a blob comes back as it was, and an empty one is not NULL`(_ bytes: [UInt8]) throws {
    let statement = try connection.prepare("SELECT ?1, ?2, typeof(?2)")
    try statement.bind(1, bytes)
    try bytes.withUnsafeBytes { try statement.bind(2, $0) }
    #expect(try statement.step())
    #expect(statement.blob(0) == bytes)
    #expect(statement.optionalBlob(1) == bytes)
    #expect(statement.value(1) == .blob(bytes))
    #expect(statement.text(2) == "blob")
  }

  @Test func `nothing comes back as nothing`() throws {
    let statement = try connection.prepare("SELECT ?1, ?2, ?3, ?4, ?5")
    try statement.bind(1, nil)
    try statement.bind(2, nil as Int64?)
    try statement.bind(3, nil as String?)
    try statement.bind(4, nil as [UInt8]?)
    #expect(try statement.step())
    for column in 0..<5 {
      #expect(statement.isNull(column))
      #expect(statement.value(column) == .null)
    }
    #expect(statement.optionalInt64(0) == nil)
    #expect(statement.optionalText(0) == nil)
    #expect(statement.optionalBlob(0) == nil)
  }

  @Test func `a column read as what it is not traps`() async {
    await #expect(processExitsWith: .failure) {
      let statement = try Connection(path: ":memory:").prepare("SELECT sum(1) WHERE 0")
      guard try statement.step() else { return }
      _ = statement.int64(0)
    }
    await #expect(processExitsWith: .failure) {
      let statement = try Connection(path: ":memory:").prepare("SELECT 1.5")
      guard try statement.step() else { return }
      _ = statement.int64(0)
    }
    await #expect(processExitsWith: .failure) {
      let statement = try Connection(path: ":memory:").prepare("SELECT 1")
      guard try statement.step() else { return }
      _ = statement.int64(1)
    }
  }

  @Test func `parameters are set by name`() throws {
    let statement = try connection.prepare("SELECT :slot, :model, :slot + 1")
    #expect(try statement.index(of: ":model") == 2)
    try statement.bind(":slot", 900)
    try statement.bind(":model", "flash")
    #expect(try statement.step())
    #expect((statement.int64(0), statement.text(1), statement.int64(2)) == (900, "flash", 901))
    let error = #expect(throws: SQLiteError.self) { try statement.index(of: "slot") }
    #expect(error?.message == "no parameter is named slot")
  }

  @Test(arguments: [0, 2, -1, Int.max])
  func `a parameter that is not there is refused`(_ index: Int) throws {
    let statement = try connection.prepare("SELECT ?1")
    #expect(throws: SQLiteError.self) { try statement.bind(index, 1) }
  }

  @Test func `a parameter set in the middle of a run is refused`() throws {
    let statement = try connection.prepare("SELECT ?1")
    #expect(try statement.step())
    #expect(throws: SQLiteError.self) { try statement.bind(1, 1) }
    statement.reset()
    try statement.bind(1, 1)
  }

  @Test func `a statement runs again with the parameters it had`() throws {
    try connection.execute("CREATE TABLE t (a INTEGER, b TEXT) STRICT")
    let insert = try connection.prepare("INSERT INTO t VALUES (?1, ?2) RETURNING a")
    try insert.bind(2, "kept")
    for number in 1...3 {
      try insert.bind(1, number)
      try insert.run()
    }
    insert.clearBindings()
    try insert.run()
    let select = try connection.prepare("SELECT a, b FROM t ORDER BY rowid")
    var rows: [String] = []
    while try select.step() {
      rows.append("\(select.optionalInt64(0) ?? -1) \(select.optionalText(1) ?? "–")")
    }
    #expect(rows == ["1 kept", "2 kept", "3 kept", "-1 –"])
    #expect(connection.lastInsertedRow == 4)
  }

  @Test func `after an error a statement can run again`() throws {
    try connection.execute("CREATE TABLE t (a INTEGER UNIQUE) STRICT")
    let insert = try connection.prepare("INSERT INTO t VALUES (?1)")
    try insert.bind(1, 5)
    try insert.run()
    let error = #expect(throws: SQLiteError.self) { try insert.run() }
    #expect(error?.kind == .constraint)
    // SQLITE_CONSTRAINT_UNIQUE
    #expect(error?.extendedCode == 2067)
    try insert.bind(1, 6)
    try insert.run()
    #expect(connection.changes == 1)
  }

  @Test func `an error shows the statement and not what was bound to it`() throws {
    try connection.execute("CREATE TABLE t (a INTEGER) STRICT")
    let insert = try connection.prepare("INSERT INTO t VALUES (:a)")
    try insert.bind(":a", "a secret")
    let error = try #require(#expect(throws: SQLiteError.self) { try insert.run() })
    #expect(error.sql == "INSERT INTO t VALUES (:a)")
    #expect(!"\(error)".contains("secret"))
  }

  @Test func `columns have names and a number`() throws {
    let statement = try connection.prepare("SELECT 1 AS slot, 'x' AS model, 1.5 AS share")
    #expect((0..<statement.columnCount).map(statement.columnName) == ["slot", "model", "share"])
    #expect(try statement.step())
    #expect((0..<3).map(statement.value) == [.integer(1), .text("x"), .real(1.5)])
    #expect(try connection.prepare("CREATE TABLE t (a)").columnCount == 0)
  }

  @Test(arguments: ["", "-- nothing", "SELECT 1; SELECT 2", "SELECT 1; nonsense", ";"])
  func `one statement is prepared, not none and not two`(_ sql: String) {
    let error = #expect(throws: SQLiteError.self) { try connection.prepare(sql) }
    #expect(error?.message == "not exactly one statement")
    #expect(error?.sql == sql)
  }

  @Test(arguments: ["SELECT 1;", "SELECT 1 ; -- and a comment", "SELECT 1;\n/* more */\n;"])
  func `space, comments and semicolons may follow`(_ sql: String) throws {
    #expect(try connection.prepare(sql).step())
  }

  @Test func `SQL that does not compile says where`() {
    let error = #expect(throws: SQLiteError.self) { try connection.prepare("SELEC 1") }
    #expect(error?.kind == .other)
    #expect(error?.message == "near \"SELEC\": syntax error")
  }
}
