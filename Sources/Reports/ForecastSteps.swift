import Analysis
import Quantities

/// The bridge: why one month costs something else than the month before it.
enum ForecastSteps {
  /// One row a month but the first.
  static func report(_ forecast: Forecast) -> Report {
    let begun = forecast.months.contains { $0.monthToDate != nil }
    let steps = forecast.months.compactMap { month in month.bridge.map { (month.month, $0) } }
    return Report(
      title: "Why a month costs more or less than the one before it",
      columns: [
        Column("month", "month", .label),
        Column("whole_month_usd", "whole month", isShown: begun, hasBars: false),
        Column("users_usd", "users", hasBars: false), Column("days_usd", "days", hasBars: false),
        Column("prices_usd", "prices", hasBars: false),
        Column("retirements_usd", "models", hasBars: false),
        Column("change_usd", "change USD", hasBars: false),
      ],
      rows: steps.map { month, steps in
        // Without a price there is no cost, so no step from it or to it.
        func cell(_ step: Money, _ isKnown: Bool = true) -> Cell {
          steps.isPriced && isKnown ? .change(step) : .unknown
        }
        return [
          .month(month), cell(steps.wholeMonth), cell(steps.users), cell(steps.days),
          cell(steps.prices, steps.knowsPrices), cell(steps.retirements, steps.knowsRetirements),
          cell(steps.sum, steps.knowsPrices && steps.knowsRetirements),
        ]
      })
  }
}
