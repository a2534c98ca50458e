/// An exact amount of US dollars, in whole picodollars: 10^-12 USD.
///
/// A picodollar is fine enough for one token at any price quoted per million tokens with up to six
/// decimals, so a price times a count is exact, and so is every sum. The range of `Int128` is
/// ±1.7 × 10^26 USD; arithmetic beyond it traps.
public struct Money: Hashable, Sendable {
  /// The amount in units of 10^-12 USD.
  public let picodollars: Int128

  /// The amount of this many picodollars.
  public init(picodollars: Int128) {
    self.picodollars = picodollars
  }

  /// Reads an amount in dollars such as `-1.50`; nil if it is not a plain decimal number, has more
  /// than twelve decimals, or is too large.
  public init?(decimal: String) {
    guard let picodollars = DecimalText.parse(decimal, scale: Self.scale) else { return nil }
    self.init(picodollars: picodollars)
  }

  /// Decimals of a dollar that a picodollar stands for.
  static let scale = 12
}

extension Money {
  /// The amount in dollars, exactly and without trailing zeros: `0.001457`, `0`, `-1.5`.
  public var decimal: String {
    DecimalText.format(picodollars, scale: Self.scale)
  }

  /// The amount in dollars with exactly this many decimals, a tie going to the even digit.
  ///
  /// For showing a figure that stands alone. Rows under a total are rounded together, by
  /// ``apportion(_:places:)``.
  ///
  /// - Parameter places: 0 or more.
  /// - Returns: A plain decimal number such as `1.46`, without a currency sign.
  public func rounded(toPlaces places: Int) -> String {
    DecimalText.roundHalfEven(picodollars, scale: Self.scale, places: places)
  }
}

extension Money: AdditiveArithmetic {
  /// No money: a known amount, not an unknown one.
  public static let zero = Money(picodollars: 0)

  /// The exact sum.
  public static func + (left: Money, right: Money) -> Money {
    Money(picodollars: left.picodollars + right.picodollars)
  }

  /// The exact difference.
  public static func - (left: Money, right: Money) -> Money {
    Money(picodollars: left.picodollars - right.picodollars)
  }

  /// The amount with the other sign.
  public static prefix func - (amount: Money) -> Money {
    Money(picodollars: -amount.picodollars)
  }

  /// The amount, `factor` times.
  public static func * (amount: Money, factor: Int64) -> Money {
    Money(picodollars: amount.picodollars * Int128(factor))
  }

  /// The amount times `numerator / denominator`, rounded once, half to even, to a picodollar.
  ///
  /// The product is formed in 256 bits, so only a result beyond the range traps. A denominator of
  /// zero traps.
  public func scaled(by numerator: Int128, over denominator: Int128) -> Money {
    let product = picodollars.magnitude.multipliedFullWidth(by: numerator.magnitude)
    let divisor = denominator.magnitude
    let (quotient, remainder) = divisor.dividingFullWidth(product)
    let half = divisor - remainder
    let roundsUp = remainder > half || (remainder == half && quotient % 2 == 1)
    let magnitude = roundsUp ? quotient + 1 : quotient
    let isNegative = (picodollars < 0) != ((numerator < 0) != (denominator < 0))
    return Money(picodollars: isNegative ? 0 - Int128(magnitude) : Int128(magnitude))
  }
}

extension Money: Comparable {
  /// Less comes first.
  public static func < (left: Money, right: Money) -> Bool {
    left.picodollars < right.picodollars
  }
}

extension Money: CustomStringConvertible {
  /// The exact amount in dollars, without a currency sign.
  public var description: String { decimal }
}
