import Pricing
import Quantities

/// What a forecast is asked for, whether from a log or from a scenario.
public struct ForecastInput: Sendable {
  /// The prices, and what is announced about them.
  public var book: PriceBook
  /// The first day that is forecast: usually the day after the last complete one in the log.
  public var asOf: Day
  /// Where days begin and end.
  public var zone: TimeZoneRules
  /// How many months, the first one included.
  public var months: Int
  /// The users of each month.
  public var users: MAUPlan
  /// At which prices: each future day at its own, or all at one day's.
  public var valuation: PriceTime
  /// Whether usage of a model that ends without a successor is left out; otherwise it is refused.
  public var dropRetired: Bool
  /// How many tokens a model needs for what another one did with one, by the name it is moved to.
  ///
  /// Applied where an alias, a re-route or a shutdown moves usage to it; 1 where it is not named.
  public var tokenRatios: [String: DecimalFactor]
  /// The levels of the range, in percent.
  public var levels: [Int] = [80, 95]
  /// The constants of the method.
  public var constants = ForecastConstants()
  /// How uncertain the users of a month are, as the standard deviation of their logarithm.
  public var usersDeviation = DecimalFactor.zero
  /// Whether the users to come are those of the log.
  public var population = Population.same
  /// What a user beyond those seen costs, as a multiple of one who was seen.
  public var newUserFactor = DecimalFactor.one
  /// The windows to pool, 1 or 3; nil for three unless the mix of models has just changed.
  public var base: Int?
  /// Usage that is left out of what is learned from.
  public var exclusions: [ForecastExclusion] = []
  /// Whether a log that is too short or has too few users is forecast all the same, without a range.
  public var isForced = false
  /// What is paid each month whatever is used.
  public var fixedFee = Money.zero

  /// What a forecast is asked for.
  public init(
    book: PriceBook, asOf: Day, zone: TimeZoneRules = .utc, months: Int = 12,
    users: MAUPlan = .observed, valuation: PriceTime = .then, dropRetired: Bool = false,
    tokenRatios: [String: DecimalFactor] = [:]
  ) {
    self.book = book
    self.asOf = asOf
    self.zone = zone
    self.months = months
    self.users = users
    self.valuation = valuation
    self.dropRetired = dropRetired
    self.tokenRatios = tokenRatios
  }

  /// The days that are taken out of the log altogether.
  var removedDays: DaySet {
    DaySet(exclusions.filter { $0.user == nil }.compactMap(\.days))
  }

  /// More months than any announced price reaches.
  public static let mostMonths = 120
}

/// Usage that will not repeat, or that was not recorded: it says nothing about the months to come.
public struct ForecastExclusion: Hashable, Sendable {
  /// Whose usage; nil for that of everybody, the days being taken out altogether.
  public let user: String?
  /// On which days; nil for all of them.
  public let days: Range<Day>?

  /// An exclusion of a user, of days, or of a user on some days.
  public init(user: String?, days: Range<Day>?) {
    self.user = user
    self.days = days
  }
}

extension ForecastExclusion: CustomStringConvertible {
  /// As it is given on the command line: `user=u-1@2026-11-03..2026-11-05`.
  public var description: String {
    let span = days.map { "\($0.lowerBound)..\($0.upperBound.adding(days: -1))" }
    guard let user else { return span ?? "" }
    return "user=\(user)" + (span.map { "@\($0)" } ?? "")
  }
}
