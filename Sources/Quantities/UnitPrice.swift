/// What one metered unit costs, in whole picodollars: 10^-12 USD per token, image, second, ….
///
/// Never negative. Price lists quote per million tokens; "0.0025 per million" is 2500 picodollars a
/// token. A price that is not a whole number of picodollars is refused rather than rounded, because
/// the error would be multiplied by every token.
public struct UnitPrice: Hashable, Sendable {
  /// The price of one unit in units of 10^-12 USD, at most about 9.2 million USD.
  public let picodollars: Int64

  /// The price with this many picodollars for one unit; nil if negative.
  public init?(picodollars: Int64) {
    guard picodollars >= 0 else { return nil }
    self.picodollars = picodollars
  }

  /// Reads a price as a price list writes it; nil if it is not exact, negative or too large.
  ///
  /// - Parameters:
  ///   - decimal: Dollars as a plain decimal number, at most twelve decimals: `0.30`.
  ///   - perUnits: The number of units that sum buys, above zero: 1 000 000 for "per million".
  public init?(decimal: String, perUnits: Int64) {
    guard perUnits > 0, let sum = DecimalText.parse(decimal, scale: Money.scale) else { return nil }
    let (price, remainder) = sum.quotientAndRemainder(dividingBy: Int128(perUnits))
    guard remainder == 0, let picodollars = Int64(exactly: price) else { return nil }
    self.init(picodollars: picodollars)
  }

  /// Nothing to pay: a price that is known to be zero.
  public static let free = UnitPrice()

  private init() {
    picodollars = 0
  }
}

extension UnitPrice {
  /// The price of this many units in dollars, exactly and without trailing zeros.
  ///
  /// - Parameter perUnits: The number of units, 1 000 000 for "per million".
  /// - Returns: A plain decimal number such as `0.3`.
  public func decimal(perUnits: Int64) -> String {
    DecimalText.format(Int128(picodollars) * Int128(perUnits), scale: Money.scale)
  }

  /// The exact cost of that many units; the product always fits.
  public static func * (price: UnitPrice, count: TokenCount) -> Money {
    Money(picodollars: Int128(price.picodollars) * Int128(count.value))
  }
}

extension UnitPrice: Comparable {
  /// Cheaper comes first.
  public static func < (left: UnitPrice, right: UnitPrice) -> Bool {
    left.picodollars < right.picodollars
  }
}

extension UnitPrice: CustomStringConvertible {
  /// Dollars per million units, the way price lists quote tokens.
  public var description: String {
    "\(decimal(perUnits: 1_000_000)) per million"
  }
}
