import CSQLite

/// What a statement needs that is run by the hundred thousand.
extension Statement {
  /// Runs an `INSERT OR FAIL`, and makes it ready to run again.
  ///
  /// - Returns: How many rows were inserted before one whose key is there already, or all of them.
  /// - Throws: `SQLiteError` for everything but a key that is there already.
  package func insertUntilKeyIsKnown() throws(SQLiteError) -> Int {
    let result = sqlite3_step(handle)
    defer { reset() }
    // Of a key alone: a row that breaks another rule of the schema is an error.
    let isKnown =
      result == keyIsKnown || result == uniqueIsKnown
    guard result == SQLITE_DONE || isKnown else { throw failure(result) }
    return connection.changes
  }
}

/// `SQLITE_CONSTRAINT_PRIMARYKEY` and `SQLITE_CONSTRAINT_UNIQUE`, which C computes in macros.
private let keyIsKnown = SQLITE_CONSTRAINT | 6 << 8
private let uniqueIsKnown = SQLITE_CONSTRAINT | 8 << 8
