/// What the clocks of one time zone show at any instant, past or future.
///
/// Read from the system's compiled time zone database (TZif, RFC 9636), so that a report's days are
/// the days its readers lived through. Nothing here asks which zone the machine is in.
public struct TimeZoneRules: Hashable, Sendable {
  /// The name in the time zone database: `Europe/Berlin`.
  public let name: String

  /// The offset before the first change, in seconds east of UTC.
  let firstOffset: Int

  /// Every recorded change of offset, earliest first.
  let changes: [OffsetChange]

  /// The yearly rule in force after the last recorded change; nil if the last offset stays.
  let rule: YearlyRule?

  init(name: String, firstOffset: Int, changes: [OffsetChange], rule: YearlyRule?) {
    self.name = name
    self.firstOffset = firstOffset
    self.changes = changes
    self.rule = rule
  }

  /// Coordinated universal time, known without any database.
  public static let utc = TimeZoneRules(name: "UTC", firstOffset: 0, changes: [], rule: nil)
}

/// The moment a zone's clocks change, and what they show from then on.
struct OffsetChange: Hashable, Sendable {
  /// Seconds since the epoch.
  let at: Int64

  /// Seconds east of UTC from `at` on.
  let offset: Int
}

extension TimeZoneRules {
  /// How far local clocks are ahead of UTC at this instant, in seconds; negative west of Greenwich.
  public func offsetSeconds(at instant: Instant) -> Int {
    offset(at: instant.secondsRoundedDown)
  }

  /// The date on local calendars at this instant.
  public func day(of instant: Instant) -> Day {
    let shift = Int64(offsetSeconds(at: instant)) * Instant.microsecondsPerSecond
    return instant.adding(microseconds: shift).dayUTC
  }

  /// The first instant at which local calendars show this day.
  ///
  /// Usually local midnight. Where a change of clocks skips midnight it is the instant of the change,
  /// and where midnight comes twice it is the earlier. A day the zone never had (2011-12-30 in
  /// `Pacific/Apia`) starts and ends with the change that skipped it.
  ///
  /// Where clocks are set back just after midnight (`America/St_Johns` until 2011, at 00:01) the date
  /// changes, falls back for an hour and changes again. That hour then lies after the start of the
  /// new day although `day(of:)` gives the old one.
  public func start(of day: Day) -> Instant {
    let midnight = Int64(day.number) * 86_400
    // No zone has ever been as much as 26 hours from UTC, so the day starts after this.
    var start = midnight - 26 * 3600
    var offset = offset(at: start)
    // Between two changes local time runs with UTC, so midnight is reached `offset` seconds before
    // UTC reaches it, or at the change that jumps over it.
    while let change = change(after: start), change.at <= midnight - Int64(offset) {
      start = change.at
      offset = change.offset
    }
    return Instant(seconds: max(start, midnight - Int64(offset)))
  }

  /// From the start of this day to the start of the next.
  public func period(of day: Day) -> Period {
    Period(from: start(of: day), until: start(of: day.adding(days: 1)))
  }

  /// From the start of this month to the start of the next.
  public func period(of month: Month) -> Period {
    Period(from: start(of: month.firstDay), until: start(of: month.next.firstDay))
  }
}

extension TimeZoneRules {
  private func offset(at seconds: Int64) -> Int {
    let passed = changesPassed(at: seconds)
    guard passed > 0 else {
      return changes.isEmpty ? rule?.offset(at: seconds) ?? firstOffset : firstOffset
    }
    guard passed == changes.count, let rule else { return changes[passed - 1].offset }
    return rule.offset(at: seconds)
  }

  /// The first change after this moment, recorded or by rule.
  private func change(after seconds: Int64) -> OffsetChange? {
    let passed = changesPassed(at: seconds)
    guard passed == changes.count else { return changes[passed] }
    return rule?.change(after: seconds)
  }

  /// How many recorded changes are at or before this moment, by bisection.
  private func changesPassed(at seconds: Int64) -> Int {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].at <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
