import SQLite
import Usage

/// A prepared addition to a row of a table of sums.
struct SumAddition {
  private let connection: Connection
  private let statement: Statement
  private let quarters: Int64
  private let meters: Int64
  private var values: [Int64]

  /// Prepares the statement for sums that have none but some meters, one bit each.
  init(_ connection: Connection, quarters: Int64, meters: Int64) throws(SQLiteError) {
    self.connection = connection
    self.quarters = quarters
    self.meters = meters
    values = Array(repeating: 0, count: meters.nonzeroBitCount)
    let names = MeteredTokens.UsedIndices(rest: meters).map { MeterColumns.names[$0] }
    let additions = (["requests"] + names).map { "\($0) = \($0) + ?" }
    let key = SumInsertion.keys(quarters: quarters).map { "\($0) = ?" }
    statement = try connection.prepare(
      """
      UPDATE \(SumInsertion.table(quarters: quarters))
      SET \(additions.joined(separator: ", "))
      WHERE \(key.joined(separator: " AND "))
      """)
  }

  /// Adds a sum to the row of its key; false if there is none.
  mutating func add(_ entry: SumTable.Entry, of sums: SumTable) throws(SQLiteError) -> Bool {
    try statement.bind(1, entry.requests)
    sums.copyTokens(of: entry, among: meters, to: &values, from: 0)
    for (index, value) in values.enumerated() { try statement.bind(index + 2, value) }
    var parameter = values.count + 2
    for value in entry.key.columns(quarters: quarters) {
      try statement.bind(parameter, value)
      parameter += 1
    }
    try statement.run()
    return connection.changes == 1
  }
}
