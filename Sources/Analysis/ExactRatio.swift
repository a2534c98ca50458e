import Quantities

/// How many times one amount is the other, exactly.
///
/// "This model costs 0.63 of today's mix": what a report shows is a rounding of it, and a ratio of
/// exactly 1 is 1.
public struct ExactRatio: Hashable, Sendable {
  let value: Exact

  init(_ value: Exact) { self.value = value }

  /// The ratio of two amounts; nil where the second is zero, which nothing can be a multiple of.
  public init?(_ amount: Money, to other: Money) {
    let ratio = Exact(amount) / Exact(other)
    guard !ratio.isOutOfRange else { return nil }
    value = ratio
  }

  /// The ratio of two counts; nil where the second is zero.
  public init?(_ count: Int, to other: Int) {
    guard other != 0 else { return nil }
    value = Exact(count, over: other)
  }

  /// The part above the line, in lowest terms.
  public var numerator: Int128 { value.numerator }
  /// The part below the line, above zero.
  public var denominator: Int128 { value.denominator }

  /// Whether both amounts are the same.
  public var isOne: Bool { value == .one }

  /// The ratio with this many decimals, 0 to 12, a tie going to the even digit: `0.63`.
  public func rounded(toPlaces places: Int) -> String {
    inMoney(times: 1).rounded(toPlaces: places)
  }

  /// The ratio as percent with this many decimals, 0 to 12: `63.0`.
  public func percent(toPlaces places: Int) -> String {
    inMoney(times: 100).rounded(toPlaces: places)
  }

  /// Twelve decimals are far more than are shown, and `Money` has the one rule of rounding.
  private func inMoney(times factor: Int128) -> Money {
    let shown = value * Exact(factor * 1_000_000_000_000)
    return shown.money ?? .zero
  }
}

extension ExactRatio: Comparable {
  /// Less comes first.
  public static func < (left: ExactRatio, right: ExactRatio) -> Bool { left.value < right.value }
}
