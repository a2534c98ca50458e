import CSQLite

/// The two numbers in a database's header that are left to its owner.
extension Connection {
  /// How far the schema has been migrated; 0 in a new database.
  package var userVersion: Int32 {
    get throws(SQLiteError) { try headerField("user_version") }
  }

  /// Writes the header's user version, within the transaction if one is open.
  package func setUserVersion(_ version: Int32) throws(SQLiteError) {
    try execute("PRAGMA user_version = \(version)")
  }

  /// Which program the file belongs to; 0 if none has said so.
  ///
  /// `file(1)` and SQLite itself keep a register of the numbers in use
  /// (https://www.sqlite.org/src/artifact?ci=trunk&filename=magic.txt).
  package var applicationID: Int32 {
    get throws(SQLiteError) { try headerField("application_id") }
  }

  /// Writes the header's application id, within the transaction if one is open.
  package func setApplicationID(_ id: Int32) throws(SQLiteError) {
    try execute("PRAGMA application_id = \(id)")
  }

  private func headerField(_ name: String) throws(SQLiteError) -> Int32 {
    let statement = try prepare("PRAGMA \(name)")
    guard try statement.step() else { return 0 }
    // Both fields are 32 bits wide in the file.
    return Int32(truncatingIfNeeded: statement.int64(0))
  }
}
