import Quantities

/// A reduction of a price in percent: above 0, at most 100, with up to six decimals.
///
/// Held as an integer, like every number that money is multiplied by.
public struct PercentOff: Hashable, Sendable {
  /// In millionths of a percent: 12.5 % is 12,500,000.
  let millionths: Int64

  /// The decimals that a percentage may have.
  static let decimals = 6
  /// All of a price.
  private static let hundred: Int64 = 100_000_000

  /// Reads `12.5`; nil if it is not a plain decimal number above 0 and at most 100, has more than six
  /// decimals, or begins with an idle zero: "01" may be a slip for "0.1".
  public init?(decimal: String) {
    guard let value = DecimalText.parse(decimal, scale: Self.decimals),
      (1...Int128(Self.hundred)).contains(value)
    else { return nil }
    millionths = Int64(value)
    guard decimal.hasPrefix(description) else { return nil }
  }

  /// What is left of a price: price × (100 − percent) / 100.
  ///
  /// Rounded once, half to even, to 10⁻¹² USD a unit, which is six decimals per million tokens. The
  /// price is rounded and not the sum, so that a sum is the same however usage is grouped.
  public func off(_ price: UnitPrice) -> UnitPrice {
    let rest = Money(picodollars: Int128(price.picodollars))
      .scaled(by: Int128(Self.hundred - millionths), over: Int128(Self.hundred))
    // Between zero and the price itself, so it always fits.
    return Int64(exactly: rest.picodollars).flatMap { UnitPrice(picodollars: $0) } ?? price
  }

  /// Whether nothing has to be rounded to take it off a price.
  func isExact(on price: UnitPrice) -> Bool {
    Int128(price.picodollars) * Int128(millionths) % Int128(Self.hundred) == 0
  }
}

extension PercentOff: CustomStringConvertible {
  /// The number without its sign: `12.5`.
  public var description: String {
    DecimalText.format(Int128(millionths), scale: Self.decimals)
  }
}
