import Quantities
import SQLite
import Usage

/// What is to be forgotten: records, and everything that follows from them.
package enum Forgetting: Hashable, Sendable {
  /// What was read from a file.
  case file(path: String)
  /// What an import brought.
  case importNumber(Int64)
  /// Everything that happened before an instant.
  case before(Instant)
}

/// What was forgotten.
package struct Forgotten: Hashable, Sendable {
  package var requests = 0
  package var files = 0
  package var users = 0
  package var places = 0

  package init() {}
}

extension Ledger {
  /// Removes records with everything derived from them: sums, active days, places set aside, and
  /// the names of users and labels that nothing refers to any more.
  ///
  /// The bytes are overwritten, not merely marked as free. A request that stood in another file too
  /// comes back when that file is imported again: every file counts as changed afterwards. Where a
  /// time was given, no import brings back what happened before it: see `forgottenBefore()`.
  ///
  /// - Parameters:
  ///   - what: What to remove.
  ///   - isTrial: Whether everything is put back at the end.
  /// - Returns: How much there was.
  /// - Throws: `SQLiteError` where the ledger cannot be written.
  package func forget(_ what: Forgetting, isTrial: Bool = false) throws -> Forgotten {
    try connection.execute("PRAGMA secure_delete = ON")
    try connection.execute("BEGIN IMMEDIATE")
    do {
      try refreshThresholds()
      var forgotten = Forgotten()
      forgotten.requests = try removeRecords(what)
      try removeReadings(what, &forgotten)
      try removeUnused(&forgotten)
      if case .before(let instant) = what { try keepAway(before: instant) }
      try noteSumsBesideResponses()
      try connection.execute(isTrial ? "ROLLBACK" : "COMMIT")
      return forgotten
    } catch {
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      throw error
    }
  }

  /// The readings that are meant; none where a time is.
  private static func readings(_ what: Forgetting) -> String {
    switch what {
    case .file:
      """
      SELECT reading_id FROM readings
      JOIN source_files USING (file_id)
      WHERE path = ?
      """
    case .importNumber: "SELECT reading_id FROM readings WHERE import_id = ?"
    case .before: "SELECT reading_id FROM readings WHERE ? IS NULL"
    }
  }

  private func bound(_ sql: String, _ what: Forgetting) throws -> Statement {
    let statement = try connection.prepare(sql)
    switch what {
    case .file(let path): try statement.bind(1, path)
    case .importNumber(let number): try statement.bind(1, number)
    case .before(let instant): try statement.bind(1, instant.microseconds)
    }
    return statement
  }

  private func removeRecords(_ what: Forgetting) throws -> Int {
    let condition =
      if case .before = what { "occurred_at < ?" } else {
        """
        kind_id IN (SELECT kind_id FROM record_kinds
          WHERE reading_id IN (\(Self.readings(what))))
        """
      }
    let find = try bound(
      "SELECT key_high, key_low, \(KnownRecords.columns) FROM records WHERE \(condition)", what)
    var kinds = try KnownKinds(connection)
    var accumulator = RollupAccumulator(connection)
    var requests = 0
    while try find.step() {
      let key = RequestKey(high: find.int64(0), low: find.int64(1))
      let row = try KnownRecords.row(of: key, find, from: 2, &kinds)
      requests += row.record.requests
      accumulator.remove(
        row.record, series: row.series, user: row.user,
        contextOver: thresholds.exceeded(by: row.record))
      try accumulator.flushIfLarge()
    }
    find.reset()
    try bound("DELETE FROM records WHERE \(condition)", what).run()
    try accumulator.finish()
    return requests
  }

  private func removeReadings(_ what: Forgetting, _ forgotten: inout Forgotten) throws {
    let readings = Self.readings(what)
    try bound("DELETE FROM quarantine WHERE reading_id IN (\(readings))", what).run()
    forgotten.places = connection.changes
    try bound("DELETE FROM silent_answers WHERE reading_id IN (\(readings))", what).run()
    try bound("DELETE FROM readings WHERE reading_id IN (\(readings))", what).run()
    try connection.execute(
      "DELETE FROM source_files WHERE file_id NOT IN (SELECT file_id FROM readings)")
    forgotten.files = connection.changes
    try connection.execute(
      "DELETE FROM imports WHERE import_id NOT IN (SELECT import_id FROM readings)")
    // What is too old is to stay away; what was taken back may stand in another file, too.
    if case .before = what { return }
    // Calls that made an agent's own sum superfluous may be among them; every file is read again.
    try connection.execute("DELETE FROM covered_spans")
    try readEverythingAgain()
  }

  /// What is derived says what is in use: there is less of it than there are records.
  private func removeUnused(_ forgotten: inout Forgotten) throws {
    try connection.execute(
      """
      DELETE FROM users
      WHERE user_id NOT IN (SELECT user_id FROM user_days)
      """)
    forgotten.users = connection.changes
    try connection.execute(
      """
      DELETE FROM record_kinds
      WHERE kind_id NOT IN (SELECT kind_id FROM records)
      """)
    try connection.execute(
      """
      DELETE FROM usage_series
      WHERE series_id NOT IN (SELECT series_id FROM usage_rollup_spans)
      """)
  }
}

/// An import as the ledger remembers it.
package struct KnownImport: Hashable, Sendable {
  package let number: Int64
  package let startedAt: Instant
  package let isFinished: Bool
  package let files: Int64
  /// The requests that its records stand for: a sum for many, a part for none.
  package let requests: Int64
}

extension Ledger {
  /// Every import that brought something, the latest first.
  package func imports() throws -> [KnownImport] {
    let statement = try connection.prepare(
      """
      SELECT i.import_id, i.started_at, i.finished_at IS NOT NULL,
        (SELECT COUNT(DISTINCT g.file_id) FROM readings AS g WHERE g.import_id = i.import_id),
        (SELECT coalesce(SUM(coalesce(rest ->> 'requests', 1)), 0) FROM \(KnownRecords.source)
          JOIN readings AS g USING (reading_id) WHERE g.import_id = i.import_id)
      FROM imports AS i
      ORDER BY i.import_id DESC
      """)
    var imports: [KnownImport] = []
    while try statement.step() {
      imports.append(
        KnownImport(
          number: statement.int64(0), startedAt: Instant(microseconds: statement.int64(1)),
          isFinished: statement.int64(2) != 0, files: statement.int64(3),
          requests: statement.int64(4)))
    }
    return imports
  }
}
