import Analysis
import Ledger
import Pricing
import Quantities
import Usage

/// Usage as far summed as prices allow: what every answer in money begins with.
extension Tollbook {
  /// The usage of a period, summed between the given instants and those at which a price changes.
  ///
  /// - Parameters:
  ///   - period: The period; its ends may be open.
  ///   - instants: Where else rows are cut: days that are told apart.
  ///   - ledger: The ledger.
  /// - Returns: Rows whose `slot` is the start of the stretch that they sum up, in order of time.
  /// - Throws: `SQLiteError` where the file cannot be read.
  func sums(
    in period: Period, cutAt instants: some Sequence<Instant> = [], of ledger: Ledger
  ) throws -> [RollupRow] {
    guard let span = try used(period, in: ledger) else { return [] }
    let cuts = try priceCuts(in: span, of: ledger).union(instants)
    return try ledger.sums(in: period, cutAt: cuts, thresholds: book.contextThresholds)
  }

  /// The same with a cut wherever one of some days begins.
  ///
  /// What is to be priced as another model has to be cut where that model's price changes, too:
  /// `book.edges` has every such instant.
  func sums(
    of days: Range<Day>, cutAt instants: some Sequence<Instant> = [], in ledger: Ledger
  ) throws -> [RollupRow] {
    try sums(in: period(days), cutAt: starts(of: days) + instants, of: ledger)
  }

  /// Where the usage of some days may not be summed across: where one begins, and where prices
  /// change.
  func cuts(of days: Range<Day>, in ledger: Ledger) throws -> Set<Instant> {
    let span = try used(period(days), in: ledger)
    return try (span.map { try priceCuts(in: $0, of: ledger) } ?? []).union(starts(of: days))
  }

  private func starts(of days: Range<Day>) -> [Instant] {
    stride(from: days.lowerBound.number, to: days.upperBound.number, by: 1)
      .map { zone.start(of: Day(number: $0)) }
  }

  /// Where prices change within a span of time, for the series that the ledger knows.
  func priceCuts(in span: Range<Instant>, of ledger: Ledger) throws -> Set<Instant> {
    book.cuts(
      of: try ledger.knownSeries().values, thresholds: book.contextThresholds, in: span)
  }

  /// The part of a period in which the ledger has usage; nil where there is none.
  func used(_ period: Period, in ledger: Ledger) throws -> Range<Instant>? {
    guard let extent = try ledger.extent() else { return nil }
    let first = max(period.from ?? extent.first, extent.first)
    let end = min(period.until ?? extent.end, extent.end)
    return first < end ? first..<end : nil
  }
}
