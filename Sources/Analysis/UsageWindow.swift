import Quantities
import Usage

/// What was used in a stretch of whole days, and by how many users: a month that could repeat.
public struct UsageWindow: Sendable {
  /// The days, each from its start in the forecast's time zone.
  public let days: Range<Day>
  /// The usage; rows may be summed over time with the window's start as their slot.
  public let rows: [RollupRow]
  /// How many different users sent at least one request; 0 where no request names a user.
  public let activeUsers: Int
  /// How many requests name no user.
  public let requestsWithoutUser: Int

  /// A window of usage.
  public init(
    days: Range<Day>, rows: [RollupRow], activeUsers: Int, requestsWithoutUser: Int = 0
  ) {
    self.days = days
    self.rows = rows
    self.activeUsers = activeUsers
    self.requestsWithoutUser = requestsWithoutUser
  }

  /// How many requests.
  public var requests: Int { rows.reduce(0) { $0 + $1.requests } }
}

/// What a log says that a forecast is made from.
public struct UsageHistory: Sendable {
  /// For each length of month in the horizon (28 to 31 days), its windows, newest first.
  ///
  /// A month is compared with windows exactly as long as itself: more users are active in 31 days
  /// than in 28, so a rate taken from the one does not hold for the other.
  public let windows: [Int: [UsageWindow]]
  /// The usage of the first month before the day on which the forecast begins, at its own times.
  public let monthToDate: [RollupRow]

  /// A history of usage.
  ///
  /// - Parameters:
  ///   - windows: Windows by length of month, as ``WindowPlan`` lists them.
  ///   - monthToDate: Empty where the forecast begins on the first of a month.
  public init(windows: [Int: [UsageWindow]], monthToDate: [RollupRow] = []) {
    self.windows = windows
    self.monthToDate = monthToDate
  }
}

/// Which days of a log a forecast wants to see, so that whoever holds the log can look them up.
public struct WindowPlan: Hashable, Sendable {
  /// For each length of month in the horizon, the days of its windows, newest first.
  public let windows: [Int: [Range<Day>]]
  /// The days of the first month that are over; empty where it begins with the forecast.
  public let monthToDate: Range<Day>

  /// How many windows are pooled: one is as noisy as one month, and more than a quarter is stale.
  public static let mostWindows = 3

  /// The windows for a forecast.
  ///
  /// Windows do not overlap; the newest ends where the forecast begins. A log that is shorter than a
  /// month gives one window as long as itself.
  ///
  /// - Parameters:
  ///   - asOf: The first day that is forecast.
  ///   - months: How many months, that of `asOf` included.
  ///   - firstDay: The first day in the log.
  ///   - chosen: Days to take instead of the newest ones. They are cut into windows from their end,
  ///     as many as fit; if they are shorter than a month they are one window.
  public init(asOf: Day, months: Int, firstDay: Day, chosen: Range<Day>? = nil) {
    // More months are refused by the forecast; a plan for them must not take for ever first.
    let months = min(max(0, months), ForecastInput.mostMonths)
    let horizon = (0..<months).map { asOf.month.adding(months: $0) }
    let most = chosen == nil ? WindowPlan.mostWindows : Int.max
    let days = chosen ?? min(firstDay, asOf)..<asOf
    var windows: [Int: [Range<Day>]] = [:]
    for length in Set(horizon.map(\.dayCount)) {
      windows[length] = WindowPlan.newest(length: length, of: days, most: most)
    }
    self.windows = windows
    monthToDate = asOf.month.firstDay..<asOf
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
