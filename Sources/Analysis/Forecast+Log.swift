import Pricing
import Quantities
import Usage

/// A forecast from what was used: cost per monthly active user × users × days.
extension Forecast {
  /// The share of cost without a user, in percent, beyond which users count as unknown.
  static let mostWithoutUser = 20.0

  /// A forecast from a log.
  ///
  /// - Parameters:
  ///   - history: What was used, and the month to date.
  ///   - input: What is asked for.
  /// - Throws: What makes a forecast impossible.
  public init(from history: UsageHistory, _ input: ForecastInput) throws(ForecastRefusal) {
    try Forecast.check(input)
    var maker = try LogForecast(history, input)
    var made: [LogMonth] = []
    for index in 0..<input.months {
      let month = try maker.month(input.asOf.month.adding(months: index), index: index)
      made.append(month)
    }
    let bridges = try maker.bridges(made)
    let bases = maker.bases.values.sorted { $0.monthLength < $1.monthLength }
    maker.lookBack(made)
    let providers = bases.flatMap { $0.loads.map(\.load.row.series.provider) }
    self.init(
      months: zip(made, bridges).map { month, bridge in
        var result = month.result
        result.bridge = bridge
        return result
      },
      basis: Forecast.basis(
        input, windows: bases.flatMap(\.described), weights: maker.forecaster.clock.weights),
      warnings: input.remarks + maker.forecaster.warnings + maker.forecaster.unusedRatios
        + Forecast.bookWarnings(input, providers: Set(providers)))
    range = ForecastRange(of: made, input)
    accuracy = made.first?.accuracy
    withoutOneOffs = try maker.totalWithoutOneOffs(input, history)
  }
}

/// The state of a forecast from a log while its months are made.
struct LogForecast {
  let input: ForecastInput
  let usage: UserUsage
  /// The log with what is left out of it.
  let recorded: UserUsage
  let costs: TodaysCosts
  let removed: DaySet
  /// Days of single users that are left out.
  let absent: Set<UserDay>
  /// The days of the log that may be learned from.
  let learned: Range<Day>
  let plan: WindowPlan
  let monthToDate: MonthToDate?
  var forecaster: Forecaster
  /// What months of each length are made from.
  var bases: [Int: LogBase] = [:]
  /// The users that growth starts from: those seen when the first month was made.
  var firstObserved: Int?
  /// Days of users that are a large part of a window.
  var oneOffs: Set<UserDay> = []
  /// Why there is no range although there is a point.
  var forcedBy: ForecastRefusal?

  init(_ history: UsageHistory, _ input: ForecastInput) throws(ForecastRefusal) {
    self.input = input
    plan = WindowPlan(
      asOf: input.asOf, months: input.months, firstDay: history.firstDay, chosen: history.chosen,
      most: input.constants.keptWindows)
    learned = history.chosen ?? min(history.firstDay, input.asOf)..<input.asOf
    removed = input.removedDays
    let exclusion = LeftOut(input.exclusions, of: history.usage)
    usage = exclusion.usage
    recorded = history.usage
    absent = exclusion.userDays
    let start = input.zone.start(of: input.asOf)
    costs = TodaysCosts(usage, PriceTimelineMaker(input: input, horizon: start..<start))
    let newest = plan.learned
    let weights = WeekdayWeights(
      daily: costs.daily(newest), first: newest.lowerBound, removed: removed,
      constants: input.constants)
    let end = input.asOf.month.adding(months: input.months).firstDay
    forecaster = Forecaster(input, until: end, weights: weights)
    monthToDate =
      input.asOf > input.asOf.month.firstDay
      ? MonthToDate(history.monthToDate, book: input.book, basis: input.valuation.basis) : nil
    exclusion.unused.forEach { forecaster.warn(.unusedExclusion($0)) }
    guard !usage.cells.isEmpty else { return }
    let known = knownDays(learned)
    try refuse(known < ForecastRefusal.fewestDays ? .tooFewDays(known) : nil)
    gaps().forEach { forecaster.warn(.gap($0)) }
  }

  /// Refuses, or where a forecast is forced goes on without a range.
  mutating func refuse(_ refusal: ForecastRefusal?) throws(ForecastRefusal) {
    guard let refusal else { return }
    guard input.isForced else { throw refusal }
    if forcedBy == nil { forecaster.warn(.forced(refusal)) }
    forcedBy = forcedBy ?? refusal
  }
}

extension MonthToDate {
  /// What a month has cost so far.
  init(_ rows: [RollupRow], book: PriceBook, basis: Valuation.Basis) {
    var valuation = Valuation(book: book, basis: basis)
    var cost = Money.zero
    var list = ListCost.zero
    var (requests, tokens) = (0, TokenCount.zero)
    var (unpricedRequests, unpricedTokens) = (0, TokenCount.zero)
    var reasons: [UnpricedReason] = []
    for row in rows {
      let charge = valuation.charge(for: row)
      cost += charge.cost
      list += charge.list
      requests += row.requests
      tokens += row.tokens.total
      unpricedRequests += charge.unpricedRequests
      unpricedTokens += charge.unpricedTokens
      for reason in charge.reasons where !reasons.contains(reason) { reasons.append(reason) }
    }
    self.cost = cost
    self.list = ForecastListCost(cost: list.cost, unlistedTokens: list.unlistedTokens)
    usage = UsageAmount(requests: Int64(requests), tokens: tokens)
    unpriced = UnpricedUsage(
      requests: Int64(unpricedRequests), tokens: unpricedTokens, reasons: reasons)
  }
}
