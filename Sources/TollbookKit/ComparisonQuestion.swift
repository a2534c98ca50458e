import Analysis
import Pricing
import Quantities

/// What is asked of a comparison.
public struct ComparisonQuestion: Sendable {
  /// Models, or mixes of them.
  public var candidates: [ComparisonCandidate]
  /// The usage to take; where an end is open, the newest 30 days of the log.
  ///
  /// Days or quarters of an hour; nothing from today on is taken.
  public var period = Period.always
  /// At which prices; nil for today's.
  public var valuation: PriceTime?
  /// At which days' prices beside that.
  public var days: [Day] = []
  /// Tokens that a model needs for one of today's, by model.
  public var tokenRatios: [String: DecimalFactor] = [:]
  /// How many months ahead are looked at; 0 for none.
  public var months = 12
  /// Rules that divide the requests, as one more choice.
  public var route: Route?
  /// What is changed about the recorded usage before it is compared; not with a route.
  public var levers: [Lever] = []
  /// What the route costs a month beside its tokens.
  public var routeFixedCost = Money.zero
  /// What a monthly active user brings in a month.
  public var revenuePerMAU: Money?
  /// What may be spent a month.
  public var budget: Money?
  /// Whether every request is read, for latencies and for ranges by user, however many there are;
  /// else only in a ledger of at most ``freelyRead``.
  public var readsEachRequest = false

  /// The requests that are read one by one without being asked to: about a second's work.
  public static let freelyRead = 1_000_000

  /// A question.
  public init(_ candidates: [ComparisonCandidate]) { self.candidates = candidates }
}

/// A comparison, with what was read beside it.
public struct ComparisonAnswer: Sendable {
  /// The comparison.
  public let comparison: Comparison
  /// The period of usage it covers.
  public let period: Period
  /// What was left out of the period that was asked for; nil where nothing was.
  public let remark: String?
  /// How long the models' requests took; empty where the log does not say, nil where it was not read.
  public let latencies: [ModelLatency]?
}
