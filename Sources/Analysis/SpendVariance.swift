/// How far the cost of a month may lie from its forecast, from what each user would have cost in it
/// had it been like each window: linearised over users, without random numbers.
///
/// The costs are `Double`s because only their ratios matter here; no amount is made from them.
struct SpendVariance {
  /// The windows that are pooled.
  let pooled: Int
  /// The users active in the pooled windows.
  let users: Int
  /// The mean number of users in a pooled window.
  let meanUsers: Double
  /// How many users of equal weight would vary as much.
  let effectiveUsers: Double
  /// The logarithm of each window's cost per user over what the windows before it said.
  let errors: [Double]
  /// The share of the users of one window who are active in the next.
  let returnShare: Double
  /// The error because of the users who were seen, before it is scaled to those planned.
  private(set) var sampling = 0.0
  /// What of a month's error comes from users that change.
  private(set) var churn = 0.0
  /// What of it all users share.
  private(set) var common = 0.0
  /// The shares of the pooled cost by user, largest first.
  let shares: [Double]
  /// Errors of windows one ahead, in size, over their cost; nil for a single window.
  let ownError: Double?

  /// The degrees of freedom of a range.
  func degrees(_ constants: ForecastConstants) -> Int { constants.commonWeight + errors.count }

  /// Nil where nothing has a cost.
  ///
  /// - Parameters:
  ///   - panel: What each user would cost, by window.
  ///   - pooled: The most windows to pool.
  ///   - monthsAhead: 0 for the first whole month.
  ///   - constants: The method's constants.
  init?(_ panel: CostPanel, pooled: Int, monthsAhead: Int, constants: ForecastConstants) {
    let windows = panel.costs.count
    let pool = min(pooled, windows)
    guard let base = panel.rate(of: 0..<pool), base.cost > 0 else { return nil }
    self.pooled = pool
    users = base.userWeights.count { $0 > 0 }
    meanUsers = base.active / Double(pool)
    let squares = base.userCosts.reduce(0) { $0 + $1 * $1 }
    effectiveUsers = base.cost * base.cost / squares
    shares = base.userCosts.filter { $0 > 0 }.sorted(by: >).map { $0 / base.cost }

    var history = ErrorHistory()
    for window in 0..<min(max(0, windows - 1), constants.errorWindows) {
      let before = window + 1..<window + 1 + min(pooled, windows - 1 - window)
      guard let own = panel.rate(of: window..<window + 1), let past = panel.rate(of: before),
        own.cost > 0, past.cost > 0
      else { continue }
      history.add(own, against: past)
    }
    errors = history.errors
    ownError = history.relativeError
    returnShare = panel.returnShare(
      newest: constants.spreadWindows, otherwise: constants.assumedReturn)
    setParts(
      base, history, ones: panel.ownVariances(newest: constants.spreadWindows),
      monthsAhead: monthsAhead, constants)
  }

  private mutating func setParts(
    _ base: CostPanel.Rate, _ history: ErrorHistory, ones: [Double], monthsAhead: Int,
    _ constants: ForecastConstants
  ) {
    let count = Double(users)
    let raw = base.variance * count / max(1, count - 1)
    let weight = Double(constants.spreadWeight)
    let prior = constants.spreadVariation * constants.spreadVariation / count
    let shrunk = (raw * count + weight * prior) / (count + weight)
    sampling = shrunk * (1 + constants.tailInflation / effectiveUsers)

    let inflation = raw > 0 ? max(1, shrunk / raw) : 1
    let replaced = (1 + 1 / Double(pooled)) * ones.reduce(0, +) / Double(max(1, ones.count))
    let explained = history.explained.reduce(0, +)
    let step =
      history.explained.isEmpty ? replaced : explained / Double(history.explained.count)
    let staying = (0..<monthsAhead).reduce(1.0) { power, _ in power * returnShare }
    churn = inflation * max(step, replaced - (replaced - step) * staying)

    let priorWeight = Double(constants.commonWeight)
    let squares = history.errors.reduce(0) { $0 + $1 * $1 }
    let priorVariance = constants.commonDeviation * constants.commonDeviation
    common = max(
      0,
      (priorWeight * priorVariance + squares - explained)
        / (priorWeight + Double(history.errors.count)))
  }
}

/// How past windows compare with the windows before them.
private struct ErrorHistory {
  private(set) var errors: [Double] = []
  /// What the turnover of users alone explains of each error's square.
  private(set) var explained: [Double] = []
  private var missed = 0.0
  private var cost = 0.0

  mutating func add(_ own: CostPanel.Rate, against past: CostPanel.Rate) {
    errors.append(Elementary.ln(own.perUser / past.perUser))
    var sum = 0.0
    for user in own.userCosts.indices {
      let difference = own.residual(user) - past.residual(user)
      sum += difference * difference
    }
    explained.append(sum)
    missed += (own.cost - past.perUser * own.users).magnitude
    cost += own.cost
  }

  var relativeError: Double? { cost > 0 ? missed / cost : nil }
}
