import Quantities
import SQLite
import Usage

/// A reading of the records of a period, or of those whose keys lie in a range, one after the other.
struct RecordScan {
  private let find: Statement
  private var kinds: KnownKinds

  /// A scan of the records whose keys' first halves lie in a range.
  ///
  /// - Parameters:
  ///   - connection: Whose file is read.
  ///   - times: Half-open, in microseconds.
  ///   - keys: The first halves of keys.
  /// - Throws: `SQLiteError` where the ledger has other tables.
  init(
    _ connection: Connection, times: Range<Int64>, keys: ClosedRange<Int64> = .min ... .max
  ) throws(SQLiteError) {
    find = try connection.prepare(
      """
      SELECT \(KnownRecords.columns)
      FROM records
      WHERE key_high BETWEEN ? AND ? AND occurred_at >= ? AND occurred_at < ?
      """)
    try find.bind(1, keys.lowerBound)
    try find.bind(2, keys.upperBound)
    try find.bind(3, times.lowerBound)
    try find.bind(4, times.upperBound)
    kinds = try KnownKinds(connection)
  }

  /// The next record, without its key, which nobody who scans asks for; nil after the last.
  mutating func next() throws(SQLiteError) -> KnownRecords.Row? {
    guard try find.step() else { return nil }
    return try KnownRecords.row(of: RequestKey(high: 0, low: 0), find, from: 0, &kinds)
  }
}
