import Pricing
import Quantities
import Usage

/// Sums loads over the months of a horizon: the heart of a forecast.
///
///     month = users × Σ over loads of factor × Σ over stretches of days × cost
///
/// Every day of a month weighs the same, and a price that changes within a day weighs by the part of
/// it. All terms are exact; each figure is divided and rounded once.
struct Forecaster {
  let input: ForecastInput
  let clock: DayClock
  private let timelines: PriceTimelineMaker
  private(set) var warnings: [ForecastWarning] = []
  private var movesTo: Set<String> = []

  init(_ input: ForecastInput, until end: Day) {
    self.input = input
    clock = DayClock(zone: input.zone)
    let start = input.zone.start(of: input.asOf)
    timelines = PriceTimelineMaker(input: input, horizon: start..<input.zone.start(of: end))
  }

  /// Loads with their prices over the whole horizon; made once for each length of month.
  mutating func prepare(_ loads: [Load]) throws(ForecastRefusal) -> [PricedLoad] {
    var priced: [PricedLoad] = []
    for load in loads {
      let timeline = try timelines.timeline(of: load)
      timeline.notes.forEach { warn($0) }
      movesTo.formUnion(timeline.movesTo)
      priced.append(PricedLoad(load: load, timeline: timeline))
    }
    return priced
  }

  /// The token ratios of models that nothing moves to.
  var unusedRatios: [ForecastWarning] {
    input.tokenRatios.keys.sorted().filter { !movesTo.contains($0) }
      .map { .unusedTokenRatio(model: $0) }
  }

  /// Adds a warning unless it has been given.
  mutating func warn(_ warning: ForecastWarning) {
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  /// The sums of some days, by part.
  func sums(_ loads: [PricedLoad], parts: Int, from start: Instant, until end: Instant) -> [DaySum]
  {
    var sums = [DaySum](repeating: DaySum(), count: parts)
    for priced in loads {
      for stretch in priced.timeline.stretches where stretch.from < end && stretch.until > start {
        let days = clock.days(from: max(start, stretch.from), until: min(end, stretch.until))
        sums[priced.load.part].add(priced.load, at: stretch.price, times: days * priced.load.factor)
      }
    }
    return sums
  }

  /// The events of some days, those of the same cause together, in order of time and then of name.
  func events(
    _ loads: [PricedLoad], users: Exact, from start: Instant, until end: Instant
  ) throws(ForecastRefusal) -> [PriceEvent] {
    var places: [EventKey: Int] = [:]
    var causes: [(key: EventKey, change: PriceChange, effect: Exact)] = []
    for priced in loads {
      for event in priced.timeline.events where (start..<end).contains(event.change.at) {
        let key = EventKey(event.change, series: priced.load.row.series)
        let days = clock.days(from: event.change.at, until: end)
        let effect = (event.after.cost - event.before.cost) * days * priced.load.factor
        if let place = places[key] {
          causes[place].effect += effect
        } else {
          places[key] = causes.count
          causes.append((key, event.change, effect))
        }
      }
    }
    var events: [PriceEvent] = []
    for cause in causes {
      guard let effect = (cause.effect * users).money else { throw .outOfRange }
      events.append(event(cause.key, cause.change, effect: effect))
    }
    return events.sorted { ($0.at, $0.model, $0.provider) < ($1.at, $1.model, $1.provider) }
  }

  private func event(_ key: EventKey, _ change: PriceChange, effect: Money) -> PriceEvent {
    PriceEvent(
      at: change.at, day: clock.zone.day(of: change.at), kind: change.kind,
      provider: key.provider, model: key.model, pricedBefore: change.before.pricedModel,
      pricedAfter: change.after.pricedModel,
      isEarliestOnly: change.lifecycle?.isEarliestOnly ?? false, effect: effect)
  }
}

/// A load and what it costs over the horizon.
struct PricedLoad {
  let load: Load
  let timeline: PriceTimeline
}

/// What makes two changes of price one event: tiers and bands of a model change together.
private struct EventKey: Hashable {
  let at: Instant
  let kind: PriceChange.Kind
  let provider: Provider
  let model: String

  init(_ change: PriceChange, series: UsageSeries) {
    at = change.at
    kind = change.kind
    provider = series.provider
    model = series.model ?? ""
  }
}

/// Usage and cost of some days for one user, not rounded yet.
struct DaySum {
  private(set) var cost = Exact.zero
  private var listCost = Exact.zero
  private var unlistedTokens = Exact.zero
  private var requests = Exact.zero
  private var tokens = Exact.zero
  private var unpricedRequests = Exact.zero
  private var unpricedTokens = Exact.zero
  private var droppedRequests = Exact.zero
  private var droppedTokens = Exact.zero
  private(set) var reasons: [UnpricedReason] = []

  mutating func add(_ load: Load, at price: LoadPrice, times factor: Exact) {
    let factorOfTokens = factor * price.tokenRatio
    let allRequests = Exact(load.row.requests) * factor
    let allTokens = Exact(load.row.tokens.total.value) * factorOfTokens
    if price.isDropped {
      droppedRequests += allRequests
      droppedTokens += allTokens
      return
    }
    cost += price.cost * factor
    listCost += price.listCost * factor
    unlistedTokens += Exact(price.unlistedTokens.value) * factorOfTokens
    requests += allRequests
    tokens += allTokens
    unpricedRequests += Exact(price.unpricedRequests) * factor
    unpricedTokens += Exact(price.unpricedTokens.value) * factorOfTokens
    for reason in price.reasons where !reasons.contains(reason) { reasons.append(reason) }
  }

  static func += (sum: inout DaySum, more: DaySum) {
    sum.cost += more.cost
    sum.listCost += more.listCost
    sum.unlistedTokens += more.unlistedTokens
    sum.requests += more.requests
    sum.tokens += more.tokens
    sum.unpricedRequests += more.unpricedRequests
    sum.unpricedTokens += more.unpricedTokens
    sum.droppedRequests += more.droppedRequests
    sum.droppedTokens += more.droppedTokens
    for reason in more.reasons where !sum.reasons.contains(reason) { sum.reasons.append(reason) }
  }
}

extension DaySum {
  /// The cost for so many users, rounded.
  func cost(for users: Exact) throws(ForecastRefusal) -> Money {
    guard let cost = (cost * users).money else { throw .outOfRange }
    return cost
  }

  /// The cost for so many users without a contract, rounded, and what of it no list prices.
  func list(for users: Exact) throws(ForecastRefusal) -> ForecastListCost {
    guard let cost = (listCost * users).money, let tokens = (unlistedTokens * users).count else {
      throw .outOfRange
    }
    return ForecastListCost(cost: cost, unlistedTokens: TokenCount(tokens))
  }

  /// Requests and tokens for so many users.
  func usage(for users: Exact) throws(ForecastRefusal) -> UsageAmount {
    try amount(requests, tokens, users)
  }

  /// What is left out, for so many users.
  func dropped(for users: Exact) throws(ForecastRefusal) -> UsageAmount {
    try amount(droppedRequests, droppedTokens, users)
  }

  /// What has no price, for so many users.
  func unpriced(for users: Exact) throws(ForecastRefusal) -> UnpricedUsage {
    let amount = try amount(unpricedRequests, unpricedTokens, users)
    return UnpricedUsage(requests: amount.requests, tokens: amount.tokens, reasons: reasons)
  }

  private func amount(
    _ requests: Exact, _ tokens: Exact, _ users: Exact
  ) throws(ForecastRefusal) -> UsageAmount {
    guard let requests = (requests * users).count, let tokens = (tokens * users).count else {
      throw .outOfRange
    }
    return UsageAmount(requests: requests, tokens: TokenCount(tokens))
  }
}
