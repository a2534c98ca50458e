/// Weeks as ISO 8601 counts them: from Monday, and in the year that holds their Thursday.
extension Day {
  /// The Monday of this day's week.
  public var weekStart: Day {
    adding(days: -weekday)
  }

  /// The ISO 8601 week, such as `2026-W49`.
  ///
  /// The first days of January can belong to the last week of the year before, and the last days of
  /// December to week 1 of the next: 2027-01-01 is in `2026-W53`.
  public var isoWeekLabel: String {
    let thursday = weekStart.adding(days: 3)
    let yearStart = Month(index: thursday.year * 12).firstDay
    let week = yearStart.days(until: thursday) / 7 + 1
    return "\(thursday.year.zeroPadded(4))-W\(week.zeroPadded(2))"
  }
}
