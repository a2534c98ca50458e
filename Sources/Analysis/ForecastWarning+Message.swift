import Pricing
import Quantities
import Usage

/// The words of a warning.
extension ForecastWarning: CustomStringConvertible {
  /// The warning in one sentence, without a full stop.
  public var description: String {
    switch self {
    case .shortLog(let days, let month):
      "short log: \(days) days stand for \(month); how many more users a whole month has is a guess"
    case .noUserIDs:
      "no user ids: what was used is scaled; the error of scaling is not in the range"
    case .someWithoutUser(let requests, let all, let percent):
      "\(requests) of \(all) requests name no user; their cost, \(percent) % of all, is spread over "
        + "the known users"
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
    case .mixBreak(let model, let from, let to):
      "\(model) was \(from) % of the cost and is \(to) % in the newest window, so only that one is "
        + "taken; --base 3 takes older ones too"
    case .oneOff(let user, let day, let percent):
      "\(user) caused \(percent) % of a window's cost on \(day); if that will not happen again, "
        + "leave it out with --exclude 'user=\(user)@\(day)'"
    case .gap(let days):
      "nothing was used from \(days.lowerBound) to \(days.upperBound.adding(days: -1)); if usage is "
        + "missing there, say --gap \(days.lowerBound)..\(days.upperBound.adding(days: -1))"
    case .fewUsers(let users, let percent):
      "the range is wide because \(users == 1 ? "one user is" : "\(users) users are") "
        + "\(percent) % of the cost"
    case .lowEvidence(let effective, let planned):
      "the users seen count as \(effective) equal ones and \(planned) are planned: go by the range, "
        + "not by the point"
    case .standInUsers(let requests, let all):
      "\(requests) of \(all) requests name no user and count by their key or session"
    case .unusedExclusion(let exclusion):
      "--exclude \(exclusion) leaves nothing out"
    case .forced(let refusal):
      "no range: \(refusal.explanation)"
    case .unusedTokenRatio(let model):
      "the token ratio of \(model) changes nothing: no usage moves to it in these months"
    }
  }
}
