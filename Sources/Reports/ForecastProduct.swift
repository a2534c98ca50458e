import Analysis
import Quantities

/// A month as a product, every factor of which can be checked.
///
/// Whoever multiplies the figures as they stand there gets the figure in the table: they have as many
/// decimals as that takes, and what no user causes, a fixed fee, stands beside the product.
enum ForecastProduct {
  /// The first whole month, or the days ahead of a month that has begun where there is no other; nil
  /// where users are not known or nothing ahead has a cost.
  ///
  /// - Parameters:
  ///   - forecast: The forecast.
  ///   - places: The decimals of the cost column.
  /// - Returns: One line.
  static func line(_ forecast: Forecast, places: Int) -> String? {
    let whole = forecast.months.first { $0.monthToDate == nil } ?? forecast.months.first
    guard let month = whole, let mau = month.mau, month.rest > .zero,
      let factors = Factors(month, places: places)
    else { return nil }
    let days = Phrase.counted(month.daysAhead, "day") + (month.monthToDate == nil ? "" : " ahead")
    let fee = forecast.basis.fixedFee
    return
      "\(month.month): \(Phrase.number(mau)) MAU × \(factors.percent) % active on a day × "
      + "\(days) × \(factors.cost) USD a user and active day"
      + (fee == .zero ? "" : " + \(Phrase.exactly(fee)) USD fixed fee")
  }

  /// The two factors that are rounded.
  private struct Factors {
    let percent: String
    let cost: String

    init?(_ month: ForecastMonth, places: Int) {
      guard let mau = month.mau, let share = month.dailyShare,
        let cost = month.costPerActiveUserDay
      else { return nil }
      let fewest = CellText.moneyPlaces([.money(cost)])
      var percent = share.percent(toPlaces: 1)
      var shown = cost.rounded(toPlaces: fewest)
      // The fewest decimals first; twelve are all that either has.
      search: for more in 0...(22 - fewest) {
        for finer in max(0, more - (12 - fewest))...min(more, 11) {
          percent = share.percent(toPlaces: 1 + finer)
          shown = cost.rounded(toPlaces: fewest + more - finer)
          guard let share = Money(decimal: percent), let cost = Money(decimal: shown) else {
            return nil
          }
          let product = cost.scaled(
            by: Int128(mau) * Int128(month.daysAhead) * share.picodollars,
            over: 100 * 1_000_000_000_000)
          // The fee and what is spent are added before rounding, as in the figure itself.
          let sum = product + (month.cost - month.rest)
          let isSame =
            sum.rounded(toPlaces: places) == month.cost.rounded(toPlaces: places)
            && product.rounded(toPlaces: places) == month.rest.rounded(toPlaces: places)
          if isSame, product > .zero { break search }
        }
      }
      self.percent = percent
      self.cost = DecimalText.grouped(shown)
    }
  }
}
