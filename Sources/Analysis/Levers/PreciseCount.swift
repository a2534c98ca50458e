import Quantities

/// A number of tokens or requests that a share was taken of, in billionths.
///
/// A share of a count is rarely whole, and fractions of many rows have no common denominator that
/// fits 128 bits; so each product is rounded once, half to even, to a billionth. Shares with few
/// decimals are exact thereby, and nothing is ever off by more than a billionth of a token a step.
/// What would not fit becomes `tooLarge` and stays so; it is never negative.
struct PreciseCount: Hashable, Sendable {
  let billionths: Int128

  static let scale: Int128 = 1_000_000_000
  static let zero = PreciseCount(billionths: 0)
  /// Beyond any log: 10^21 tokens.
  ///
  /// Its price still fits 128 bits.
  static let tooLarge = PreciseCount(
    billionths: 1_000_000_000_000_000_000_000_000_000_000)

  private init(billionths: Int128) { self.billionths = billionths }

  /// A whole number; below zero counts as nothing.
  init(_ whole: Int64) { billionths = Int128(max(0, whole)) * PreciseCount.scale }

  /// The nearest billionth of a number; below zero counts as nothing.
  init(_ value: Exact) { self = PreciseCount(1).scaled(by: value) }

  var isTooLarge: Bool { self >= PreciseCount.tooLarge }
}

extension PreciseCount {
  /// The count times a factor of at least zero.
  func scaled(by factor: Exact) -> PreciseCount {
    guard !factor.isOutOfRange else { return .tooLarge }
    guard factor.numerator > 0, billionths > 0 else { return .zero }
    guard factor != .one, !isTooLarge else { return self }
    let product = billionths.magnitude.multipliedFullWidth(by: factor.numerator.magnitude)
    // A quotient of 128 bits or more would trap in the division.
    let doubled = product.high.multipliedReportingOverflow(by: 2)
    guard !doubled.overflow,
      doubled.partialValue + (product.low >> 127) < factor.denominator.magnitude
    else { return .tooLarge }
    let scaled = Money(picodollars: billionths).scaled(
      by: factor.numerator, over: factor.denominator)
    return PreciseCount(billionths: min(scaled.picodollars, PreciseCount.tooLarge.billionths))
  }

  /// How many times the other count this one is; nil beside nothing.
  func ratio(to other: PreciseCount) -> Exact? {
    other == .zero ? nil : Exact(billionths, over: other.billionths)
  }

  /// The count as a number.
  var exact: Exact { Exact(billionths, over: PreciseCount.scale) }

  /// The nearest whole number, a tie going to the even one.
  var whole: Int64 { exact.count ?? .max }

  static func + (left: PreciseCount, right: PreciseCount) -> PreciseCount {
    min(PreciseCount(billionths: left.billionths + right.billionths), .tooLarge)
  }

  /// The difference, or nothing where it would be below zero.
  static func - (left: PreciseCount, right: PreciseCount) -> PreciseCount {
    PreciseCount(billionths: max(0, left.billionths - right.billionths))
  }

  static func += (left: inout PreciseCount, right: PreciseCount) { left = left + right }
}

extension PreciseCount: Comparable {
  static func < (left: PreciseCount, right: PreciseCount) -> Bool {
    left.billionths < right.billionths
  }
}
