import Pricing
import Quantities
import Usage

/// What contracts make of a model's list prices: the section `contract` of its history.
///
/// Read from the engine, stretch by stretch of time, so that it never says anything else than a
/// charge would.
enum ContractHistory {
  /// The section; none in a book without a contract with the seller.
  ///
  /// With an instant, only what is paid then.
  static func sections(
    _ model: BookModel, _ provider: Provider, _ book: PriceBook, at instant: Instant? = nil
  ) -> [Report.Section] {
    let contracts = book.contracts(with: provider)
    guard !contracts.isEmpty else { return [] }
    let statements =
      model.statements + book.contractPrices(provider: provider, model: model.name)
    let kinds = Set(
      statements.filter { $0.unit == .millionTokens && $0.status != .withdrawn }.map(Kind.init))
    let rows = kinds.sorted().flatMap { kind in
      stretches(of: kind, model, provider, book).filter { stretch in
        instant.map { stretch.period.contains($0) } ?? true
      }.flatMap { kind.rows($0) }
    }
    return [Report.Section(key: "contract", report: report(contracts, rows: rows))]
  }

  private static func report(_ contracts: [Contract], rows: [[Cell]]) -> Report {
    let names = Set(contracts.map(\.name)).sorted()
    let hasBands = rows.contains { $0[2] != .count(0) }
    return Report(
      title: "Under contract \(names.joined(separator: ", "))",
      columns: [
        Column("contract", "contract", .label, isShown: names.count > 1),
        Column("service_tier", "tier", .label),
        Column("over_prompt_tokens", "prompts over", isShown: hasBands),
        Column("meter", "what", .label), Column("list_price_usd", "list USD"),
        Column("price_usd", "contract USD"), Column("how", "how", .prose),
        Column("per", "per", .label), Column("from", "from", .prose),
        Column("until", "until", .prose),
      ],
      rows: rows, notes: rows.isEmpty ? ["no contract changes its price"] : [])
  }

  /// The times at which a contract is in play for a kind of request, with what is paid then.
  private static func stretches(
    of kind: Kind, _ model: BookModel, _ provider: Provider, _ book: PriceBook
  ) -> [Stretch] {
    var stretches: [Stretch] = []
    var next: Instant? = Instant(microseconds: .min)
    while let start = next {
      let rates = book.rates(
        provider: provider, model: model.name, tier: kind.tier, contextOver: kind.over, at: start)
      let period = Period(
        from: stretches.isEmpty && start == Instant(microseconds: .min) ? nil : start,
        until: rates.validity.until)
      next = rates.validity.until
      // Once it is re-routed its requests are another model's.
      let isItself = rates.resolution?.model == model.name
      stretches.append(Stretch(rates: rates, period: period, isOfModel: isItself))
    }
    return stretches.filter { $0.isOfModel && $0.rates.terms != nil }
  }
}

/// A stretch of time in which what is paid stays the same.
private struct Stretch {
  let rates: Rates
  let period: Period
  let isOfModel: Bool
}

/// What selects a price of a model, time aside.
private struct Kind: Hashable, Comparable {
  let tier: ServiceTier
  let over: TokenCount

  init(_ statement: PriceStatement) {
    tier = statement.serviceTier
    over = statement.overPromptTokens
  }

  private var place: Int { ServiceTier.allCases.firstIndex(of: tier) ?? 0 }

  static func < (left: Kind, right: Kind) -> Bool {
    (left.place, left.over) < (right.place, right.over)
  }

  /// One row a name: a family where its meters are priced alike, else the meters by themselves.
  func rows(_ stretch: Stretch) -> [[Cell]] {
    guard let terms = stretch.rates.terms else { return [] }
    func price(_ price: UnitPrice?) -> Cell {
      price.map { .price($0, per: .millionTokens) } ?? .unknown
    }
    return stretch.rates.quotes.map { quote in
      [
        .list(terms.contracts), .text(tier.rawValue), .count(over), .text(quote.name),
        price(stretch.rates.listPrice(of: quote.meter)),
        price(stretch.rates.price(of: quote.meter)), .text(terms.words(for: quote.meter)),
        .code(PriceUnit.millionTokens.rawValue), .instant(stretch.period.from),
        .instant(stretch.period.until),
      ]
    }
  }
}

extension ContractTerms {
  /// How the price of a meter comes about.
  fileprivate func words(for meter: Meter) -> String {
    if statements.contains(where: { $0.price(of: meter) != nil }) { return "contract price" }
    guard let discount = discounts.first(where: { $0.concerns(meter) }) else { return "list price" }
    return "\(discount.percentOff) % off"
  }
}

extension Rates {
  /// The prices as a seller would quote them: the name of a family where every member has a price,
  /// standing for what most of them cost, and the others by their own names.
  fileprivate var quotes: [(name: String, meter: Meter)] {
    var quotes: [(name: String, meter: Meter)] = []
    var spoken: Set<Meter> = []
    for family in MeterFamily.allCases {
      let members = family.members
      guard members.allSatisfy({ price(of: $0) != nil }) else { continue }
      let alike = members.map { meter in members.filter { isPricedAlike(meter, $0) } }
      guard let most = alike.map(\.count).max(),
        let common = alike.first(where: { $0.count == most }), let first = common.first
      else { continue }
      quotes.append((family.rawValue, first))
      spoken.formUnion(common)
    }
    let others = Meter.allCases.filter { price(of: $0) != nil && !spoken.contains($0) }
    return quotes + others.map { ($0.rawValue, $0) }
  }

  private func isPricedAlike(_ one: Meter, _ other: Meter) -> Bool {
    price(of: one) == price(of: other) && listPrice(of: one) == listPrice(of: other)
  }
}
