import Quantities
import Usage

/// One user's day.
struct UserDay: Hashable {
  let user: Int32
  let day: Int32
}

/// What stands out in a log and is said, but never acted on without being asked.
extension LogForecast {
  /// Days without usage: inside a busy log, and at its end.
  ///
  /// Days of the week that are empty as a rule are no gap.
  func gaps() -> [Range<Day>] {
    let seen = learned.clamped(to: usage.days)
    guard !seen.isEmpty else { return [] }
    var requests = [Int64](repeating: 0, count: seen.count)
    let offset = seen.lowerBound.days(until: usage.days.lowerBound)
    for cell in usage.cells {
      let day = Int(cell.day) + offset
      if requests.indices.contains(day) { requests[day] += cell.requests }
    }
    // The median: a log with a week of nothing is still a busy one.
    let isBusy = requests.sorted()[requests.count / 2] >= Int64(ForecastWarning.busyDay)
    let workdays = Set(
      (0..<7).filter { weekday in
        let own = requests.indices.filter { seen.lowerBound.adding(days: $0).weekday == weekday }
        return own.count { requests[$0] > 0 } * 2 > own.count
      })
    var gaps: [Range<Day>] = []
    var start = 0
    for end in 0...requests.count where end == requests.count || requests[end] > 0 {
      let days = seen.lowerBound.adding(days: start)..<seen.lowerBound.adding(days: end)
      start = end + 1
      let isTail = end == requests.count && days.count > 3
      let isGap =
        isBusy && days.count >= 2 && days.contains { workdays.contains($0.weekday) }
      let isNew = days.contains { !removed.contains($0) }
      if isNew, isTail || isGap { gaps.append(days) }
    }
    return gaps
  }

  /// Looks for days of users that are a large part of a pooled window's cost.
  mutating func findOneOffs(_ base: LogBase) {
    var found: [(key: UserDay, share: Double)] = []
    for window in base.windows.windows.prefix(base.pooled) {
      var own: [(key: UserDay, cost: Double)] = []
      var all = 0.0
      for cell in usage.cells where window.days.contains(usage.day(of: cell)) {
        guard !removed.contains(usage.day(of: cell)) else { continue }
        let cost = costs.relative(cell)
        all += cost
        let key = UserDay(user: cell.user, day: cell.day)
        if own.last?.key == key {
          own[own.count - 1].cost += cost
        } else if cell.user >= 0 {
          own.append((key, cost))
        }
      }
      for (key, cost) in own where cost * 100 > all * ForecastWarning.oneOffShare {
        found.append((key, cost / all))
      }
    }
    oneOffs = Set(found.map(\.key))
    // The largest by name; a log in which every day stands out needs no line for each.
    found.sort { ($1.share, $0.key.day, $0.key.user) < ($0.share, $1.key.day, $1.key.user) }
    for (key, share) in found.prefix(ForecastWarning.mostOneOffs) {
      forecaster.warn(
        .oneOff(
          user: usage.users[Int(key.user)],
          day: usage.days.lowerBound.adding(days: Int(key.day)),
          percent: Int((share * 100).rounded())))
    }
  }

  /// The sum of all months had the users' days that stand out not been; nil where none does, or where
  /// too little is left for a forecast: in a log of a few days every one stands out.
  func totalWithoutOneOffs(
    _ input: ForecastInput, _ history: UsageHistory
  ) throws(ForecastRefusal) -> Money? {
    guard !oneOffs.isEmpty else { return nil }
    // As if each of them had been left out by hand: there is one rule for that.
    var input = input
    input.exclusions += oneOffs.sorted { ($0.user, $0.day) < ($1.user, $1.day) }.map { own in
      let day = usage.days.lowerBound.adding(days: Int(own.day))
      return ForecastExclusion(
        user: usage.users[Int(own.user)], days: day..<day.adding(days: 1))
    }
    do throws(ForecastRefusal) {
      return try LogForecast.total(history, input)
    } catch {
      guard error.isOfTheLog else { throw error }
      return nil
    }
  }

  /// The sum of all months, with weights and windows of their own: what was taken out moved them.
  private static func total(
    _ history: UsageHistory, _ input: ForecastInput
  ) throws(ForecastRefusal) -> Money {
    var forecast = try LogForecast(history, input)
    var total = Money.zero
    for index in 0..<input.months {
      let month = input.asOf.month.adding(months: index)
      total += try forecast.month(month, index: index).result.cost
    }
    return total
  }

  /// Warnings that need a month's evidence.
  mutating func lookBack(_ months: [LogMonth]) {
    guard let evidence = months.first?.result.evidence else { return }
    if evidence.effectiveUsers < ForecastWarning.wideRange {
      forecaster.warn(
        .fewUsers(
          users: evidence.halfUsers, percent: Int((evidence.halfShare * 100).rounded())))
    }
    let planned = months.compactMap(\.result.mau).max() ?? 0
    if evidence.effectiveUsers < ForecastWarning.littleEvidence,
      Double(planned) > 2 * evidence.meanUsers
    {
      forecaster.warn(
        .lowEvidence(
          effectiveUsers: Int(evidence.effectiveUsers.rounded()), planned: planned))
    }
  }
}
