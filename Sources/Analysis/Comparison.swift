import Pricing
import Quantities
import Usage

/// Recorded usage priced as if it had been sent to other models.
///
/// Cached share, thinking, service tier and context band of every request are kept. What a model
/// does not offer is priced by a stated rule and named in the notes.
public struct Comparison: Sendable {
  /// The usage as it is: each model under its own name, moved where its seller moves it.
  public let today: ComparisonLine
  /// The candidates, in the order asked for.
  public let lines: [ComparisonLine]
  /// The prices that were taken; each line has one figure for each, in this order.
  public let at: [PriceTime]
  /// How many days the usage was recorded in.
  public let days: DayCount
  /// The monthly active users; nil where not known, or where too many requests name none.
  public let users: MonthlyUsers?
  /// The requests that name no user; nil where all do.
  public let unnamed: UnnamedRequests?
  /// The requests and tokens that are compared: those with a price, after any levers.
  public let usage: UsageAmount
  /// Whether levers have changed the recorded usage before it was compared.
  public let isLevered: Bool
  /// Which part of the prompt tokens was read from a cache; nil without a prompt.
  public let cachedShare: ExactRatio?
  /// Usage that has no price as it is and can therefore not be compared: in no line's figures.
  public let leftOut: UnpricedUsage
  /// Those of the prices that usage was left out for want of.
  public let leftOutAt: [PriceTime]
  /// The day that counts as today.
  public let asOf: Day
  /// Whether users are not known because that takes reading each request, which was not done.
  public let needsEachRequest: Bool
  /// The assumed token ratios, by model.
  public let tokenRatios: [String: DecimalFactor]
  /// The version of the price book.
  public let bookVersion: String
  /// The contracts under which usage is paid; empty where list prices are.
  public let contracts: [String]
  /// What becomes of the choices as known prices change; nil where no months were asked for.
  public let outlook: ComparisonOutlook?
  /// What each rule of the route takes; nil without a route, which is the last line.
  public let route: RouteShares?

  /// The days of the month that costs are stated for: recorded cost × 30 / recorded days.
  public static let monthDays = 30
}

/// One choice of a comparison.
public struct ComparisonLine: Hashable, Sendable {
  /// What kind of choice it is.
  public let kind: Kind
  /// The models, with their shares.
  public let parts: [Part]
  /// What it costs, one figure for each of the comparison's prices.
  public let figures: [ComparisonFigures]
  /// What the choice costs a month beside its tokens; in none of its figures, but in its break-even.
  public let fixedCost: Money

  /// What kind of choice a line is.
  public enum Kind: Hashable, Sendable {
    /// Each request on its own model.
    case today
    /// A model, or a mix.
    case models
    /// The rules of a route.
    case route(name: String)
  }

  /// A model of a line.
  public struct Part: Hashable, Sendable {
    /// Who sells it.
    public let provider: Provider
    /// Its name, as asked for.
    public let model: String
    /// What it is called in this comparison: its name, after its seller's where several have it.
    public let label: String
    /// Its share of the tokens in percent; nil in today's mix and in a route, which send each request
    /// where it belongs.
    public let percent: DecimalFactor?
    /// The assumed tokens for one recorded.
    public let tokenRatio: DecimalFactor
    /// What its seller says about its end; nil where nothing is said.
    public let lifecycle: Lifecycle?
  }
}

extension ComparisonLine {
  /// What the usage as it is is called.
  static let todaysName = "today's mix"

  /// What it is called: the model, the mix, or the route.
  public var name: String {
    switch kind {
    case .today: return Self.todaysName
    case .route(let name): return name
    case .models:
      guard parts.count > 1 else { return parts.first?.label ?? "" }
      return parts.map { part in
        "\(part.percent.map { "\($0) % " } ?? "")\(part.label)"
      }.joined(separator: " + ")
    }
  }
}

/// What the recorded usage costs on one line at certain prices.
public struct ComparisonFigures: Hashable, Sendable {
  /// Whose prices were taken.
  public let at: PriceTime
  /// The cost of all that was recorded.
  public let cost: Money
  /// The cost of `Comparison.monthDays` days of it.
  public let perMonth: Money
  /// The cost of a request.
  public let perRequest: Money
  /// The cost of a month for a thousand monthly active users; nil without users.
  public let perThousandMAU: Money?
  /// The cost of a user on a day on which that user is active; nil where that is not known.
  public let perUserDay: Money?
  /// How many times the cost of today's mix at the same prices; nil where a part of the usage
  /// has no price here, or today's mix costs nothing.
  public let ratio: ExactRatio?
  /// What it would cost without contracts; nil where there are none.
  public let list: ListFigures?
  /// What has no price: not in any of the figures, and not free.
  public let unpriced: UnpricedUsage
  /// What the model does not offer, and what else has to be known.
  public let notes: [ComparisonNote]
}

/// What the recorded usage would cost on one line at one day's list prices, without any contract.
public struct ListFigures: Hashable, Sendable {
  /// The cost of all that was recorded.
  public let cost: Money
  /// The cost of `Comparison.monthDays` days of it.
  public let perMonth: Money
  /// The tokens without a list price: not in any of the figures.
  public let unlistedTokens: TokenCount
}

/// Something about a line of a comparison that has to be known, with how much of it there is.
public struct ComparisonNote: Hashable, Sendable {
  /// What it is.
  public let kind: Kind
  /// The requests concerned; in a mix all that are shared out, whatever the share.
  public let requests: Int
  /// Their tokens concerned, as recorded.
  public let tokens: TokenCount

  /// A note.
  public init(kind: Kind, requests: Int, tokens: TokenCount) {
    self.kind = kind
    self.requests = requests
    self.tokens = tokens
  }

  /// What has to be known.
  public enum Kind: Hashable, Sendable {
    /// The model has no price for a tier; the standard price was taken.
    case tierAtStandard(model: String, tier: ServiceTier)
    /// The model has no price for a meter; that of another meter was taken.
    case meterAtPriceOf(model: String, meter: Meter, taken: Meter)
    /// Another model answers to the name on that day.
    case answeredBy(model: String, other: String, kind: Resolution.Step.Kind)
    /// The model has ended by that day and nothing takes over; its last price was taken.
    case ended(model: String, day: Day, isEarliestOnly: Bool)
  }
}
