import Pricing
import Quantities
import SQLite
import Usage

/// Everything derived, and what it is derived from, looked through once each: what is not as it
/// should be is then looked for by comparing row by row, which takes ten times as long.
extension Ledger {
  /// What a look through all records gives.
  struct RecordsRead {
    var records: Int64 = 0
    var print = SumPrint()
    var cost = Money.zero
  }

  /// Looks through the records, and prices each by itself.
  func readRecords(_ book: PriceBook) throws -> RecordsRead {
    var read = RecordsRead()
    var valuation = Valuation(book: book)
    var kinds = try KnownKinds(connection)
    let series = try knownSeries()
    let statement = try connection.prepare("SELECT \(KnownRecords.columns) FROM records")
    while try statement.step() {
      let row = try KnownRecords.row(
        of: RequestKey(high: 0, low: 0), statement, from: 0, &kinds)
      let record = row.record
      let kind = try kinds.kind(statement.strictInt64(1))
      let slot = record.occurredAt.slot.microseconds
      read.print.add(
        SumTable.Key(
          place: slot, series: row.series, contextOver: thresholds.exceeded(by: record),
          meters: kind.meters),
        requests: Int64(record.requests), tokens: record.tokens)
      guard let named = series[row.series] else { continue }
      read.records += 1
      let priced = RollupRow(
        slot: record.occurredAt, series: named,
        contextOver: TokenCount(book.contextThresholds.exceeded(by: record)), requests: 1,
        tokens: record.tokens)
      read.cost += valuation.charge(for: priced).cost
    }
    return read
  }

  /// The print of a table of sums, and of the sums of each longer span of time that follow from it.
  ///
  /// - Parameters:
  ///   - table: `usage_rollup`, or `usage_rollup_spans`.
  ///   - place: The expressions for the length in quarters of an hour and for the beginning.
  ///   - lengths: The spans to add up.
  /// - Returns: The prints, and whether some row says nothing, of which a print does not tell.
  /// - Throws: `SQLiteError` where the ledger cannot be read.
  func readSums(
    _ table: String, place: String, lengths: [Int64] = []
  ) throws -> (own: SumPrint, spans: SumPrint, hasEmptyRow: Bool) {
    var (own, spans, hasEmptyRow) = (SumPrint(), SumPrint(), false)
    let statement = try connection.prepare(
      """
      SELECT \(place), series_id, context_over, meters, requests, \(MeterColumns.list)
      FROM \(table)
      """)
    while try statement.step() {
      let (quarters, slot) = (statement.int64(0), statement.int64(1))
      let (requests, tokens) = (statement.int64(5), MeterColumns.read(statement, from: 6))
      var key = SumTable.Key(
        place: slot &* 128 &+ quarters, series: statement.int64(2),
        contextOver: statement.int64(3), meters: statement.int64(4))
      if quarters == 1 { key.place = slot }
      own.add(key, requests: requests, tokens: tokens)
      if requests == 0, tokens.isEmpty { hasEmptyRow = true }
      for length in lengths {
        let start = RollupSpan.floor(slot, length * Instant.slotMicroseconds)
        key.place = start &* 128 &+ length
        spans.add(key, requests: requests, tokens: tokens)
      }
    }
    return (own, spans, hasEmptyRow)
  }

  /// The print of the rows of a question whose columns are integers.
  func readRows(_ sql: String) throws -> SumPrint {
    var print = SumPrint()
    let statement = try connection.prepare(sql)
    while try statement.step() {
      print.add(
        row: statement.int64(0), statement.int64(1), statement.int64(2), statement.int64(3),
        statement.int64(4))
    }
    return print
  }
}
