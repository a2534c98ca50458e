import Analysis
import Ledger
import Pricing
import Quantities
import Reports
import Usage

extension Tollbook {
  /// What the method would have said at each past month start of this ledger; see `Backtest`.
  ///
  /// - Parameters:
  ///   - horizon: How many months ahead are looked at.
  ///   - givesUsers: Whether each month's users are given, as somebody who plans them would have.
  ///   - question: How the method works; its users and months are left aside.
  /// - Returns: The trial.
  /// - Throws: `ForecastRefusal` where no month can be tried.
  public func backtest(
    horizon: Int, givesUsers: Bool = true, _ question: ForecastQuestion
  ) throws -> Backtest {
    try pricingLedger { ledger in
      guard let extent = try ledger.extent() else { throw ForecastRefusal.noPastUsage(nil) }
      let firstDay = zone.day(of: extent.first)
      let lastSlot = Instant(microseconds: extent.end.microseconds - 1)
      let asOf = question.asOf ?? min(today, zone.day(of: lastSlot).adding(days: 1))
      let days = firstDay..<max(firstDay, asOf)
      return try Backtest(
        try userUsage(of: days, in: ledger),
        rows: try sums(of: days, in: ledger),
        horizon: horizon, givesUsers: givesUsers, input(question, asOf: asOf))
    }
  }

  /// A trial, as a report of schema `tollbook.backtest/1`.
  package func report(_ backtest: Backtest) -> Report {
    .backtest(backtest, scope: ReportScope(zone: zone, prices: prices(.then)))
  }
}
