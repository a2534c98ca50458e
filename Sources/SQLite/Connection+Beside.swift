import CSQLite

/// Reading the same state of a database through a second connection, on another thread.
extension Connection {
  /// Whether another connection to the path reads exactly what this one does, as long as this one's
  /// transaction lasts.
  ///
  /// It does where this one has read something in its transaction, has not written, and the file
  /// has a rollback journal: then nobody can commit until the transaction ends. In WAL mode others
  /// could, and a database in memory has no second connection.
  package var holdsFileStill: Bool {
    guard let handle = try? handle, sqlite3_txn_state(handle, "main") == SQLITE_TXN_READ else {
      return false
    }
    return !hasMoved && (try? journalMode) != "wal"
  }

  /// Whether the path names another file by now, or none; true of a database that has no file.
  package var hasMoved: Bool {
    guard let handle = try? handle else { return true }
    var moved: Int32 = 1
    let result = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return result != SQLITE_OK || moved != 0
  }

  private var journalMode: String {
    get throws(SQLiteError) {
      let statement = try prepare("PRAGMA journal_mode")
      return try statement.step() ? statement.text(0) : ""
    }
  }
}
