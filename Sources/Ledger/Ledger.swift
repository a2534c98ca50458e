import Quantities
import SQLite
import Usage

/// Usage records, kept once each, and their rollup: a SQLite file.
///
/// Records are facts. The rollup and the days of users are derived from them in the same
/// transaction, so a ledger is consistent whenever the process is killed, and `verify` can prove
/// it. A ledger is used from one thread at a time.
package final class Ledger {
  let connection: Connection
  /// The path of the file.
  package var path: String { connection.path }
  /// The context thresholds that the rollup keeps apart.
  package internal(set) var thresholds: ContextThresholds

  /// Whether this is a private copy of a ledger that would have to be converted and cannot be
  /// written: what is written to it is gone when it is closed.
  package let isConvertedCopy: Bool

  /// Whether the file that is being read has places that were put away: of most nobody need ask.
  var hasPlacesAway = false

  /// The series as they were read last, and the number of rows of their table then.
  private var seriesRead: (count: Int64, series: [Int64: UsageSeries])?

  /// Every series by its id; read again only if there are more than before, since none is ever
  /// changed: a forecast asks for them nine times.
  package func knownSeries() throws -> [Int64: UsageSeries] {
    let statement = try connection.prepare("SELECT COUNT(*) FROM usage_series")
    let count = try statement.step() ? statement.int64(0) : 0
    if let seriesRead, seriesRead.count == count { return seriesRead.series }
    let series = try connection.readSeries()
    seriesRead = (count, series)
    return series
  }

  /// How a ledger is opened.
  package enum Access {
    /// Makes the file if it is not there.
    case readWrite
    /// The same for an import: a new ledger is made in a transaction that is left open, and comes
    /// into being with the records of the first import. Each commit waits for the disk five times.
    case importing
    case readOnly
  }

  /// Opens a ledger.
  ///
  /// - Parameters:
  ///   - path: The file; if it is to be written, it is made if it is missing.
  ///   - access: Whether to write.
  ///   - thresholds: The context thresholds of the price book in use. If the rollup does not keep
  ///     one of them apart, it is made anew (when writing), or read from the records.
  /// - Throws: `SQLiteError`; its kind says whether the file is missing, someone else's, too new …
  package init(
    path: String, access: Access, thresholds: ContextThresholds = ContextThresholds([])
  ) throws {
    let opened = try Ledger.connect(path: path, access: access)
    // 8 KiB pages hold a whole hour's keys; only a new file takes the size.
    try opened.execute("PRAGMA page_size = 8192")
    if try opened.isNew { try Ledger.make(opened, access) }
    (connection, isConvertedCopy) = try Ledger.converted(opened, access)
    try connection.execute("PRAGMA cache_size = -16384")
    self.thresholds = ContextThresholds([])
    if access != .readOnly { try prepareForWriting(thresholds) }
    try refreshThresholds()
  }

  /// Makes a new ledger, as if it had had all migrations.
  private static func make(_ connection: Connection, _ access: Access) throws {
    try makeDurable(connection)
    if access == .importing { try connection.execute("BEGIN IMMEDIATE") }
    try connection.writing {
      // Asked again under the lock: another process may have been faster.
      guard try connection.isNew else { return }
      try connection.execute(Migrations.schema)
      try connection.setUserVersion(Int32(Migrations.all.count))
      try connection.setApplicationID(Migrations.applicationID)
    }
  }

  /// Says how a connection commits, which cannot be changed within a transaction.
  ///
  /// The rollback journal is synced before the file is changed: a crash at any moment loses the
  /// open transaction and nothing else.
  private static func makeDurable(_ connection: Connection) throws {
    try connection.execute("PRAGMA journal_mode = TRUNCATE")
    try connection.execute("PRAGMA synchronous = FULL")
  }

  private func prepareForWriting(_ thresholds: ContextThresholds) throws {
    if !connection.isInTransaction { try Ledger.makeDurable(connection) }
    try refreshThresholds()
    if keepsApart(thresholds) { return }
    try connection.writing {
      // Asked again under the lock: another process may have added some.
      try refreshThresholds()
      self.thresholds = ContextThresholds(self.thresholds.tokens + thresholds.tokens)
      let text = self.thresholds.tokens.map { "\($0.value)" }.joined(separator: ",")
      try setSetting("context_thresholds", text)
      if try extent() != nil { try rebuildDerived() }
    }
  }

  /// Reads one state of the ledger throughout, from which nobody can take it away meanwhile.
  ///
  /// - Parameter body: Only reads; it may do so in readings of its own.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or `SQLiteError` where the file cannot be read.
  package func reading<Result>(_ body: () throws -> Result) throws -> Result {
    try connection.reading {
      try refreshThresholds()
      return try body()
    }
  }

  /// Reads which thresholds the rollup keeps apart; another process may have added some.
  func refreshThresholds() throws { thresholds = try storedThresholds() }

  /// Connects to the file.
  ///
  /// Even to read, a connection that may write is tried first: after a crash the rollback journal
  /// has to be played back, and a read-only connection cannot do that.
  private static func connect(path: String, access: Access) throws -> Connection {
    do throws(SQLiteError) {
      return try Connection(path: path, mode: .readWriteCreate)
    } catch {
      guard access == .readOnly, error.kind == .readOnly || error.kind == .cannotOpen else {
        throw error
      }
      return try Connection(path: path, mode: .readOnly)
    }
  }

  private func storedThresholds() throws -> ContextThresholds {
    let text = try setting("context_thresholds") ?? ""
    let numbers = text.split(separator: ",").compactMap { Int64($0) }
    return ContextThresholds(numbers.map { TokenCount($0) })
  }

  /// A setting that the ledger itself keeps.
  package func setting(_ name: String) throws -> String? {
    let statement = try connection.prepare("SELECT value FROM settings WHERE name = :name")
    try statement.bind(":name", name)
    return try statement.step() ? statement.text(0) : nil
  }

  /// The rests of the names of settings that begin in one way, in order.
  package func settingNames(after beginning: String) throws -> [String] {
    let statement = try connection.prepare(
      """
      SELECT substr(name, length(:beginning) + 1)
      FROM settings
      WHERE substr(name, 1, length(:beginning)) = :beginning
      ORDER BY name
      """)
    try statement.bind(":beginning", beginning)
    var names: [String] = []
    while try statement.step() { names.append(statement.text(0)) }
    return names
  }

  /// Keeps a setting.
  package func setSetting(_ name: String, _ value: String) throws {
    let statement = try connection.prepare(
      """
      INSERT INTO settings (name, value) VALUES (:name, :value)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """)
    try statement.bind(":name", name)
    try statement.bind(":value", value)
    try statement.run()
  }

  /// Whether this ledger keeps some thresholds apart; if not, its rollup cannot be priced with them.
  package func keepsApart(_ other: ContextThresholds) -> Bool {
    other.tokens.allSatisfy { thresholds.tokens.contains($0) }
  }
}
