import Pricing
import Quantities
import Usage

/// What is known about the end of the models in use, or asked about.
public struct RetirementReport: Sendable {
  /// The day from which days are counted.
  public let asOf: Day
  /// The models, those that end first before the others.
  public let warnings: [RetirementWarning]
  /// Sellers whose price book is older than 45 days: what it does not say may have been announced.
  public let oldBooks: [OldBook]
  /// The version of the price book.
  public let bookVersion: String

  /// A price book file that is old.
  public struct OldBook: Hashable, Sendable {
    /// Whose.
    public let provider: Provider
    /// The day up to which it claims to know.
    public let asOf: Day
    /// How many days ago that is.
    public let days: Int
  }
}

/// What becomes of one model name, and what that does to those who use it.
public struct RetirementWarning: Hashable, Sendable {
  /// Who sells the model.
  public let provider: Provider
  /// The name that requests use.
  public let model: String
  /// The model that the name is an alias of on that day; nil for a model's own name.
  public let aliasOf: String?
  /// What is known about its end.
  public let status: Status
  /// What the seller says about its end; nil where nothing is said.
  public let lifecycle: Lifecycle?
  /// What it said before, superseded since: dates move both ways.
  public let earlier: [Lifecycle]
  /// The days from `asOf` to the day; negative when it is over, nil without a day.
  public let daysLeft: Int?
  /// What the recorded usage costs after the day; nil where that is not known.
  public let change: Change?
  /// How much it is used; nil for a model that is only asked about.
  public let use: Use?

  /// What is known about the end of a model.
  public enum Status: String, Hashable, Sendable {
    /// The price book does not know the name: nothing can be said, which is not the same as safe.
    case unknownModel = "unknown_model"
    /// No day is announced.
    case noneAnnounced = "none_announced"
    /// No day is announced, but only those who used it before may go on.
    case limitedAccess = "limited_access"
    /// It will end, or be re-routed, on a day to come.
    case scheduled
    /// The day is over.
    case passed
  }

  /// What the recorded usage costs before and after the day.
  public struct Change: Hashable, Sendable {
    /// The model that is billed after the day.
    public let successor: String
    /// The cost until then, at the prices of the report's day or of the last quarter of an hour.
    public let before: Money
    /// The cost from then on.
    public let after: Money
    /// How many times the cost; nil where one of the two is incomplete, or it was free.
    public let ratio: ExactRatio?
    /// What the successor does not offer.
    public let notes: [ComparisonNote]
    /// What has no price on the successor: not in `after`.
    public let unpriced: UnpricedUsage
  }

  /// How much a model is used, in the rows that were given.
  public struct Use: Hashable, Sendable {
    /// The requests.
    public let requests: Int
    /// Their share of all requests.
    public let shareOfRequests: ExactRatio?
    /// What they cost, at the prices of the time.
    public let cost: Money
    /// The requests without a price: not in `cost`.
    public let unpricedRequests: Int
    /// The cost's share of the cost of everything; nil where nothing has a cost.
    public let shareOfCost: ExactRatio?
    /// The last day on which the name was seen.
    public let lastSeen: Day
    /// The versions of the app that use it, most requests first; empty where none is labelled.
    public let appVersions: [AppVersion]
  }

  /// How much a version of the app uses a model.
  public struct AppVersion: Hashable, Sendable {
    /// The version; nil for requests without the label.
    public let version: String?
    /// The requests.
    public let requests: Int
    /// What they cost.
    public let cost: Money
    /// The requests without a price: not in `cost`.
    public let unpricedRequests: Int
    /// The last day on which it used the model.
    public let lastSeen: Day
  }
}
