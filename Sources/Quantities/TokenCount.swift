/// A number of metered units: tokens, or whatever else a meter counts whole.
///
/// A type of its own so that a count is never taken for an amount. It may be negative as the
/// difference of two counts; sums beyond `Int64` trap.
public struct TokenCount: Hashable, Sendable {
  /// The number of units.
  public let value: Int64

  /// A count of this many units.
  public init(_ value: Int64) {
    self.value = value
  }
}

extension TokenCount: ExpressibleByIntegerLiteral {
  /// A count written as a number.
  public init(integerLiteral value: Int64) {
    self.init(value)
  }
}

extension TokenCount: AdditiveArithmetic {
  /// No units.
  public static let zero = TokenCount(0)

  /// The units of both.
  public static func + (left: TokenCount, right: TokenCount) -> TokenCount {
    TokenCount(left.value + right.value)
  }

  /// The units of the first without those of the second.
  public static func - (left: TokenCount, right: TokenCount) -> TokenCount {
    TokenCount(left.value - right.value)
  }
}

extension TokenCount: Comparable {
  /// Fewer comes first.
  public static func < (left: TokenCount, right: TokenCount) -> Bool {
    left.value < right.value
  }
}

extension TokenCount: CustomStringConvertible {
  /// The number in plain digits.
  public var description: String { String(value) }
}
