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

  /// More months than any announced price reaches.
  public static let mostMonths = 120
}
