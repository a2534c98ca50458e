import Pricing
import Quantities
import Usage

/// What months of one length are made from.
struct LogBase {
  let monthLength: Int
  let windows: UserWindows
  /// The most windows that are pooled.
  let limit: Int
  /// Whether users are known.
  let hasUsers: Bool
  let loads: [PricedLoad]
  /// How many times the users of each window's known days a whole month has, newest first; one
  /// where all of its days are known, or where no user is.
  let accumulations: [Exact]

  /// How many more users a month has than the pooled windows' known days.
  var accumulation: Exact {
    guard accumulations.prefix(pooled).contains(where: { $0 != .one }), users > 0 else {
      return .one
    }
    // One window has one factor: a division would only round it.
    guard pooled > 1 else { return accumulations[0] }
    let whole = (0..<pooled).reduce(Exact.zero) { $0 + wholeUsers($1) }
    return whole / Exact(users)
  }

  /// The users that a window would have had if all days of a month were known.
  func wholeUsers(_ window: Int) -> Exact {
    Exact(windows.windows[window].activeUsers) * accumulations[window]
  }

  /// The windows that are pooled.
  var pooled: Int { min(limit, windows.windows.count) }

  /// How sums by window become what one user causes.
  var pool: WindowPool {
    WindowPool(
      weights: windows.windows.prefix(pooled).map(\.weight),
      divisor: hasUsers ? exposure : Exact(pooled))
  }

  /// The users of all pooled windows, each counting for the part of the window that was looked at:
  /// a day of a user that was left out is not a day on which they used nothing.
  private var exposure: Exact {
    var missed: Int128 = 0
    for absence in windows.absences where absence.window < pooled {
      let window = Int128(windows.windows[absence.window].weight)
      missed += Int128(absence.weight) * Int128(WeekdayWeights.scale) / window
    }
    return Exact(users) - Exact(missed, over: WeekdayWeights.scale)
  }

  /// The active users of all pooled windows, added up.
  var users: Int { windows.windows.prefix(pooled).reduce(0) { $0 + $1.activeUsers } }

  /// The mean number of active users in a pooled window.
  var meanUsers: Exact { Exact(users, over: pooled) }

  /// The users of a month like the newest window; nil where they are not known.
  var observed: Exact? {
    guard hasUsers, !windows.windows.isEmpty else { return nil }
    return wholeUsers(0)
  }

  /// The share of a month's users who are active on an average day; nil where it is not known.
  var dailyShare: ExactRatio? {
    guard hasUsers, users > 0 else { return nil }
    let newest = windows.windows.prefix(pooled)
    let active = newest.reduce(0) { $0 + $1.activeUserDays }
    let possible = newest.reduce(0) { $0 + $1.possibleUserDays }
    guard possible > 0 else { return nil }
    return ExactRatio(Exact(active, over: possible) / accumulation)
  }

  var described: [ForecastBasis.Window] {
    windows.windows.enumerated().map { index, window in
      ForecastBasis.Window(
        monthLength: monthLength, days: window.days,
        activeUsers: hasUsers ? window.activeUsers : nil, requests: window.requests,
        isPooled: index < pooled)
    }
  }
}

extension LogForecast {
  /// The base of months of some length; made once.
  mutating func base(monthLength: Int) throws(ForecastRefusal) -> LogBase {
    if let known = bases[monthLength] { return known }
    let ranges = try knownRanges(plan.windows[monthLength] ?? [])
    var windows = UserWindows(
      usage, monthLength: monthLength, ranges: ranges, weights: forecaster.clock.weights,
      removed: removed, absent: absent)
    guard let newest = windows.windows.first else {
      try refuseLeftOut(in: ranges.first)
      throw ranges.isEmpty ? .noUsageBefore(input.asOf) : .noUsage(ranges.first)
    }
    if windows.windows.count < ranges.count {
      warnOnce(.emptyWindow(ranges[windows.windows.count]))
    }
    if newest.activeUsers > 0,
      let end = windows.windows.firstIndex(where: { $0.activeUsers == 0 })
    {
      warnOnce(.windowWithoutUsers(windows.windows[end].days))
      windows = UserWindows(
        usage, monthLength: monthLength, ranges: Array(ranges[..<end]),
        weights: forecaster.clock.weights, removed: removed, absent: absent)
    }
    // Windows of 28 and of 31 days may answer differently; each is judged by itself.
    let hasUsers = try knowsUsers(windows)
    let limit = hasUsers ? pooledLimit(windows) : input.constants.pooledWithoutUsers
    let factors = windows.windows.map { hasUsers ? accumulation(windows, $0) : .one }
    warnIfShort(windows, factors.prefix(limit))
    let base = LogBase(
      monthLength: monthLength, windows: windows, limit: limit, hasUsers: hasUsers,
      loads: try forecaster.prepare(loads(windows, newest: min(limit, windows.windows.count))),
      accumulations: factors)
    if bases.isEmpty, hasUsers { findOneOffs(base) }
    bases[monthLength] = base
    return base
  }

  /// Warns unless the same has been said for months of another length: they learn from nearly the
  /// same days.
  mutating func warnOnce(_ warning: ForecastWarning) {
    guard !forecaster.warnings.contains(where: { $0.code == warning.code }) else { return }
    forecaster.warn(warning)
  }

  /// Whether users are known, for all but a small part of the cost.
  private mutating func knowsUsers(_ windows: UserWindows) throws(ForecastRefusal) -> Bool {
    let newest = min(input.constants.pooledWindows, windows.windows.count)
    let requests = windows.windows.prefix(newest).reduce(0) { $0 + $1.requests }
    let without = windows.windows.prefix(newest).reduce(0) { $0 + $1.requestsWithoutUser }
    let cost = costs.withoutUser(windows, newest: newest)
    // By cost, because it is cost that is spread; by requests where nothing has a price.
    let share =
      cost.all > 0 ? cost.cost / cost.all : Double(without) / Double(max(1, requests))
    let isKnown = windows.users.count > 0 && share * 100 <= Forecast.mostWithoutUser
    guard isKnown else {
      guard !input.users.needsUsers else {
        let all = windows.users.isEmpty
        if all { try refuseWithoutUsers() }
        throw .noUserIDs(withoutUser: all ? requests : without, requests: requests)
      }
      forecaster.warn(.noUserIDs)
      return false
    }
    // Months of other lengths learn from nearly the same days: one warning says it.
    if without > 0, bases.isEmpty {
      let percent = Int((share * 100).rounded(.toNearestOrEven))
      forecaster.warn(.someWithoutUser(requests: without, of: requests, percentOfCost: percent))
    }
    if usage.standInRequests > 0, bases.isEmpty {
      forecaster.warn(.standInUsers(requests: usage.standInRequests, of: usage.requests))
    }
    let users = windows.users.count
    try refuse(users < ForecastRefusal.fewestUsers ? .tooFewUsers(users) : nil)
    return true
  }

  /// How many windows are pooled: one where the mix of models has just changed.
  private mutating func pooledLimit(_ windows: UserWindows) -> Int {
    if let base = input.base { return base }
    let most = input.constants.pooledWindows
    let newest = min(most, windows.windows.count)
    guard newest > 1 else { return most }
    let models = costs.byModel(windows, newest: newest)
    let now = models.reduce(0) { $0 + $1.costs[0] }
    let before = models.reduce(0) { $0 + $1.costs.dropFirst().reduce(0, +) }
    guard now > 0, before > 0 else { return most }
    let shares = models.map { model in
      (
        model: model.model, from: model.costs.dropFirst().reduce(0, +) / before * 100,
        to: model.costs[0] / now * 100
      )
    }
    // The model that gained or lost most, the first by name among equals.
    guard
      let largest = shares.max(by: { ($0.to - $0.from).magnitude < ($1.to - $1.from).magnitude }),
      (largest.to - largest.from).magnitude >= Double(input.constants.mixBreakPoints)
    else { return most }
    if bases.isEmpty {
      forecaster.warn(
        .mixBreak(
          model: largest.model, from: Int(largest.from.rounded()), to: Int(largest.to.rounded())))
    }
    return 1
  }

  /// What was used in the pooled windows, each window a part of its own.
  private func loads(_ windows: UserWindows, newest: Int) -> [Load] {
    (0..<newest).flatMap { window -> [Load] in
      let slot = input.zone.start(of: windows.windows[window].days.lowerBound)
      return zip(windows.kinds, windows.totals(of: window)).compactMap { kind, total in
        guard total.requests > 0 || !total.tokens.isEmpty else { return nil }
        let row = RollupRow(
          slot: slot, series: kind.series, contextOver: kind.contextOver,
          requests: Int(total.requests), tokens: total.tokens)
        return Load(row: row, producedBy: kind.producedBy, factor: .one, part: window)
      }
    }
  }
}
