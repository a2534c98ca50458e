import CSQLite

/// A connection to one SQLite database, used by one thread at a time.
///
/// It is opened without SQLite's own mutex (`SQLITE_OPEN_NOMUTEX`) and is not `Sendable`: whoever
/// hands it between threads guards it. Statements keep their connection open; `close()` refuses while
/// one is alive. Left alone, a connection closes when the last reference goes.
package final class Connection {
  /// How a database file is opened.
  package enum Mode: Sendable {
    /// For reading and writing; a file that does not exist, or is empty, becomes a new database.
    case readWriteCreate
    /// For reading; the file must exist, and is never written.
    case readOnly
  }

  /// The path given to `init`.
  package let path: String

  /// Nil once closed.
  private var openHandle: OpaquePointer?
  private var numbersGiven = 0

  /// Opens the database and reads its first page, so that a file that cannot serve is refused here
  /// and not by the first query.
  ///
  /// Refused are a directory, a file in a folder that does not exist, a file that is no database
  /// (`.notADatabase`), and one that cannot be written when writing was asked for (`.readOnly`),
  /// which SQLite itself would open read-only without a word. `:memory:` is a database in memory.
  ///
  /// - Parameters:
  ///   - path: The database file.
  ///   - mode: Whether to write.
  ///   - busyTimeoutMilliseconds: How long a statement waits for another connection's lock before
  ///     it fails with `.busy`.
  /// - Throws: `SQLiteError`, without a statement.
  package init(
    path: String, mode: Mode = .readWriteCreate, busyTimeoutMilliseconds: Int32 = 5000
  ) throws(SQLiteError) {
    // To SQLite an empty path is a temporary database that is deleted on closing, and a NUL ends the
    // path early: both would lose what is written.
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw SQLiteError(kind: .cannotOpen, message: "the path is empty or holds a NUL")
    }
    self.path = path
    let access =
      switch mode {
      case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readOnly: SQLITE_OPEN_READONLY
      }
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let result = sqlite3_open_v2(path, &openHandle, flags, nil)
    guard result == SQLITE_OK else {
      // Even a failed open leaves a handle, which holds the message; `deinit` closes it, because all
      // properties have their values.
      let error = SQLiteError(result: result, handle: openHandle, sql: nil)
      guard error.kind == .ioError else { throw error }
      // A directory opens for reading like any file, and only then fails to be read.
      throw SQLiteError(kind: .cannotOpen, message: "it cannot be read: a directory, perhaps")
    }
    sqlite3_busy_timeout(openHandle, busyTimeoutMilliseconds)
    _ = try userVersion
    if mode == .readWriteCreate, sqlite3_db_readonly(openHandle, "main") == 1 {
      throw SQLiteError(kind: .readOnly, message: "the database file cannot be written")
    }
  }

  /// Opens a new temporary database, in a file that is gone when it is closed; `path` is what it
  /// stands for.
  init(temporaryNamed path: String) throws(SQLiteError) {
    self.path = path
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let result = sqlite3_open_v2("", &openHandle, flags | SQLITE_OPEN_EXRESCODE, nil)
    guard result == SQLITE_OK else {
      throw SQLiteError(result: result, handle: openHandle, sql: nil)
    }
  }

  deinit {
    // No statement is left: each holds a reference to its connection.
    sqlite3_close_v2(openHandle)
  }

  /// Closes the database; afterwards everything else throws.
  ///
  /// Throws `.busy` while a statement of this connection is alive. Closing twice does nothing.
  package func close() throws(SQLiteError) {
    let result = sqlite3_close(openHandle)
    guard result == SQLITE_OK else {
      throw SQLiteError(result: result, handle: openHandle, sql: nil)
    }
    openHandle = nil
  }

  /// A number that was not given before: for a name that nothing else on this connection has.
  func nextNumber() -> Int {
    numbersGiven += 1
    return numbersGiven
  }

  /// SQLite's handle, for calls that end before this connection does.
  var handle: OpaquePointer {
    get throws(SQLiteError) {
      guard let openHandle else {
        throw SQLiteError(kind: .other, message: "the connection is closed")
      }
      return openHandle
    }
  }
}

extension Connection {
  /// Compiles one statement.
  ///
  /// - Parameter sql: Exactly one statement; anything after it but space and comments is an error,
  ///   so that a script is never cut short in silence.
  /// - Returns: The statement, ready for its parameters.
  /// - Throws: `SQLiteError`, for SQL that does not compile.
  package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(connection: self, sql: sql)
  }

  /// Runs a script of any number of statements, and drops the rows they return.
  ///
  /// Stops at the first error, which carries the failing statement and not the whole script. What
  /// ran before stays done unless a transaction is rolled back.
  package func execute(_ sql: String) throws(SQLiteError) {
    let handle = try self.handle
    let failure = sql.withCString { start -> SQLiteError? in
      // Sound: `rest` only ever moves along the NUL-terminated text, which outlives the closure.
      var rest: UnsafePointer<CChar>? = start
      while let next = rest, next.pointee != 0 {
        var statement: OpaquePointer?
        var result = sqlite3_prepare_v2(handle, next, -1, &statement, &rest)
        defer { sqlite3_finalize(statement) }
        guard result == SQLITE_OK else {
          let text = Self.firstStatement(of: String(cString: next))
          return SQLiteError(result: result, handle: handle, sql: text)
        }
        // Trailing space or a comment compiles to no statement at all.
        guard let statement else { continue }
        repeat { result = sqlite3_step(statement) } while result == SQLITE_ROW
        guard result == SQLITE_DONE else {
          let text = sqlite3_sql(statement).map { String(cString: $0) }
          return SQLiteError(result: result, handle: handle, sql: text)
        }
      }
      return nil
    }
    if let failure { throw failure }
  }

  /// The script up to the first semicolon that ends a statement, and not one in a string or trigger.
  private static func firstStatement(of script: String) -> String {
    var statement = ""
    for piece in script.split(separator: ";", omittingEmptySubsequences: false) {
      statement += piece + ";"
      if sqlite3_complete(statement) == 1 { return statement }
    }
    return script
  }

  /// Rows inserted, updated or deleted by the most recent such statement.
  package var changes: Int {
    openHandle.map { Int(sqlite3_changes64($0)) } ?? 0
  }

  /// The rowid of the most recent successful insert into a rowid table; 0 before any.
  package var lastInsertedRow: Int64 {
    openHandle.map { sqlite3_last_insert_rowid($0) } ?? 0
  }
}
