import Pricing
import Quantities
import Usage

/// What one kind of usage costs at every instant of a horizon: stretches of unchanging price, and the
/// changes between them.
///
/// Models that are shut down are followed to their successors; dates that are only the earliest
/// possible ones are taken as if the model ended on that day.
struct PriceTimeline {
  /// A part of the horizon in which the kind costs the same.
  struct Stretch {
    let from: Instant
    let until: Instant
    let terms: UsageTerms
  }

  /// A change of price, with what holds on both sides of it.
  struct Event {
    let change: PriceChange
    let before: UsageTerms
    let after: UsageTerms
  }

  let stretches: [Stretch]
  let events: [Event]
  let notes: [ForecastWarning]
  /// Why usage of this kind cannot be forecast; nil where it can.
  let refusal: ForecastRefusal?
  /// The models that the usage moves to, in the horizon or before it.
  let movesTo: Set<String>
}

/// What a kind of usage pays at some time.
struct UsageTerms {
  let rates: Rates
  /// How many tokens become of one recorded.
  let tokenRatio: Exact
  /// Whether its model has ended without a successor and the usage is left out.
  let isDropped: Bool

  /// What a token of a meter costs, relatively; 0 without a price, and where usage is left out.
  func price(of meter: Int) -> Double {
    guard !isDropped, let price = rates.prices[meter] else { return 0 }
    return Double(price.picodollars) * tokenRatio.ratio
  }

  /// What a row costs, each time it happens.
  func price(_ row: RollupRow) -> LoadPrice {
    let charge = Charge(for: row, at: rates)
    return LoadPrice(
      cost: isDropped ? .zero : Exact(charge.cost) * tokenRatio,
      listCost: isDropped ? .zero : Exact(charge.listCost) * tokenRatio, tokenRatio: tokenRatio,
      unpricedTokens: isDropped ? 0 : charge.unpricedTokens,
      unlistedTokens: isDropped ? 0 : charge.list.unlistedTokens,
      unpricedRequests: isDropped ? 0 : charge.unpricedRequests,
      reasons: isDropped ? [] : charge.reasons, isDropped: isDropped)
  }
}

/// What a row costs at certain prices, each time it happens.
struct LoadPrice {
  /// In picodollars; zero where the usage is dropped.
  let cost: Exact
  /// The same without a contract, as far as there are list prices.
  let listCost: Exact
  /// How many tokens become of one recorded.
  let tokenRatio: Exact
  let unpricedTokens: TokenCount
  /// Tokens that have a contract's price and no list price.
  let unlistedTokens: TokenCount
  let unpricedRequests: Int
  let reasons: [UnpricedReason]
  /// Whether its model has ended without a successor and the usage is left out.
  let isDropped: Bool
}

/// Makes timelines for one forecast.
struct PriceTimelineMaker {
  let input: ForecastInput
  let horizon: Range<Instant>

  /// The timeline of a kind of usage.
  func timeline(of kind: UsageKind) -> PriceTimeline {
    var stretches: [PriceTimeline.Stretch] = []
    var notes: [ForecastWarning] = []
    var movesTo: Set<String> = []
    var refusal: ForecastRefusal?
    var start = horizon.lowerBound
    while start < horizon.upperBound {
      let rates = rates(of: kind, at: start)
      // One day's prices hold to the end, whatever is known to change.
      let changes = input.valuation == .then ? rates.validity.until : nil
      let end = min(changes ?? horizon.upperBound, horizon.upperBound)
      do throws(ForecastRefusal) {
        notes += try endings(rates, of: kind.provider)
      } catch {
        refusal = refusal ?? error
      }
      movesTo.formUnion(rates.resolution?.steps.map(\.to) ?? [])
      stretches.append(
        PriceTimeline.Stretch(from: start, until: end, terms: terms(of: kind, at: rates)))
      start = end
    }
    return PriceTimeline(
      stretches: stretches, events: events(of: kind), notes: notes, refusal: refusal,
      movesTo: movesTo)
  }

  /// What a kind of usage pays on the first day of the horizon.
  func termsAtStart(of kind: UsageKind) -> UsageTerms {
    terms(of: kind, at: rates(of: kind, at: horizon.lowerBound))
  }

  private func rates(of kind: UsageKind, at instant: Instant) -> Rates {
    input.book.rates(
      provider: kind.provider, model: kind.model, tier: kind.serviceTier,
      contextOver: kind.contextOver, at: input.valuation.basis.instant(for: instant),
      shutdowns: .movesToSuccessor)
  }

  private func terms(of kind: UsageKind, at rates: Rates) -> UsageTerms {
    let ratio = TokenRatios(byModel: input.tokenRatios).along(
      rates.resolution?.steps ?? [], producedBy: kind.producedBy)
    return UsageTerms(
      rates: rates, tokenRatio: ratio,
      isDropped: input.dropRetired && rates.resolution?.shutdown != nil)
  }

  /// What is to be said of a model that has ended without a successor.
  ///
  /// A firm day is refused unless the usage is to be dropped: it would otherwise be priced at a rate
  /// that nobody will be offered. Where the day is only the earliest possible one nobody has said
  /// that the model ends then, so it keeps its price, and the reader is told.
  private func endings(
    _ rates: Rates, of provider: Provider
  ) throws(ForecastRefusal) -> [ForecastWarning] {
    guard let resolution = rates.resolution, let end = resolution.shutdown, let day = end.day else {
      return []
    }
    let model = resolution.model
    if input.dropRetired { return [.dropped(provider: provider, model: model, day: day)] }
    if end.isEarliestOnly { return [.mayEnd(provider: provider, model: model, day: day)] }
    throw .retiredWithoutSuccessor(provider: provider, model: model, day: day)
  }

  /// The changes of price in the horizon, one on its first instant included.
  ///
  /// What changes exactly where the forecast begins is new to whoever looks at last month's cost.
  private func events(of kind: UsageKind) -> [PriceTimeline.Event] {
    guard input.valuation == .then, let model = kind.model else { return [] }
    let justBefore = horizon.lowerBound.adding(microseconds: -Instant.slotMicroseconds)
    let changes = input.book.priceChanges(
      provider: kind.provider, model: model, tier: kind.serviceTier,
      contextOver: kind.contextOver,
      in: Period(from: justBefore, until: horizon.upperBound), shutdowns: .movesToSuccessor)
    return changes.map { change in
      PriceTimeline.Event(
        change: change, before: terms(of: kind, at: change.before),
        after: terms(of: kind, at: change.after))
    }
  }
}
