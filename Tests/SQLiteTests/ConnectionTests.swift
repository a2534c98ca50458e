import Foundation
import SQLite
import Testing

/// Opening databases, and files that are none.
@Suite struct ConnectionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func kindOfOpening(
    _ path: String, _ mode: Connection.Mode = .readWriteCreate
  ) -> SQLiteError.Kind? {
    #expect(throws: SQLiteError.self) { try Connection(path: path, mode: mode) }?.kind
  }

  @Test func `a file that does not exist becomes a database`() throws {
    let path = folder.file("new.db")
    let connection = try Connection(path: path)
    try connection.execute("CREATE TABLE t (a INTEGER) STRICT; INSERT INTO t VALUES (7)")
    try connection.close()
    let again = try Connection(path: path, mode: .readOnly).prepare("SELECT a FROM t")
    #expect(try again.step())
    #expect(again.int64(0) == 7)
  }

  @Test func `an empty file becomes a database`() throws {
    let connection = try Connection(path: try folder.write([], to: "empty.db"))
    try connection.execute("CREATE TABLE t (a INTEGER) STRICT")
    #expect(try folder.read("empty.db").starts(with: "SQLite format 3".utf8))
  }

  @Test(arguments: [Connection.Mode.readWriteCreate, .readOnly])
  func `a directory is no database`(_ mode: Connection.Mode) {
    #expect(kindOfOpening(folder.path, mode) == .cannotOpen)
  }

  @Test(arguments: [Connection.Mode.readWriteCreate, .readOnly])
  func `a file in a missing folder cannot be opened`(_ mode: Connection.Mode) {
    #expect(kindOfOpening(folder.file("missing/new.db"), mode) == .cannotOpen)
  }

  @Test func `reading creates no file`() {
    #expect(kindOfOpening(folder.file("new.db"), .readOnly) == .cannotOpen)
    #expect(!FileManager.default.fileExists(atPath: folder.file("new.db")))
  }

  @Test(arguments: ["", "a.db\0b"])
  func `a path that SQLite would read otherwise is refused`(_ path: String) {
    #expect(kindOfOpening(path) == .cannotOpen)
  }

  @Test(arguments: [Connection.Mode.readWriteCreate, .readOnly])
  func `a file of something else is no database, and stays as it was`(
    _ mode: Connection.Mode
  ) throws {
    let text = Array(String(repeating: "model,tokens\n", count: 500).utf8)
    #expect(kindOfOpening(try folder.write(text, to: "usage.csv"), mode) == .notADatabase)
    #expect(try folder.read("usage.csv") == text)
  }

  @Test func `a damaged database is corrupt`() throws {
    let path = folder.file("damaged.db")
    let connection = try Connection(path: path)
    try connection.execute(
      """
      PRAGMA page_size = 4096;
      CREATE TABLE t (a INTEGER, b TEXT) STRICT;
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO t SELECT i, 'text of row ' || i FROM n;
      """)
    try connection.close()
    var bytes = try folder.read("damaged.db")
    bytes.replaceSubrange(4096..., with: [UInt8](repeating: 0xff, count: bytes.count - 4096))
    let damaged = try Connection(path: try folder.write(bytes, to: "damaged.db"))
    let error = #expect(throws: SQLiteError.self) { try damaged.execute("SELECT sum(a) FROM t") }
    #expect(error?.kind == .corrupt)
  }

  @Test func `a read-only connection cannot write`() throws {
    try Connection(path: folder.file("t.db")).execute("CREATE TABLE t (a INTEGER) STRICT")
    let reader = try Connection(path: folder.file("t.db"), mode: .readOnly)
    let error = #expect(throws: SQLiteError.self) { try reader.execute("INSERT INTO t VALUES (1)") }
    #expect(error?.kind == .readOnly)
    #expect(error?.sql == "INSERT INTO t VALUES (1)")
  }

  @Test(.enabled(if: getuid() != 0, "root may write to any file"))
  func `a file without permission to write is refused when it is opened for writing`() throws {
    try Connection(path: folder.file("t.db")).execute("CREATE TABLE t (a INTEGER) STRICT")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: folder.file("t.db"))
    #expect(kindOfOpening(folder.file("t.db")) == .readOnly)
    _ = try Connection(path: folder.file("t.db"), mode: .readOnly)
  }

  @Test func `a database that may not grow is full`() throws {
    let connection = try Connection(path: folder.file("t.db"))
    try connection.execute("CREATE TABLE t (a BLOB) STRICT; PRAGMA max_page_count = 4")
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute("INSERT INTO t VALUES (zeroblob(1000000))")
    }
    #expect(error?.kind == .full)
  }

  @Test func `a lock held by another connection is busy after the timeout`() throws {
    let holder = try Connection(path: folder.file("t.db"))
    try holder.execute("CREATE TABLE t (a INTEGER) STRICT")
    let waiting = try Connection(path: folder.file("t.db"), busyTimeoutMilliseconds: 20)
    try holder.transaction {
      let error = #expect(throws: SQLiteError.self) { try waiting.transaction {} }
      #expect(error?.kind == .busy)
    }
    try waiting.transaction {}
  }

  @Test func `a connection does not close while a statement lives`() throws {
    let connection = try Connection(path: folder.file("t.db"))
    var statement: Statement? = try connection.prepare("SELECT 1")
    let error = #expect(throws: SQLiteError.self) { try connection.close() }
    #expect(error?.kind == .busy)
    #expect(try statement?.step() == true)
    statement = nil
    try connection.close()
    try connection.close()
    let closed = #expect(throws: SQLiteError.self) { try connection.execute("SELECT 1") }
    #expect(closed?.message == "the connection is closed")
    #expect(connection.changes == 0)
  }

  @Test func `a statement keeps its connection open`() throws {
    let statement = try Connection(path: ":memory:").prepare("SELECT 42")
    #expect(try statement.step())
    #expect(statement.int64(0) == 42)
  }
}

/// Scripts and transactions.
@Suite struct TransactionTests {
  private let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE t (a INTEGER UNIQUE) STRICT")
  }

  private func rows() throws -> Int64 {
    let statement = try connection.prepare("SELECT count(*) FROM t")
    #expect(try statement.step())
    return statement.int64(0)
  }

  @Test func `a script runs to its end, comments and all`() throws {
    try connection.execute(
      """
      -- two rows
      INSERT INTO t VALUES (1); /* and */ INSERT INTO t VALUES (2);
      SELECT a FROM t; -- read and dropped
      ;; INSERT INTO t VALUES (3)
      -- done
      """)
    #expect(try rows() == 3)
    try connection.execute("")
    try connection.execute(" ; -- nothing")
  }

  @Test func `an error carries the failing statement and what came before stays`() throws {
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute(
        "INSERT INTO t VALUES (1); INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)")
    }
    #expect(error?.kind == .constraint)
    #expect(error?.message == "UNIQUE constraint failed: t.a")
    #expect(error?.sql == "INSERT INTO t VALUES (1);")
    #expect(try rows() == 1)
  }

  @Test
  func `of a script that does not compile the error carries the first statement that does not`() {
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute("SELECT 1;\n SELECT ';' FROM nowhere; SELECT 2")
    }
    #expect(error?.message == "no such table: nowhere")
    #expect(error?.sql == "SELECT ';' FROM nowhere;")
  }

  @Test func `what a transaction returns is kept`() throws {
    let answer = try connection.transaction {
      try connection.execute("INSERT INTO t VALUES (1)")
      #expect(connection.isInTransaction)
      return connection.lastInsertedRow
    }
    #expect(answer == 1)
    #expect(!connection.isInTransaction)
    #expect(try rows() == 1)
  }

  @Test func `an error inside undoes everything and comes out as it is`() throws {
    struct Mistake: Error, Equatable {}
    #expect(throws: Mistake()) {
      try connection.transaction(.deferred) {
        try connection.execute("INSERT INTO t VALUES (1), (2)")
        #expect(connection.changes == 2)
        throw Mistake()
      }
    }
    #expect(try rows() == 0)
    #expect(!connection.isInTransaction)
  }

  @Test func `a transaction that SQLite itself rolled back reports the cause`() throws {
    let error = #expect(throws: SQLiteError.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (1)")
        try connection.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
      }
    }
    #expect(error?.kind == .constraint)
    #expect(try rows() == 0)
  }

  @Test func `a transaction inside another fails and leaves the outer one open`() throws {
    try connection.transaction {
      try connection.execute("INSERT INTO t VALUES (1)")
      #expect(throws: SQLiteError.self) { try connection.transaction {} }
      #expect(connection.isInTransaction)
    }
    #expect(try rows() == 1)
  }

  @Test func `a commit that is refused is rolled back`() throws {
    try connection.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE u (a INTEGER REFERENCES t (a) DEFERRABLE INITIALLY DEFERRED) STRICT
      """)
    let error = #expect(throws: SQLiteError.self) {
      try connection.transaction { try connection.execute("INSERT INTO u VALUES (9)") }
    }
    #expect(error?.kind == .constraint)
    #expect(error?.sql == "COMMIT")
    #expect(!connection.isInTransaction)
  }
}
