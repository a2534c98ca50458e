import Pricing
import Quantities
import Usage

/// The words of a warning.
extension ForecastWarning: CustomStringConvertible {
  /// The warning in one sentence, without a full stop.
  public var description: String {
    switch self {
    case .lever(let name, let words):
      "\(name.words): \(words)"
    case .shortLog(let days, let month):
      "short log: \(Phrase.counted(days, "day", "stands", "stand")) for \(month); how many more users "
        + "a whole month has is a guess"
    case .unknownWindow(let days, let known):
      "\(Phrase.counted(known, "day")) from \(days.lowerBound) to "
        + "\(days.upperBound.adding(days: -1)) \(known == 1 ? "is" : "are") known, too few to learn "
        + "from: older usage is taken instead"
    case .noUserIDs:
      "no user ids: what was used is scaled; the error of scaling is not in the range"
    case .someWithoutUser(let requests, let all, let percent):
      Phrase.part(requests, of: all, "request", "names", "name")
        + " no user; their cost, \(percent) % of all, is spread over the known users"
    case .emptyWindow(let days):
      "nothing was used from \(days.lowerBound) to \(days.upperBound.adding(days: -1)); "
        + "older usage is left out"
    case .windowWithoutUsers(let days):
      "no request from \(days.lowerBound) to \(days.upperBound.adding(days: -1)) names a user; "
        + "usage up to then is left out"
    case .beyondEvidence(let planned, let seen):
      "\(Phrase.counted(planned, "user", "is", "are")) planned, "
        + "\(Phrase.number(seen)) \(seen == 1 ? "was" : "were") seen; newcomers may differ from them"
    case .oldBook(let provider, let asOf, let days):
      "the prices of \(provider) are of \(asOf), \(Phrase.counted(days, "day")) old"
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
      "the range is wide because \(Phrase.counted(users, "user", "is", "are")) \(percent) % of the cost"
    case .lowEvidence(let effective, let planned):
      "the users seen count as \(Phrase.counted(effective, "equal one")) and "
        + "\(Phrase.number(planned)) \(planned == 1 ? "is" : "are") planned: go by the range, "
        + "not by the point"
    case .standInUsers(let requests, let all):
      Phrase.part(requests, of: all, "request", "names", "name") + " no user and "
        + "\(requests == 1 ? "counts by its" : "count by their") key or session"
    case .unusedExclusion(let exclusion):
      "--exclude \(exclusion) leaves nothing out"
    case .forced(let refusal):
      "no range: \(refusal.explanation)"
    case .beginsLater(let asOf, let first):
      "a plan has whole months, and \(asOf) is within one: it begins with \(first)"
    case .unusedTokenRatio(let model):
      "the token ratio of \(model) changes nothing: no usage moves to it in these months"
    }
  }
}
