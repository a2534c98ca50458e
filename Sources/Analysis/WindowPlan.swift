import Quantities

/// Which days of a log a forecast wants to see, so that whoever holds the log can look them up.
public struct WindowPlan: Hashable, Sendable {
  /// For each length of month in the horizon, the days of its windows, newest first.
  public let windows: [Int: [Range<Day>]]
  /// The newest days of the log, as many as weekday weights are taken from.
  public let learned: Range<Day>
  /// The days of the first month that are over; empty where it begins with the forecast.
  public let monthToDate: Range<Day>

  /// How many windows are kept: those that are pooled, and older ones that tell how far off a forecast
  /// would have been.
  public static let mostWindows = ForecastConstants().keptWindows

  /// The windows for a forecast.
  ///
  /// Windows do not overlap; the newest ends where the forecast begins. A log that is shorter than a
  /// month gives one window as long as itself.
  ///
  /// - Parameters:
  ///   - asOf: The first day that is forecast.
  ///   - months: How many months, that of `asOf` included.
  ///   - firstDay: The first day in the log.
  ///   - chosen: Days to take instead of the newest ones. They are cut into windows from their end;
  ///     if they are shorter than a month they are one window.
  ///   - most: The most windows of one length.
  public init(
    asOf: Day, months: Int, firstDay: Day, chosen: Range<Day>? = nil, most: Int = mostWindows
  ) {
    // More months are refused by the forecast; a plan for them must not take for ever first.
    let months = min(max(0, months), ForecastInput.mostMonths)
    let horizon = (0..<months).map { asOf.month.adding(months: $0) }
    let days = chosen ?? min(firstDay, asOf)..<asOf
    var windows: [Int: [Range<Day>]] = [:]
    for length in Set(horizon.map(\.dayCount)) {
      windows[length] = WindowPlan.newest(length: length, of: days, most: most)
    }
    self.windows = windows
    let weeks = ForecastConstants().weekdayWeeks
    learned = max(days.lowerBound, days.upperBound.adding(days: -7 * weeks))..<days.upperBound
    monthToDate = asOf.month.firstDay..<asOf
  }

  /// Every day that is looked at: those of the windows, of the weekday weights and of the month to
  /// date; nil where the log has none.
  public var days: Range<Day>? {
    let ranges = windows.values.flatMap(\.self) + [learned, monthToDate].filter { !$0.isEmpty }
    guard let first = ranges.map(\.lowerBound).min(), let end = ranges.map(\.upperBound).max()
    else { return nil }
    return first..<end
  }

  private static func newest(length: Int, of days: Range<Day>, most: Int) -> [Range<Day>] {
    guard !days.isEmpty else { return [] }
    let length = min(length, days.count)
    let end = days.upperBound
    return (0..<min(most, days.count / length)).map { index in
      end.adding(days: -length * (index + 1))..<end.adding(days: -length * index)
    }
  }
}
