import Quantities
import SQLite
import Usage

/// Reads stretches of time from the longest spans that lie in them.
struct SpanReader {
  private let slots: Statement
  private let spans: Statement
  /// In which column of the statements each meter is, by its index.
  private let columns: [Int]

  /// A reader of the rollup and its spans.
  ///
  /// It asks for the meters that the ledger has: most ledgers have four of twenty, and SQLite takes
  /// its time for every column, also where it holds nothing.
  init(_ connection: Connection) throws {
    let used = try UsedMeters(connection).mask
    var columns: [Int] = []
    var names = ["series_id", "context_over", "meters", "requests"]
    for (index, name) in MeterColumns.names.enumerated() {
      columns.append(names.count)
      if used & 1 << Int64(index) != 0 { names.append(name) }
    }
    self.columns = columns
    let list = names.joined(separator: ", ")
    slots = try connection.prepare(
      "SELECT \(list) FROM usage_rollup WHERE slot >= ? AND slot < ?")
    spans = try connection.prepare(
      """
      SELECT \(list)
      FROM usage_rollup_spans
      WHERE start >= ? AND start < ? AND quarters = ?
      """)
  }

  /// The rows of some quarters of an hour, summed between cuts.
  ///
  /// - Parameters:
  ///   - slots: The quarters, counted from 1970.
  ///   - cuts: The quarters before which it is cut, ascending.
  ///   - series: The series by their ids.
  /// - Returns: The rows, in order of time.
  /// - Throws: `SQLiteError` where the file cannot be read.
  func rows(
    in slots: Range<Int64>, cutAt cuts: [Int64], series: [Int64: UsageSeries]
  ) throws -> [RollupRow] {
    let inside = cuts.filter { slots.lowerBound < $0 && $0 < slots.upperBound }
    let starts = [slots.lowerBound] + inside
    let ends = inside + [slots.upperBound]
    var rows: [RollupRow] = []
    var sums = SumTable()
    for (start, end) in zip(starts, ends) {
      sums.removeAll()
      for part in RollupSpan.parts(of: start..<end) { try read(part, into: &sums) }
      let slot = Instant(microseconds: start * Instant.slotMicroseconds)
      for entry in sums.entries.sorted(by: { $0.key < $1.key }) {
        guard let series = series[entry.key.series] else { continue }
        rows.append(
          RollupRow(
            slot: slot, series: series, contextOver: TokenCount(entry.key.contextOver),
            requests: Int(entry.requests), tokens: sums.tokens(of: entry)))
      }
    }
    return rows
  }

  private func read(_ part: RollupSpan.Part, into sums: inout SumTable) throws {
    let statement = part.quarters == 1 ? slots : spans
    try statement.bind(1, part.slots.lowerBound * Instant.slotMicroseconds)
    try statement.bind(2, part.slots.upperBound * Instant.slotMicroseconds)
    if part.quarters > 1 { try statement.bind(3, part.quarters) }
    defer { statement.reset() }
    while try statement.step() {
      sums.add(
        statement, columns, requests: statement.strictInt64(3),
        to: SumTable.Key(
          place: 0, series: statement.strictInt64(0), contextOver: statement.strictInt64(1),
          meters: statement.strictInt64(2)))
    }
  }
}
