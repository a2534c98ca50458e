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
