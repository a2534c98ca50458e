import Quantities
import Usage

/// What a log says that a forecast is made from.
public struct UsageHistory: Sendable {
  /// Who used what on which day; at least the days that ``WindowPlan`` asks for.
  public let usage: UserUsage
  /// The first day of the log, however long ago.
  public let firstDay: Day
  /// The usage of the first month before the day on which the forecast begins, at its own times.
  public let monthToDate: [RollupRow]
  /// The days to learn from; nil for the newest ones.
  public let chosen: Range<Day>?

  /// A history of usage.
  ///
  /// - Parameters:
  ///   - usage: Usage by user and day.
  ///   - firstDay: The first day of the log.
  ///   - monthToDate: Empty where the forecast begins on the first of a month.
  ///   - chosen: The days to learn from; nil for the newest ones.
  public init(
    usage: UserUsage, firstDay: Day, monthToDate: [RollupRow] = [], chosen: Range<Day>? = nil
  ) {
    self.usage = usage
    self.firstDay = firstDay
    self.monthToDate = monthToDate
    self.chosen = chosen
  }
}
