import Pricing
import Quantities
import Usage

/// One way to serve the usage: as it is, on other models, or by the rules of a route.
enum ComparisonChoice {
  /// Each request on its own model.
  case today
  /// Everything on these models, each for its share.
  case models([ResolvedShare])
  /// Each request where the first rule sends it that matches; one target a rule, the default last.
  case route([ResolvedTarget])
}

/// Where a rule of a route sends its requests, once the seller has been found.
enum ResolvedTarget: Hashable {
  /// Where they went.
  case asRecorded
  /// To a model.
  case model(ModelKey)

  /// The model; nil where requests stay.
  var key: ModelKey? {
    switch self {
    case .asRecorded: nil
    case .model(let key): key
    }
  }
}

/// What choices cost: every one of them over the very same usage, by the very same rules.
///
/// Under list prices it is asked with a book without contracts, and not derived from the effective
/// figures: a model may have to be priced by another rule at list, for a tier or a meter that only
/// the contract offers.
struct ChoicePricing {
  let book: PriceBook
  /// The usage; `part` is the rule of the route that it falls under.
  let loads: [Load]
  let ratios: TokenRatios
  let labels: ModelLabels

  /// What a choice costs, with what it does not offer; not rounded.
  func sum(_ choice: ComparisonChoice, at basis: Valuation.Basis) -> RepricedSum {
    switch choice {
    case .today: mix(at: basis).sum(loads, at: basis)
    case .models(let shares): sum(loads, on: shares, at: basis)
    case .route(let targets):
      targets.indices.reduce(into: RepricedSum()) { sum, rule in
        sum.add(self.sum(ofRule: rule, targets[rule], at: basis), share: .one)
      }
    }
  }

  /// What the requests of one rule cost where it sends them.
  func sum(
    ofRule rule: Int, _ target: ResolvedTarget, at basis: Valuation.Basis
  ) -> RepricedSum {
    let own = loads.filter { $0.part == rule }
    switch target {
    case .asRecorded: return mix(at: basis).sum(own, at: basis)
    case .model(let key):
      let share = ResolvedShare(provider: key.provider, model: key.model, percent: .hundred)
      return sum(own, on: [share], at: basis)
    }
  }

  /// What each load costs by itself; nil where a part of it has no price.
  func costs(_ choice: ComparisonChoice, at basis: Valuation.Basis) -> [Exact?] {
    switch choice {
    case .today: loads.map { cost(of: $0, at: basis) }
    case .models(let shares):
      shares.reduce([Exact?](repeating: .zero, count: loads.count)) { sums, share in
        let part = Exact(share.percent ?? .hundred) / Exact(DecimalFactor.hundred)
        return zip(sums, costs(on: share.key, at: basis)).map { sum, cost in
          guard let sum, let cost else { return nil }
          return sum + cost * part
        }
      }
    case .route(let targets): routedCosts(targets, at: basis)
    }
  }

  private func routedCosts(_ targets: [ResolvedTarget], at basis: Valuation.Basis) -> [Exact?] {
    var onModels: [ModelKey: [Exact?]] = [:]
    for key in Set(targets.compactMap(\.key)) { onModels[key] = costs(on: key, at: basis) }
    return loads.enumerated().map { place, load in
      guard let key = targets[load.part].key else { return cost(of: load, at: basis) }
      return onModels[key]?[place] ?? nil
    }
  }

  private func costs(on key: ModelKey, at basis: Valuation.Basis) -> [Exact?] {
    Repricing.costs(loads, book: book, at: basis, key: key, ratios: ratios)
  }

  private func cost(of load: Load, at basis: Valuation.Basis) -> Exact? {
    let sum = mix(at: basis).sum([load], at: basis)
    return sum.isComplete ? sum.cost : nil
  }

  private func mix(at basis: Valuation.Basis) -> TodaysMix {
    TodaysMix(book: book, ratios: ratios, labels: labels)
  }

  private func sum(
    _ loads: [Load], on shares: [ResolvedShare], at basis: Valuation.Basis
  ) -> RepricedSum {
    shares.reduce(into: RepricedSum()) { sum, share in
      let part = Repricing.sum(
        loads, book: book, at: basis, provider: share.provider, model: share.model,
        label: labels.label(of: share.model, at: share.provider), ratios: ratios)
      sum.add(part, share: Exact(share.percent ?? .hundred) / Exact(DecimalFactor.hundred))
    }
  }
}

extension ComparisonChoice {
  /// The models that it names, each once; none for today's mix.
  var keys: [ModelKey] {
    let named: [ModelKey] =
      switch self {
      case .today: []
      case .models(let shares): shares.map(\.key)
      case .route(let targets): targets.compactMap(\.key)
      }
    return named.enumerated().filter { !named[..<$0.offset].contains($0.element) }.map(\.element)
  }
}
