import Analysis
import Quantities

/// Amounts and lengths of time within sentences.
extension Phrase {
  /// An amount by itself, with four digits that count, as columns of money have them.
  static func money(_ amount: Money) -> String {
    CellText.text(of: .money(amount), moneyPlaces: CellText.moneyPlaces([.money(amount)]))
  }

  /// An amount with all of its decimals, two at least: what somebody gave is not rounded.
  static func exactly(_ amount: Money) -> String {
    let decimals = amount.decimal.split(separator: ".").dropFirst().first?.utf8.count ?? 0
    return CellText.text(of: .money(amount), moneyPlaces: max(2, decimals))
  }

  /// `30 days`; a part of a day as it is, and as a decimal: `1 11/24 days (1.458333)`.
  static func days(_ days: DayCount) -> String {
    guard days.whole == nil else { return counted(days.whole ?? 0, "day") }
    return "\(days) days (\(days.decimal))"
  }
}
