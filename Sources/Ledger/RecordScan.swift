import Quantities
import SQLite
import Usage

/// A reading of the records of a period, or of those on one side of a key, one after the other.
struct RecordScan {
  private let find: Statement
  private var kinds: KnownKinds

  /// Which records are read, by the first halves of their keys.
  ///
  /// Each is read away from where it is bounded, so that SQLite looks for the bound once and not at
  /// every record.
  enum Keys {
    case all
    /// Those below a key, from the highest to the lowest.
    case below(Int64)
    /// That key and those above, from the lowest to the highest.
    case from(Int64)

    fileprivate var condition: (sql: String, order: String, bound: Int64?) {
      switch self {
      case .all: ("", "", nil)
      case .below(let key): ("key_high < ? AND ", "ORDER BY key_high DESC, key_low DESC", key)
      case .from(let key): ("key_high >= ? AND ", "ORDER BY key_high, key_low", key)
      }
    }
  }

  /// A scan of records.
  ///
  /// - Parameters:
  ///   - connection: Whose file is read.
  ///   - times: Half-open, in microseconds.
  ///   - keys: Which of them.
  /// - Throws: `SQLiteError` where the ledger has other tables.
  init(
    _ connection: Connection, times: Range<Int64>, keys: Keys = .all
  ) throws(SQLiteError) {
    let (condition, order, bound) = keys.condition
    find = try connection.prepare(
      """
      SELECT \(KnownRecords.columns)
      FROM records
      WHERE \(condition)occurred_at >= ? AND occurred_at < ?
      \(order)
      """)
    if let bound { try find.bind(1, bound) }
    let next = bound == nil ? 1 : 2
    try find.bind(next, times.lowerBound)
    try find.bind(next + 1, times.upperBound)
    kinds = try KnownKinds(connection)
  }

  /// The next record, without its key, which nobody who scans asks for; nil after the last.
  mutating func next() throws(SQLiteError) -> KnownRecords.Row? {
    guard try find.step() else { return nil }
    return try KnownRecords.row(of: RequestKey(high: 0, low: 0), find, from: 0, &kinds)
  }
}
