import Pricing
import Quantities
import Usage

/// Usage by user and window in cells: tokens of one meter of one kind of request.
///
/// A price is linear in tokens, so what every user costs on every choice and day is a product of the
/// cells with one vector of prices. Requests without a price today are left out, as everywhere in a
/// comparison. Users are in order of name, so that the same usage always gives the same sums.
struct PairedCells {
  /// One token of each cell's meter, to be priced by the rules that price the usage itself.
  private var probes: [Load] = []
  private var places: [Kind: Int] = [:]
  private var present: Valuation
  /// The tokens of each user; empty where users are not known.
  private var users: [(user: Int, cell: Int, tokens: Double)] = []
  private var userCount = 0
  /// The tokens of each window, the compared days first.
  private var windows: [[Int: Double]] = []

  /// Everything that has to be the same for requests to fill the same cells.
  private struct Kind: Hashable {
    let provider: Provider
    let model: String?
    let tier: ServiceTier
    let contextOver: TokenCount
    let producedBy: String?
    let meters: Int64
    let rule: Int
  }

  /// - Parameters:
  ///   - paired: The usage by user and of the time before.
  ///   - input: The comparison.
  ///   - now: At which instant usage has to have a price to be compared.
  init(_ paired: PairedUsage, _ input: ComparisonInput, now: Instant) {
    present = Valuation(book: input.book, basis: .on(now), shutdowns: .movesToSuccessor)
    let compared = input.route?.groups.map(\.rows) ?? [input.rows]
    for window in [compared] + paired.earlier {
      var tokens: [Int: Double] = [:]
      for (rule, rows) in window.enumerated() {
        for load in Load.loads(of: rows, book: input.book) {
          fill(load.row, load.producedBy, rule) { cell, count in
            tokens[cell, default: 0] += count
          }
        }
      }
      windows.append(tokens)
    }
    if paired.knowsUsers { addUsers(paired.users, book: input.book) }
  }

  private mutating func addUsers(_ rules: [[RollupRow]], book: PriceBook) {
    var history = Valuation(book: book)
    let names = Set(rules.joined().compactMap(\.userOrStandIn))
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let numbers = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    userCount = names.count
    var found: [(user: Int, cell: Int, tokens: Double)] = []
    for (rule, rows) in rules.enumerated() {
      for row in rows {
        guard let user = row.userOrStandIn.flatMap({ numbers[$0] }) else { continue }
        fill(row, history.rates(for: row).resolution?.model, rule) { cell, count in
          found.append((user, cell, count))
        }
      }
    }
    // In an order that does not depend on how the log was read: binary fractions are added up.
    found.sort { ($0.user, $0.cell) < ($1.user, $1.cell) }
    for entry in found {
      if let last = users.last, last.user == entry.user, last.cell == entry.cell {
        users[users.count - 1].tokens += entry.tokens
      } else {
        users.append(entry)
      }
    }
  }

  /// Hands out the cells of a row and what it adds to each; none of a row without a price.
  private mutating func fill(
    _ row: RollupRow, _ producedBy: String?, _ rule: Int, _ body: (Int, Double) -> Void
  ) {
    let kind = Kind(
      provider: row.series.provider, model: row.series.model, tier: row.series.serviceTier,
      contextOver: row.contextOver, producedBy: producedBy, meters: row.tokens.mask, rule: rule)
    let first = places[kind] ?? add(kind, like: row)
    guard first >= 0 else { return }
    for (offset, meter) in row.tokens.usedIndices.enumerated() {
      body(first + offset, Double(row.tokens[at: meter]))
    }
  }

  /// Makes the cells of a kind, one a meter side by side; -1 stands for those without a price.
  private mutating func add(_ kind: Kind, like row: RollupRow) -> Int {
    guard present.charge(for: row).isComplete else {
      places[kind] = -1
      return -1
    }
    let first = probes.count
    places[kind] = first
    for meter in row.tokens.usedIndices {
      var probe = row
      probe.tokens = MeteredTokens()
      probe.tokens[at: meter] = 1
      probe.requests = 1
      probes.append(Load(row: probe, producedBy: kind.producedBy, factor: .one, part: kind.rule))
    }
    return first
  }

  /// What one token of each cell costs on a choice.
  func prices(
    of choice: ComparisonChoice, _ pricing: ChoicePricing, at basis: Valuation.Basis
  ) -> PairedPrices {
    let probing = ChoicePricing(
      book: pricing.book, loads: probes, ratios: pricing.ratios, labels: pricing.labels)
    return PairedPrices(prices: probing.costs(choice, at: basis))
  }

  /// The range of a ratio; nil where a price is missing or something costs nothing at all.
  func range(of ratio: ExactRatio, prices: PairedPrices, today: PairedPrices) -> PairedRange? {
    guard let choice = prices.weights, let today = today.weights else { return nil }
    var byUser = [(today: Double, choice: Double)](repeating: (0, 0), count: userCount)
    for (user, cell, tokens) in users {
      byUser[user].today += tokens * today[cell]
      byUser[user].choice += tokens * choice[cell]
    }
    let byWindow = windows.map { window in
      window.keys.sorted().reduce((today: 0.0, choice: 0.0)) { sum, cell in
        let tokens = window[cell] ?? 0
        return (sum.today + tokens * today[cell], sum.choice + tokens * choice[cell])
      }
    }
    return PairedRange(ratio, users: byUser, windows: byWindow, isAlike: choice == today)
  }
}

/// What one token of each cell costs; nil in a cell without a price.
struct PairedPrices {
  let prices: [Exact?]

  init(prices: [Exact?]) { self.prices = prices }

  /// The prices of several stretches, each for its days.
  init(_ parts: [(prices: PairedPrices, days: Exact)]) {
    let count = parts.first?.prices.prices.count ?? 0
    prices = (0..<count).map { cell in
      parts.reduce(Exact.zero) { sum, part -> Exact? in
        guard let sum, let price = part.prices.prices[cell] else { return nil }
        return sum + price * part.days
      }
    }
  }

  /// The prices as weights, of which only the proportions are used; nil where one is missing.
  var weights: [Double]? {
    var weights: [Double] = []
    for price in prices {
      guard let price, !price.isOutOfRange else { return nil }
      weights.append(Double(price.numerator) / Double(price.denominator))
    }
    return weights
  }
}
