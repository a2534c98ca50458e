import Pricing
import Quantities
import Usage

/// Why there is no forecast.
public enum ForecastRefusal: Error, Hashable, Sendable {
  /// The number of months is not between 1 and `ForecastInput.mostMonths`.
  case monthsOutOfRange(Int)
  /// There is no usage before the day on which the forecast begins; nil where there are no windows.
  case noUsage(Range<Day>?)
  /// Cost per user is asked for, and no request, or too few of them, names its user.
  case noUserIDs(withoutUser: Int, requests: Int)
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

/// What a reader of a forecast has to know about it.
public enum ForecastWarning: Hashable, Sendable {
  /// The log is shorter than a month, so distinct users are still adding up in it.
  case shortLog(days: Int, month: Int)
  /// No request names a user: the forecast scales what was used, not what users cause.
  case noUserIDs
  /// Some requests name no user; what they cost is spread over the users that are known.
  case someWithoutUser(requests: Int, of: Int)
  /// An older window is empty, so the windows before it were left out too.
  case emptyWindow(Range<Day>)
  /// An older window has requests but no users, so it and those before it were left out.
  case windowWithoutUsers(Range<Day>)
  /// The plan has over five times the users that were seen.
  case beyondEvidence(planned: Int, seen: Int)
  /// The prices are as old as this.
  case oldBook(Provider, asOf: Day, days: Int)
  /// A model may end on this day at the earliest, without a known successor; it keeps its price.
  case mayEnd(provider: Provider, model: String, day: Day)
  /// A model ends without a successor, and its usage is left out from then on.
  case dropped(provider: Provider, model: String, day: Day)
  /// Some usage has no price.
  case unpriced(UnpricedReason)
  /// A token ratio was given for a model that no usage moves to: perhaps a mistyped name.
  case unusedTokenRatio(model: String)
}

extension ForecastWarning {
  /// The age of a price book, in days, beyond which it is warned about.
  static let oldestBook = 45
  /// How many times the users seen a plan may have without a warning.
  static let evidenceReach = 5
}
