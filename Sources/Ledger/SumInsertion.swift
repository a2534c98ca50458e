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
  static let severalRows = 16

  private let statement: Statement
  /// The integers of one row, and where the tokens begin among them.
  private var values: [Int64]
  private let firstMeter: Int
  /// The integers that the parameters hold, row after row.
  private var bound: [Int64]
  private var hasRest: [Bool]

  /// The columns of the key of a table.
  static func keys(quarters: Int64) -> [String] {
    (quarters == 1 ? ["slot"] : ["quarters", "start"]) + ["series_id", "context_over", "meters"]
  }

  /// The table of sums over so many quarters of an hour.
  static func table(quarters: Int64) -> String {
    quarters == 1 ? "slot_sums" : "span_sums"
  }

  /// Prepares the statement.
  ///
  /// - Parameters:
  ///   - connection: Where to.
  ///   - quarters: What the sums are over: 1 for the rollup itself.
  ///   - rows: How many rows it takes.
  /// - Throws: `SQLiteError` if there is no such table.
  init(_ connection: Connection, quarters: Int64, rows: Int) throws(SQLiteError) {
    firstMeter = Self.keys(quarters: quarters).count + 1
    values = Array(repeating: 0, count: firstMeter + PackedCounts.meters.count)
    let row = "(\(Array(repeating: "?", count: values.count + 1).joined(separator: ", ")))"
    statement = try connection.prepare(
      """
      INSERT OR FAIL INTO \(Self.table(quarters: quarters))
      VALUES \(Array(repeating: row, count: rows).joined(separator: ", "))
      """)
    values[0] = quarters
    bound = Array(repeating: 0, count: values.count * rows)
    hasRest = Array(repeating: false, count: rows)
    for row in 0..<rows {
      for column in 1...values.count {
        try statement.bind(row * (values.count + 1) + column, Int64(0))
      }
    }
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
    sums.copyTokens(of: entry, to: &values, from: firstMeter)
    let first = row * (values.count + 1) + 1
    try statement.bind(from: first, values, replacing: &bound, at: row * values.count)
    let rest = sums.rest(of: entry)
    if rest != nil || hasRest[row] {
      try statement.bind(first + values.count, rest)
      hasRest[row] = rest != nil
    }
  }

  /// Inserts the rows, all of which must have been set; gives how many there were before one that is
  /// there already.
  func run() throws(SQLiteError) -> Int { try statement.insertUntilKeyIsKnown() }
}

extension SumTable {
  /// What of a sum has no column of its own; nil for most.
  func rest(of entry: Entry) -> String? {
    guard entry.key.meters & MeterColumns.rareMask != 0 else { return nil }
    return RecordRest.text(ofSum: tokens(of: entry))
  }
}

extension SumTable.Key {
  /// The columns of the key in the table of sums over so many quarters of an hour.
  func columns(quarters: Int64) -> [Int64] {
    (quarters == 1 ? [] : [quarters])
      + [place * Instant.slotMicroseconds, series, contextOver, meters]
  }
}
