import Pricing
import Quantities
import Usage

/// Making an outlook: the days between two changes of price cost the same, so a horizon is a few sums.
extension ComparisonOutlook {
  init(
    _ input: ComparisonInput, _ choices: [ComparisonChoice], _ pricing: ChoicePricing,
    _ scale: ComparisonScale
  ) throws(ComparisonRefusal) {
    let maker = OutlookMaker(input: input, choices: choices, pricing: pricing, scale: scale)
    situations = try maker.situations()
    events = maker.stretches.flatMap(\.events)
    months = try maker.months()
    totals = try maker.totals()
  }
}

/// The prices of a comparison from today to the end of its last month.
private struct OutlookMaker {
  let input: ComparisonInput
  let scale: ComparisonScale
  let clock: DayClock
  /// The months.
  let horizon: [Month]
  /// Stretches of unchanging prices, from today on.
  let stretches: [Stretch]
  let cells: PairedCells?

  /// The time between two changes.
  struct Stretch {
    let from: Instant
    let until: Instant
    /// What happens where it begins.
    let events: [PriceEvent]
    /// What each choice costs, all recorded days.
    let sums: [RepricedSum]
    /// What a token of each cell costs, by choice; empty without cells.
    let prices: [PairedPrices]
  }

  init(
    input: ComparisonInput, choices: [ComparisonChoice], pricing: ChoicePricing,
    scale: ComparisonScale
  ) {
    self.input = input
    self.scale = scale
    clock = DayClock(zone: input.zone, weights: .level)
    let first = input.firstMonth
    horizon = (0..<input.months).map { first.adding(months: $0) }
    let now = input.asOf.priceInstant
    let end = input.zone.start(of: first.adding(months: input.months).firstDay)
    let cells = input.paired.map { PairedCells($0, input, now: now) }
    self.cells = cells
    let changes = PriceChanges(
      book: input.book, choices: choices, loads: pricing.loads, zone: input.zone)
    let events = changes.events(after: now, until: end)
    let starts = [now] + Set(events.map(\.at)).sorted()
    // A month that begins today is one of today's prices from its first minute on.
    let begin = min(now, input.zone.start(of: first.firstDay))
    stretches = zip(starts, starts.dropFirst() + [end]).map { start, until in
      let basis = Valuation.Basis.on(start)
      return Stretch(
        from: start == now ? begin : start, until: until, events: events.filter { $0.at == start },
        sums: choices.map { pricing.sum($0, at: basis) },
        prices: cells.map { cells in
          choices.map { cells.prices(of: $0, pricing, at: basis) }
        } ?? [])
    }
  }

  /// Today, and the stretches whose beginning changes any cost; those of one day together.
  func situations() throws(ComparisonRefusal) -> [ComparisonOutlook.Situation] {
    var found: [(stretch: Stretch, events: [PriceEvent])] = [(stretches[0], [])]
    for stretch in stretches.dropFirst() {
      let last = found[found.count - 1].stretch
      guard zip(stretch.sums, last.sums).contains(where: { !$0.isPricedLike($1) }) else { continue }
      let isSameDay = input.zone.day(of: stretch.from) == input.zone.day(of: last.from)
      if isSameDay, found.count > 1 {
        found[found.count - 1] = (stretch, found[found.count - 1].events + stretch.events)
      } else {
        found.append((stretch, stretch.events))
      }
    }
    var situations: [ComparisonOutlook.Situation] = []
    for (stretch, events) in found {
      var standings: [ComparisonOutlook.Standing] = []
      for index in stretch.sums.indices { standings.append(try standing(index, in: stretch)) }
      situations.append(
        ComparisonOutlook.Situation(
          day: events.isEmpty ? input.asOf : input.zone.day(of: stretch.from), events: events,
          choices: standings))
    }
    return situations
  }

  private func standing(
    _ index: Int, in stretch: Stretch
  ) throws(ComparisonRefusal) -> ComparisonOutlook.Standing {
    let (sum, today) = (stretch.sums[index], stretch.sums[0])
    let perMonth = scale.perMonth(sum)
    guard let money = perMonth.money else { throw .outOfRange }
    let ratio = self.ratio(sum.cost, today.cost, isKnown: sum.isComplete && today.isComplete)
    let range = ratio.flatMap { ratio in
      cells?.range(of: ratio, prices: stretch.prices[index], today: stretch.prices[0])
    }
    let isWhole = index > 0 && sum.isComplete && today.isComplete
    return ComparisonOutlook.Standing(
      perMonth: money, ratio: ratio, range: range, state: ComparisonOutlook.State(sum),
      breakEven: isWhole
        ? try BreakEven(
          perMonth, today: scale.perMonth(today), fixedCost: fixedCost(index),
          users: input.knownUsers, revenue: input.revenuePerMAU) : nil)
  }

  private func ratio(_ cost: Exact, _ today: Exact, isKnown: Bool) -> ExactRatio? {
    let ratio = cost / today
    return isKnown && !ratio.isOutOfRange ? ExactRatio(ratio) : nil
  }

  private func fixedCost(_ index: Int) -> Money {
    guard index > 0 else { return .zero }
    guard index <= input.candidates.count else { return input.route?.fixedCost ?? .zero }
    return input.candidates[index - 1].fixedCost
  }

  func months() throws(ComparisonRefusal) -> [ChoiceMonth] {
    var months: [ChoiceMonth] = []
    for month in horizon {
      let parts = parts(
        from: input.zone.start(of: month.firstDay),
        until: input.zone.start(of: month.next.firstDay))
      var costs: [ChoiceMonth.Cost] = []
      for index in stretches[0].sums.indices {
        let (exact, state) = cost(index, parts)
        guard let cost = (exact + Exact(fixedCost(index))).money else { throw .outOfRange }
        let isWhole = state == .complete || state == .ended
        costs.append(
          ChoiceMonth.Cost(
            cost: cost, state: state, affordable: isWhole ? affordable(index, at: exact) : nil))
      }
      let cheapest = costs.indices.filter { costs[$0].state == .complete }
        .min { (costs[$0].cost, $0) < (costs[$1].cost, $1) }
      months.append(ChoiceMonth(month: month, choices: costs, cheapest: cheapest))
    }
    return months
  }

  /// The stretches of some time, each with its days.
  private func parts(from start: Instant, until end: Instant) -> [(stretch: Stretch, days: Exact)] {
    stretches.filter { $0.from < end && $0.until > start }.map { stretch in
      (stretch, clock.days(from: max(start, stretch.from), until: min(end, stretch.until)))
    }
  }

  private func cost(
    _ index: Int, _ parts: [(stretch: Stretch, days: Exact)]
  ) -> (cost: Exact, state: ComparisonOutlook.State) {
    let cost = parts.reduce(Exact.zero) { sum, part in
      sum + part.stretch.sums[index].cost * part.days / input.days.exact
    }
    let states = parts.map { ComparisonOutlook.State($0.stretch.sums[index]) }
    return (cost, states.max { $0.rank < $1.rank } ?? .complete)
  }

  /// How many users a month's budget affords, after what is paid whatever the users.
  private func affordable(_ index: Int, at cost: Exact) -> ChoiceMonth.Affordable? {
    guard let budget = input.budget, let users = input.knownUsers else { return nil }
    let rest = Exact(budget) - Exact(fixedCost(index))
    if rest < .zero { return .users(0) }
    if cost == .zero { return .any }
    return (rest * users.mean / cost).floored.map { .users($0) }
  }

  func totals() throws(ComparisonRefusal) -> [ComparisonOutlook.Total] {
    let ends = horizon.last.map { input.zone.start(of: $0.next.firstDay) }
    guard let first = horizon.first, let end = ends else { return [] }
    let parts = parts(from: input.zone.start(of: first.firstDay), until: end)
    let today = cost(0, parts)
    var totals: [ComparisonOutlook.Total] = []
    for index in stretches[0].sums.indices {
      let (exact, state) = cost(index, parts)
      let fixed = Exact(fixedCost(index)) * Exact(horizon.count)
      guard let cost = (exact + fixed).money else { throw .outOfRange }
      let ratio = self.ratio(
        exact, today.cost, isKnown: state.rank < 2 && today.state.rank < 2)
      let range = ratio.flatMap { ratio in
        cells?.range(
          of: ratio, prices: PairedPrices(parts.map { ($0.stretch.prices[index], $0.days) }),
          today: PairedPrices(parts.map { ($0.stretch.prices[0], $0.days) }))
      }
      totals.append(
        ComparisonOutlook.Total(cost: cost, ratio: ratio, range: range, state: state))
    }
    return totals
  }
}

extension RepricedSum {
  /// Whether it comes to the same, with the same gaps.
  fileprivate func isPricedLike(_ other: RepricedSum) -> Bool {
    cost == other.cost && unpricedTokens == other.unpricedTokens
      && ComparisonOutlook.State(self) == ComparisonOutlook.State(other)
  }

  /// What has no price, in whole requests and tokens; nil where that is too much to count.
  var unpriced: UnpricedUsage? {
    guard let requests = unpricedRequests.count, let tokens = unpricedTokens.count else {
      return nil
    }
    return UnpricedUsage(requests: requests, tokens: TokenCount(tokens), reasons: reasons)
  }
}

extension Exact {
  /// The largest whole number that is not above it; nil out of range.
  var floored: Int64? {
    guard !isOutOfRange else { return nil }
    let quotient = numerator / denominator
    return Int64(exactly: numerator % denominator < 0 ? quotient - 1 : quotient)
  }

  /// The smallest whole number that is not below it; nil out of range.
  var ceiling: Int64? { (-self).floored.map { -$0 } }
}
