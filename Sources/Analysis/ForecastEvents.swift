import Pricing
import Quantities
import Usage

/// The events of a month, those of the same cause together, in order of time and then of name.
extension Forecaster {
  /// What changes prices in some days, and what each change makes of them.
  ///
  /// - Parameters:
  ///   - loads: What is used.
  ///   - pool: How the parts of the loads become one figure.
  ///   - users: How many users there are.
  ///   - start: Where the days begin.
  ///   - end: Where they end.
  /// - Returns: The events with their effects.
  /// - Throws: `outOfRange` for an effect that is too large.
  func events(
    _ loads: [PricedLoad], pool: WindowPool, users: Exact, from start: Instant, until end: Instant
  ) throws(ForecastRefusal) -> [PriceEvent] {
    var places: [EventKey: Int] = [:]
    var causes: [(key: EventKey, change: PriceChange, effects: [Exact])] = []
    var unknown: Set<EventKey> = []
    for priced in loads {
      for event in priced.timeline.events where (start..<end).contains(event.change.at) {
        let key = EventKey(event.change, series: priced.load.row.series)
        if !priced.knowsEffect(of: event) { unknown.insert(key) }
        let effect = priced.effect(of: event, days: clock.days(from: event.change.at, until: end))
        if let place = places[key] {
          causes[place].effects[priced.load.part] += effect
        } else {
          places[key] = causes.count
          var effects = [Exact](repeating: .zero, count: pool.parts)
          effects[priced.load.part] = effect
          causes.append((key, event.change, effects))
        }
      }
    }
    var events: [PriceEvent] = []
    for cause in causes {
      guard let effect = pool.value(of: cause.effects, times: users).rounded else {
        throw .outOfRange
      }
      let known = unknown.contains(cause.key) ? nil : Money(picodollars: effect)
      events.append(event(cause.key, cause.change, effect: known))
    }
    return events.sorted { ($0.at, $0.model, $0.provider) < ($1.at, $1.model, $1.provider) }
  }

  private func event(_ key: EventKey, _ change: PriceChange, effect: Money?) -> PriceEvent {
    PriceEvent(
      at: change.at, day: clock.zone.day(of: change.at), kind: change.kind,
      provider: key.provider, model: key.model, pricedBefore: change.before.pricedModel,
      pricedAfter: change.after.pricedModel,
      isEarliestOnly: change.lifecycle?.isEarliestOnly ?? false, effect: effect)
  }
}

extension PricedLoad {
  /// Whether as much has a price after a change as before it, and something has one.
  func knowsEffect(of event: PriceTimeline.Event) -> Bool {
    let before = event.before.price(load.row).unpricedTokens
    let after = event.after.price(load.row).unpricedTokens
    return before == after && (before == 0 || before != load.row.tokens.total)
  }

  /// What a change of price makes of so many days.
  func effect(of event: PriceTimeline.Event, days: Exact) -> Exact {
    let difference = event.after.price(load.row).cost - event.before.price(load.row).cost
    return difference * days * load.factor
  }
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
    model = change.subject(of: series.model ?? "")
  }
}
