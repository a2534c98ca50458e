import Quantities
import Usage

/// Puts a price on rollup rows: the pricing engine.
///
/// A price is linear in tokens, so for a row whose requests share everything that selects a price,
///
///     cost = Σ over meters of tokens × price
///
/// is exact: integers of 10⁻¹² USD, no rounding, the same sum in whatever order or grouping the
/// requests were added up. Which price that is, `PriceBook.rates` says, from the row's seller,
/// model, tier, context band and time. What has no price is counted and named, never zero.
public struct Valuation: Sendable {
  /// Whose prices a row is charged at.
  public enum Basis: Hashable, Sendable {
    /// Those in force when the requests happened: what was owed.
    case then
    /// Those in force at one instant, for every row: what the same usage would cost then.
    case on(Instant)
  }

  /// The prices.
  public let book: PriceBook
  /// At which time's prices.
  public let basis: Basis
  /// What becomes of models after their shutdown.
  public let shutdowns: ShutdownRule

  /// The answers so far: a kind of request has one more each time its price has changed.
  private var answers: [Kind: [Rates]] = [:]
  /// The last answer in each of a few places.
  ///
  /// Rows come in order of time, so the kinds of one quarter of an hour take turns, and the answer
  /// for each is usually the one that it had a quarter of an hour ago.
  private var latest = [Answer?](repeating: nil, count: Valuation.places)

  private static let places = 1 << 10

  private struct Answer {
    let series: UsageSeries
    let contextOver: TokenCount
    let rates: Rates

    /// Whether it answers for a row too: rows of one series in a ledger are copies of one value.
    func holds(for row: RollupRow, at instant: Instant) -> Bool {
      row.series.isCopy(of: series) && row.contextOver == contextOver
        && rates.validity.contains(instant)
    }
  }

  /// Everything about a row, time aside, that selects its price.
  private struct Kind: Hashable {
    let provider: Provider
    let model: String?
    let tier: ServiceTier
    let contextOver: TokenCount

    /// The kind of a row; the response's model goes before the request's, since sellers re-route
    /// without an error.
    init(_ row: RollupRow) {
      provider = row.series.provider
      model = row.series.model
      tier = row.series.serviceTier
      contextOver = row.contextOver
    }
  }

  /// A valuation under a price book.
  public init(
    book: PriceBook, basis: Basis = .then, shutdowns: ShutdownRule = .keepsItsPrice
  ) {
    self.book = book
    self.basis = basis
    self.shutdowns = shutdowns
  }

  /// What a row costs.
  public mutating func charge(for row: RollupRow) -> Charge {
    Charge(for: row, at: rates(for: row))
  }

  /// The prices that a row is charged at.
  public mutating func rates(for row: RollupRow) -> Rates {
    let instant =
      switch basis {
      case .then: row.slot
      case .on(let instant): instant
      }
    let place = Valuation.place(of: row.series)
    if let known = latest[place], known.holds(for: row, at: instant) { return known.rates }
    let rates = answer(for: Kind(row), at: instant)
    latest[place] = Answer(series: row.series, contextOver: row.contextOver, rates: rates)
    return rates
  }

  /// Where the last answer for a series is kept; series that share a place ask more often.
  private static func place(of series: UsageSeries) -> Int {
    Int(truncatingIfNeeded: (series.storageNumber &* 0x9E37_79B9_7F4A_7C15) >> 54)
  }

  private mutating func answer(for kind: Kind, at instant: Instant) -> Rates {
    if let known = answers[kind]?.first(where: { $0.validity.contains(instant) }) { return known }
    let rates = book.rates(
      provider: kind.provider, model: kind.model, tier: kind.tier, contextOver: kind.contextOver,
      at: instant, shutdowns: shutdowns)
    answers[kind, default: []].append(rates)
    return rates
  }
}

/// The money owed for a rollup row, what it would be without a contract, and what of it could not
/// be priced.
public struct Charge: Sendable {
  /// The effective cost: the sum of what has a price, by contract or by list; complete only if
  /// `isComplete`.
  public let cost: Money
  /// The tokens on meters without a price.
  public let unpricedTokens: TokenCount
  /// The requests that used such a meter: all of the row's or none, as they used the same.
  public let unpricedRequests: Int
  /// Why, each reason once; empty where everything has a price.
  public let reasons: [UnpricedReason]
  /// The prices it was computed from.
  public let rates: Rates
  /// The tokens it was computed for.
  public let tokens: MeteredTokens

  /// The charge for a row at given prices.
  public init(for row: RollupRow, at rates: Rates) {
    var cost = Money.zero
    var unpricedTokens = TokenCount.zero
    var reasons: [UnpricedReason] = []
    for index in row.tokens.usedIndices {
      let count = row.tokens[at: index]
      if let price = rates.prices[index] {
        cost += price * TokenCount(count)
        continue
      }
      unpricedTokens += TokenCount(count)
      guard let reason = rates.unpricedReason(for: Meter.all[index]) else { continue }
      if reasons.last != reason { reasons.append(reason) }
    }
    self.cost = cost
    self.unpricedTokens = unpricedTokens
    self.unpricedRequests = reasons.isEmpty ? 0 : row.requests
    self.reasons = reasons
    self.rates = rates
    self.tokens = row.tokens
  }

  /// The model that was billed; nil where nothing had a price.
  public var pricedModel: String? { rates.pricedModel }

  /// Whether everything had a price.
  public var isComplete: Bool { reasons.isEmpty }

  /// The same tokens by the seller's list, and those that have a contract's price alone.
  ///
  /// Summed at each call, so that whoever asks for the cost alone does not wait for it.
  public var list: ListCost {
    rates.terms == nil ? ListCost(cost) : ListCost(of: tokens, at: rates)
  }

  /// What it would cost without a contract, as far as there are list prices.
  public var listCost: Money { list.cost }

  /// The cost of one meter; nil where it has no price.
  public func cost(of meter: Meter) -> Money? {
    rates.price(of: meter).map { $0 * tokens[meter] }
  }

  /// What each meter that was used costs, in the order of `Meter.allCases`; meters without a price
  /// are left out.
  public var costByMeter: [(meter: Meter, cost: Money)] {
    Meter.all.compactMap { meter in
      guard tokens[meter] != .zero, let cost = cost(of: meter) else { return nil }
      return (meter, cost)
    }
  }
}
