import Quantities

/// The way from instants to days in one time zone: what the days between two instants weigh.
///
/// A part of a day weighs that part of the day's weight, so a price that changes at six in the
/// morning holds for three quarters of it.
struct DayClock {
  let zone: TimeZoneRules
  let weights: WeekdayWeights

  /// What the days of a period with both ends weigh; an average day weighs one.
  func days(from start: Instant, until end: Instant) -> Exact {
    let first = zone.day(of: start)
    let last = zone.day(of: end)
    let whole = Exact(weights.sum(of: first..<max(first, last)), over: WeekdayWeights.scale)
    return whole - passed(of: first, at: start) + passed(of: last, at: end)
  }

  /// What the part of a day weighs that lies before an instant of it.
  private func passed(of day: Day, at instant: Instant) -> Exact {
    let start = zone.start(of: day)
    let passed = start.microseconds(until: instant)
    guard passed > 0 else { return .zero }
    let weight = Exact(weights[day], over: WeekdayWeights.scale)
    let length = start.microseconds(until: zone.start(of: day.adding(days: 1)))
    return passed < length ? weight * Exact(passed, over: length) : weight
  }
}
