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
      "\(months) months cannot be forecast"
    case .noUsage(nil):
      "there is no usage to forecast from"
    case .noUsage(let days?):
      "there is no usage from \(days.lowerBound) to \(days.upperBound.adding(days: -1))"
    case .noUserIDs(let without, let requests) where without == requests:
      "no user ids: the cost per monthly active user cannot be known"
    case .noUserIDs(let without, let requests):
      "\(without) of \(requests) requests name no user: too many to know the cost per user"
    case .scenarioNeedsMAU:
      "a scenario does not say how many users there are"
    case .noMAU(let month):
      "no number of users is given for \(month)"
    case .negativeMAU(let users):
      "\(users) monthly active users are fewer than none"
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
    case .noUsage: "Import a log with `tollbook import`, or describe the plan with --scenario FILE."
    case .noUserIDs:
      "Use --scale instead of --mau, or import again with --user-field naming the user's field."
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
}

extension ForecastWarning: CustomStringConvertible {
  /// The warning in one sentence, without a full stop.
  public var description: String {
    switch self {
    case .shortLog(let days, let month):
      "short log: \(days) days stand for \(month); a month has more active users than a part of "
        + "it, so cost per user comes out too high"
    case .noUserIDs:
      "no user ids: what was used is scaled, not what users cause"
    case .someWithoutUser(let requests, let all):
      "\(requests) of \(all) requests name no user; their cost is spread over the known users"
    case .emptyWindow(let days):
      "nothing was used from \(days.lowerBound) to \(days.upperBound.adding(days: -1)); "
        + "older usage is left out"
    case .windowWithoutUsers(let days):
      "no request from \(days.lowerBound) to \(days.upperBound.adding(days: -1)) names a user; "
        + "usage up to then is left out"
    case .beyondEvidence(let planned, let seen):
      "\(planned) users are planned, \(seen) were seen; newcomers may differ from them"
    case .oldBook(let provider, let asOf, let days):
      "the prices of \(provider) are of \(asOf), \(days) days old"
    case .mayEnd(let provider, let model, let day):
      "\(model) (\(provider)) may end on \(day) at the earliest, without a known successor; "
        + "it is forecast at its last price"
    case .dropped(let provider, let model, let day):
      "\(model) (\(provider)) ends on \(day); its usage is left out from then on"
    case .unpriced(let reason):
      "unpriced, and not part of the cost: \(reason)"
    case .unusedTokenRatio(let model):
      "the token ratio of \(model) changes nothing: no usage moves to it in these months"
    }
  }
}

extension PriceEvent: CustomStringConvertible {
  /// The event in a few words, without day and effect: `gemini-3.8-flash: introductory price ends`.
  public var description: String {
    "\(model): \(what)\(isEarliestOnly ? " (earliest day)" : "")"
  }

  private var what: String {
    switch kind {
    case .introductoryEnds: "introductory price ends"
    case .announcedPrice: "announced price begins"
    case .priceChange: "price changes"
    case .reroute(let successor): "re-routed to \(successor)"
    case .shutdown(let successor?): "shut down, moves to \(successor)"
    case .shutdown(nil): "shut down, no successor"
    case .aliasMoved(let model): "now stands for \(model)"
    case .contractBegins(let name): "contract \(name) begins"
    case .contractChanges(let name): "price of contract \(name) changes"
    case .contractEnds(let name): "contract \(name) ends, list price again"
    }
  }
}
