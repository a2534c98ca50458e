import Pricing
import Quantities
import Usage

/// What a report on retirements is asked for.
public struct RetirementInput: Sendable {
  /// What is known.
  public var book: PriceBook
  /// The day from which days are counted.
  public var asOf: Day
  /// Where days begin and end, for the last day seen.
  public var zone: TimeZoneRules
  /// The recorded usage, usually of the last 30 days.
  public var rows: [RollupRow]
  /// Models to report on whether or not they are used.
  public var named: [Name]

  /// A model that is asked about.
  public struct Name: Hashable, Sendable {
    /// Who sells it; nil for every seller that knows it.
    public let provider: Provider?
    /// Its name.
    public let model: String

    /// A model that is asked about.
    public init(provider: Provider? = nil, model: String) {
      self.provider = provider
      self.model = model
    }
  }

  /// What a report on retirements is asked for.
  public init(
    book: PriceBook, asOf: Day, zone: TimeZoneRules = .utc, rows: [RollupRow], named: [Name] = []
  ) {
    self.book = book
    self.asOf = asOf
    self.zone = zone
    self.rows = rows
    self.named = named
  }
}
