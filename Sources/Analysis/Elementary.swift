/// Logarithm and exponential that have the same bits on every machine.
///
/// Those of the C library differ in their last bit between libraries, and within one between
/// processors with and without fused multiplication. A forecast has to be the same bytes wherever it
/// is made, so these use nothing but additions, multiplications and divisions, which IEEE 754 rounds
/// alike everywhere. Their relative error is below 10⁻¹⁵.
enum Elementary {
  private static let ln2High = 0x1.62e42feep-1
  private static let ln2Low = 0x1.a39ef35793c76p-33

  /// The natural logarithm; NaN below zero, minus infinity for zero.
  static func ln(_ x: Double) -> Double {
    guard x > 0, x.isFinite else { return x == 0 ? -.infinity : x > 0 ? x : .nan }
    var exponent = Double(x.exponent)
    var significand = x.significand
    // Between √½ and √2 the series below needs its fewest terms.
    if significand > 1.414_213_562_373_095_1 {
      significand /= 2
      exponent += 1
    }
    // ln m = 2 (s + s³/3 + s⁵/5 + …) with s = (m - 1) / (m + 1).
    let s = (significand - 1) / (significand + 1)
    let square = s * s
    var sum = 0.0
    for term in stride(from: 23, through: 1, by: -2) { sum = sum * square + 1 / Double(term) }
    return exponent * ln2High + (exponent * ln2Low + 2 * s * sum)
  }

  /// e to the power of x.
  static func exp(_ x: Double) -> Double {
    guard x.isFinite, x < 709, x > -709 else { return x > 0 ? .infinity : x.isNaN ? x : 0 }
    let steps = (x / (ln2High + ln2Low)).rounded(.toNearestOrEven)
    let rest = (x - steps * ln2High) - steps * ln2Low
    // The series of e^r for |r| ≤ 0.35: the eighteenth term is below 10⁻²³.
    var sum = 1.0
    for term in stride(from: 17, through: 1, by: -1) { sum = 1 + rest / Double(term) * sum }
    return Double(sign: .plus, exponent: Int(steps), significand: sum)
  }

  /// A base above zero to some power.
  static func power(_ base: Double, _ exponent: Double) -> Double {
    exponent == 0 ? 1 : base == 0 ? 0 : exp(exponent * ln(base))
  }
}

extension Double {
  /// The nearest number to a whole one.
  ///
  /// The standard library converts 128 bits digit by digit through a dozen protocols: measured, a
  /// quarter of a forecast. Nearly all of them fit in 64, which is one instruction.
  init(nearest whole: Int128) {
    self = Int64(exactly: whole).map { Double($0) } ?? Double(whole)
  }
}

extension Exact {
  /// The number as a `Double`, for what is no money: ratios, shares and their logarithms.
  var ratio: Double { Double(nearest: numerator) / Double(nearest: denominator) }

  /// A number that is no money, to the nearest 10⁻¹²: exact from here on.
  static func trillionths(_ value: Double) -> Exact {
    guard let parts = Int128(exactly: (value * 1e12).rounded(.toNearestOrEven)) else {
      return .outOfRange
    }
    return Exact(parts, over: 1_000_000_000_000)
  }
}
