import Quantities

/// A rational number for everything between usage and a figure: nothing is rounded on the way.
///
/// Kept in lowest terms, in 128 bits. A result that does not fit becomes `outOfRange` and stays so
/// through every further step, like a NaN that never compares as a number; the one conversion at the
/// end gives nil for it. So nobody's input can trap, and nothing is ever silently wrong.
struct Exact: Hashable, Sendable {
  /// The part above the line.
  let numerator: Int128
  /// The part below the line, above zero; 0 marks a number out of range.
  let denominator: Int128

  static let zero = Exact(0)
  static let one = Exact(1)
  static let outOfRange = Exact(raw: 0, over: 0)

  init(_ whole: some BinaryInteger) {
    self.init(raw: Int128(truncatingIfNeeded: whole), over: 1)
  }

  init(_ numerator: some BinaryInteger, over denominator: some BinaryInteger) {
    self = Exact.reduced(
      Int128(truncatingIfNeeded: numerator), Int128(truncatingIfNeeded: denominator))
  }

  init(_ factor: DecimalFactor) { self.init(factor.millionths, over: DecimalFactor.scale) }

  /// An amount of money, counted in picodollars.
  init(_ money: Money) { self.init(raw: money.picodollars, over: 1) }

  private init(raw numerator: Int128, over denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  private static func reduced(_ numerator: Int128, _ denominator: Int128) -> Exact {
    guard denominator != 0, numerator != .min, denominator != .min else { return .outOfRange }
    if denominator == 1 { return Exact(raw: numerator, over: 1) }
    let divisor = greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    let sign: Int128 = denominator < 0 ? -1 : 1
    return Exact(
      raw: sign * numerator / Int128(divisor), over: sign * denominator / Int128(divisor))
  }

  private static func greatestCommonDivisor(_ one: UInt128, _ other: UInt128) -> UInt128 {
    var (larger, smaller) = (one, other)
    while smaller > UInt128(UInt64.max) { (larger, smaller) = (smaller, larger % smaller) }
    guard smaller != 0 else { return larger }
    // From here on both fit in a machine word, where a division costs a tenth.
    var (large, small) = (UInt64(smaller), UInt64(larger % smaller))
    while small != 0 { (large, small) = (small, large % small) }
    return UInt128(large)
  }

  var isOutOfRange: Bool { denominator == 0 }
}

extension Exact {
  static func + (left: Exact, right: Exact) -> Exact {
    guard !left.isOutOfRange, !right.isOutOfRange else { return .outOfRange }
    if left.denominator == right.denominator {
      let sum = left.numerator.addingReportingOverflow(right.numerator)
      return sum.overflow ? .outOfRange : reduced(sum.partialValue, left.denominator)
    }
    let shared = Int128(
      greatestCommonDivisor(left.denominator.magnitude, right.denominator.magnitude))
    let mine = left.numerator.multipliedReportingOverflow(by: right.denominator / shared)
    let theirs = right.numerator.multipliedReportingOverflow(by: left.denominator / shared)
    let below = left.denominator.multipliedReportingOverflow(by: right.denominator / shared)
    let above = mine.partialValue.addingReportingOverflow(theirs.partialValue)
    guard !mine.overflow, !theirs.overflow, !below.overflow, !above.overflow else {
      return .outOfRange
    }
    return reduced(above.partialValue, below.partialValue)
  }

  static prefix func - (value: Exact) -> Exact {
    Exact(raw: 0 - value.numerator, over: value.denominator)
  }

  static func - (left: Exact, right: Exact) -> Exact { left + -right }

  static func += (left: inout Exact, right: Exact) { left = left + right }

  static func * (left: Exact, right: Exact) -> Exact {
    guard !left.isOutOfRange, !right.isOutOfRange else { return .outOfRange }
    // Crosswise first: what cancels must not be what overflows.
    let one = reduced(left.numerator, right.denominator)
    let other = reduced(right.numerator, left.denominator)
    let above = one.numerator.multipliedReportingOverflow(by: other.numerator)
    let below = one.denominator.multipliedReportingOverflow(by: other.denominator)
    guard !above.overflow, !below.overflow else { return .outOfRange }
    return reduced(above.partialValue, below.partialValue)
  }

  /// The quotient; out of range for a divisor of zero.
  static func / (left: Exact, right: Exact) -> Exact {
    guard !right.isOutOfRange else { return .outOfRange }
    return left * reduced(right.denominator, right.numerator)
  }
}

extension Exact: Comparable {
  /// Less comes first; only for numbers in range.
  static func < (left: Exact, right: Exact) -> Bool { (left - right).numerator < 0 }
}

extension Exact {
  /// The nearest whole number, a tie going to the even one; nil out of range.
  ///
  /// The rounding is that of `Money.scaled`: there is one rule in the whole program.
  var rounded: Int128? {
    guard !isOutOfRange else { return nil }
    return Money(picodollars: numerator).scaled(by: 1, over: denominator).picodollars
  }

  /// The number as money, counted in picodollars; nil out of range.
  var money: Money? { rounded.map { Money(picodollars: $0) } }

  /// The nearest whole number of things; nil out of range.
  var count: Int64? { rounded.flatMap { Int64(exactly: $0) } }
}
