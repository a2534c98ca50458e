import Quantities
import SQLite

/// Inserts sums into a table of sums, as many as there are at once.
///
/// To start and end a statement costs SQLite nearly as much as to insert a row does. It stops at the
/// first sum that is there already: an `ON CONFLICT` that adds to it would have SQLite copy every page
/// it touches to a journal of the statement's own, several times what is written otherwise.
struct SumInsertion {
  private let table: RowTable
  private let quarters: Int64
  /// The columns of the rows to be inserted, row after row.
  private var values: [Int64] = []
  private var rests: [Int: String] = [:]
  private let width: Int

  /// The columns of the key of a table.
  static func keys(quarters: Int64) -> [String] {
    (quarters == 1 ? ["slot"] : ["quarters", "start"]) + ["series_id", "context_over", "meters"]
  }

  /// The table of sums over so many quarters of an hour.
  static func table(quarters: Int64) -> String {
    quarters == 1 ? "slot_sums" : "span_sums"
  }

  /// Prepares the insertion of sums over so many quarters of an hour: 1 for the rollup itself.
  ///
  /// Throws `SQLiteError` if there is no such table.
  init(_ connection: Connection, quarters: Int64) throws(SQLiteError) {
    self.quarters = quarters
    // The key, the requests and the tokens; all others are in the rest.
    width = Self.keys(quarters: quarters).count + 1 + PackedCounts.meters.count
    table = try RowTable(
      connection, shape: RowTable.Shape(integers: width),
      insertingInto: Self.table(quarters: quarters))
  }

  /// Adds a row to those to be inserted.
  mutating func add(_ entry: SumTable.Entry, of sums: SumTable) {
    if let rest = sums.rest(of: entry) { rests[values.count / width] = rest }
    if quarters != 1 { values.append(quarters) }
    values.append(entry.key.place * Instant.slotMicroseconds)
    values.append(entry.key.series)
    values.append(entry.key.contextOver)
    values.append(entry.key.meters)
    values.append(entry.requests)
    sums.appendTokens(of: entry, to: &values)
  }

  /// Inserts the rows, and forgets them; gives how many there were before one that is there already.
  mutating func run() throws(SQLiteError) -> Int {
    defer {
      values.removeAll(keepingCapacity: true)
      if !rests.isEmpty { rests.removeAll() }
    }
    return try table.insert(values, texts: rests)
  }
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
