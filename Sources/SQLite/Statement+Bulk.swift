import CSQLite

/// What a statement needs that is run by the hundred thousand.
extension Statement {
  /// Sets consecutive parameters to integers, those alone that differ from what they were.
  ///
  /// To set a parameter costs more than to see that it has its value already, and of the columns of
  /// rows that come one after the other half are mostly the same.
  ///
  /// - Parameters:
  ///   - first: The first parameter, from 1.
  ///   - values: The integers.
  ///   - bound: What the parameters were set to last, from `place` on.
  ///   - place: Where in `bound` the first of them is.
  /// - Throws: `SQLiteError` if the statement has no such parameter.
  package func bind(
    from first: Int, _ values: [Int64], replacing bound: inout [Int64], at place: Int
  ) throws(SQLiteError) {
    guard place >= 0, place + values.count <= bound.count else {
      throw SQLiteError(kind: .other, message: "too few values are remembered", sql: sql)
    }
    // Sound: both stay within what the line above has measured, and neither leaves the closure.
    let result = values.withUnsafeBufferPointer { values in
      bound.withUnsafeMutableBufferPointer { bound -> Int32 in
        for index in 0..<values.count where bound[place + index] != values[index] {
          let result = sqlite3_bind_int64(handle, Int32(first + index), values[index])
          guard result == SQLITE_OK else { return result }
          bound[place + index] = values[index]
        }
        return SQLITE_OK
      }
    }
    guard result == SQLITE_OK else { throw failure(result) }
  }

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
