import Pricing
import Quantities
import Usage

/// What one load costs at every instant of a horizon: stretches of unchanging price, and the events
/// between them.
///
/// Models that are shut down are followed to their successors; dates that are only the earliest
/// possible ones are taken as if the model ended on that day.
struct PriceTimeline {
  /// A part of the horizon in which the load costs the same.
  struct Stretch {
    let from: Instant
    let until: Instant
    let price: LoadPrice
  }

  /// A change of price, with what the load costs on both sides of it.
  struct Event {
    let change: PriceChange
    let before: LoadPrice
    let after: LoadPrice
  }

  let stretches: [Stretch]
  let events: [Event]
  let notes: [ForecastWarning]
  /// The models that the usage moves to, in the horizon or before it.
  let movesTo: Set<String>
}

/// What a load costs at certain prices, each time it happens.
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

  /// The timeline of a load.
  func timeline(of load: Load) throws(ForecastRefusal) -> PriceTimeline {
    let series = load.row.series
    var stretches: [PriceTimeline.Stretch] = []
    var notes: [ForecastWarning] = []
    var movesTo: Set<String> = []
    var start = horizon.lowerBound
    while start < horizon.upperBound {
      let rates = input.book.rates(
        provider: series.provider, model: series.model, tier: series.serviceTier,
        contextOver: load.row.contextOver, at: input.valuation.basis.instant(for: start),
        shutdowns: .movesToSuccessor)
      // One day's prices hold to the end, whatever is known to change.
      let changes = input.valuation == .then ? rates.validity.until : nil
      let end = min(changes ?? horizon.upperBound, horizon.upperBound)
      notes += try endings(rates, of: series.provider)
      movesTo.formUnion(rates.resolution?.steps.map(\.to) ?? [])
      let price = price(load, at: rates)
      stretches.append(PriceTimeline.Stretch(from: start, until: end, price: price))
      start = end
    }
    return PriceTimeline(
      stretches: stretches, events: events(of: load), notes: notes, movesTo: movesTo)
  }

  /// What a load costs at certain prices.
  private func price(_ load: Load, at rates: Rates) -> LoadPrice {
    let isDropped = input.dropRetired && rates.resolution?.shutdown != nil
    let ratio = TokenRatios(byModel: input.tokenRatios).along(
      rates.resolution?.steps ?? [], producedBy: load.producedBy)
    let charge = Charge(for: load.row, at: rates)
    return LoadPrice(
      cost: isDropped ? .zero : Exact(charge.cost) * ratio,
      listCost: isDropped ? .zero : Exact(charge.listCost) * ratio, tokenRatio: ratio,
      unpricedTokens: isDropped ? 0 : charge.unpricedTokens,
      unlistedTokens: isDropped ? 0 : charge.list.unlistedTokens,
      unpricedRequests: isDropped ? 0 : charge.unpricedRequests,
      reasons: isDropped ? [] : charge.reasons, isDropped: isDropped)
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
  private func events(of load: Load) -> [PriceTimeline.Event] {
    guard input.valuation == .then, let model = load.row.series.model else { return [] }
    let justBefore = horizon.lowerBound.adding(microseconds: -Instant.slotMicroseconds)
    let changes = input.book.priceChanges(
      provider: load.row.series.provider, model: model, tier: load.row.series.serviceTier,
      contextOver: load.row.contextOver,
      in: Period(from: justBefore, until: horizon.upperBound), shutdowns: .movesToSuccessor)
    return changes.map { change in
      PriceTimeline.Event(
        change: change, before: price(load, at: change.before),
        after: price(load, at: change.after))
    }
  }
}
