/// The rule by which a zone's clocks will go on changing every year, or will not.
///
/// It is the `TZ` string at the end of a TZif file, as POSIX defines it
/// (https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html) with the longer hours
/// of RFC 9636, section 3.3.2. "Daylight" time is whatever the string names second; in `Europe/Dublin`
/// it is the winter, and behind the other.
struct YearlyRule: Hashable, Sendable {
  /// Seconds east of UTC outside daylight time.
  let standardOffset: Int

  /// Daylight time; nil if clocks never change.
  let daylight: Daylight?

  /// The part of each year with another offset.
  struct Daylight: Hashable, Sendable {
    /// Seconds east of UTC.
    let offset: Int

    /// When it begins, on clocks that show standard time.
    let start: YearlyMoment

    /// When it ends, on clocks that show daylight time.
    let end: YearlyMoment
  }
}

extension YearlyRule {
  /// Seconds east of UTC at this moment, in seconds since the epoch.
  func offset(at seconds: Int64) -> Int {
    guard let daylight else { return standardOffset }
    let year = Self.year(of: seconds)
    var latest = OffsetChange(at: .min, offset: standardOffset)
    // A rule may put a change up to a week outside its year.
    for year in year - 1...year + 1 {
      let (start, end) = changes(in: year, daylight)
      if end.at <= seconds, end.at > latest.at { latest = end }
      // Daylight time that lasts all year ends and begins in one instant: what begins prevails.
      if start.at <= seconds, start.at >= latest.at { latest = start }
    }
    return latest.offset
  }

  /// The first change after this moment; nil if clocks never change.
  func change(after seconds: Int64) -> OffsetChange? {
    guard let daylight else { return nil }
    let year = Self.year(of: seconds)
    let next = (year - 1...year + 2).lazy
      .flatMap { year in
        let (start, end) = changes(in: year, daylight)
        return [start.at, end.at]
      }
      .filter { $0 > seconds }
      .min()
    return next.map { OffsetChange(at: $0, offset: offset(at: $0)) }
  }

  private func changes(
    in year: Int, _ daylight: Daylight
  ) -> (start: OffsetChange, end: OffsetChange) {
    // Each is set on the clocks it puts an end to.
    let start = daylight.start.localSeconds(in: year) - Int64(standardOffset)
    let end = daylight.end.localSeconds(in: year) - Int64(daylight.offset)
    return (
      start: OffsetChange(at: start, offset: daylight.offset),
      end: OffsetChange(at: end, offset: standardOffset)
    )
  }

  private static func year(of seconds: Int64) -> Int {
    Day(number: Int(seconds.flooredQuotient(86_400))).year
  }
}

/// A day of every year and a time on it.
struct YearlyMoment: Hashable, Sendable {
  /// Which day of the year.
  enum Rule: Hashable, Sendable {
    /// `Jn`, 1…365: a date by its place in a common year; 29 February is never counted.
    case commonYearDay(Int)
    /// `n`, 0…365: days after 1 January, 29 February counted.
    case daysAfterNewYear(Int)
    /// `Mm.w.d`: a weekday (0 for Sunday) of a month, the first … fourth, or with 5 the last.
    case weekday(Int, week: Int, month: Int)
  }

  /// The day.
  let rule: Rule

  /// Seconds after the midnight that begins it; may be negative, or beyond the day.
  let seconds: Int

  /// What a clock shows then, as seconds since 1970-01-01T00:00:00 on that clock.
  func localSeconds(in year: Int) -> Int64 {
    Int64(day(in: year).number) * 86_400 + Int64(seconds)
  }

  private func day(in year: Int) -> Day {
    let january = Month(index: year * 12)
    switch rule {
    case .commonYearDay(let ordinal):
      let february = january.next
      let skipsLeapDay = ordinal >= 60 && february.dayCount == 29
      return january.firstDay.adding(days: ordinal - 1 + (skipsLeapDay ? 1 : 0))
    case .daysAfterNewYear(let days):
      return january.firstDay.adding(days: days)
    case .weekday(let sundayBased, let week, let number):
      let month = january.adding(months: number - 1)
      let weekday = (sundayBased + 6) % 7
      let daysToFirst = (weekday - month.firstDay.weekday).flooredRemainder(7)
      let wanted = month.firstDay.adding(days: daysToFirst + 7 * (week - 1))
      return wanted.month == month ? wanted : wanted.adding(days: -7)
    }
  }
}
