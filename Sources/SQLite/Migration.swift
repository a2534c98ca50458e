/// One step in the life of a schema: SQL that is run once in every database, in order.
///
/// The list of migrations only ever grows at its end. A database's `user_version` is the number of
/// those it has had, so the names are for people.
package struct Migration: Hashable, Sendable {
  /// Such as `m001_usage_records`.
  package let name: String

  /// The script, which runs inside a transaction and must not begin or end one.
  package let sql: String

  /// A migration with this name and script.
  package init(name: String, sql: String) {
    self.name = name
    self.sql = sql
  }
}

extension Connection {
  /// Brings the database up to the last of these migrations, each in a transaction of its own; a new
  /// database has nothing to lose half way, and one commit instead of many.
  ///
  /// A database that is up to date is not written to, so a read-only connection may ask. An error in
  /// a migration leaves the database as the one before left it. A new database has them all in one
  /// transaction, since each one waits for the disk several times: it has nothing to lose, and an
  /// error leaves it empty.
  ///
  /// Where a transaction is open, it all happens in that one, and an error ends it.
  ///
  /// - Parameters:
  ///   - migrations: All there ever were, oldest first.
  ///   - id: The mark of this program's databases, not 0.
  /// - Throws: `.foreignDatabase` for a database with another mark, or with tables and no mark;
  ///   `.newerDatabase` for one with more migrations than are known here; or what SQLite refuses.
  package func migrate(_ migrations: [Migration], applicationID id: Int32) throws(SQLiteError) {
    while try nextMigration(of: migrations, applicationID: id) != nil {
      let isOpen = isInTransaction
      if !isOpen { try execute("BEGIN IMMEDIATE") }
      do throws(SQLiteError) {
        // Asked again under the lock: another process may have been faster.
        if let next = try nextMigration(of: migrations, applicationID: id) {
          for index in next..<(next == 0 ? migrations.count : next + 1) {
            try run(migrations[index], as: Int32(index + 1), applicationID: id)
          }
        }
        if !isOpen { try execute("COMMIT") }
      } catch {
        rollBack()
        throw error
      }
    }
  }

  private func run(
    _ migration: Migration, as version: Int32, applicationID id: Int32
  ) throws(SQLiteError) {
    try execute(migration.sql)
    try setUserVersion(version)
    try setApplicationID(id)
  }

  /// The index of the first migration this database has not had; nil if it has had all.
  private func nextMigration(
    of migrations: [Migration], applicationID id: Int32
  ) throws(SQLiteError) -> Int? {
    let mark = try mark
    let version = Int(mark.userVersion)
    guard mark.isNew || (mark.applicationID == id && version >= 0) else {
      throw SQLiteError(
        kind: .foreignDatabase,
        message: "application id \(mark.applicationID) and user version \(version) are not this"
          + " program's")
    }
    guard version <= migrations.count else {
      throw SQLiteError(
        kind: .newerDatabase(found: version, known: migrations.count),
        message: "the database has had \(version) migrations, \(migrations.count) are known")
    }
    return version < migrations.count ? version : nil
  }

  /// Whether nothing was ever written to the database.
  package var isNew: Bool {
    get throws(SQLiteError) { try mark.isNew }
  }

  /// What a database says of itself.
  private struct Mark {
    let applicationID: Int32
    let userVersion: Int32
    let isEmpty: Bool

    var isNew: Bool { applicationID == 0 && userVersion == 0 && isEmpty }
  }

  /// All of it as it was at one moment.
  ///
  /// Read one after the other, with another process writing the first of its tables in between, it
  /// would be nobody's: no mark, and a schema.
  private var mark: Mark {
    get throws(SQLiteError) {
      guard !isInTransaction else { return try readMark() }
      try execute("BEGIN")
      do throws(SQLiteError) {
        let mark = try readMark()
        try execute("COMMIT")
        return mark
      } catch {
        rollBack()
        throw error
      }
    }
  }

  private func readMark() throws(SQLiteError) -> Mark {
    Mark(
      applicationID: try applicationID, userVersion: try userVersion,
      isEmpty: try !prepare("SELECT 1 FROM sqlite_schema LIMIT 1").step())
  }
}
