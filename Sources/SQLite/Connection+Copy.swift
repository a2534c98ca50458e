import CSQLite

extension Connection {
  /// A private copy of a database, in a temporary file that is gone with this connection.
  ///
  /// SQLite keeps it where it keeps temporary files, and in memory no more of it than the page cache
  /// holds. The other connection need not be able to write.
  ///
  /// - Parameter other: The database to copy, as it is now.
  /// - Throws: `SQLiteError` where the other cannot be read, or there is no room for the copy.
  package convenience init(temporaryCopyOf other: Connection) throws(SQLiteError) {
    try self.init(temporaryNamed: other.path)
    try copy(other)
  }

  /// A copy of a database in a new file.
  ///
  /// - Parameters:
  ///   - other: The database to copy, as it is now; it need not be able to write.
  ///   - path: The file, which is made.
  /// - Throws: `SQLiteError` where the other cannot be read, or the file cannot be made.
  package convenience init(copyOf other: Connection, at path: String) throws(SQLiteError) {
    try self.init(path: path, mode: .readWriteCreate)
    try copy(other)
  }

  private func copy(_ other: Connection) throws(SQLiteError) {
    let (source, target) = (try other.handle, try handle)
    guard let backup = sqlite3_backup_init(target, "main", source, "main") else {
      throw SQLiteError(result: sqlite3_errcode(target), handle: target, sql: nil)
    }
    let result = sqlite3_backup_step(backup, -1)
    let finished = sqlite3_backup_finish(backup)
    guard result == SQLITE_DONE, finished == SQLITE_OK else {
      throw SQLiteError(
        result: result == SQLITE_DONE ? finished : result, handle: nil, sql: nil)
    }
  }
}
