import Analysis
import Pricing
import Quantities

/// One value of a report, exact, and of a kind that says how it is written.
package enum Cell: Hashable, Sendable {
  /// Words, some of them from logs: nothing in them is trusted.
  case text(String)
  /// A word of a fixed vocabulary: `in_force`, which people read as `in force`.
  case code(String)
  /// A sign that people see, for a word of a fixed vocabulary.
  case symbol(String, code: String)
  /// Not known, or not applicable. This is not zero: `–` for people, null in JSON.
  case unknown
  /// How many.
  case count(Int64)
  /// An amount of US dollars.
  case money(Money)
  /// By how much an amount changes: with a `+` where it is more.
  case change(Money)
  /// A price as its seller quotes it.
  case price(UnitPrice, per: PriceUnit)
  /// How many times as much: `0.63×`.
  case ratio(Fraction)
  /// A part of a whole: `12.5 %`; as a fraction of 1 in JSON.
  case share(Fraction)
  /// By how much something changes: `+12.5 %`; `12.5` in JSON.
  case percent(Fraction)
  /// A calendar day.
  case day(Day)
  /// A day before which nothing happens: `2027-06-01 or later`; the day alone in JSON.
  case earliestDay(Day)
  /// A point in time: the day alone where it is midnight in UTC, and always the time in JSON.
  case instant(Instant)
  /// A calendar month.
  case month(Month)
  /// Yes or no.
  case flag(Bool)
}

extension Cell {
  /// A text, or unknown.
  package static func text(_ text: String?) -> Cell { text.map { .text($0) } ?? .unknown }

  /// Names one after the other, or unknown where there are none.
  package static func list(_ names: [String]) -> Cell {
    names.isEmpty ? .unknown : .text(names.joined(separator: ", "))
  }

  /// A word of a fixed vocabulary, or unknown.
  package static func code(_ code: String?) -> Cell { code.map { .code($0) } ?? .unknown }

  /// A day, or unknown.
  package static func day(_ day: Day?) -> Cell { day.map { .day($0) } ?? .unknown }

  /// A point in time, or unknown.
  package static func instant(_ instant: Instant?) -> Cell {
    instant.map { .instant($0) } ?? .unknown
  }

  /// A number of tokens.
  package static func count(_ tokens: TokenCount) -> Cell { .count(tokens.value) }

  /// A number of things.
  package static func count(_ number: Int) -> Cell { .count(Int64(number)) }

  /// A number of things, or unknown.
  package static func count(_ number: Int?) -> Cell { number.map { .count($0) } ?? .unknown }

  /// An amount, or unknown.
  package static func money(_ amount: Money?) -> Cell { amount.map { .money($0) } ?? .unknown }

  /// Yes, no, or unknown.
  package static func flag(_ flag: Bool?) -> Cell { flag.map { .flag($0) } ?? .unknown }

  /// How many times the second amount the first is; unknown beside nothing.
  package static func ratio(_ amount: Money, to other: Money) -> Cell {
    Fraction(amount.picodollars, over: other.picodollars).map { .ratio($0) } ?? .unknown
  }

  /// How many times as much, or unknown.
  package static func ratio(_ ratio: ExactRatio?) -> Cell {
    Fraction(ratio).map { .ratio($0) } ?? .unknown
  }

  /// A part of a whole, or unknown.
  package static func share(_ share: ExactRatio?) -> Cell {
    Fraction(share).map { .share($0) } ?? .unknown
  }

  /// Which part of the whole it is; unknown beside nothing.
  package static func share(_ part: Money, of whole: Money) -> Cell {
    Fraction(part.picodollars, over: whole.picodollars).map { .share($0) } ?? .unknown
  }

  /// Which part of the whole it is; unknown beside nothing.
  package static func share(_ part: Int, of whole: Int) -> Cell {
    Fraction(Int128(part), over: Int128(whole)).map { .share($0) } ?? .unknown
  }
}

/// A quotient of two integers, kept exact until it is shown.
package struct Fraction: Hashable, Sendable {
  package let numerator: Int128
  /// Never zero.
  package let denominator: Int128

  /// The quotient; nil where there is nothing to divide by.
  package init?(_ numerator: Int128, over denominator: Int128) {
    guard denominator != 0 else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  init?(_ ratio: ExactRatio?) {
    guard let ratio else { return nil }
    self.init(ratio.numerator, over: ratio.denominator)
  }

  /// Whether it is above zero.
  var isPositive: Bool { numerator != 0 && (numerator > 0) == (denominator > 0) }

  /// The quotient, `factor` times, with so many decimals, a tie going to the even digit.
  func decimal(places: Int, times factor: Int64 = 1) -> String {
    // `scaled` is the one division in 256 bits that rounds once; its unit here is 10^-places.
    let unit = (0..<places).reduce(Int128(factor)) { power, _ in power * 10 }
    let scaled = Money(picodollars: unit).scaled(by: numerator, over: denominator)
    return DecimalText.roundHalfEven(scaled.picodollars, scale: places, places: places)
  }
}
