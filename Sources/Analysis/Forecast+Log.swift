import Pricing
import Quantities
import Usage

/// A forecast from what was used: cost per monthly active user × users × days.
extension Forecast {
  /// The share of requests without a user, in percent, beyond which users count as unknown.
  static let mostWithoutUser = 20

  /// A forecast from a log.
  ///
  /// - Parameters:
  ///   - history: The windows that ``WindowPlan`` asks for, and the month to date.
  ///   - input: What is asked for.
  /// - Throws: What makes a forecast impossible.
  public init(from history: UsageHistory, _ input: ForecastInput) throws(ForecastRefusal) {
    try Forecast.check(input)
    let first = input.asOf.month
    var maker = LogForecast(
      history: history, input: input,
      forecaster: Forecaster(input, until: first.adding(months: input.months).firstDay))
    var months: [ForecastMonth] = []
    for index in 0..<input.months {
      months.append(try maker.month(first.adding(months: index), index: index))
    }
    let windows = maker.bases.values.sorted { $0.monthLength < $1.monthLength }
    let providers = windows.flatMap { $0.loads.map(\.load.row.series.provider) }
    self.init(
      months: months,
      basis: Forecast.basis(input, windows: windows.flatMap(\.described)),
      warnings: maker.forecaster.warnings + maker.forecaster.unusedRatios
        + Forecast.bookWarnings(input, providers: Set(providers)))
  }
}

/// The state of a forecast from a log while its months are made.
private struct LogForecast {
  let history: UsageHistory
  let input: ForecastInput
  var forecaster: Forecaster
  /// What months of each length are made from.
  var bases: [Int: LogBase] = [:]
  var hasWarnedOfUsers = false
  /// The users that growth starts from: those seen when the first month was made.
  var firstObserved: Int?

  mutating func month(_ month: Month, index: Int) throws(ForecastRefusal) -> ForecastMonth {
    let base = try base(monthLength: month.dayCount)
    if index == 0 { firstObserved = base.observed }
    let users = try input.users.users(
      in: month, index: index, observed: base.observed, first: firstObserved)
    if let planned = users.shown, let seen = base.observed,
      planned > seen * ForecastWarning.evidenceReach
    {
      forecaster.warn(.beyondEvidence(planned: planned, seen: seen))
    }

    let firstDay = max(month.firstDay, input.asOf)
    let start = input.zone.start(of: firstDay)
    let end = input.zone.start(of: month.next.firstDay)
    let sum = forecaster.sums(base.loads, parts: 1, from: start, until: end)[0]
    let rest = try sum.cost(for: users.multiplier)
    let monthToDate = firstDay > month.firstDay ? spent() : nil
    let cost = rest + (monthToDate?.cost ?? .zero)
    let list = try sum.list(for: users.multiplier) + (monthToDate?.list ?? .zero)
    return ForecastMonth(
      month: month, days: month.dayCount, daysAhead: firstDay.days(until: month.next.firstDay),
      mau: users.shown, cost: cost, list: list, monthToDate: monthToDate, rest: rest,
      costPerMAU: cost.perUser(users.shown), usage: try sum.usage(for: users.multiplier),
      unpriced: try sum.unpriced(for: users.multiplier),
      dropped: try sum.dropped(for: users.multiplier),
      events: try forecaster.events(
        base.loads, users: users.multiplier, from: start, until: end),
      features: [])
  }

  private mutating func base(monthLength: Int) throws(ForecastRefusal) -> LogBase {
    if let known = bases[monthLength] { return known }
    let given = history.windows[monthLength] ?? []
    var used = Array(given.prefix { !$0.rows.isEmpty })
    guard let newest = used.first else { throw .noUsage(given.first?.days) }
    if used.count < given.count { forecaster.warn(.emptyWindow(given[used.count].days)) }
    if newest.activeUsers > 0, let end = used.firstIndex(where: { $0.activeUsers == 0 }) {
      forecaster.warn(.windowWithoutUsers(used[end].days))
      used = Array(used[..<end])
    }
    if newest.days.count < monthLength {
      forecaster.warn(.shortLog(days: newest.days.count, month: monthLength))
    }
    let users = try observedUsers(in: used)
    let divisor = users?.reduce(0, +) ?? used.count
    let loads = Load.loads(
      of: used.lazy.flatMap(\.rows),
      factor: Exact(1, over: Int128(newest.days.count) * Int128(divisor)),
      book: input.book)
    let base = LogBase(
      monthLength: monthLength, windows: used, observed: users?.first,
      loads: try forecaster.prepare(loads))
    bases[monthLength] = base
    return base
  }

  /// The active users of each window; nil where they are not known and not needed.
  private mutating func observedUsers(
    in windows: [UsageWindow]
  ) throws(ForecastRefusal) -> [Int]? {
    let requests = windows.reduce(0) { $0 + $1.requests }
    let without = windows.reduce(0) { $0 + $1.requestsWithoutUser }
    let known = windows.allSatisfy { $0.activeUsers > 0 }
    let isKnown = known && without * 100 <= requests * Forecast.mostWithoutUser
    // Months of other lengths learn from nearly the same days: one warning says it.
    if isKnown, without > 0, !hasWarnedOfUsers {
      hasWarnedOfUsers = true
      forecaster.warn(.someWithoutUser(requests: without, of: requests))
    }
    if isKnown { return windows.map(\.activeUsers) }
    guard !input.users.needsUsers else {
      throw .noUserIDs(withoutUser: known ? without : requests, requests: requests)
    }
    forecaster.warn(.noUserIDs)
    return nil
  }

  /// What the first month has cost so far.
  private func spent() -> MonthToDate {
    var valuation = Valuation(book: input.book, basis: input.valuation.basis)
    var cost = Money.zero
    var list = ListCost.zero
    var (requests, tokens) = (0, TokenCount.zero)
    var (unpricedRequests, unpricedTokens) = (0, TokenCount.zero)
    var reasons: [UnpricedReason] = []
    for row in history.monthToDate {
      let charge = valuation.charge(for: row)
      cost += charge.cost
      list += charge.list
      requests += row.requests
      tokens += row.tokens.total
      unpricedRequests += charge.unpricedRequests
      unpricedTokens += charge.unpricedTokens
      for reason in charge.reasons where !reasons.contains(reason) { reasons.append(reason) }
    }
    return MonthToDate(
      cost: cost,
      list: ForecastListCost(cost: list.cost, unlistedTokens: list.unlistedTokens),
      usage: UsageAmount(requests: Int64(requests), tokens: tokens),
      unpriced: UnpricedUsage(
        requests: Int64(unpricedRequests), tokens: unpricedTokens, reasons: reasons))
  }
}

/// What months of one length are made from.
private struct LogBase {
  let monthLength: Int
  let windows: [UsageWindow]
  /// The users of the newest window; nil where they are not known.
  let observed: Int?
  let loads: [PricedLoad]

  var described: [ForecastBasis.Window] {
    windows.map { window in
      ForecastBasis.Window(
        monthLength: monthLength, days: window.days,
        activeUsers: observed == nil ? nil : window.activeUsers, requests: window.requests)
    }
  }
}
