import Quantities

/// How much each day of the week weighs in what is used; all seven together weigh seven days.
///
/// Taken from the newest whole weeks of daily cost and drawn towards "all days alike" as if two more
/// weeks had been level. Kept in whole 10⁻¹², so that whatever is computed with them stays exact.
public struct WeekdayWeights: Hashable, Sendable {
  /// The weights from Monday to Sunday, in 10⁻¹².
  package let parts: [Int64]

  /// How many parts make the weight of an average day.
  package static let scale: Int64 = 1_000_000_000_000

  /// All days alike.
  public static let level = WeekdayWeights(parts: [Int64](repeating: scale, count: 7))

  /// The weight of a day.
  package subscript(day: Day) -> Int64 { parts[day.weekday] }

  /// What some days weigh together, those taken out left aside.
  package func sum(of days: Range<Day>, without removed: DaySet = DaySet()) -> Int64 {
    guard !removed.isEmpty else { return sum(days) }
    return days.reduce(0) { removed.contains($1) ? $0 : $0 + self[$1] }
  }

  private func sum(_ days: Range<Day>) -> Int64 {
    let week = parts.reduce(0, +)
    let (weeks, _) = days.count.quotientAndRemainder(dividingBy: 7)
    let rest = days.lowerBound.adding(days: weeks * 7)..<days.upperBound
    return rest.reduce(week * Int64(weeks)) { $0 + self[$1] }
  }
}

extension WeekdayWeights {
  /// The weights of a log.
  ///
  /// - Parameters:
  ///   - daily: What each day cost at one and the same prices; days without usage as zeros.
  ///   - first: The day of the first of them.
  ///   - removed: Days that are left aside.
  ///   - constants: How many weeks are looked at, and how strongly weights are drawn to 1.
  init(
    daily: [Exact], first: Day, removed: DaySet = DaySet(),
    constants: ForecastConstants = ForecastConstants()
  ) {
    let weeks = min(constants.weekdayWeeks, daily.count / 7)
    let newest = daily.count - 7 * weeks
    var sums = [Exact](repeating: .zero, count: 7)
    var counts = [Int](repeating: 0, count: 7)
    for index in newest..<daily.count {
      let day = first.adding(days: index)
      guard !removed.contains(day) else { continue }
      sums[day.weekday] += daily[index]
      counts[day.weekday] += 1
    }
    // Means and not sums: of a span that was taken out some weekdays are fewer.
    let means = (0..<7).map { counts[$0] == 0 ? nil : sums[$0] / Exact(counts[$0]) }
    let known = means.compactMap(\.self)
    let total = known.reduce(.zero, +)
    guard weeks > 0, !total.isOutOfRange, total > .zero else {
      self = .level
      return
    }
    let mean = total / Exact(known.count)
    let shrink = constants.weekdayShrink
    let drawn = means.map { own -> Exact in
      let relative = own.map { $0 / mean } ?? .one
      return max(
        (Exact(weeks) * relative + Exact(shrink)) / Exact(weeks + shrink),
        Exact(1, over: constants.weekdayFloorOver))
    }
    let all = drawn.reduce(.zero, +) / Exact(7)
    let parts = drawn.map { ($0 / all * Exact(WeekdayWeights.scale)).count }
    self = parts.contains(nil) ? .level : WeekdayWeights(parts: parts.compactMap(\.self))
  }
}

extension WeekdayWeights {
  /// The weights from Monday to Sunday as plain decimal numbers; 1 is an average day.
  public var shares: [String] { parts.map { DecimalText.format(Int128($0), scale: 12) } }
}
