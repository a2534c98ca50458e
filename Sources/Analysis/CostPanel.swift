/// What each user would cost in a month that repeats each window, and whether they were active.
///
/// The costs are relative: `Double`s of which only ratios are used, never an amount.
struct CostPanel {
  /// Costs by window, newest first, then by user.
  let costs: [[Double]]
  /// 1 for an active user and 0 for one who is not, in the same order.
  let activity: [[Double]]
  /// The part of the window on which an active user was looked at: all of it, less the days of that
  /// user that were left out.
  let exposure: [[Double]]

  /// The cost per active user of some windows together: the ratio of sums.
  struct Rate {
    let userCosts: [Double]
    let userWeights: [Double]
    let cost: Double
    let users: Double
    /// The active users of all windows, whole.
    let active: Double

    var perUser: Double { cost / users }

    /// By how much the ratio would change, relatively, had this user been seen twice.
    func residual(_ user: Int) -> Double {
      (userCosts[user] - perUser * userWeights[user]) / cost
    }

    /// The variance of the logarithm of the ratio, users being drawn anew.
    var variance: Double {
      var sum = 0.0
      for user in userCosts.indices {
        let residual = residual(user)
        sum += residual * residual
      }
      return sum
    }
  }

  /// The rate of some windows; nil where nobody was active.
  func rate(of windows: Range<Int>) -> Rate? {
    guard let first = windows.first else { return nil }
    var costs = self.costs[first]
    var weights = exposure[first]
    for window in windows.dropFirst() {
      for user in costs.indices {
        costs[user] += self.costs[window][user]
        weights[user] += exposure[window][user]
      }
    }
    let users = weights.reduce(0, +)
    guard users > 0 else { return nil }
    return Rate(
      userCosts: costs, userWeights: weights, cost: costs.reduce(0, +), users: users,
      active: windows.reduce(0) { $0 + activity[$1].reduce(0, +) })
  }

  /// The variance of each of the newest windows by itself.
  func ownVariances(newest: Int) -> [Double] {
    (0..<min(newest, costs.count)).compactMap { window in
      rate(of: window..<window + 1).flatMap { $0.cost > 0 ? $0.variance : nil }
    }
  }

  /// The mean share of a window's users who were active in the one after it.
  func returnShare(newest: Int, otherwise: Double) -> Double {
    let pairs = min(newest, activity.count - 1)
    guard pairs > 0 else { return otherwise }
    var sum = 0.0
    for window in 0..<pairs {
      var both = 0.0
      var before = 0.0
      for user in activity[window].indices {
        both += activity[window][user] * activity[window + 1][user]
        before += activity[window + 1][user]
      }
      sum += both / before
    }
    return sum / Double(pairs)
  }
}

extension CostPanel {
  /// What users of a log would cost.
  ///
  /// - Parameters:
  ///   - windows: The windows of the log.
  ///   - prices: What a token of each kind costs in the month, by meter of the kind, each day's
  ///     price times what the day weighs.
  ///   - count: The newest windows to take.
  init(_ windows: UserWindows, prices: [[Double]], count: Int) {
    let users = windows.users.count
    var costs = [[Double]](repeating: [Double](repeating: 0, count: users), count: count)
    var activity = costs
    var nobody = [Double](repeating: 0, count: count)
    for entry in windows.entries where Int(entry.window) < count {
      let window = Int(entry.window)
      var cost = 0.0
      for (place, price) in prices[Int(entry.kind)].enumerated() {
        cost += Double(windows.counts[entry.firstCount + place]) * price
      }
      if entry.user < 0 {
        nobody[window] += cost
      } else {
        costs[window][Int(entry.user)] += cost
        activity[window][Int(entry.user)] = 1
      }
    }
    for window in 0..<count {
      let known = costs[window].reduce(0, +)
      // Usage that names nobody is spread over the users who are known, as their own cost is.
      let spread = known > 0 ? (known + nobody[window]) / known : 1
      let weight = Double(windows.windows[window].weight) / Double(WeekdayWeights.scale)
      for user in 0..<users { costs[window][user] *= spread / weight }
    }
    self.costs = costs
    self.activity = activity
    var exposure = activity
    for absence in windows.absences where absence.window < count {
      let weight = Double(windows.windows[absence.window].weight)
      exposure[absence.window][absence.user] -= Double(absence.weight) / weight
    }
    self.exposure = exposure
  }

  /// What each window would cost as a whole, users known or not.
  static func totals(_ windows: UserWindows, prices: [[Double]]) -> [Double] {
    var totals = [Double](repeating: 0, count: windows.windows.count)
    for entry in windows.entries {
      for (place, price) in prices[Int(entry.kind)].enumerated() {
        totals[Int(entry.window)] += Double(windows.counts[entry.firstCount + place]) * price
      }
    }
    return totals.enumerated().map { index, total in
      total * Double(WeekdayWeights.scale) / Double(windows.windows[index].weight)
    }
  }
}
