import Quantities
import Usage

/// One model in two books, compared tier by tier, band by band and meter by meter.
struct PricedPair {
  let provider: Provider
  let model: String
  let book: PriceBook
  let theirs: PriceBook
  let instant: Instant
  /// Whether the notes of their statements are names of a table's entries.
  let hasEntries: Bool
  private(set) var disagreements: [PriceDisagreement] = []
  private(set) var agreementCount = 0

  init(
    provider: Provider, model: String, book: PriceBook, theirs: PriceBook, instant: Instant,
    hasEntries: Bool
  ) {
    self.provider = provider
    self.model = model
    self.book = book
    self.theirs = theirs
    self.instant = instant
    self.hasEntries = hasEntries
  }

  /// Compares what the other book states: on a tier it leaves out it does not disagree.
  mutating func compare() {
    let stated = inForce(theirs, model)
    let billed = book.resolve(provider: provider, model: model, at: instant)?.model ?? model
    for tier in ServiceTier.allCases where stated.contains(where: { $0.isTokens(of: tier) }) {
      compare(tier, stated, billed)
    }
    for statement in stated where statement.unit != .millionTokens {
      compareUnits(statement, billed)
    }
  }

  private func inForce(_ book: PriceBook, _ name: String) -> [PriceStatement] {
    (book.model(name, of: provider)?.statements ?? []).filter { statement in
      statement.status != .withdrawn && statement.period.contains(instant)
    }
  }

  private func rates(_ book: PriceBook, _ tier: ServiceTier, over: TokenCount) -> Rates {
    book.rates(provider: provider, model: model, tier: tier, contextOver: over, at: instant)
  }

  /// In every band that either has: a table without steps says that long prompts cost the same.
  private mutating func compare(
    _ tier: ServiceTier, _ stated: [PriceStatement], _ billed: String
  ) {
    let mine = inForce(book, billed)
    let bands = Set((stated + mine).filter { $0.isTokens(of: tier) }.map(\.overPromptTokens))
    var below: [Pair] = []
    for over in bands.union([0]).sorted() {
      let (ours, others) = (rates(book, tier, over: over), rates(theirs, tier, over: over))
      let pairs = Pair.pairs(ours, others)
      for pair in pairs where !below.contains(pair) && !pair.saysNothing(ours, others) {
        guard pair.booked != pair.listed else {
          agreementCount += 1
          continue
        }
        add(pair, tier, over, statement(ours, pair.meter), statement(others, pair.meter), billed)
      }
      below = pairs
    }
  }

  private func statement(_ rates: Rates, _ meter: Meter) -> PriceStatement? {
    rates.statements.first { $0.speaks(of: meter) }
  }

  private mutating func add(
    _ pair: Pair, _ tier: ServiceTier, _ over: TokenCount, _ ours: PriceStatement?,
    _ others: PriceStatement?, _ billed: String
  ) {
    disagreements.append(
      PriceDisagreement(
        provider: provider, model: model, billedAs: billed == model ? nil : billed,
        serviceTier: tier, overPromptTokens: over, name: pair.name, unit: .millionTokens,
        booked: pair.booked, listed: pair.listed,
        bookSources: ours.map { book.references(of: $0) } ?? [],
        tableSources: hasEntries ? [] : others.map { theirs.references(of: $0) } ?? [],
        entry: hasEntries ? others?.note : nil))
  }

  /// Prices in other units, which no usage is charged: the same name in the same unit.
  private mutating func compareUnits(_ statement: PriceStatement, _ billed: String) {
    let mine = inForce(book, billed).filter { other in
      other.unit == statement.unit && other.serviceTier == statement.serviceTier
    }
    for amount in statement.amounts {
      guard let listed = amount.price else { continue }
      let booked = mine.first { $0.amounts.contains { $0.name == amount.name } }
      let price = booked?.amounts.first { $0.name == amount.name }?.price
      guard price != listed else {
        agreementCount += 1
        continue
      }
      disagreements.append(
        PriceDisagreement(
          provider: provider, model: model, billedAs: billed == model ? nil : billed,
          serviceTier: statement.serviceTier,
          overPromptTokens: 0, name: amount.name, unit: statement.unit, booked: price,
          listed: listed, bookSources: booked.map { book.references(of: $0) } ?? [],
          tableSources: hasEntries ? [] : theirs.references(of: statement),
          entry: hasEntries ? statement.note : nil))
    }
  }
}

/// What two books ask for a meter, or for several meters of a family alike.
private struct Pair: Hashable {
  let name: String
  /// One of its meters.
  let meter: Meter
  let booked: UnitPrice?
  let listed: UnitPrice

  /// The pairs of everything that the second one prices.
  static func pairs(_ ours: Rates, _ others: Rates) -> [Pair] {
    var pairs: [Pair] = []
    for meter in Meter.all {
      guard let listed = others.price(of: meter) else { continue }
      let pair = Pair(
        name: meter.rawValue, meter: meter, booked: ours.price(of: meter), listed: listed)
      // The first meter of a family speaks for those that are priced like it.
      guard let family = meter.family, let text = family.members.first, text != meter,
        ours.price(of: text) == pair.booked, others.price(of: text) == listed
      else {
        pairs.append(pair.named(meter.family, in: others))
        continue
      }
    }
    return pairs
  }

  /// Whether the book has no price and the table none of its own: a family's price for a member that
  /// only the book knows to be another matter.
  func saysNothing(_ ours: Rates, _ others: Rates) -> Bool {
    guard booked == nil, let text = meter.family?.members.first, text != meter else { return false }
    return ours.price(of: text) != nil && others.price(of: text) == listed
  }

  /// The family's name where others of it are priced alike.
  private func named(_ family: MeterFamily?, in rates: Rates) -> Pair {
    guard let family, family.members.first == meter,
      family.members.dropFirst().contains(where: { rates.price(of: $0) == listed })
    else { return self }
    return Pair(name: family.rawValue, meter: meter, booked: booked, listed: listed)
  }
}

extension PriceStatement {
  fileprivate func isTokens(of tier: ServiceTier) -> Bool {
    unit == .millionTokens && serviceTier == tier
  }
}
