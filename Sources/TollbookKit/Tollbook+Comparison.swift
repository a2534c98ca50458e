import Analysis
import Ledger
import Pricing
import Quantities
import Reports
import Usage

extension Tollbook {
  /// How many days of usage are compared, and looked through for retirements, by default.
  static let recentDays = 30

  /// What the recorded usage would cost on other models, as a report of schema
  /// `tollbook.comparison/1`.
  package func compare(
    _ candidates: [ComparisonCandidate], period asked: Period, valuation: PriceTime? = nil,
    on days: [Day] = [], tokenRatios: [String: DecimalFactor] = [:]
  ) throws -> Report {
    let (comparison, period) = try comparison(
      candidates, period: asked, valuation: valuation, on: days, tokenRatios: tokenRatios)
    let scope = ReportScope(
      period: period, zone: zone, prices: prices(comparison.at.first ?? .day(today)))
    return .comparison(comparison, scope: scope)
  }

  /// What the recorded usage would cost on other models.
  ///
  /// - Parameters:
  ///   - candidates: Models, or mixes of them.
  ///   - asked: The days of usage to take; where an end is open, the newest 30 days of the log.
  ///   - valuation: At which prices; nil for today's.
  ///   - days: At which days' prices beside that.
  ///   - tokenRatios: Tokens that a model needs for one of today's, by model.
  /// - Returns: The comparison, and the period it covers.
  /// - Throws: `TollbookError` for a model that the price book does not know, or an empty ledger.
  public func comparison(
    _ candidates: [ComparisonCandidate], period asked: Period = .always,
    valuation: PriceTime? = nil, on days: [Day] = [], tokenRatios: [String: DecimalFactor] = [:]
  ) throws -> (comparison: Comparison, period: Period) {
    try pricingLedger { ledger in
      let range = try recentDays(asked, in: ledger)
      let period = period(range)
      // A day named twice is meant once; it would be two columns of one name.
      var times = [valuation ?? .day(today)]
      for day in days where !times.contains(.day(day)) { times.append(.day(day)) }
      let activity = try ledger.activity(in: period)
      let input = ComparisonInput(
        book: book, rows: try ledger.rollupRows(in: period, thresholds: book.contextThresholds),
        days: range.count, activeUsers: activity.users > 0 ? activity.users : nil,
        candidates: candidates, asOf: today, at: times, tokenRatios: tokenRatios)
      do throws(ComparisonRefusal) {
        return (try Comparison(input), period)
      } catch {
        throw TollbookError(.usage, error.explanation, next: error.remedy)
      }
    }
  }

  /// Which models are about to go.
  ///
  /// - Parameters:
  ///   - lastDays: How many days of usage, up to today, are looked through.
  ///   - names: Models to report on, used or not. With names, a ledger is not needed.
  ///   - within: Only models that end within so many days, have ended, or are unknown.
  /// - Returns: One warning a model.
  /// - Throws: `TollbookError` where there is neither a ledger nor a name.
  public func retirements(
    lastDays: Int = 30, named names: [RetirementInput.Name] = [], within: Int? = nil
  ) throws -> RetirementReport {
    let days = today.adding(days: -lastDays)..<today.adding(days: 1)
    let rows: [RollupRow]
    do {
      rows = try pricingLedger { ledger in
        try sums(of: days, in: ledger)
      }
    } catch let error as TollbookError where error.kind == .noInput && !names.isEmpty {
      rows = []
    }
    let report = RetirementReport(
      RetirementInput(book: book, asOf: today, zone: zone, rows: rows, named: names))
    return within.map { report.within(days: $0) } ?? report
  }

  /// Retirements, as a report of schema `tollbook.retirements/1`.
  package func report(_ retirements: RetirementReport) -> Report {
    .retirements(
      retirements,
      scope: ReportScope(zone: zone, prices: prices(.day(today))))
  }

  /// A forecast, as a report of schema `tollbook.forecast/1`.
  package func report(_ forecast: Forecast, explains: Bool = false) -> Report {
    .forecast(
      forecast, scope: ReportScope(zone: zone, prices: prices(forecast.basis.valuation)),
      explains: explains)
  }

  /// Why there is no forecast, in the same schema.
  package func report(_ refusal: ForecastRefusal, schema: String = "tollbook.forecast/1") -> Report
  {
    .refusal(refusal, schema: schema)
  }

  /// The days of a period; where it is open, the newest 30 days of the log.
  private func recentDays(_ period: Period, in ledger: Ledger) throws -> Range<Day> {
    guard let extent = try ledger.extent() else {
      throw TollbookError(
        .noInput, "\(ledgerPath): the ledger is empty", next: "Run `tollbook import PATH` first.")
    }
    let lastSlot = Instant(microseconds: extent.end.microseconds - 1)
    let end = period.until.map { zone.day(of: $0) } ?? zone.day(of: lastSlot).adding(days: 1)
    let newest = max(
      end.adding(days: -Tollbook.recentDays),
      min(zone.day(of: extent.first), end.adding(days: -1)))
    let first = period.from.map { zone.day(of: $0) } ?? newest
    guard first < end else {
      throw TollbookError(
        .usage, "the period holds no whole day", next: "Give --since and --until as days.")
    }
    return first..<end
  }
}
