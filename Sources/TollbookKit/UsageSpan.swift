import Analysis
import Ledger
import Quantities

/// The stretch of recorded usage that is compared, or that levers are tried on, and its exact length.
///
/// Days that a zone's calendar has, or instants on quarters of an hour, whichever were asked for: the
/// same requests as `cost` counts between them. Never beyond yesterday, where there is one: a month
/// that goes on is as long as its days that are over.
struct UsageSpan {
  /// Its first instant.
  let start: Instant
  /// The first instant after it.
  let end: Instant
  /// Where days begin and end.
  let zone: TimeZoneRules
  /// What was left out of what was asked for; nil where nothing was.
  let remark: String?

  /// The same as a period.
  var period: Period { Period(from: start, until: end) }

  /// What is said where nothing was used in it.
  var withoutUsage: TollbookError {
    let isOfDays =
      zone.start(of: zone.day(of: start)) == start
      && zone.start(of: zone.day(of: end)) == end
    let days = "from \(zone.day(of: start)) to \(zone.day(of: end.adding(microseconds: -1)))"
    return TollbookError(
      .noInput, "there is no usage \(isOfDays ? days : "from \(start) to \(end)")",
      next: "Choose another period with --since and --until, or with --month.")
  }

  /// How long it is.
  var days: DayCount { DayCount(from: start, until: end, in: zone) }

  /// The time of day some days before an instant; a day's start gives a day's start.
  func back(_ days: Int, from instant: Instant) -> Instant {
    UsageSpan.back(days, from: instant, in: zone)
  }

  private static func back(_ days: Int, from instant: Instant, in zone: TimeZoneRules) -> Instant {
    let day = zone.day(of: instant)
    let intoDay = zone.start(of: day).microseconds(until: instant)
    return zone.start(of: day.adding(days: -days)).adding(microseconds: intoDay)
  }

  /// The months of which each has its active users, the newest first: as many whole ones as there
  /// are, or all of it where it is shorter.
  var months: [Range<Instant>] {
    var months: [Range<Instant>] = []
    var end = end
    while case let start = back(Comparison.monthDays, from: end), start >= self.start {
      months.append(start..<end)
      end = start
    }
    return months.isEmpty ? [start..<self.end] : months
  }

  /// Where its days begin, the first and the last of which may be parts of days.
  var dayStarts: [Instant] {
    let days = zone.day(of: start).number...zone.day(of: end.adding(microseconds: -1)).number
    return days.map { max(start, zone.start(of: Day(number: $0))) }
  }

  /// Its days as periods.
  var dayPeriods: [Period] {
    let starts = dayStarts
    return zip(starts, starts.dropFirst() + [end]).map { Period(from: $0, until: $1) }
  }

  /// The windows before it that are as long, as far as a log reaches back, the newest first.
  func earlierWindows(since first: Instant, most: Int) -> [Range<Instant>] {
    var windows: [Range<Instant>] = []
    var end = start
    while windows.count < most, case let start = asLong(before: end), start >= first {
      windows.append(start..<end)
      end = start
    }
    return windows
  }

  private func asLong(before instant: Instant) -> Instant {
    guard let whole = days.whole else {
      return instant.adding(microseconds: -start.microseconds(until: end))
    }
    return back(whole, from: instant)
  }
}

extension UsageSpan {
  /// The stretch that is meant.
  ///
  /// Today is not over, and what there is of it is no day: it is left out, as it is of a forecast.
  /// Only where nothing comes before it, or where all that was asked of it is there, is it taken, as
  /// far as the log goes.
  ///
  /// - Parameters:
  ///   - asked: The period that was asked for; where it is open, the newest 30 days of the log.
  ///   - extent: What the log has.
  ///   - today: What counts as today; what comes after it is not taken.
  ///   - zone: Where days begin and end.
  /// - Throws: `TollbookError` where nothing is left: no input.
  init(
    _ asked: Period, of extent: (first: Instant, end: Instant), today: Day, zone: TimeZoneRules
  ) throws(TollbookError) {
    let logEnd = zone.day(of: extent.end.adding(microseconds: -1)).adding(days: 1)
    let (midnight, tomorrow) = (zone.start(of: today), zone.start(of: today.adding(days: 1)))
    let recorded = min(extent.end, tomorrow)
    let wanted = asked.until ?? zone.start(of: logEnd)
    let isWhole = wanted <= midnight || (asked.until != nil && wanted <= recorded)
    let rest = (asked.from ?? extent.first) < midnight ? midnight : recorded
    let end = isWhole ? wanted : rest
    if let until = asked.until, until <= extent.first {
      throw TollbookError(
        .noInput,
        "the period ends before the recorded usage, which begins on \(zone.day(of: extent.first))",
        next: "Choose a later one with --since and --until, or with --month.")
    }
    guard let start = asked.from ?? UsageSpan.newest(before: end, of: extent, zone: zone) else {
      throw TollbookError(
        .noInput, "all of the recorded usage lies after \(today), which counts as today",
        next: "Leave --as-of out, or name a later day with it.")
    }
    guard start < tomorrow else {
      throw TollbookError(
        .noInput, "the period begins after \(today), which counts as today",
        next: "Choose an earlier one with --since or --month, or name a later day with --as-of.")
    }
    guard start < end else {
      throw TollbookError(
        .noInput, "there is no usage in the period: the last is of \(logEnd.adding(days: -1))",
        next: "Choose other days with --since and --until.")
    }
    self.start = start
    self.end = end
    self.zone = zone
    remark = UsageSpan.remark(end, wanted: wanted, isAsked: asked.until != nil, today, zone)
  }

  /// Where the newest days begin: 30 of them, or as many as the log has; nil where it has none.
  private static func newest(
    before end: Instant, of extent: (first: Instant, end: Instant), zone: TimeZoneRules
  ) -> Instant? {
    let first = zone.start(of: zone.day(of: extent.first))
    guard first < end else { return nil }
    return max(back(Tollbook.recentDays, from: end, in: zone), first)
  }

  private static func remark(
    _ end: Instant, wanted: Instant, isAsked: Bool, _ today: Day, _ zone: TimeZoneRules
  ) -> String? {
    guard end < wanted else { return nil }
    if end > zone.start(of: today) {
      return "\(today), which counts as today, is not over: taken up to its last usage"
    }
    let last = today.adding(days: -1)
    return isAsked
      ? "the period is not over on \(today), which counts as today: taken up to \(last)"
      : "usage from \(today) on, which counts as today, is left out"
  }
}

extension Tollbook {
  /// How many days of usage are compared, and looked through for retirements, by default.
  static let recentDays = 30

  /// The stretch of usage that a period means; where it is open, the newest 30 days of the log.
  func usageSpan(_ period: Period, in ledger: Ledger) throws -> UsageSpan {
    guard let extent = try ledger.extent() else {
      throw TollbookError(
        .noInput, "\(ledgerPath): the ledger is empty", next: "Run `tollbook import PATH` first.")
    }
    return try UsageSpan(period, of: extent, today: today, zone: zone)
  }
}
