import Quantities

/// The days between which something happened whose very day nobody wrote down, both included.
public struct DaySpan: Hashable, Sendable {
  /// The first day on which it can have happened.
  public let earliest: Day
  /// The last day on which it can have happened.
  public let latest: Day

  /// Whether a day is one of them.
  public func contains(_ day: Day) -> Bool { earliest <= day && day <= latest }
}

extension DaySpan: CustomStringConvertible {
  /// `2026-01-13 to 2026-02-19`.
  public var description: String { "\(earliest) to \(latest)" }
}
