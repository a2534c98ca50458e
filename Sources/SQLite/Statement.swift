import CSQLite

/// One compiled statement: its parameters, the running of it, and the row it stands on.
///
/// Parameters count from 1 and columns from 0, as in SQLite. Parameters keep their values from one
/// run to the next. It belongs to its connection's thread, and is finalized with the last reference.
package final class Statement {
  /// Kept so that the connection outlives its statements.
  let connection: Connection

  /// Valid from `init` to `deinit`, and only ever used by methods of this object in between.
  let handle: OpaquePointer

  init(connection: Connection, sql: String) throws(SQLiteError) {
    let database = try connection.handle
    var compiled: OpaquePointer?
    var hasMore = false
    let result = sql.withCString { start in
      // Sound: `rest` points into `start`'s text, and is not used after the closure.
      var rest: UnsafePointer<CChar>?
      let result = sqlite3_prepare_v2(database, start, -1, &compiled, &rest)
      hasMore = result == SQLITE_OK && rest.map { !Self.isBlank($0, in: database) } ?? false
      return result
    }
    guard result == SQLITE_OK else {
      throw SQLiteError(result: result, handle: database, sql: sql)
    }
    guard let compiled, !hasMore else {
      sqlite3_finalize(compiled)
      throw SQLiteError(kind: .other, message: "not exactly one statement", sql: sql)
    }
    self.connection = connection
    handle = compiled
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Whether only space and comments follow: text that compiles without error, to nothing.
  private static func isBlank(_ text: UnsafePointer<CChar>, in database: OpaquePointer) -> Bool {
    guard text.pointee != 0 else { return true }
    var compiled: OpaquePointer?
    let result = sqlite3_prepare_v2(database, text, -1, &compiled, nil)
    defer { sqlite3_finalize(compiled) }
    return result == SQLITE_OK && compiled == nil
  }
}

extension Statement {
  /// The statement with its placeholders, without what is bound to them.
  package var sql: String {
    sqlite3_sql(handle).map { String(cString: $0) } ?? ""
  }

  /// Moves to the next row.
  ///
  /// After an error the statement is reset, so that it holds no lock.
  ///
  /// - Returns: Whether there is a row; false when the statement is done.
  package func step() throws(SQLiteError) -> Bool {
    let result = sqlite3_step(handle)
    if result == SQLITE_ROW { return true }
    if result == SQLITE_DONE { return false }
    let error = failure(result)
    reset()
    throw error
  }

  /// Runs the statement to its end, drops any rows, and makes it ready to run again.
  package func run() throws(SQLiteError) {
    while try step() {}
    reset()
  }

  /// Makes the statement ready to run again, with the same parameters.
  ///
  /// A statement left standing on a row keeps its read lock: reset it when the rest is not wanted.
  package func reset() {
    // The result repeats the error of the last step, which has been thrown already.
    sqlite3_reset(handle)
  }

  /// The error behind a result code of this statement.
  func failure(_ result: Int32) -> SQLiteError {
    SQLiteError(result: result, handle: sqlite3_db_handle(handle), sql: sql)
  }
}
