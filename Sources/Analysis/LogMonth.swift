import Pricing
import Quantities
import Usage

/// One month of a forecast from a log, with what the sum of all months and the steps between them
/// are made from.
struct LogMonth {
  var result: ForecastMonth
  let base: LogBase
  /// What the users of the month are multiplied by.
  let users: Exact
  /// The sums of its days ahead, by window.
  let sums: [DaySum]
  let start: Instant
  let end: Instant
  /// Whole months from the first whole one.
  let monthsAhead: Int
  /// What is known about the spread; nil where nothing is.
  var spread: Spread?
  var accuracy: OwnAccuracy?

  /// What the range of several months is made from.
  struct Spread {
    let parts: VarianceParts
    let degrees: Int
    let pooled: Int
    let returnShare: Double
  }
}

extension LogMonth {
  /// Whether nothing lies ahead that could cost more or less; usage without a price is not nothing.
  var isCertain: Bool { result.rest == .zero && result.unpriced.isEmpty }
}

extension LogForecast {
  /// A month of the horizon.
  mutating func month(_ month: Month, index: Int) throws(ForecastRefusal) -> LogMonth {
    let base = try base(monthLength: month.dayCount)
    if index == 0 { firstObserved = base.observed?.whole }
    let planned = try input.users.users(
      in: month, index: index, observed: base.observed, first: firstObserved)
    warnBeyondEvidence(planned, base)
    let users = multiplier(planned, base)
    let firstDay = max(month.firstDay, input.asOf)
    let start = input.zone.start(of: firstDay)
    let end = input.zone.start(of: month.next.firstDay)
    let sums = forecaster.sums(base.loads, parts: base.pooled, from: start, until: end)
    let pooled = PooledSum(sums: sums, pool: base.pool, users: users)
    let rest = try pooled.cost()
    let past = firstDay > month.firstDay ? monthToDate : nil
    let spent = (past?.cost ?? .zero) + input.fixedFee
    let list = try pooled.list() + (past?.list ?? .zero)
    let cost = rest + spent
    let result = ForecastMonth(
      month: month, days: month.dayCount, daysAhead: firstDay.days(until: month.next.firstDay),
      mau: planned.shown, cost: cost,
      list: ForecastListCost(
        cost: list.cost + input.fixedFee, unlistedTokens: list.unlistedTokens),
      monthToDate: past, rest: rest, costPerMAU: cost.perUser(planned.shown),
      usage: try pooled.usage(), unpriced: try pooled.unpriced(), dropped: try pooled.dropped(),
      events: try forecaster.events(
        base.loads, pool: base.pool, users: users, from: start, until: end),
      features: [])
    // Whole months are counted: one that has begun is not ahead of anything.
    let ahead = max(0, index - (plan.monthToDate.isEmpty ? 0 : 1))
    return spreading(
      LogMonth(
        result: result, base: base, users: users, sums: sums, start: start, end: end,
        monthsAhead: ahead, spread: nil, accuracy: nil), spent: spent)
  }

  /// The month with its range, and with what the range rests on.
  private mutating func spreading(_ month: LogMonth, spent: Money) -> LogMonth {
    var month = month
    month.result.dailyShare = month.result.mau == nil ? nil : month.base.dailyShare
    let (spread, evidence, accuracy) = spread(
      month.base,
      prices: forecaster.prices(
        of: month.base.windows.kinds, from: month.start, until: month.end),
      users: month.users, monthsAhead: month.monthsAhead,
      share: Double(month.result.daysAhead) / Double(month.result.days))
    month.result.evidence = evidence
    month.accuracy = accuracy
    guard forcedBy == nil else { return month }
    if month.isCertain {
      month.result.range = .certain(spent, input)
      return month
    }
    guard let spread, month.result.rest > .zero else { return month }
    month.spread = spread
    month.result.range = ForecastRange(
      spent: spent, ahead: month.result.rest, variance: spread.parts.total,
      degrees: spread.degrees, parts: spread.parts, input)
    return month
  }

  private mutating func warnBeyondEvidence(_ planned: PlannedUsers, _ base: LogBase) {
    // Months of other lengths have seen nearly as many: one warning says it.
    let isKnown = forecaster.warnings.contains { $0.code == "beyond-evidence" }
    guard base.hasUsers, !isKnown, let shown = planned.shown,
      Exact(shown) > base.meanUsers * Exact(ForecastWarning.evidenceReach),
      let seen = base.meanUsers.whole
    else { return }
    forecaster.warn(.beyondEvidence(planned: shown, seen: seen))
  }

  /// What one user of a window is multiplied by: users beyond those seen may cost more or less.
  private func multiplier(_ planned: PlannedUsers, _ base: LogBase) -> Exact {
    let users = planned.multiplier / base.accumulation
    guard base.hasUsers, input.newUserFactor != .one, users > base.meanUsers else { return users }
    return base.meanUsers + (users - base.meanUsers) * Exact(input.newUserFactor)
  }
}

/// What spreads, and why.
extension LogForecast {
  private func spread(
    _ base: LogBase, prices: [[Double]], users: Exact, monthsAhead: Int, share: Double
  ) -> (LogMonth.Spread?, ForecastEvidence?, OwnAccuracy?) {
    let constants = input.constants
    guard base.hasUsers else {
      return (volumeSpread(base, prices: prices, monthsAhead: monthsAhead), nil, nil)
    }
    let panel = CostPanel(base.windows, prices: prices, count: base.windows.windows.count)
    guard users > .zero,
      let found = SpendVariance(
        panel, pooled: base.limit, monthsAhead: monthsAhead, constants: constants)
    else { return (nil, nil, nil) }
    let planned = users.ratio
    var parts = VarianceParts()
    parts.sampling = found.sampling * scalingFactor(seen: found.meanUsers, planned: planned)
    let part = max(constants.leastMonthShare, share)
    parts.churn = found.churn * min(1, found.meanUsers / planned) / part
    parts.common = found.common / part
    parts.drift = Double(monthsAhead) * constants.drift * constants.drift
    parts.users = usersVariance(base, monthsAhead: monthsAhead)
    let accumulated = Elementary.ln(base.accumulation.ratio) / 2
    parts.accumulation = accumulated * accumulated
    return (
      LogMonth.Spread(
        parts: parts, degrees: found.degrees(constants), pooled: found.pooled,
        returnShare: found.returnShare), ForecastEvidence(found),
      found.ownError.map { OwnAccuracy(windows: found.errors.count, error: $0) }
    )
  }

  /// How the error of the users seen counts for those planned: today's users stay and newcomers are
  /// a draw of the same kind, so as many as were seen have none.
  private func scalingFactor(seen: Double, planned: Double) -> Double {
    switch input.population {
    case .new: 1 + seen / planned
    case .same: planned >= seen ? max(0, 1 - seen / planned) : seen / planned - 1
    }
  }

  private func usersVariance(_ base: LogBase, monthsAhead: Int) -> Double {
    let constants = input.constants
    let said = input.usersDeviation.millionths
    let deviation = Double(said) / Double(DecimalFactor.scale)
    guard !input.users.givesUsers else { return deviation * deviation }
    let users = base.windows.windows.indices.map { base.wholeUsers($0).ratio }
    let changes = zip(users, users.dropFirst()).map { Elementary.ln($0 / $1) }
    let weight = Double(constants.usersWeight)
    let prior = weight * constants.usersDeviation * constants.usersDeviation
    let monthly =
      changes.reduce(prior) { $0 + $1 * $1 } / (weight + Double(changes.count))
    return Double(monthsAhead + 1) * monthly + deviation * deviation
  }

  /// Without users, months as a whole are all that can be compared.
  private func volumeSpread(
    _ base: LogBase, prices: [[Double]], monthsAhead: Int
  ) -> LogMonth.Spread? {
    let constants = input.constants
    let totals = CostPanel.totals(base.windows, prices: prices)
    guard totals.first ?? 0 > 0 else { return nil }
    let changes = zip(totals, totals.dropFirst()).compactMap { newer, older in
      newer > 0 && older > 0 ? Elementary.ln(newer / older) : nil
    }
    let weight = Double(constants.commonWeight)
    let prior = weight * constants.volumeDeviation * constants.volumeDeviation
    let monthly = changes.reduce(prior) { $0 + $1 * $1 } / (weight + Double(changes.count))
    var parts = VarianceParts()
    parts.volume = Double(monthsAhead + 1) * monthly
    return LogMonth.Spread(
      parts: parts, degrees: constants.commonWeight + changes.count, pooled: base.pooled,
      returnShare: constants.assumedReturn)
  }
}

extension ForecastRange {
  /// The range of the sum of some months; nil where a month has none.
  ///
  /// Not the sum of the bounds: the users seen are the same in all months, those who leave are not,
  /// and what all share is partly one month's own.
  init?(of months: [LogMonth], _ input: ForecastInput) {
    guard months.allSatisfy({ $0.result.range != nil }) else { return nil }
    let total = months.reduce(Money.zero) { $0 + $1.result.cost }
    let places = months.indices.filter { months[$0].spread != nil }
    let spreads = places.compactMap { months[$0].spread }
    guard !spreads.isEmpty else {
      self = .certain(total, input)
      return
    }
    let ahead = months.reduce(Money.zero) { $0 + $1.result.rest }
    let shares = places.map { (Exact(months[$0].result.rest) / Exact(ahead)).ratio }
    var root = 0.0
    for (share, spread) in zip(shares, spreads) {
      root += share * spread.parts.sampling.squareRoot()
    }
    var variance = root * root
    for (one, first) in spreads.enumerated() {
      for (other, second) in spreads.enumerated() {
        let shared = one == other ? 1 : 1 / Double(1 + first.pooled)
        let apart = places[max(one, other)] - places[min(one, other)]
        let staying = (0..<apart).reduce(1.0) { power, _ in power * first.returnShare }
        let (mine, theirs) = (first.parts, second.parts)
        var together =
          max(shared, staying) * (mine.churn * theirs.churn).squareRoot()
          + shared * (mine.common * theirs.common).squareRoot()
        together += min(mine.drift, theirs.drift) + min(mine.users, theirs.users)
        together += mine.accumulation + min(mine.volume, theirs.volume)
        variance += shares[one] * shares[other] * together
      }
    }
    self.init(
      spent: total - ahead, ahead: ahead, variance: variance,
      degrees: spreads.map(\.degrees).min() ?? 0, input)
  }
}
