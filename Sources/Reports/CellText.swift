import Pricing
import Quantities

/// Cells as people read them, a column at a time.
///
/// A column of money is rounded as a whole: one number of decimals, and where the rows are the parts
/// of a total, the rows shown add up to the total shown (largest remainders). An amount that is not
/// zero never reads as zero: `<0.01` stands where rounding leaves nothing, and counts as 0.00 in
/// that sum.
enum CellText {
  /// What stands for something that is not known.
  static let unknown = "–"

  /// The texts of a column and of its total.
  static func texts(of cells: [Cell], total: Cell?) -> (rows: [String], total: String?) {
    let places = moneyPlaces(cells + [total].compactMap(\.self))
    let shares = apportioned(cells, total: total, places: places)
    let rows = cells.indices.map { index in
      shares?[index] ?? text(of: cells[index], moneyPlaces: places)
    }
    return (rows, total.map { text(of: $0, moneyPlaces: places) })
  }

  /// One value by itself.
  static func text(of cell: Cell, moneyPlaces places: Int) -> String {
    switch cell {
    case .text(let text): text.visible
    case .code(let code): String(code.map { $0 == "_" ? " " : $0 }).visible
    case .symbol(let symbol, _): symbol.visible
    case .unknown: unknown
    case .count(let number): DecimalText.grouped(String(number))
    case .money(let amount): money(amount, shownAs: amount.rounded(toPlaces: places))
    case .change(let amount): change(amount, shownAs: amount.rounded(toPlaces: places))
    case .price(let price, let unit): atLeastTwoDecimals(price.decimal(perUnits: unit.quantity))
    case .ratio(let ratio): visibleAboveZero(ratio, ratio.decimal(places: 2)) + "×"
    case .share(let share): percent(share)
    case .percent(let change): signed(change)
    case .day(let day): day.description
    case .earliestDay(let day): "\(day) or later"
    case .instant(let instant): time(instant)
    case .month(let month): month.description
    case .flag(let flag): flag ? "yes" : "no"
    }
  }

  /// A change in percent, with its sign.
  static func signed(_ change: Fraction) -> String {
    let text = change.decimal(places: 1, times: 100)
    return (change.isPositive ? "+" : "") + text + " %"
  }

  private static func time(_ instant: Instant) -> String {
    instant == instant.dayUTC.startUTC ? instant.dayUTC.description : instant.description
  }

  /// An amount under the text it was rounded to.
  static func money(_ amount: Money, shownAs text: String) -> String {
    let isZero = !text.utf8.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    guard isZero, amount != .zero else { return DecimalText.grouped(text) }
    return smallest(like: text, isNegative: amount < .zero)
  }

  private static func change(_ amount: Money, shownAs text: String) -> String {
    let shown = money(amount, shownAs: text)
    return amount > .zero && !shown.hasPrefix("<") ? "+" + shown : shown
  }

  /// `<0.01` for `0.00`, and `>-0.01` below zero.
  private static func smallest(like zero: String, isNegative: Bool) -> String {
    let digits = zero.drop { $0 == "-" }
    return (isNegative ? ">-" : "<") + digits.dropLast() + "1"
  }

  private static func visibleAboveZero(_ fraction: Fraction, _ text: String) -> String {
    let isZero = !text.utf8.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    guard isZero, fraction.numerator != 0 else { return DecimalText.grouped(text) }
    return smallest(like: text, isNegative: (fraction.numerator < 0) != (fraction.denominator < 0))
  }

  private static func percent(_ share: Fraction) -> String {
    let text = share.decimal(places: 1, times: 100)
    // A part is not the whole, however near it comes.
    if text == "100.0" && share.numerator != share.denominator {
      return share.numerator < share.denominator ? ">99.9 %" : "100.0 %"
    }
    return visibleAboveZero(share, text) + " %"
  }

  private static func atLeastTwoDecimals(_ decimal: String) -> String {
    let parts = decimal.split(separator: ".", omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? parts[1].utf8.count : 0
    let zeros = String(repeating: "0", count: max(0, 2 - decimals))
    return DecimalText.grouped(decimal + (parts.count == 1 ? "." : "") + zeros)
  }
}

extension CellText {
  /// The decimals of a column of money: 2, or as many more as its largest amount, usually the total,
  /// needs to show four digits that count; at most 6, and no more than every amount has.
  static func moneyPlaces(_ cells: [Cell]) -> Int {
    let amounts = cells.compactMap { cell -> Int128? in
      switch cell {
      case .money(let amount), .change(let amount): return amount.picodollars
      default: return nil
      }
    }
    guard let largest = amounts.map(\.magnitude).max() else { return 2 }
    // The unit of a column with 2 decimals is 10^10 picodollars, with 3 it is 10^9, and so on.
    var unit: UInt128 = 10_000_000_000
    for places in 2..<6 {
      let isFine = largest >= unit * 1000
      if isFine || amounts.allSatisfy({ $0.magnitude % unit == 0 }) { return places }
      unit /= 10
    }
    return 6
  }

  /// The rows of money rounded together; nil where they are not the parts of the total.
  private static func apportioned(_ cells: [Cell], total: Cell?, places: Int) -> [Int: String]? {
    guard case .money(let total) = total else { return nil }
    var parts: [(index: Int, amount: Money)] = []
    for (index, cell) in cells.enumerated() {
      if case .money(let amount) = cell { parts.append((index, amount)) }
    }
    guard parts.reduce(Money.zero, { $0 + $1.amount }) == total else { return nil }
    let shown = Money.apportion(parts.map(\.amount), places: places).rows
    return Dictionary(
      uniqueKeysWithValues: zip(parts, shown).map { part, text in
        (part.index, money(part.amount, shownAs: text))
      })
  }
}
