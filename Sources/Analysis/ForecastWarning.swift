import Pricing
import Quantities
import Usage

/// What a reader of a forecast has to know about it.
public enum ForecastWarning: Hashable, Sendable {
  /// The log, or what is known of a window, is shorter than a month, so distinct users are still
  /// adding up in it.
  case shortLog(days: Int, month: Int)
  /// So few of a window's days are known that it says nothing of a month's users.
  case unknownWindow(Range<Day>, known: Int)
  /// No request names a user: the forecast scales what was used, not what users cause.
  case noUserIDs
  /// Some requests name no user; what they cost is spread over the users that are known.
  case someWithoutUser(requests: Int, of: Int, percentOfCost: Int)
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
  /// The mix of models has just changed, so that only the newest window is taken.
  case mixBreak(model: String, from: Int, to: Int)
  /// One user's day is a large part of a window's cost, in percent: perhaps a batch that is over.
  case oneOff(user: String, day: Day, percent: Int)
  /// Days without usage inside a log that is otherwise busy, or at its end.
  case gap(Range<Day>)
  /// A few users are a large part of the cost, in percent, so the range is wide.
  case fewUsers(users: Int, percent: Int)
  /// There is so little evidence that the range says more than the point.
  case lowEvidence(effectiveUsers: Int, planned: Int)
  /// Users were told apart by a label, where requests do not name them.
  case standInUsers(requests: Int, of: Int)
  /// An exclusion that leaves nothing out.
  case unusedExclusion(ForecastExclusion)
  /// There is no range, because the forecast was made against the rules.
  case forced(ForecastRefusal)
  /// A token ratio was given for a model that no usage moves to: perhaps a mistyped name.
  case unusedTokenRatio(model: String)
  /// A plan has whole months, so that one which has begun is not forecast.
  case beginsLater(asOf: Day, first: Month)
  /// A lever has changed the usage; what it does, or takes for granted, or leaves as it is.
  case lever(LeverName, says: String)
}

extension ForecastWarning {
  /// The age of a price book, in days, beyond which it is warned about.
  static let oldestBook = 45
  /// How many times the users seen a plan may have without a warning.
  static let evidenceReach = 5
  /// The fewest effective users of a range that is not called wide.
  static let wideRange = 30.0
  /// The fewest effective users of whom a plan for twice as many can be made with confidence.
  static let littleEvidence = 10.0
  /// The share of a window's cost, in percent, from which one user's day is mentioned.
  static let oneOffShare = 10.0
  /// How many of them are mentioned.
  static let mostOneOffs = 3
  /// The requests of an ordinary day from which an empty one is missed.
  static let busyDay = 50

  /// The name by which programs know it; unlike its words it never changes.
  public var code: String {
    switch self {
    case .shortLog: "short-log"
    case .unknownWindow: "unknown-window"
    case .noUserIDs: "no-user-ids"
    case .someWithoutUser: "some-without-user"
    case .emptyWindow: "empty-window"
    case .windowWithoutUsers: "window-without-users"
    case .beyondEvidence: "beyond-evidence"
    case .oldBook: "old-book"
    case .mayEnd: "may-end"
    case .dropped: "dropped"
    case .unpriced: "unpriced"
    case .mixBreak: "mix-break"
    case .oneOff: "one-off"
    case .gap: "gap"
    case .fewUsers: "few-users"
    case .lowEvidence: "low-evidence"
    case .standInUsers: "stand-in-users"
    case .unusedExclusion: "unused-exclusion"
    case .forced: "forced"
    case .unusedTokenRatio: "unused-token-ratio"
    case .beginsLater: "begins-later"
    case .lever: "lever"
    }
  }
}
