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
  private var places: [Cell: Int] = [:]
  /// The tokens of each user; empty where users are not known.
  private var users: [(user: Int, cell: Int, tokens: Double)] = []
  private var userCount = 0
  /// The tokens of each window, the compared days first.
  private var windows: [[Int: Double]] = []

  private struct Cell: Hashable {
    let series: UsageSeries
    let contextOver: TokenCount
    let producedBy: String?
    let rule: Int
    let meter: Int
  }

  /// - Parameters:
  ///   - paired: The usage by user and of the time before.
  ///   - input: The comparison.
  ///   - now: At which instant usage has to have a price to be compared.
  init(_ paired: PairedUsage, _ input: ComparisonInput, now: Instant) {
    var history = Valuation(book: input.book)
    var present = Valuation(
      book: input.book, basis: .on(now), shutdowns: .movesToSuccessor)
    let compared = input.route?.groups.map(\.rows) ?? [input.rows]
    for window in [compared] + paired.earlier {
      var tokens: [Int: Double] = [:]
      for (rule, rows) in window.enumerated() {
        for row in rows where present.charge(for: row).isComplete {
          for (cell, count) in cells(row, rule, &history) { tokens[cell, default: 0] += count }
        }
      }
      windows.append(tokens)
    }
    guard paired.knowsUsers else { return }
    let names = Set(paired.users.joined().compactMap(\.user)).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    userCount = names.count
    for (rule, rows) in paired.users.enumerated() {
      for row in rows {
        guard let user = row.user.flatMap({ numbers[$0] }), present.charge(for: row).isComplete
        else { continue }
        users += cells(row, rule, &history).map { (user, $0.cell, $0.tokens) }
      }
    }
  }

  /// The cells of a row, which come to be where they are new.
  private mutating func cells(
    _ row: RollupRow, _ rule: Int, _ history: inout Valuation
  ) -> [(cell: Int, tokens: Double)] {
    let producedBy = history.rates(for: row).resolution?.model
    return row.tokens.usedIndices.map { meter in
      var series = row.series
      series.labels = Labels()
      let cell = Cell(
        series: series, contextOver: row.contextOver, producedBy: producedBy, rule: rule,
        meter: meter)
      let place = places[cell] ?? add(cell, like: row)
      return (place, Double(row.tokens[at: meter]))
    }
  }

  private mutating func add(_ cell: Cell, like row: RollupRow) -> Int {
    var probe = row
    probe.tokens = MeteredTokens()
    probe.tokens[at: cell.meter] = 1
    probe.requests = 1
    places[cell] = probes.count
    probes.append(
      Load(row: probe, producedBy: cell.producedBy, factor: .one, part: cell.rule))
    return probes.count - 1
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
