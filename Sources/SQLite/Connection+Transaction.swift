import CSQLite

/// All or nothing: changes that are kept together or not at all.
extension Connection {
  /// When a transaction takes its lock.
  package enum TransactionKind: String, Sendable {
    /// At once, for writing. Cannot fail with `.busy` half way, as an upgrade from reading can.
    case immediate = "IMMEDIATE"
    /// At the first statement, for as much as that needs: for several reads of one state.
    case deferred = "DEFERRED"
    /// At once, shutting out readers as well.
    case exclusive = "EXCLUSIVE"
  }

  /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
  ///
  /// Throws what `body` throws, or the `SQLiteError` of beginning or committing. Transactions do not
  /// nest: a second one inside fails and leaves the first as it was.
  package func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    try execute("BEGIN \(kind.rawValue)")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs several reads of one state, in the transaction that is open or in one of their own.
  ///
  /// By themselves each would take and give up the file's lock and look whether the file has
  /// changed, which takes longer than to read a few rows.
  package func reading<Result>(_ body: () throws -> Result) throws -> Result {
    try isInTransaction ? body() : transaction(.deferred, body)
  }

  /// Runs several changes in the transaction that is open, or in one of their own.
  ///
  /// Where one is open, whoever opened it decides what becomes of it when `body` throws.
  package func writing<Result>(_ body: () throws -> Result) throws -> Result {
    try isInTransaction ? body() : transaction(.immediate, body)
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool {
    guard let handle = try? handle else { return false }
    return sqlite3_get_autocommit(handle) == 0
  }

  /// Undoes the open transaction, if SQLite has not done so itself, as it does when a disk is full.
  ///
  /// Its own failure is not reported: the error that led here is the one that explains things, and a
  /// transaction that cannot be rolled back now is when the file is next opened.
  func rollBack() {
    guard isInTransaction else { return }
    try? execute("ROLLBACK")
  }
}
