import Pricing
import Quantities
import Usage

/// What the coming months cost: what an active user caused lately, at each future day's price, times
/// the users of the month, times its days.
///
/// Every amount is exact up to one rounding, half to even, at 10⁻¹² USD; how far it may be off is a
/// range of its own.
public struct Forecast: Sendable {
  /// The months, in order.
  public let months: [ForecastMonth]
  /// The sum of the months' costs.
  public let total: Money
  /// The same sum without a contract.
  public let list: ForecastListCost
  /// What it was made from.
  public let basis: ForecastBasis
  /// What has to be known about it.
  public let warnings: [ForecastWarning]
  /// The range of the sum; nil where there is none.
  public internal(set) var range: ForecastRange?
  /// How far off forecasts of this log's own past were; nil where it has one window.
  public internal(set) var accuracy: OwnAccuracy?
  /// The sum had the users' days that stand out not been; nil where none does.
  public internal(set) var withoutOneOffs: Money?
}

/// What a forecast was made from.
public struct ForecastBasis: Sendable {
  /// The first day that is forecast.
  public let asOf: Day
  /// Where days begin and end.
  public let timeZone: String
  /// The users as planned.
  public let users: MAUPlan
  /// Whose prices: each future day's own, or one day's for all.
  public let valuation: PriceTime
  /// The version of the price book.
  public let bookVersion: String
  /// The contracts under which usage is paid; empty where list prices are.
  public let contracts: [String]
  /// The day up to which the price book claims to know.
  public let bookAsOf: Day
  /// The windows of the log, by length of month; empty for a scenario.
  public let windows: [Window]
  /// The assumed token ratios, by the model that usage moves to.
  public let tokenRatios: [String: DecimalFactor]
  /// What each weekday weighs, Monday first.
  public let weights: WeekdayWeights
  /// The constants of the method.
  public let constants: ForecastConstants
  /// The levels of the range, in percent.
  public let levels: [Int]
  /// What is paid each month whatever is used; part of every month's cost.
  public let fixedFee: Money
  /// What was left out of what was learned from.
  public let exclusions: [ForecastExclusion]
  /// What a user beyond those seen costs, as a multiple of one who was seen.
  public let newUserFactor: DecimalFactor
  /// Whether the users to come are those of the log.
  public let population: Population

  /// A window of the log that months of one length were made from.
  public struct Window: Hashable, Sendable {
    /// The length of those months.
    public let monthLength: Int
    /// The days of the window.
    public let days: Range<Day>
    /// The users active in it; nil where no user is known.
    public let activeUsers: Int?
    /// The requests in it.
    public let requests: Int
    /// Whether the cost per user was taken from it; older ones tell how far off a forecast would be.
    public let isPooled: Bool
  }
}

/// One month of a forecast.
public struct ForecastMonth: Sendable {
  /// Which month.
  public let month: Month
  /// Its days.
  public let days: Int
  /// Its days that are forecast; fewer than `days` only in a first month that has begun.
  public let daysAhead: Int
  /// The monthly active users; nil where users are not known.
  public let mau: Int?
  /// The whole month: what is spent already and the rest; the effective cost under a contract.
  public let cost: Money
  /// The same without a contract.
  public let list: ForecastListCost
  /// What was used before the forecast begins; nil in a month that is forecast whole.
  public let monthToDate: MonthToDate?
  /// The part that is forecast: the cost less what is used already and less the fixed fee.
  public let rest: Money
  /// The cost of the whole month by active user; nil without users.
  public let costPerMAU: Money?
  /// The requests and tokens that are forecast.
  public let usage: UsageAmount
  /// What of them has no price: not part of `cost`, and not free.
  public let unpriced: UnpricedUsage
  /// What of them is left out because its model has ended; not part of `usage`.
  public let dropped: UsageAmount
  /// What changes a price in this month, in order of time.
  public let events: [PriceEvent]
  /// A scenario's features in the order of its file, adding up to `cost`; empty for a log.
  public let features: [FeatureForecast]
  /// Between what the cost lies; nil where there is no range.
  public internal(set) var range: ForecastRange?
  /// What the range rests on; nil where users are not known.
  public internal(set) var evidence: ForecastEvidence?
  /// The steps from the month before; nil for the first month and for a scenario.
  public internal(set) var bridge: ForecastBridge?
  /// The share of the users who are active on an average day; nil where it is not known.
  public internal(set) var dailyShare: ExactRatio?
}

extension ForecastMonth {
  /// What an active user costs on a day of activity, so that the users, the share that is active on a
  /// day, the days ahead and this multiply to ``rest``; nil where users are not known.
  ///
  /// What is used already and a fixed fee are no part of it: together with them the product is the
  /// month's cost.
  public var costPerActiveUserDay: Money? {
    guard let mau, let dailyShare else { return nil }
    let userDays = Exact(mau) * dailyShare.value * Exact(daysAhead)
    return (WideRatio(Exact(rest)) / userDays).rounded.map { Money(picodollars: $0) }
  }
}

/// What a month has cost before its forecast begins, at the prices of the time.
public struct MonthToDate: Hashable, Sendable {
  /// The cost of what has a price.
  public let cost: Money
  /// The same without a contract.
  public let list: ForecastListCost
  /// The requests and tokens.
  public let usage: UsageAmount
  /// What of them has no price.
  public let unpriced: UnpricedUsage
}

/// A number of requests and their tokens, rounded to whole ones where they are forecast.
public struct UsageAmount: Hashable, Sendable {
  /// How many requests.
  public let requests: Int64
  /// How many tokens.
  public let tokens: TokenCount

  /// An amount of usage.
  public init(requests: Int64, tokens: TokenCount) {
    self.requests = requests
    self.tokens = tokens
  }

  /// No usage.
  public static let none = UsageAmount(requests: 0, tokens: 0)
}

/// Usage without a price, and why: counted and named, never a cost of zero.
public struct UnpricedUsage: Hashable, Sendable {
  /// The requests that used something without a price.
  public let requests: Int64
  /// The tokens without a price.
  public let tokens: TokenCount
  /// Why, each reason once.
  public let reasons: [UnpricedReason]

  /// Usage without a price.
  public init(requests: Int64, tokens: TokenCount, reasons: [UnpricedReason]) {
    self.requests = requests
    self.tokens = tokens
    self.reasons = reasons
  }

  /// Everything has a price.
  public static let none = UnpricedUsage(requests: 0, tokens: 0, reasons: [])

  /// Whether everything has a price.
  public var isEmpty: Bool { requests == 0 && tokens == 0 && reasons.isEmpty }

  /// Whether nothing of some usage has a price, so that it has no cost; no usage has one, of zero.
  package func isAll(of usage: UsageAmount) -> Bool { tokens != 0 && tokens == usage.tokens }

  /// Adds usage without a price, each reason once.
  package static func += (sum: inout UnpricedUsage, more: UnpricedUsage) {
    sum = UnpricedUsage(
      requests: sum.requests + more.requests, tokens: sum.tokens + more.tokens,
      reasons: sum.reasons + more.reasons.filter { !sum.reasons.contains($0) })
  }
}

/// Something that changes what unchanged code costs, on its day.
public struct PriceEvent: Hashable, Sendable {
  /// When.
  public let at: Instant
  /// The day, in the forecast's time zone.
  public let day: Day
  /// What happens.
  public let kind: PriceChange.Kind
  /// Who sells the model.
  public let provider: Provider
  /// The name that requests use; where another model has taken its place before, and it is that
  /// one's price which changes, the other.
  public let model: String
  /// The model that is billed until then; nil where none is.
  public let pricedBefore: String?
  /// The model that is billed from then on; nil where none is.
  public let pricedAfter: String?
  /// Whether the day is only the earliest possible one.
  public let isEarliestOnly: Bool
  /// What the rest of its month costs more for it, or less; nil where usage has a price on one side
  /// of it only, or on none: a price that ends saves nothing.
  ///
  /// The events of a month are laid on top of each other in order of time, so their effects add up
  /// to what the month costs beyond the prices it began with.
  public let effect: Money?
}

/// What forecast usage would cost by the seller's list; the cost itself where there is no contract.
public struct ForecastListCost: Hashable, Sendable {
  /// The cost of everything that has a list price.
  public let cost: Money
  /// The tokens that have a contract's price and no list price, so that this cost leaves them out.
  public let unlistedTokens: TokenCount

  /// Nothing.
  static let zero = ForecastListCost(cost: .zero, unlistedTokens: 0)

  static func + (left: ForecastListCost, right: ForecastListCost) -> ForecastListCost {
    ForecastListCost(
      cost: left.cost + right.cost, unlistedTokens: left.unlistedTokens + right.unlistedTokens)
  }
}

/// What one feature of a scenario costs in one month.
public struct FeatureForecast: Hashable, Sendable {
  /// The feature.
  public let name: String
  /// The model that its requests name.
  public let model: String
  /// Its cost in the month.
  public let cost: Money
  /// The same without a contract.
  public let list: ForecastListCost
  /// Its requests and tokens in the month.
  public let usage: UsageAmount
  /// What of them has no price.
  public let unpriced: UnpricedUsage
}
