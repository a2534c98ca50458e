import CSQLite

/// Reading the row a statement stands on, after `step()` returned true.
///
/// The accessors name the type they expect, and SQLite's habit of converting is switched off: a NULL
/// or a text read as an integer would be 0, and a number nobody counted must not look like a count.
/// Reading a column as something it is not is a mistake in the query, and traps. Where a value may be
/// missing use the optional accessors; where the type is unknown use `value(_:)`.
extension Statement {
  /// A column's value with its type.
  package enum Value: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
  }

  /// The number of columns in each row; 0 for a statement that returns none.
  package var columnCount: Int {
    Int(sqlite3_column_count(handle))
  }

  /// The name of a column: what its `AS` says, or its expression.
  package func columnName(_ column: Int) -> String {
    sqlite3_column_name(handle, Int32(clamping: column)).map { String(cString: $0) } ?? ""
  }

  /// Whether the column is NULL.
  package func isNull(_ column: Int) -> Bool {
    type(of: column) == SQLITE_NULL
  }

  /// The INTEGER in a column.
  package func int64(_ column: Int) -> Int64 {
    expect(SQLITE_INTEGER, in: column)
    return sqlite3_column_int64(handle, Int32(clamping: column))
  }

  /// The INTEGER in a column that the schema says is one: `STRICT`, `NOT NULL`, and no expression.
  ///
  /// Not looked at first, which takes as long again; for rows by the hundred thousand.
  package func strictInt64(_ column: Int) -> Int64 {
    sqlite3_column_int64(handle, Int32(truncatingIfNeeded: column))
  }

  /// The INTEGER in a column, or nil for NULL.
  package func optionalInt64(_ column: Int) -> Int64? {
    isNull(column) ? nil : int64(column)
  }

  /// The TEXT in a column, with replacement characters for bytes that are not UTF-8.
  package func text(_ column: Int) -> String {
    expect(SQLITE_TEXT, in: column)
    // Sound: SQLite keeps the text until the next step, reset or conversion, and it is copied here.
    // The pointer comes first, because asking for it may change the length.
    let start = sqlite3_column_text(handle, Int32(clamping: column))
    let count = Int(sqlite3_column_bytes(handle, Int32(clamping: column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The TEXT in a column, or nil for NULL.
  package func optionalText(_ column: Int) -> String? {
    isNull(column) ? nil : text(column)
  }

  /// The BLOB in a column.
  package func blob(_ column: Int) -> [UInt8] {
    expect(SQLITE_BLOB, in: column)
    // Sound for the same reason as in `text`; an empty blob has no address and no bytes.
    let start = sqlite3_column_blob(handle, Int32(clamping: column))
    let count = Int(sqlite3_column_bytes(handle, Int32(clamping: column)))
    return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// The BLOB in a column, or nil for NULL.
  package func optionalBlob(_ column: Int) -> [UInt8]? {
    isNull(column) ? nil : blob(column)
  }

  /// What is in a column, whatever it is.
  package func value(_ column: Int) -> Value {
    switch type(of: column) {
    case SQLITE_INTEGER: .integer(int64(column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, Int32(clamping: column)))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(blob(column))
    default: .null
    }
  }

  private func type(of column: Int) -> Int32 {
    sqlite3_column_type(handle, Int32(clamping: column))
  }

  private func expect(_ expected: Int32, in column: Int) {
    let found = type(of: column)
    precondition(found == expected, "column \(column) has type \(found), not \(expected): \(sql)")
  }
}
