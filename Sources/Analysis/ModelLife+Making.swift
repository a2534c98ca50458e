import Pricing
import Quantities
import Usage

/// Telling a model's life from the statements of a book.
extension ModelLife {
  /// The life of the model that a name is, or stands for today; nil where the seller has no such
  /// name.
  ///
  /// - Parameters:
  ///   - name: The model, or an alias of it.
  ///   - provider: Who sells it.
  ///   - book: What is known.
  ///   - today: Parts what was from what is to come.
  public init?(of name: String, provider: Provider, in book: PriceBook, today: Day) {
    let resolution = book.resolve(provider: provider, model: name, at: today.priceInstant)
    // A model of that name first: what it was re-routed to is part of its life.
    guard
      let model = book.model(name, of: provider)
        ?? resolution.flatMap({ book.model($0.model, of: provider) })
    else { return nil }
    self.provider = provider
    self.model = model
    self.today = today
    let maker = LifeMaker(book: book, provider: provider, model: model, today: today)
    events = maker.events()
  }
}

/// Collects the events of one life.
private struct LifeMaker {
  let book: PriceBook
  let provider: Provider
  let model: BookModel
  let today: Day

  func events() -> [LifeEvent] {
    let all = released + turns + announcements + withdrawals + ends + takeovers + aliases
    // Swift's sort keeps no order of equals by itself, so their place in the list breaks ties.
    return all.enumerated().sorted { one, other in
      (order(one.element), one.offset) < (order(other.element), other.offset)
    }.map(\.element)
  }

  private func order(_ event: LifeEvent) -> Int64 { event.at?.microseconds ?? .min }

  private func event(
    _ kind: LifeEvent.Kind, at instant: Instant?, _ phase: LifeEvent.Phase? = nil,
    known: Day? = nil, sources: [String] = []
  ) -> LifeEvent {
    let isAhead = instant.map { $0 > today.priceInstant } ?? false
    return LifeEvent(
      at: instant, phase: phase ?? (isAhead ? .ahead : .past), kind: kind, known: known,
      sources: sources)
  }

  private var released: [LifeEvent] {
    model.released.map { [event(.released, at: $0.startUTC)] } ?? []
  }

  // MARK: Prices

  /// Everything whose prices can change together.
  private struct Offer: Hashable {
    let tier: ServiceTier
    let over: TokenCount
    let unit: PriceUnit
  }

  /// The instants at which the prices of an offer change, one tier and band after the other.
  private var turns: [LifeEvent] {
    let counted = model.statements.filter { $0.status != .withdrawn }
    var offers: [Offer] = []
    for statement in counted {
      let offer = Offer(
        tier: statement.serviceTier, over: statement.overPromptTokens, unit: statement.unit)
      if !offers.contains(offer) { offers.append(offer) }
    }
    return offers.flatMap { offer in
      turns(
        of: counted.filter {
          $0.serviceTier == offer.tier && $0.overPromptTokens == offer.over
            && $0.unit == offer.unit
        }, offer)
    }
  }

  private func turns(of statements: [PriceStatement], _ offer: Offer) -> [LifeEvent] {
    let edges = Set(statements.flatMap { [$0.period.from, $0.period.until] }.compactMap(\.self))
    let isOld = statements.contains { $0.period.from == nil }
    return ((isOld ? [nil] : []) + edges.sorted().map(Optional.some)).compactMap { edge in
      turn(at: edge, of: statements, offer)
    }
  }

  private func turn(
    at edge: Instant?, of statements: [PriceStatement], _ offer: Offer
  ) -> LifeEvent? {
    let instant = edge ?? Instant(microseconds: .min)
    let before = edge.map { inForce(statements, at: $0.adding(microseconds: -1)) } ?? []
    let after = inForce(statements, at: instant)
    let steps = PriceStep.steps(from: before, to: after)
    // A statement that only says the same again with another source turns nothing; and where the
    // model is re-routed, its prices end for that reason alone.
    guard !steps.isEmpty, before.isEmpty || steps.contains(where: { !$0.isLevel }),
      !after.isEmpty || !isRerouted(at: instant)
    else { return nil }
    let begins = statements.filter { $0.period.from == edge }
    let turn = PriceTurn(
      serviceTier: offer.tier, overPromptTokens: offer.over, unit: offer.unit, steps: steps,
      begins: begins,
      endsIntroduction: edge != nil
        && before.contains { $0.isIntroductory && $0.period.until == edge })
    var sources: [String] = []
    for id in begins.flatMap(\.sources) where !sources.contains(id) { sources.append(id) }
    return event(
      .prices(turn), at: edge, known: begins.compactMap(\.known).max(), sources: sources)
  }

  private func isRerouted(at instant: Instant) -> Bool {
    model.lifecycles.contains {
      $0.isCurrent && $0.mode == .reroute && $0.takesEffect == instant
    }
  }

  /// What holds at an instant: what is only announced stands behind what is in force.
  private func inForce(_ statements: [PriceStatement], at instant: Instant) -> [PriceStatement] {
    let holding = statements.filter { $0.period.contains(instant) }
    return holding.filter { $0.status == .inForce } + holding.filter { $0.status == .announced }
  }

  /// Prices that were said before they were to begin.
  private var announcements: [LifeEvent] {
    model.statements.compactMap { statement in
      guard let known = statement.known, let from = statement.period.from,
        known.startUTC < from
      else { return nil }
      return event(
        .priceSaid(statement), at: known.startUTC,
        statement.status == .withdrawn ? .revoked : .said, sources: statement.sources)
    }
  }

  private var withdrawals: [LifeEvent] {
    model.statements.filter { $0.status == .withdrawn }.map { statement in
      event(
        .priceWithdrawn(statement), at: statement.withdrawnOn?.startUTC, .revoked,
        sources: statement.sources)
    }
  }

  // MARK: The end, and other names

  /// What was said when, and what comes of it; superseded words are kept, their days move both ways.
  private var ends: [LifeEvent] {
    model.lifecycles.flatMap { lifecycle -> [LifeEvent] in
      let known = lifecycle.known ?? lifecycle.announced
      var events: [LifeEvent] = []
      if known != nil || !lifecycle.isCurrent || lifecycle.takesEffect == nil {
        events.append(
          event(
            .endSaid(lifecycle), at: known?.startUTC, lifecycle.isCurrent ? .said : .revoked,
            known: known, sources: lifecycle.sources))
      }
      if lifecycle.isCurrent, let day = lifecycle.takesEffect {
        events.append(
          event(.ends(lifecycle), at: day, known: known, sources: lifecycle.sources))
      }
      return events
    }
  }

  /// Models of the same seller whose users come here.
  private var takeovers: [LifeEvent] {
    book.models(of: provider).flatMap { other in
      other.lifecycles.compactMap { lifecycle in
        guard lifecycle.isCurrent, lifecycle.successor == model.name,
          let day = lifecycle.takesEffect
        else { return nil }
        return event(
          .takesOver(from: other.name, lifecycle), at: day,
          known: lifecycle.known ?? lifecycle.announced, sources: lifecycle.sources)
      }
    }
  }

  private var aliases: [LifeEvent] {
    let all = book.aliases(of: provider)
    return all.filter { $0.model == model.name }.flatMap { alias -> [LifeEvent] in
      let comes = event(
        .aliasComes(alias), at: alias.period.from, known: alias.known, sources: alias.sources)
      guard let end = alias.period.until else { return [comes] }
      let next = all.first { $0.name == alias.name && $0.period.from == end }
      return [
        comes,
        event(
          .aliasLeaves(alias, to: next?.model), at: end, known: next?.known,
          sources: next?.sources ?? alias.sources),
      ]
    }
  }
}
