import Analysis
import Quantities

/// Small pieces of sentences.
enum Phrase {
  /// The number with separators: `1,204`.
  static func number(_ number: Int) -> String { DecimalText.grouped(String(number)) }

  /// `1 request`, `1,204 requests`.
  static func counted(_ count: Int, _ noun: String) -> String {
    "\(number(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `30 days`; a part of a day as it is, and as a decimal: `1 11/24 days (1.458333)`.
  static func days(_ days: DayCount) -> String {
    guard days.whole == nil else { return counted(days.whole ?? 0, "day") }
    return "\(days) days (\(days.decimal))"
  }

  /// `a`, `a or b`, `a, b or c`.
  static func list(_ words: [String], _ joint: String) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(joint) " + last
  }

  /// An amount by itself, with four digits that count, as columns of money have them.
  static func money(_ amount: Money) -> String {
    CellText.text(of: .money(amount), moneyPlaces: CellText.moneyPlaces([.money(amount)]))
  }
}
