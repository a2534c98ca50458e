import SQLite
import Testing

/// A schema that grows, in databases of every age and of other owners.
@Suite struct MigrationTests {
  private static let mark: Int32 = 0x7011_b00c
  private static let migrations = [
    Migration(
      name: "m001_first", sql: "CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (1)"),
    Migration(name: "m002_second", sql: "ALTER TABLE a ADD COLUMN y INTEGER"),
    Migration(name: "m003_third", sql: "UPDATE a SET y = x + 1"),
  ]

  private let folder: TemporaryFolder
  private let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    connection = try Connection(path: folder.file("t.db"))
  }

  private func migrate(_ count: Int = 3, as mark: Int32 = mark) throws {
    try connection.migrate(Array(Self.migrations.prefix(count)), applicationID: mark)
  }

  private func kindOfMigrating(_ count: Int = 3) -> SQLiteError.Kind? {
    #expect(throws: SQLiteError.self) { try migrate(count) }?.kind
  }

  @Test(arguments: 0...3)
  func `a database of any age becomes a new one`(_ age: Int) throws {
    try migrate(age)
    #expect(try connection.userVersion == age)
    try migrate()
    #expect(try connection.userVersion == 3)
    #expect(try connection.applicationID == Self.mark)
    let row = try connection.prepare("SELECT x, y FROM a")
    #expect(try row.step())
    #expect((row.int64(0), row.int64(1)) == (1, 2))
    #expect(try !row.step())
  }

  @Test func `a database that is up to date is only read`() throws {
    try migrate()
    let reader = try Connection(path: folder.file("t.db"), mode: .readOnly)
    try reader.migrate(Self.migrations, applicationID: Self.mark)
  }

  @Test func `a database with tables and no mark is someone else's`() throws {
    try connection.execute("CREATE TABLE theirs (x INTEGER)")
    #expect(kindOfMigrating() == .foreignDatabase)
    #expect(try connection.applicationID == 0)
    #expect(try connection.userVersion == 0)
  }

  @Test func `a database with another mark is someone else's, even if empty`() throws {
    try connection.setApplicationID(Self.mark + 1)
    #expect(kindOfMigrating() == .foreignDatabase)
    #expect(try connection.applicationID == Self.mark + 1)
  }

  @Test func `an empty database with a version and no mark is someone else's`() throws {
    try connection.setUserVersion(1)
    #expect(kindOfMigrating() == .foreignDatabase)
  }

  @Test func `a database from a later version of the program is left alone`() throws {
    try migrate(3)
    #expect(kindOfMigrating(2) == .newerDatabase(found: 3, known: 2))
    #expect(try connection.userVersion == 3)
  }

  @Test func `a failing migration leaves what the one before left`() throws {
    try migrate(2)
    let broken = Migration(name: "m003", sql: "UPDATE a SET y = 9; INSERT INTO nowhere VALUES (1)")
    let error = #expect(throws: SQLiteError.self) {
      try connection.migrate(Self.migrations.prefix(2) + [broken], applicationID: Self.mark)
    }
    #expect(error?.message == "no such table: nowhere")
    #expect(!connection.isInTransaction)
    #expect(try connection.userVersion == 2)
    try migrate()
    let row = try connection.prepare("SELECT y FROM a")
    #expect(try row.step())
    #expect(row.int64(0) == 2)
  }

  /// Then the next attempt begins from nothing, as this one did.
  @Test func `a failing migration leaves a new database empty`() throws {
    let broken = Migration(name: "m003", sql: "INSERT INTO nowhere VALUES (1)")
    #expect(throws: SQLiteError.self) {
      try connection.migrate(Self.migrations.prefix(2) + [broken], applicationID: Self.mark)
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.userVersion == 0)
    #expect(try connection.applicationID == 0)
    try migrate()
  }

  /// Many times, since what one of them reads while another commits is a matter of microseconds.
  @Test func `processes that migrate at once migrate once`() async throws {
    for round in 0..<60 {
      let path = folder.file("shared-\(round).db")
      try await withThrowingTaskGroup(of: Int32.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let connection = try Connection(path: path, busyTimeoutMilliseconds: 20_000)
            try connection.migrate(Self.migrations, applicationID: Self.mark)
            return try connection.userVersion
          }
        }
        for try await version in group { #expect(version == 3) }
      }
      let row = try Connection(path: path).prepare("SELECT count(*), max(y) FROM a")
      #expect(try row.step())
      #expect((row.int64(0), row.int64(1)) == (1, 2))
    }
  }

  @Test(arguments: [0, 1, -1, .max, .min] as [Int32])
  func `the header keeps every number`(_ number: Int32) throws {
    try connection.setUserVersion(number)
    try connection.setApplicationID(number)
    #expect(try connection.userVersion == number)
    #expect(try connection.applicationID == number)
  }
}
