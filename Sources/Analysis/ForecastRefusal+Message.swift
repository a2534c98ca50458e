import Pricing
import Quantities
import Usage

/// The words of a refused forecast: what is wrong, then what to do about it.
extension ForecastRefusal: CustomStringConvertible {
  /// Two lines: what is wrong, then the remedy.
  public var description: String { "\(explanation)\n\(remedy)" }

  /// What is wrong, in one line, lower case.
  public var explanation: String {
    switch self {
    case .monthsOutOfRange(let months):
      "\(Phrase.counted(months, "month")) cannot be forecast"
    case .noUsage(nil), .noPastUsage(nil):
      "there is no usage to forecast from"
    case .noUsage(let days?), .noPastUsage(let days?):
      "there is no usage from \(days.lowerBound) to \(days.upperBound.adding(days: -1))"
    case .noUsageBefore(let day):
      "there is no usage before \(day), on which the forecast would begin"
    case .nothingLeft(let days, let exclusions):
      "nothing is left of the usage from \(days.lowerBound) to "
        + "\(days.upperBound.adding(days: -1)): all of it is left out by "
        + Self.list(exclusions)
    case .nobodyLeft(let exclusions):
      "no user is left to know the cost of: all who are named are left out by "
        + Self.list(exclusions)
    case .horizonTooLate(let asOf, let months):
      "\(Phrase.counted(months, "month")) from \(asOf) on would end after \(Month.last)"
    case .tooFewDays(let days):
      "\(Phrase.counted(days, "day")) of usage \(days == 1 ? "is" : "are") too few for a forecast"
    case .tooFewUsers(let users):
      "\(Phrase.counted(users, "user", "is", "are")) too few to know what an average one costs"
    case .noPastMonth:
      "no past month of this log could have been forecast"
    case .levelOutOfRange(let percent):
      "a range of \(percent) percent cannot be given"
    case .noUserIDs(let without, let requests) where without == requests,
      .noPastUserIDs(let without, let requests) where without == requests:
      "no user ids: the cost per monthly active user cannot be known"
    case .noUserIDs(let without, let requests), .noPastUserIDs(let without, let requests):
      Phrase.part(without, of: requests, "request", "names", "name")
        + " no user: too many to know the cost per user"
    case .scenarioNeedsMAU:
      "a scenario does not say how many users there are"
    case .noMAU(let month):
      "no number of users is given for \(month)"
    case .negativeMAU(let users):
      "\(Phrase.number(users)) monthly active users are fewer than none"
    case .negativeScale(let factor):
      "a scale of \(factor) is below zero"
    case .growthTooLow(let rate):
      "a growth of \(rate) a month would leave fewer users than none"
    case .badTokenRatio(let model, let ratio):
      "the token ratio \(ratio) of \(model) is not above zero"
    case .unknownTokenRatio(let model):
      "a token ratio is given for \(model), which no seller of the price book has"
    case .retiredWithoutSuccessor(let provider, let model, let day):
      "\(model) (\(provider)) ends on \(day), and no successor is known"
    case .lever(let refusal): refusal.explanation
    case .outOfRange:
      "a figure of this forecast is too large to be computed exactly"
    }
  }

  /// What to do about it, in one line.
  public var remedy: String {
    switch self {
    case .monthsOutOfRange: "Ask for 1 to \(ForecastInput.mostMonths) months."
    case .noUsage(nil):
      "Import a log with `tollbook import`, or describe the plan with --scenario FILE."
    case .noUsage:
      "Import a log of those days, or choose others with --from and --until, or with --as-of."
    case .noUsageBefore: "Name a later day with --as-of, or import the logs of the time before."
    case .nothingLeft, .nobodyLeft: "Leave less out with --exclude and --gap."
    case .horizonTooLate: "Ask for fewer months with --months, or an earlier day with --as-of."
    case .noPastUsage: "Import the logs of that time with `tollbook import`."
    case .tooFewDays:
      "Wait for \(Self.fewestDays) days of usage, or see the point alone with --force."
    case .tooFewUsers:
      "Wait for \(Self.fewestUsers) users, or see the point alone with --force."
    case .noPastMonth:
      "Wait until the log holds a whole month with \(Self.fewestDays) days of usage before it."
    case .levelOutOfRange: "Give 1 to 99: 80 is a range that holds in four cases of five."
    case .noUserIDs:
      "Use --scale instead of --mau, or import again with --user-field naming the user's field."
    case .noPastUserIDs:
      "Use --without-mau, or import again with --user-field naming the user's field."
    case .scenarioNeedsMAU: "Say it with --mau N."
    case .noMAU: "Give the first month's number as well, or one number for all with --mau N."
    case .negativeMAU: "Give 0 or more users."
    case .negativeScale: "Give 0 or more: 1 is as it is, 2 is twice as much."
    case .growthTooLow: "Give -1 or more: 0.05 is five percent more each month."
    case .badTokenRatio: "Give more than 0: 1.1 is ten percent more tokens for the same work."
    case .unknownTokenRatio:
      "Correct the name; see `tollbook prices list`, names match whole."
    case .retiredWithoutSuccessor:
      "Name a successor in a file for --prices FILE, or leave its usage out with --drop-retired."
    case .lever(let refusal): refusal.remedy
    case .outOfRange: "Check the numbers of users and tokens and the prices that were given."
    }
  }

  /// The first exclusions: `user=a, 2026-11-01..2026-11-03 and 2 more`.
  private static func list(_ exclusions: [ForecastExclusion]) -> String {
    let most = 3
    let more = exclusions.count > most ? " and \(exclusions.count - most) more" : ""
    return exclusions.prefix(most).map(\.description).joined(separator: ", ") + more
  }

  /// What to do about it where one past month start of several cannot be tried, in one line.
  public var remedyOfThePast: String {
    switch self {
    // Waiting does not make the past longer.
    case .tooFewDays, .tooFewUsers: "See the point alone, without a range, with --force."
    default: ofThePast.remedy
    }
  }
}
