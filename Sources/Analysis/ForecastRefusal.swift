import Pricing
import Quantities
import Usage

/// Why there is no forecast.
public enum ForecastRefusal: Error, Hashable, Sendable {
  /// The number of months is not between 1 and `ForecastInput.mostMonths`.
  case monthsOutOfRange(Int)
  /// There is no usage before the day on which the forecast begins; nil where there are no windows.
  case noUsage(Range<Day>?)
  /// All of the usage lies on the day on which the forecast begins, or after it.
  case noUsageBefore(Day)
  /// There is usage on those days, and what is asked to be left out takes all of it.
  case nothingLeft(Range<Day>, [ForecastExclusion])
  /// Cost per user is asked for, and all users that requests name are left out.
  case nobodyLeft([ForecastExclusion])
  /// The last month would be one whose year four digits cannot write.
  case horizonTooLate(asOf: Day, months: Int)
  /// The log has fewer days than a forecast needs.
  case tooFewDays(Int)
  /// The log has fewer users than a range needs.
  case tooFewUsers(Int)
  /// The log holds no whole month with something before it to forecast it from.
  case noPastMonth
  /// A level of the range is not between 1 and 99.
  case levelOutOfRange(Int)
  /// Cost per user is asked for, and no request, or too few of them, names its user.
  case noUserIDs(withoutUser: Int, requests: Int)
  /// There is no usage where the past is tried.
  case noPastUsage(Range<Day>?)
  /// Cost per user where the past is tried, and no request, or too few of them, names its user.
  case noPastUserIDs(withoutUser: Int, requests: Int)
  /// A scenario has no log to take the number of users from.
  case scenarioNeedsMAU
  /// The plan does not say how many users a month has.
  case noMAU(Month)
  /// Fewer users than none.
  case negativeMAU(Int)
  /// A scale below zero.
  case negativeScale(DecimalFactor)
  /// A growth below -1, which would leave fewer users than none.
  case growthTooLow(DecimalFactor)
  /// A token ratio that is not above zero.
  case badTokenRatio(model: String, DecimalFactor)
  /// A token ratio of a name that no seller of the book has: a mistyped one.
  case unknownTokenRatio(model: String)
  /// A model in use ends, and nobody says what takes over.
  case retiredWithoutSuccessor(provider: Provider, model: String, day: Day)
  /// A scenario's lever cannot be moved.
  case lever(LeverRefusal)
  /// A figure beyond what 128 bits hold.
  case outOfRange
}

extension ForecastRefusal {
  /// The fewest days of a log, and the fewest users, from which a range is made.
  public static let fewestDays = 7
  /// The fewest users from whom a range is made.
  public static let fewestUsers = 5

  /// The same for a trial of the past, whose remedies are its own: it has other options.
  var ofThePast: ForecastRefusal {
    switch self {
    case .noUserIDs(let without, let requests):
      .noPastUserIDs(withoutUser: without, requests: requests)
    case .noUsage(let days): .noPastUsage(days)
    default: self
    }
  }

  /// Whether there is nothing to answer from.
  public var isOfNoUsage: Bool {
    switch self {
    case .noUsage, .noPastUsage, .noUsageBefore: true
    default: false
    }
  }

  /// Whether the question was right and the log is what does not support an answer.
  public var isOfTheLog: Bool {
    switch self {
    case .noUsage, .noPastUsage, .noUsageBefore, .nothingLeft, .nobodyLeft, .tooFewDays,
      .tooFewUsers, .noPastMonth, .noUserIDs, .noPastUserIDs, .retiredWithoutSuccessor:
      true
    default: false
    }
  }

  /// The name by which programs know it; unlike its words it never changes.
  public var code: String {
    switch self {
    case .monthsOutOfRange: "months-out-of-range"
    case .noUsage, .noPastUsage, .noUsageBefore: "no-usage"
    case .nothingLeft, .nobodyLeft: "nothing-left"
    case .horizonTooLate: "horizon-too-late"
    case .tooFewDays: "too-few-days"
    case .tooFewUsers: "too-few-users"
    case .noPastMonth: "no-past-month"
    case .levelOutOfRange: "level-out-of-range"
    case .noUserIDs, .noPastUserIDs: "no-user-ids"
    case .scenarioNeedsMAU: "scenario-needs-mau"
    case .noMAU: "no-mau"
    case .negativeMAU: "negative-mau"
    case .negativeScale: "negative-scale"
    case .growthTooLow: "growth-too-low"
    case .badTokenRatio: "bad-token-ratio"
    case .unknownTokenRatio: "unknown-token-ratio"
    case .retiredWithoutSuccessor: "retired-without-successor"
    case .lever: "lever"
    case .outOfRange: "out-of-range"
    }
  }
}
