import Pricing
import Quantities
import Usage

/// The known changes of price that can move any choice of a comparison.
struct PriceChanges {
  let book: PriceBook
  let choices: [ComparisonChoice]
  let loads: [Load]
  let zone: TimeZoneRules

  /// Everything that selects a price, time aside.
  private struct Kind: Hashable {
    let key: ModelKey
    let tier: ServiceTier
    let contextOver: TokenCount
  }

  /// The changes in order of time and then of model; each once, whatever tiers and bands it concerns.
  ///
  /// Their effect is left at zero: here they are named, and the choices' own figures say what they do.
  func events(after start: Instant, until end: Instant) -> [PriceEvent] {
    var events: [PriceEvent] = []
    for kind in kinds {
      let changes = book.priceChanges(
        provider: kind.key.provider, model: kind.key.model, tier: kind.tier,
        contextOver: kind.contextOver, in: Period(from: start, until: end),
        shutdowns: .movesToSuccessor)
      for change in changes {
        let event = event(change, of: kind.key)
        // A tier that the model does not have changes without a price on either side.
        let isKnown = events.contains {
          $0.at == event.at && $0.kind == event.kind && $0.model == event.model
            && $0.provider == event.provider
        }
        if !isKnown { events.append(event) }
      }
    }
    return events.sorted { ($0.at, $0.model, $0.provider) < ($1.at, $1.model, $1.provider) }
  }

  /// What today's mix uses; and the choices' models in every tier and band that is used, and standard
  /// beside it, which is what a model without that tier is priced at.
  private var kinds: [Kind] {
    let used = loads.compactMap { load in
      load.key.map {
        Kind(key: $0, tier: load.row.series.serviceTier, contextOver: load.row.contextOver)
      }
    }
    let other = choices.flatMap(\.keys).flatMap { key in
      used.flatMap { kind in
        [kind.tier, .standard].map { Kind(key: key, tier: $0, contextOver: kind.contextOver) }
      }
    }
    return Array(Set(used + other)).sorted { left, right in
      (left.key, left.tier.rawValue, left.contextOver)
        < (right.key, right.tier.rawValue, right.contextOver)
    }
  }

  private func event(_ change: PriceChange, of key: ModelKey) -> PriceEvent {
    PriceEvent(
      at: change.at, day: zone.day(of: change.at), kind: change.kind, provider: key.provider,
      model: change.subject(of: key.model), pricedBefore: change.before.pricedModel,
      pricedAfter: change.after.pricedModel,
      isEarliestOnly: change.lifecycle?.isEarliestOnly ?? false, effect: .zero)
  }
}
