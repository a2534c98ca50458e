import Analysis
import Ledger
import Pricing
import Quantities
import Usage

/// Reads from a ledger what a comparison needs.
struct ComparisonReading {
  let tollbook: Tollbook
  let ledger: Ledger
  let question: ComparisonQuestion
  /// The days that are compared.
  let days: Range<Day>

  /// The period of the days.
  var period: Period { tollbook.period(days) }

  private var thresholds: ContextThresholds { tollbook.book.contextThresholds }

  /// The input of the comparison.
  func input() throws -> ComparisonInput {
    // A day named twice is meant once; it would be two columns of one name.
    var times = [question.valuation ?? .day(tollbook.today)]
    for day in question.days where !times.contains(.day(day)) { times.append(.day(day)) }
    var input = ComparisonInput(
      book: tollbook.book, rows: [], days: days.count, users: try monthlyUsers(),
      unnamed: try unnamed(), candidates: question.candidates, asOf: tollbook.today, at: times,
      tokenRatios: question.tokenRatios, months: question.months, zone: tollbook.zone,
      revenuePerMAU: question.revenuePerMAU, budget: question.budget)
    if let route = question.route {
      input.route = try routed(by: route)
    } else {
      // Other models' prices change at other times; at one day's prices that is all the same.
      let cuts = times.contains(.then) ? tollbook.book.edges.filter { period.contains($0) } : []
      input.rows = try rows(in: period, cutAt: cuts)
    }
    if question.months > 0 { input.paired = try paired() }
    return input
  }

  /// Whether records are read one by one.
  func readsEachRequest() throws -> Bool {
    if question.readsEachRequest || question.route != nil { return true }
    return try ledger.requestCount() <= ComparisonQuestion.freelyRead
  }

  /// Monthly active users: those of each whole month in the days, or of all days if they are fewer.
  private func monthlyUsers() throws -> MonthlyUsers? {
    let length = min(Comparison.monthDays, days.count)
    var users: [Int] = []
    var end = days.upperBound
    while days.lowerBound.days(until: end) >= length {
      let month = end.adding(days: -length)..<end
      users.append(try ledger.activity(in: tollbook.period(month)).users)
      end = month.lowerBound
    }
    let userDays = try ledger.activeUserDays(
      of: days.map { tollbook.period($0..<$0.adding(days: 1)) })
    return MonthlyUsers(users, userDays: userDays)
  }

  /// The requests without a user, as recorded: levers do not name anybody.
  private func unnamed() throws -> UnnamedRequests? {
    let without = try ledger.activity(in: period).requestsWithoutUser
    guard without > 0 else { return nil }
    let rows = try tollbook.sums(in: period, cutAt: [], of: ledger)
    return UnnamedRequests(without, of: rows.reduce(0) { $0 + $1.requests })
  }

  /// The usage by rule; its prices may differ within the period, so it is not summed across changes.
  private func routed(by route: Route) throws -> RoutedUsage {
    let rows = try divided(route, period)
    let groups = (0...route.rules.count).map { rule in
      let own = rows.filter { $0.rule == rule }
      return RoutedUsage.Group(
        rows: own.map(\.row),
        requestsWithoutUser: own.reduce(0) { $0 + $1.requestsWithoutUser },
        requestsInSums: own.reduce(0) { $0 + $1.requestsInSums })
    }
    return RoutedUsage(route: route, groups: groups, fixedCost: question.routeFixedCost)
  }

  private func divided(
    _ route: Route, _ period: Period, byUser: Bool = false
  ) throws -> [Ledger.DividedRow] {
    try ledger.dividedRows(
      in: period, thresholds: thresholds, rules: route.rules.map(RecordRule.init),
      cuts: tollbook.book.edges.filter { period.contains($0) }, byUser: byUser)
  }

  /// The usage by user, and the windows before, as far as the log has whole ones.
  private func paired() throws -> PairedUsage {
    let windows = try earlierWindows()
    guard let route = question.route else {
      let rows = try earlierRows(windows)
      let usage = try readsEachRequest() ? try usageByUser() : .none(days)
      return PairedUsage(usage, zone: tollbook.zone, earlier: rows)
    }
    func byRule(_ rows: [Ledger.DividedRow]) -> [[RollupRow]] {
      (0...route.rules.count).map { rule in rows.filter { $0.rule == rule }.map(\.row) }
    }
    return PairedUsage(
      users: byRule(try divided(route, period, byUser: true)),
      earlier: try windows.map { byRule(try divided(route, tollbook.period($0))) })
  }

  private func earlierWindows() throws -> [Range<Day>] {
    guard let extent = try ledger.extent() else { return [] }
    let first = tollbook.zone.day(of: extent.first)
    var windows: [Range<Day>] = []
    var end = days.lowerBound
    while windows.count < PairedRange.Constants.standard.windows - 1,
      end.adding(days: -days.count) >= first
    {
      windows.append(end.adding(days: -days.count)..<end)
      end = end.adding(days: -days.count)
    }
    return windows
  }

  /// Read once: windows lie side by side.
  private func earlierRows(_ windows: [Range<Day>]) throws -> [[RollupRow]] {
    guard let oldest = windows.last else { return [] }
    let rows = try rows(
      in: tollbook.period(oldest.lowerBound..<days.lowerBound),
      cutAt: windows.map { tollbook.zone.start(of: $0.lowerBound) }, skipsIdle: true)
    return windows.map { window in
      let period = tollbook.period(window)
      return rows.filter { period.contains($0.slot) }
    }
  }

  /// The usage of a period under the question's levers.
  ///
  /// - Parameters:
  ///   - period: The period.
  ///   - cuts: Where rows may not be summed across.
  ///   - byUser: Whether each row is one user's; asked under levers only.
  ///   - skipsIdle: Whether a lever that finds nothing to move is passed over; else it is refused.
  /// - Returns: The rows; under levers at their own times.
  /// - Throws: `TollbookError` where a lever cannot be moved.
  private func rows(
    in period: Period, cutAt cuts: [Instant] = [], byUser: Bool = false, skipsIdle: Bool = false
  ) throws -> [RollupRow] {
    guard !question.levers.isEmpty else {
      return try tollbook.sums(in: period, cutAt: cuts, of: ledger)
    }
    let rows = try ledger.rollupRows(in: period, thresholds: thresholds, byUser: byUser)
    guard !rows.isEmpty else { return rows }
    return try tollbook.levered(
      rows, question.levers, in: period, at: tollbook.today, ledger, skipsIdle: skipsIdle
    ).rows
  }

  private func usageByUser() throws -> UserUsage {
    guard !question.levers.isEmpty else { return try tollbook.userUsage(of: days, in: ledger) }
    return UserUsage(
      rows: try rows(in: period, byUser: true), days: days, zone: tollbook.zone,
      book: tollbook.book)
  }

  /// How long requests took, by model, the most requests first.
  func latencies() throws -> [ModelLatency] {
    var times: [UsageSeries: [Int64: Int]] = [:]
    for count in try ledger.latencies(in: period) {
      let model = UsageSeries(provider: count.series.provider, requestedModel: count.series.model)
      times[model, default: [:]][count.milliseconds, default: 0] += count.requests
    }
    var latencies: [ModelLatency] = []
    for (series, times) in times {
      let latency = ModelLatency(provider: series.provider, model: series.model, times: times)
      if let latency { latencies.append(latency) }
    }
    latencies.sort { (left: ModelLatency, right: ModelLatency) -> Bool in
      if left.requests != right.requests { return left.requests > right.requests }
      if left.provider != right.provider { return left.provider < right.provider }
      return (left.model ?? "") < (right.model ?? "")
    }
    return latencies
  }
}

extension RecordRule {
  /// The rule of a route as the ledger is asked.
  fileprivate init(_ rule: RouteRule) {
    self.init(
      prompt: rule.conditions.promptTokens, output: rule.conditions.outputTokens,
      series: { rule.matches($0) },
      users: rule.conditions.userShare == nil ? nil : { @Sendable user in rule.takes(user: user) })
  }
}
