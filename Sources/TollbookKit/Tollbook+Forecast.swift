import Analysis
import Ledger
import Pricing
import Quantities
import Reports
import Usage

extension Tollbook {
  /// What the recorded usage will cost; see `Forecast`.
  ///
  /// - Parameters:
  ///   - months: How many months, the one of `asOf` included.
  ///   - users: How many active users there will be.
  ///   - window: The days to learn from; nil for the newest ones, as long as each target month.
  ///   - asOf: The first day that is not known yet; nil for the day after the log's last day.
  ///   - valuation: At which prices: each future day at its own, or all at one day's.
  ///   - dropRetired: Whether usage of models that end without a successor is left out.
  ///   - tokenRatios: Tokens of a successor for one of its predecessor, by model.
  /// - Returns: The forecast.
  /// - Throws: `ForecastRefusal` where the log does not support one.
  public func forecast(
    months: Int, users: MAUPlan, window: Range<Day>? = nil, asOf: Day? = nil,
    valuation: PriceTime = .then, dropRetired: Bool = false,
    tokenRatios: [String: DecimalFactor] = [:]
  ) throws -> Forecast {
    try pricingLedger { ledger in
      guard let extent = try ledger.extent() else { throw ForecastRefusal.noUsage(nil) }
      let firstDay = zone.day(of: extent.first)
      let lastSlot = Instant(microseconds: extent.end.microseconds - 1)
      let asOf = asOf ?? min(today, zone.day(of: lastSlot).adding(days: 1))
      let plan = WindowPlan(asOf: asOf, months: months, firstDay: firstDay, chosen: window)
      let ranges = plan.windows.values.flatMap(\.self) + [plan.monthToDate]
      let first = ranges.map(\.lowerBound).min() ?? asOf
      let end = ranges.map(\.upperBound).max() ?? asOf
      // Read once: windows for months of 28, 30 and 31 days cover nearly the same days.
      let rows = try ledger.rollupRows(
        in: period(first..<end), thresholds: book.contextThresholds)
      var windows: [Int: [UsageWindow]] = [:]
      for (length, ranges) in plan.windows {
        windows[length] = try ranges.map { try usage(of: $0, from: rows, in: ledger) }
      }
      let monthToDate = rows.filter { period(plan.monthToDate).contains($0.slot) }
      let input = ForecastInput(
        book: book, asOf: asOf, zone: zone, months: months, users: users,
        valuation: valuation, dropRetired: dropRetired, tokenRatios: tokenRatios)
      return try Forecast(
        from: UsageHistory(windows: windows, monthToDate: monthToDate), input)
    }
  }

  /// What a scenario would cost; no ledger is needed.
  public func forecast(
    of scenario: Scenario, months: Int, users: MAUPlan, valuation: PriceTime = .then,
    dropRetired: Bool = false, tokenRatios: [String: DecimalFactor] = [:]
  ) throws -> Forecast {
    let input = ForecastInput(
      book: book, asOf: today, zone: zone, months: months, users: users, valuation: valuation,
      dropRetired: dropRetired, tokenRatios: tokenRatios)
    return try Forecast(of: scenario, input)
  }

  private func usage(
    of days: Range<Day>, from rows: [RollupRow], in ledger: Ledger
  ) throws -> UsageWindow {
    let period = period(days)
    let activity = try ledger.activity(in: period)
    return UsageWindow(
      days: days, rows: rows.filter { period.contains($0.slot) }, activeUsers: activity.users,
      requestsWithoutUser: activity.requestsWithoutUser)
  }

  /// The instants of days, first to last.
  func period(_ days: Range<Day>) -> Period {
    Period(from: zone.start(of: days.lowerBound), until: zone.start(of: days.upperBound))
  }
}
