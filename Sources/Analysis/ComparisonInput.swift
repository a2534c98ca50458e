import Pricing
import Quantities
import Usage

/// What is compared with what: recorded usage, and the models it could have been sent to.
public struct ComparisonInput: Sendable {
  /// The prices.
  public var book: PriceBook
  /// The recorded usage.
  public var rows: [RollupRow]
  /// How many days it was recorded in, above zero.
  public var days: DayCount
  /// The monthly active users of those days; nil where they are not known.
  public var users: MonthlyUsers?
  /// Whether `users` are not known because that takes reading each request, which was not done.
  public var needsEachRequest = false
  /// The requests that name no user; with too many of them nobody is counted as a user.
  public var unnamed: UnnamedRequests?
  /// Whether `rows` are what levers have left of the recorded usage, and not that usage itself.
  public var isLevered = false
  /// What it is compared with.
  public var candidates: [ComparisonCandidate]
  /// The day that counts as today: for which a model's end is told.
  public var asOf: Day
  /// At which prices, at least one: usually today's, and perhaps those of a day on which they change.
  public var at: [PriceTime]
  /// How many tokens a model needs for one of any other model's; 1 where it is not named.
  public var tokenRatios: [String: DecimalFactor]
  /// The same usage divided by the rules of a route, which is then one more choice; `rows` are left
  /// aside for it.
  public var route: RoutedUsage?
  /// The usage by user and of the time before, for ranges; nil for none.
  public var paired: PairedUsage?
  /// How many months ahead are looked at, from the first that begins today or later; 0 for none.
  public var months: Int
  /// Where those months begin and end.
  public var zone: TimeZoneRules
  /// What a monthly active user brings in a month; nil where it is not said.
  public var revenuePerMAU: Money?
  /// What may be spent a month; nil where it is not said.
  public var budget: Money?

  /// A comparison to make.
  public init(
    book: PriceBook, rows: [RollupRow], days: DayCount, users: MonthlyUsers? = nil,
    unnamed: UnnamedRequests? = nil, candidates: [ComparisonCandidate], asOf: Day, at: [PriceTime],
    tokenRatios: [String: DecimalFactor] = [:], route: RoutedUsage? = nil,
    paired: PairedUsage? = nil, months: Int = 0, zone: TimeZoneRules = .utc,
    revenuePerMAU: Money? = nil, budget: Money? = nil
  ) {
    self.book = book
    self.rows = rows
    self.days = days
    self.users = users
    self.unnamed = unnamed
    self.candidates = candidates
    self.asOf = asOf
    self.at = at
    self.tokenRatios = tokenRatios
    self.route = route
    self.paired = paired
    self.months = months
    self.zone = zone
    self.revenuePerMAU = revenuePerMAU
    self.budget = budget
  }

  /// The users that costs can be divided by.
  var knownUsers: MonthlyUsers? { unnamed?.areTooMany == true ? nil : users }

  /// More months than any announced price reaches.
  public static let mostMonths = ForecastInput.mostMonths
}

/// A model, or a mix of models, that all of the usage could be sent to.
public struct ComparisonCandidate: Hashable, Sendable {
  /// The models and their shares of the tokens.
  public let shares: [Share]
  /// What it costs a month beside its tokens, such as hosting or the work of the change.
  public var fixedCost = Money.zero

  /// A model's share of a mix.
  public struct Share: Hashable, Sendable {
    /// Who sells it; nil for the seller of most of the usage, or the first that knows the name.
    public let provider: Provider?
    /// Its name.
    public let model: String
    /// Its share of all tokens, in percent.
    public let percent: DecimalFactor

    /// A model's share of a mix.
    public init(provider: Provider? = nil, model: String, percent: DecimalFactor) {
      self.provider = provider
      self.model = model
      self.percent = percent
    }
  }

  /// One model for everything.
  public init(model: String, provider: Provider? = nil) {
    shares = [Share(provider: provider, model: model, percent: .hundred)]
  }

  /// A mix; its shares have to add up to exactly 100.
  public init(mix shares: [Share]) { self.shares = shares }
}

extension DecimalFactor {
  /// All of it, in percent.
  static let hundred = DecimalFactor(exactly: 100) ?? .one
}

/// Why nothing can be compared.
public enum ComparisonRefusal: Error, Hashable, Sendable {
  /// There is no usage in the period.
  case noUsage
  /// None of the usage has a price at some time, so there is nothing to compare with; which models
  /// lack one, and why.
  case nothingPriced(PriceTime, models: [String], [UnpricedReason])
  /// Some usage has a price at each of the times, but none at all of them.
  case nothingPricedEachTime([PriceTime], [UnpricedReason])
  /// The number of recorded days is not above zero, or no day is named to take prices of.
  case noDays
  /// No seller in the book, or not the named one, knows the model.
  case unknownModel(String, provider: Provider?)
  /// The shares of a mix add up to something else than 100.
  case sharesAddUpTo(ExactRatio)
  /// A share below zero.
  case negativeShare(model: String, DecimalFactor)
  /// A mix names a model twice.
  case modelTwice(String)
  /// A token ratio that is not above zero.
  case badTokenRatio(model: String, DecimalFactor)
  /// A token ratio for a model that is not part of the comparison.
  case unusedTokenRatio(model: String)
  /// A rule of the route, or its default, sends requests to a model that nobody sells.
  case unknownTarget(String, rule: String, FilePlace?)
  /// A number of months below 0 or beyond any announced price.
  case monthsOutOfRange(Int)
  /// The last month would be one whose year four digits cannot write.
  case horizonTooLate(asOf: Day, months: Int)
  /// An amount below zero that cannot be; the name of the option that it was given with.
  case negativeAmount(Money, option: String)
  /// A budget or a revenue for each user, where the log has no users; the option's name.
  case noUsers(option: String)
  /// A budget or a revenue for each user, where no request that has a price names one; the option's
  /// name.
  case noPricedUsers(option: String)
  /// A budget or a revenue for each user, where too many requests name none; the option's name.
  case tooManyUnnamed(UnnamedRequests, option: String)
  /// A budget or a revenue for each user, where only each single request says who had a price; the
  /// option's name.
  case needsEachRequest(option: String)
  /// Something that is told by month, where no month is looked at; the option's name.
  case needsMonths(option: String)
  /// Two choices have one name, so that nobody could tell them apart.
  case choiceTwice(String, FilePlace?)
  /// A figure beyond what 128 bits hold.
  case outOfRange
}
