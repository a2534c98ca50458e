/// Every constant of the forecasting method, in one place: shown with each forecast, and any of them
/// can be set.
///
/// Where a figure comes from is in docs/forecast.md. None of them is an amount of money.
public struct ForecastConstants: Hashable, Sendable {
  /// The windows that the cost per user is pooled over.
  public var pooledWindows = 3
  /// The windows that are kept, for how far past months were off.
  public var keptWindows = 7
  /// The windows pooled where no user is known.
  public var pooledWithoutUsers = 2
  /// The newest weeks that weekday weights are taken from.
  public var weekdayWeeks = 8
  /// As how many level weeks the prior of the weekday weights counts.
  public var weekdayShrink = 2
  /// One over the least weight of a weekday.
  public var weekdayFloorOver = 20
  /// As how many months the prior of the drift that all users share counts.
  public var commonWeight = 3
  /// The standard deviation of that prior.
  public var commonDeviation = 0.06
  /// As how many users the prior of the spread between users counts.
  public var spreadWeight = 20
  /// The coefficient of variation of that prior.
  public var spreadVariation = 2.0
  /// How much heavy tails widen the sampling error: 1 + this / effective users.
  public var tailInflation = 5.0
  /// The standard deviation of one more month of horizon.
  public var drift = 0.03
  /// As how many months the prior of changes of users counts.
  public var usersWeight = 3
  /// The standard deviation of that prior.
  public var usersDeviation = 0.08
  /// The standard deviation of the month-to-month prior where no user is known.
  public var volumeDeviation = 0.10
  /// The largest standard deviation of the logarithm of a cost.
  public var largestDeviation = 1.2
  /// The newest windows whose error is looked at.
  public var errorWindows = 6
  /// The newest windows whose own spread, and whose users' return, is looked at.
  public var spreadWindows = 4
  /// The share of users who return, where one window cannot show it.
  public var assumedReturn = 0.5
  /// The least share of a month by which its own noise is divided.
  public var leastMonthShare = 0.1
  /// The change of a model's share of cost, in percent points, that breaks with older windows.
  public var mixBreakPoints = 10

  /// The method's own constants.
  public init() {}
}
