import SQLite

/// Ledgers of earlier versions, which are converted when they are opened: in their place, or, to be
/// read where they cannot be written, in a private copy.
extension Ledger {
  /// A connection to a ledger as this version knows it, and whether that is to a copy.
  ///
  /// A ledger on a medium that cannot be written, in a folder that is somebody else's, or on a disk
  /// that is full can still be asked what it cost.
  static func converted(
    _ connection: Connection, _ access: Access
  ) throws -> (connection: Connection, isCopy: Bool) {
    do throws(SQLiteError) {
      // Whose file it is comes before anything that is written into its header.
      try connection.migrate(Migrations.all, applicationID: Migrations.applicationID)
      return (connection, false)
    } catch {
      // With the file or its folder closed to us SQLite fails in one of these ways.
      guard access == .readOnly, [.readOnly, .cannotOpen, .full].contains(error.kind) else {
        throw error
      }
      return (try convertedCopy(of: connection), true)
    }
  }

  /// A copy of a ledger in a temporary file that no one else sees, converted.
  ///
  /// It takes as much room there as the ledger, and no memory beyond the cache of its pages.
  static func convertedCopy(of connection: Connection) throws -> Connection {
    do throws(SQLiteError) {
      let copy = try Connection(temporaryCopyOf: connection)
      try copy.execute("PRAGMA cache_size = -16384")
      try copy.migrate(Migrations.all, applicationID: Migrations.applicationID)
      return copy
    } catch {
      throw SQLiteError(kind: .cannotConvert, message: error.message)
    }
  }
}
