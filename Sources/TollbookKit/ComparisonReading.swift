import Analysis
import Ledger
import Pricing
import Quantities
import Usage

/// Reads from a ledger what a comparison needs: sums from its tables, and what only single requests
/// say in one pass over them.
struct ComparisonReading {
  let tollbook: Tollbook
  let ledger: Ledger
  let question: ComparisonQuestion
  /// What is compared.
  let span: UsageSpan

  private var period: Period { span.period }
  private var thresholds: ContextThresholds { tollbook.book.contextThresholds }

  /// The input of the comparison, and how long requests took; nil where they were not read.
  func read() throws -> (input: ComparisonInput, latencies: [ModelLatency]?) {
    // A day named twice is meant once; it would be two columns of one name.
    var times = [question.valuation ?? .day(tollbook.today)]
    for day in question.days where !times.contains(.day(day)) { times.append(.day(day)) }
    var input = ComparisonInput(
      book: tollbook.book, rows: [], days: span.days, candidates: question.candidates,
      asOf: tollbook.today, at: times, tokenRatios: question.tokenRatios, months: question.months,
      zone: tollbook.zone, revenuePerMAU: question.revenuePerMAU, budget: question.budget)
    // Other models' prices change at other times; at one day's prices that is all the same.
    let cuts = times.contains(.then) ? tollbook.book.edges.filter { period.contains($0) } : []
    input.rows = try rows(in: period, cutAt: cuts)
    input.isLevered = !question.levers.isEmpty
    let base = ComparisonBase(book: tollbook.book, at: times)
    let isWhole = base.holdsAll(input.rows)
    if isWhole { input.users = try activeUsers() }
    guard try readsEachRequest() else {
      input.needsEachRequest = !isWhole
      input.unnamed = try unnamed(of: input.rows)
      if question.months > 0 {
        input.paired = PairedUsage(users: [], earlier: try earlierRows().map { [$0] })
      }
      return (input, nil)
    }
    let counted = isWhole ? nil : ComparedUsers(span, base: base)
    let latencies = try readEachRequest(&input, cutAt: cuts, counting: counted)
    return (input, latencies)
  }

  /// Whether records are read one by one.
  private func readsEachRequest() throws -> Bool {
    if question.readsEachRequest || question.route != nil { return true }
    return try ledger.requestCount() <= ComparisonQuestion.freelyRead
  }

  /// Monthly active users, all of whose usage is compared.
  private func activeUsers() throws -> MonthlyUsers? {
    func users(_ period: Period) throws -> Int { try ledger.activity(in: period).users }
    let days = span.dayPeriods
    // The first and the last may be parts of days; those between are looked up all at once.
    let whole = Array(days.dropFirst().dropLast())
    let edges = [days.first, days.count > 1 ? days.last : nil].compactMap(\.self)
    return MonthlyUsers(
      try span.months.map { try users(Period(from: $0.lowerBound, until: $0.upperBound)) },
      userDays: try ledger.activeUserDays(of: whole) + edges.reduce(0) { try $0 + users($1) })
  }

  /// The requests without a user, as recorded: levers do not name anybody.
  private func unnamed(of rows: [RollupRow]) throws -> UnnamedRequests? {
    let without = try ledger.activity(in: period).requestsWithoutUser
    guard without > 0 else { return nil }
    let recorded =
      question.levers.isEmpty ? rows : try tollbook.sums(in: period, cutAt: [], of: ledger)
    return UnnamedRequests(without, of: recorded.reduce(0) { $0 + $1.requests })
  }

  private func earlierWindows() throws -> [Range<Instant>] {
    guard question.months > 0, let extent = try ledger.extent() else { return [] }
    let zone = tollbook.zone
    return span.earlierWindows(
      since: zone.start(of: zone.day(of: extent.first)),
      most: PairedRange.Constants.standard.windows - 1)
  }

  /// Read once: windows lie side by side.
  private func earlierRows() throws -> [[RollupRow]] {
    let windows = try earlierWindows()
    guard let oldest = windows.last else { return [] }
    let rows = try rows(
      in: Period(from: oldest.lowerBound, until: span.start), cutAt: windows.map(\.lowerBound),
      skipsIdle: true)
    return windows.map { window in rows.filter { window.contains($0.slot) } }
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
    in period: Period, cutAt cuts: some Sequence<Instant> = [], byUser: Bool = false,
    skipsIdle: Bool = false
  ) throws -> [RollupRow] {
    guard !question.levers.isEmpty else {
      return try tollbook.sums(in: period, cutAt: cuts, of: ledger)
    }
    let rows = try ledger.rollupRows(in: period, thresholds: thresholds, byUser: byUser)
    guard !rows.isEmpty else { return rows }
    return try tollbook.levered(
      rows, question.levers, in: period, at: tollbook.today, ledger, skipsIdle: skipsIdle,
      byUser: byUser
    ).rows
  }
}

/// What single requests say.
extension ComparisonReading {
  /// Reads every request once: those of the windows before as well where a route has to be asked of
  /// each.
  private func readEachRequest(
    _ input: inout ComparisonInput, cutAt cuts: [Instant], counting counted: ComparedUsers?
  ) throws -> [ModelLatency] {
    var counted = counted
    let windows = try earlierWindows()
    let route = question.route
    let start = (route == nil ? nil : windows.last?.lowerBound) ?? span.start
    let changes = try tollbook.priceCuts(in: start..<span.end, of: ledger)
    let sums = try ledger.requestSums(
      in: Period(from: start, until: span.end),
      cutAt: changes.union(cuts + [span.start] + windows.map(\.lowerBound) + (counted?.cuts ?? [])),
      thresholds: thresholds, rules: route?.rules.map(RecordRule.init) ?? [], timed: period)
    let rows = sums.rows
    let own = rows.filter { period.contains($0.row.slot) }
    input.unnamed = UnnamedRequests(
      own.reduce(0) { $0 + $1.requestsWithoutUser }, of: own.reduce(0) { $0 + $1.row.requests })
    if let route { input.route = routed(own, by: route) }
    let users = try usersByRule(sums, counting: &counted)
    if let counted {
      input.users = counted.users
      if question.levers.isEmpty { input.unnamed = counted.unnamed }
    }
    guard question.months > 0 else { return ModelLatency.byModel(sums.latencies) }
    input.paired = PairedUsage(
      users: users,
      earlier: route == nil
        ? try earlierRows().map { [$0] }
        : windows.map { window in byRule(rows.filter { window.contains($0.row.slot) }) })
    return ModelLatency.byModel(sums.latencies)
  }

  /// The compared usage by rule and user; empty where no range is asked for.
  private func usersByRule(
    _ sums: RequestSums, counting counted: inout ComparedUsers?
  ) throws -> [[RollupRow]] {
    let isAsked = question.months > 0
    guard isAsked || counted != nil else { return [] }
    guard question.levers.isEmpty else {
      let rows = try rows(in: period, byUser: true)
      for row in rows { counted?.add(row) }
      return [rows]
    }
    var users = [[RollupRow]](repeating: [], count: ruleCount)
    let period = period
    sums.forEachUserRow { row in
      guard period.contains(row.row.slot) else { return }
      counted?.add(row.row)
      if isAsked { users[row.rule].append(row.row) }
    }
    return users
  }

  /// The rules of the route, and what follows none of them.
  private var ruleCount: Int { (question.route?.rules.count ?? 0) + 1 }

  private func byRule(_ rows: [RequestSums.Row]) -> [[RollupRow]] {
    var sorted = [[RollupRow]](repeating: [], count: ruleCount)
    for row in rows { sorted[row.rule].append(row.row) }
    return sorted
  }

  /// The usage by rule; its prices may differ within the period, so it is not summed across changes.
  private func routed(_ rows: [RequestSums.Row], by route: Route) -> RoutedUsage {
    let groups = (0..<ruleCount).map { rule in
      let own = rows.filter { $0.rule == rule }
      return RoutedUsage.Group(
        rows: own.map(\.row),
        requestsWithoutUser: own.reduce(0) { $0 + $1.requestsWithoutUser },
        requestsInSums: own.reduce(0) { $0 + $1.requestsInSums })
    }
    return RoutedUsage(route: route, groups: groups, fixedCost: question.routeFixedCost)
  }
}

extension ModelLatency {
  /// How long requests took, by model, the most requests first.
  fileprivate static func byModel(_ counts: [RequestSums.LatencyCount]) -> [ModelLatency] {
    var times: [UsageSeries: [Int64: Int]] = [:]
    for count in counts {
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
