import Quantities
import SQLite

/// A prepared insertion of sums, one or several at once, into a table of sums.
///
/// To start and end a statement costs SQLite nearly as much as to insert a row does, so rows that
/// come by the thousand go in several to a statement. It stops at the first that is there already:
/// an `ON CONFLICT` that adds to it would have SQLite copy every page it touches to a journal of the
/// statement's own, several times what is written otherwise.
struct SumInsertion {
  /// How many rows such a statement takes.
  static let severalRows = 8

  private let statement: Statement
  /// The columns of one row, and where the meters begin among them.
  private var values: [Int64]
  private let firstMeter: Int
  /// The meters that have parameters, one bit each; the others are zero in every row.
  private let meters: Int64
  /// What the parameters hold, row after row.
  private var bound: [Int64]

  /// The columns of the key of a table.
  static func keys(quarters: Int64) -> [String] {
    (quarters == 1 ? ["slot"] : ["quarters", "start"]) + ["series_id", "context_over", "meters"]
  }

  /// The table of sums over so many quarters of an hour.
  static func table(quarters: Int64) -> String {
    quarters == 1 ? "usage_rollup" : "usage_rollup_spans"
  }

  /// Prepares the statement.
  ///
  /// - Parameters:
  ///   - connection: Where to.
  ///   - quarters: What the sums are over: 1 for the rollup itself.
  ///   - meters: The meters of all sums, one bit each: a zero that is written in the statement costs
  ///     less than a parameter, and most ledgers have four meters of twenty.
  ///   - rows: How many rows it takes.
  /// - Throws: `SQLiteError` if there is no such table.
  init(
    _ connection: Connection, quarters: Int64, meters: Int64, rows: Int
  ) throws(SQLiteError) {
    let keys = Self.keys(quarters: quarters) + ["requests"]
    let columns = keys + MeterColumns.names
    let marks =
      keys.map { _ in "?" }
      + MeterColumns.names.indices.map { meters & 1 << Int64($0) == 0 ? "0" : "?" }
    let row = "(\(marks.joined(separator: ", ")))"
    statement = try connection.prepare(
      """
      INSERT OR FAIL INTO \(Self.table(quarters: quarters)) (\(columns.joined(separator: ", ")))
      VALUES \(Array(repeating: row, count: rows).joined(separator: ", "))
      """)
    self.meters = meters
    firstMeter = keys.count
    values = Array(repeating: 0, count: keys.count + meters.nonzeroBitCount)
    values[0] = quarters
    bound = Array(repeating: 0, count: values.count * rows)
    for index in bound.indices { try statement.bind(index + 1, Int64(0)) }
  }

  /// Sets one of the rows, from 0.
  mutating func bind(
    _ entry: SumTable.Entry, of sums: SumTable, at row: Int
  ) throws(SQLiteError) {
    values[firstMeter - 5] = entry.key.place * Instant.slotMicroseconds
    values[firstMeter - 4] = entry.key.series
    values[firstMeter - 3] = entry.key.contextOver
    values[firstMeter - 2] = entry.key.meters
    values[firstMeter - 1] = entry.requests
    sums.copyTokens(of: entry, among: meters, to: &values, from: firstMeter)
    try statement.bind(
      from: row * values.count + 1, values, replacing: &bound, at: row * values.count)
  }

  /// Inserts the rows, all of which must have been set; gives how many there were before one that is
  /// there already.
  func run() throws(SQLiteError) -> Int { try statement.insertUntilKeyIsKnown() }
}

extension SumTable.Key {
  /// The columns of the key in the table of sums over so many quarters of an hour.
  func columns(quarters: Int64) -> [Int64] {
    (quarters == 1 ? [] : [quarters])
      + [place * Instant.slotMicroseconds, series, contextOver, meters]
  }
}
