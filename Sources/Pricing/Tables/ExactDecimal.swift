import Quantities

/// A decimal number as somebody wrote it, with every digit: `1.5e-07`, `0.00000015`, `15`.
///
/// Price tables write prices as JSON numbers. Read as binary floating point, 1.5e-07 would become
/// 1.49999999999999993e-07; read as text it is fifteen times ten to the power of minus eight.
struct ExactDecimal: Hashable {
  /// Whether it is below zero; never for zero itself.
  let isNegative: Bool
  /// The digits that count, each 0…9, without zeros at either end; empty for zero.
  private let digits: [UInt8]
  /// The power of ten that the last digit stands for.
  private let exponent: Int

  /// Reads a JSON number, or a string that holds one; nil for anything else.
  init?(_ text: String) {
    var rest = Substring(text).utf8
    let hasSign = rest.first == UInt8(ascii: "-")
    if hasSign { rest.removeFirst() }
    guard var found = ExactDecimal.takeDigits(&rest) else { return nil }
    var power = 0
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard let decimals = ExactDecimal.takeDigits(&rest) else { return nil }
      found += decimals
      power = -decimals.count
    }
    guard let written = ExactDecimal.takeExponent(&rest), rest.isEmpty else { return nil }
    power += written
    while found.last == 0 {
      found.removeLast()
      power += 1
    }
    digits = Array(found.drop { $0 == 0 })
    exponent = digits.isEmpty ? 0 : power
    isNegative = hasSign && !digits.isEmpty
  }

  /// One digit or more; nil where there is none.
  private static func takeDigits(_ rest: inout Substring.UTF8View) -> [UInt8]? {
    let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
    rest.removeFirst(digits.count)
    return digits.isEmpty ? nil : digits.map { $0 - UInt8(ascii: "0") }
  }

  /// The exponent behind an `e`, 0 where there is none; nil for an `e` without a number.
  private static func takeExponent(_ rest: inout Substring.UTF8View) -> Int? {
    guard rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") else { return 0 }
    rest.removeFirst()
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    guard let digits = takeDigits(&rest) else { return nil }
    // A million is as far beyond any price as a googol; counting on would only overflow.
    let value = digits.reduce(0) { min($0 * 10 + Int($1), 1_000_000) }
    return isNegative ? -value : value
  }
}

extension ExactDecimal {
  /// The number as a count; nil where it is none, or below zero, or more than any count.
  var whole: Int64? {
    guard !isNegative, exponent >= 0, digits.count + exponent <= 18 else { return nil }
    let digits = digits + [UInt8](repeating: 0, count: exponent)
    return Int64(ExactDecimal.value(of: digits))
  }

  /// What a quoted sum is as the price of a single unit.
  enum Price: Hashable {
    case exact(UnitPrice)
    /// Not a whole number of 10^-12 dollars; the nearest price that is one.
    case tooFine(nearest: UnitPrice?)
    /// More than a price can be, about nine million dollars for one unit.
    case tooLarge
    case negative
  }

  /// The most digits before the point of a sum in picodollars; beyond that it is no price.
  private static let mostDigits = 25

  /// A picodollar is 10^-12 dollars.
  private static let decimals = 12

  /// The price of one unit, where this many dollars buy `quantity` of them, above zero.
  func price(per quantity: Int64) -> Price {
    if digits.isEmpty { return .exact(.free) }
    if isNegative { return .negative }
    let shift = exponent + ExactDecimal.decimals
    guard digits.count + shift <= ExactDecimal.mostDigits else { return .tooLarge }
    guard shift >= 0 else { return .tooFine(nearest: nearest(shift: shift, per: quantity)) }
    let sum = ExactDecimal.value(of: digits + [UInt8](repeating: 0, count: shift))
    let (picodollars, remainder) = sum.quotientAndRemainder(dividingBy: Int128(quantity))
    guard remainder == 0 else {
      return .tooFine(nearest: ExactDecimal.price(picodollars, roundedUp: remainder * 2, quantity))
    }
    guard let price = Int64(exactly: picodollars).flatMap(UnitPrice.init(picodollars:)) else {
      return .tooLarge
    }
    return .exact(price)
  }

  /// The nearest price, for words: tables carry 5.0000000000000004e-08 where 5e-08 was meant.
  private func nearest(shift: Int, per quantity: Int64) -> UnitPrice? {
    let kept = max(0, digits.count + shift)
    let sum = ExactDecimal.value(of: Array(digits.prefix(kept)))
    let next = digits.count + shift >= 0 ? Int128(digits[kept]) : 0
    let (picodollars, remainder) = sum.quotientAndRemainder(dividingBy: Int128(quantity))
    let rest = (remainder * 10 + next) * 2
    return ExactDecimal.price(picodollars, roundedUp: rest, quantity * 10)
  }

  private static func price(
    _ picodollars: Int128, roundedUp twiceTheRest: Int128, _ quantity: Int64
  ) -> UnitPrice? {
    let rounded = picodollars + (twiceTheRest >= Int128(quantity) ? 1 : 0)
    return Int64(exactly: rounded).flatMap(UnitPrice.init(picodollars:))
  }

  private static func value(of digits: [UInt8]) -> Int128 {
    digits.reduce(0) { $0 * 10 + Int128($1) }
  }
}
