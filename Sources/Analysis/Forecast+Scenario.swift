import Pricing
import Quantities
import Usage

/// A forecast from what an app is meant to do.
extension Forecast {
  /// A forecast from a scenario.
  ///
  /// A scenario has no month that has begun: its months are whole ones, the first being that of
  /// `asOf` where this is the first of a month, else the one after it.
  ///
  /// - Parameters:
  ///   - scenario: The features; their costs add up to each month's cost.
  ///   - input: What is asked for; its users have to be said, there is no log to see them in.
  /// - Throws: What makes a forecast impossible.
  public init(of scenario: Scenario, _ input: ForecastInput) throws(ForecastRefusal) {
    try Forecast.check(input)
    switch input.users {
    case .observed, .scale, .growth(from: nil, _): throw .scenarioNeedsMAU
    case .constant, .growth, .path: break
    }
    var whole = input
    let month = input.asOf.month
    whole.asOf = (month.firstDay < input.asOf ? month.next : month).firstDay
    let first = whole.asOf.month
    // What was asked for may still end with the last month, and the whole ones begin one later.
    guard first.adding(months: input.months - 1) <= .last else {
      throw .horizonTooLate(asOf: input.asOf, months: input.months)
    }
    var forecaster = Forecaster(whole, until: first.adding(months: input.months).firstDay)
    let plan = try LeveredPlan(scenario, book: input.book, on: first.firstDay)
    let loads = try forecaster.prepare(plan.loads)
    if whole.asOf > input.asOf { forecaster.warn(.beginsLater(asOf: input.asOf, first: first)) }
    var months: [ForecastMonth] = []
    for index in 0..<input.months {
      let month = first.adding(months: index)
      let users = try input.users.users(in: month, index: index, observed: nil, first: nil)
      months.append(
        try forecaster.month(month, of: scenario, plan, loads: loads, users: users))
    }
    self.init(
      months: months, basis: Forecast.basis(whole, windows: []),
      warnings: plan.remarks + forecaster.warnings + forecaster.unusedRatios
        + Forecast.bookWarnings(input, providers: Set(scenario.features.map(\.provider))))
  }
}

extension Forecaster {
  /// One whole month: each feature is rounded, and the month is their sum.
  fileprivate func month(
    _ month: Month, of scenario: Scenario, _ plan: LeveredPlan, loads: [PricedLoad],
    users: PlannedUsers
  ) throws(ForecastRefusal) -> ForecastMonth {
    let start = input.zone.start(of: month.firstDay)
    let end = input.zone.start(of: month.next.firstDay)
    let sums = sums(loads, parts: scenario.features.count, from: start, until: end)
    func pooled(_ sum: DaySum) -> PooledSum {
      PooledSum(sums: [sum], pool: .single, users: users.multiplier)
    }
    var features: [FeatureForecast] = []
    for (feature, sum) in zip(scenario.features, sums.map(pooled)) {
      features.append(
        FeatureForecast(
          name: feature.name, model: feature.model, cost: try sum.cost(), list: try sum.list(),
          usage: try sum.usage(), unpriced: try sum.unpriced()))
    }
    if let kept = try plan.storage(of: month.firstDay..<month.next.firstDay, input) {
      features.append(kept)
    }
    let rest = features.reduce(.zero) { $0 + $1.cost }
    if input.fixedFee != .zero { features.append(.fixedFee(input.fixedFee)) }
    var together = DaySum()
    sums.forEach { together += $0 }
    let all = pooled(together)
    let cost = features.reduce(.zero) { $0 + $1.cost }
    return ForecastMonth(
      month: month, days: month.dayCount, daysAhead: month.dayCount, mau: users.shown, cost: cost,
      list: features.reduce(.zero) { $0 + $1.list }, monthToDate: nil, rest: rest,
      costPerMAU: cost.perUser(users.shown),
      usage: try all.usage(), unpriced: try all.unpriced(), dropped: try all.dropped(),
      events: try events(
        loads.map(\.inOnePart), pool: .single, users: users.multiplier, from: start, until: end),
      features: features)
  }
}

extension FeatureForecast {
  /// What is paid whatever is used, as a part of its own: features add up to the month.
  fileprivate static func fixedFee(_ fee: Money) -> FeatureForecast {
    FeatureForecast(
      name: "fixed fee", model: "", cost: fee,
      list: ForecastListCost(cost: fee, unlistedTokens: 0), usage: .none, unpriced: .none)
  }
}

extension PricedLoad {
  /// The same load as part of the whole.
  fileprivate var inOnePart: PricedLoad {
    PricedLoad(
      Load(row: load.row, producedBy: load.producedBy, factor: load.factor, part: 0), timeline)
  }
}
