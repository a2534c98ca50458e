import Quantities

/// How many days some usage was recorded in, exactly: what a month's cost is computed with.
///
/// A part of a day counts as that part of it, as long as the day was: half of a day of 23 hours is
/// eleven and a half of them.
public struct DayCount: Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  let exact: Exact

  /// Whole days.
  public init(_ days: Int) { exact = Exact(days) }

  /// Whole days.
  public init(integerLiteral days: Int) { self.init(days) }

  /// The days between two instants, as a zone's calendar has them.
  public init(from start: Instant, until end: Instant, in zone: TimeZoneRules) {
    exact = DayClock(zone: zone, weights: .level).days(from: start, until: end)
  }

  /// The number where it is whole; nil where a part of a day is in it.
  public var whole: Int? { exact.denominator == 1 ? Int(exactly: exact.numerator) : nil }

  /// Whether there is more than nothing.
  public var isAboveZero: Bool { exact > .zero }

  /// Whether they are fewer than so many.
  public func isBelow(_ days: Int) -> Bool { exact < Exact(days) }

  /// The number with at most six decimals: `30`, `1.458333`.
  public var decimal: String { whole.map { "\($0)" } ?? ExactRatio(exact).rounded(toPlaces: 6) }

  /// The number as it is, with a fraction: `30`, `1 11/24`.
  public var description: String {
    guard exact.denominator > 1 else { return decimal }
    let (days, part) = exact.numerator.quotientAndRemainder(dividingBy: exact.denominator)
    let fraction = "\(part)/\(exact.denominator)"
    return days == 0 ? fraction : "\(days) \(fraction)"
  }
}
