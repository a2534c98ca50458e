import CSQLite

/// A value that can stand for a statement's parameter.
package protocol ParameterValue {
  /// Gives the value to SQLite, which copies it, and returns SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Statement {
  /// The index of a named parameter, its mark included: `:slot`.
  ///
  /// - Parameter name: The name as written in the statement.
  /// - Returns: The index, from 1.
  /// - Throws: `SQLiteError` if the statement has no such parameter.
  package func index(of name: String) throws(SQLiteError) -> Int {
    let index = sqlite3_bind_parameter_index(handle, name)
    guard index > 0 else {
      throw SQLiteError(kind: .other, message: "no parameter is named \(name)", sql: sql)
    }
    return Int(index)
  }

  /// Sets a parameter to an integer, or to NULL.
  package func bind(_ index: Int, _ value: Int64?) throws(SQLiteError) {
    let position = Int32(clamping: index)
    guard let value else { return try check(sqlite3_bind_null(handle, position)) }
    try check(sqlite3_bind_int64(handle, position, value))
  }

  /// Sets a parameter to a text (`String`), a blob (`[UInt8]`) or an integer (`Int`), or to NULL.
  package func bind<Value: ParameterValue>(_ index: Int, _ value: Value?) throws(SQLiteError) {
    let position = Int32(clamping: index)
    guard let value else { return try check(sqlite3_bind_null(handle, position)) }
    try check(value.bind(to: handle, at: position))
  }

  /// Sets a parameter to a blob with a copy of these bytes.
  package func bind(_ index: Int, _ bytes: UnsafeRawBufferPointer) throws(SQLiteError) {
    try check(bindBlob(bytes, to: handle, at: Int32(clamping: index)))
  }

  /// Sets a named parameter, its mark included: `bind(":slot", 900)`.
  package func bind(_ name: String, _ value: Int64?) throws(SQLiteError) {
    try bind(index(of: name), value)
  }

  /// Sets a named parameter, its mark included: `bind(":model", "gemini-2.5-pro")`.
  package func bind<Value: ParameterValue>(_ name: String, _ value: Value?) throws(SQLiteError) {
    try bind(index(of: name), value)
  }

  /// Sets every parameter to NULL.
  package func clearBindings() {
    sqlite3_clear_bindings(handle)
  }

  /// Throws if a parameter could not be set: its index is wrong, or the statement is mid-run.
  private func check(_ result: Int32) throws(SQLiteError) {
    guard result == SQLITE_OK else { throw failure(result) }
  }
}

extension Int: ParameterValue {
  /// Binds an INTEGER.
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension String: ParameterValue {
  /// Binds a TEXT, NUL characters included.
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    withCString { text in
      // Sound: the pointer covers `utf8.count` bytes, and SQLite copies them before it returns.
      sqlite3_bind_text64(
        statement, index, text, UInt64(utf8.count), copied, UInt8(SQLITE_UTF8))
    }
  }
}

extension [UInt8]: ParameterValue {
  /// Binds a BLOB; an empty one is not NULL.
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    withUnsafeBytes { bindBlob($0, to: statement, at: index) }
  }
}

private func bindBlob(
  _ bytes: UnsafeRawBufferPointer, to statement: OpaquePointer, at index: Int32
) -> Int32 {
  // An empty buffer may have no address, and SQLite takes a blob without address for NULL.
  guard let start = bytes.baseAddress else {
    return sqlite3_bind_zeroblob(statement, index, 0)
  }
  return sqlite3_bind_blob64(statement, index, start, UInt64(bytes.count), copied)
}

/// `SQLITE_TRANSIENT`, a cast in a C macro that Swift does not import: copy before returning.
let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
