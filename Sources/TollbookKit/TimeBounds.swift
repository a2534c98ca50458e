import Quantities

/// Reads the times that people name: days in a time zone, or instants.
public enum TimeBounds {
  /// A period from what was given for its ends.
  ///
  /// - Parameters:
  ///   - since: The first day, or the first instant; nil for no beginning.
  ///   - until: The day or instant at which it ends, not included; nil for no end.
  ///   - month: A month instead of the two.
  ///   - zone: The zone in which a day begins.
  /// - Returns: The half-open period.
  /// - Throws: A usage error for a day that does not exist, or ends the wrong way round.
  public static func period(
    since: String?, until: String?, month: String? = nil, zone: TimeZoneRules
  ) throws(TollbookError) -> Period {
    if let month {
      guard since == nil, until == nil else {
        throw TollbookError(
          .usage, "--month does not go with --since or --until",
          next: "Give the month alone, or the two days.")
      }
      guard let month = Month(month) else {
        throw TollbookError(
          .usage, "--month \(month): this is not a month",
          next: "Write it as 2026-11.")
      }
      return zone.period(of: month)
    }
    let from = try since.map { text throws(TollbookError) in
      try instant(text, option: "--since", zone: zone)
    }
    let end = try until.map { text throws(TollbookError) in
      try instant(text, option: "--until", zone: zone)
    }
    if let from, let end, end <= from {
      throw TollbookError(
        .usage, "--until \(until ?? "") is not after --since \(since ?? "")",
        next: "The period goes up to, and does not include, what --until names.")
    }
    return Period(from: from, until: end)
  }

  /// A day's first instant, or an instant on a quarter of an hour.
  public static func instant(
    _ text: String, option: String, zone: TimeZoneRules
  ) throws(TollbookError) -> Instant {
    if let day = Day(text) { return zone.start(of: day) }
    guard let instant = Instant(iso8601: text) else {
      throw TollbookError(
        .usage, "\(option) \(text): there is no such day or time",
        next: "Write a day as 2026-11-30, or a time as 2026-11-30T12:15:00Z.")
    }
    guard instant == instant.slot else {
      throw TollbookError(
        .usage, "\(option) \(text): usage is kept by quarters of an hour",
        next: "Use \(instant.slot) or \(instant.nextSlot), or a day.")
    }
    return instant
  }

  /// A day.
  public static func day(_ text: String, option: String) throws(TollbookError) -> Day {
    guard let day = Day(text) else {
      throw TollbookError(
        .usage, "\(option) \(text): there is no such day", next: "Write it as 2026-11-30.")
    }
    return day
  }
}
