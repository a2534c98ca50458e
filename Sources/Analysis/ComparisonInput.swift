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
  public var days: Int
  /// The users active in those days; nil where they are not known.
  public var activeUsers: Int?
  /// What it is compared with.
  public var candidates: [ComparisonCandidate]
  /// The day that counts as today: for which a model's end is told.
  public var asOf: Day
  /// At which prices, at least one: usually today's, and perhaps those of a day on which they change.
  public var at: [PriceTime]
  /// How many tokens a model needs for one of any other model's; 1 where it is not named.
  public var tokenRatios: [String: DecimalFactor]

  /// A comparison to make.
  public init(
    book: PriceBook, rows: [RollupRow], days: Int, activeUsers: Int? = nil,
    candidates: [ComparisonCandidate], asOf: Day, at: [PriceTime],
    tokenRatios: [String: DecimalFactor] = [:]
  ) {
    self.book = book
    self.rows = rows
    self.days = days
    self.activeUsers = activeUsers
    self.candidates = candidates
    self.asOf = asOf
    self.at = at
    self.tokenRatios = tokenRatios
  }
}

/// A model, or a mix of models, that all of the usage could be sent to.
public struct ComparisonCandidate: Hashable, Sendable {
  /// The models and their shares of the tokens.
  public let shares: [Share]

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
  /// None of the usage has a price today, so there is nothing to compare with.
  case nothingPriced([UnpricedReason])
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
  /// A figure beyond what 128 bits hold.
  case outOfRange
}
