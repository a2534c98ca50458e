import Pricing
import Quantities
import Usage

/// What the months of a log and of a scenario have in common.
extension Forecast {
  /// Refuses what makes no sense whatever the source is.
  static func check(_ input: ForecastInput) throws(ForecastRefusal) {
    guard (1...ForecastInput.mostMonths).contains(input.months) else {
      throw .monthsOutOfRange(input.months)
    }
    guard input.asOf.month.adding(months: input.months - 1) <= .last else {
      throw .horizonTooLate(asOf: input.asOf, months: input.months)
    }
    if let bad = input.levels.first(where: { !(1...99).contains($0) }) {
      throw .levelOutOfRange(bad)
    }
    if let bad = TokenRatios(byModel: input.tokenRatios).firstBad {
      throw .badTokenRatio(model: bad.model, bad.ratio)
    }
    let names = input.tokenRatios.keys.sorted()
    if let unknown = names.first(where: { !input.book.hasName($0) }) {
      throw .unknownTokenRatio(model: unknown)
    }
  }

  /// Ages of the books that the loads are priced with.
  static func bookWarnings(_ input: ForecastInput, providers: Set<Provider>) -> [ForecastWarning] {
    providers.sorted().compactMap { provider in
      guard let asOf = input.book.asOf(of: provider) else { return nil }
      let age = asOf.days(until: input.asOf)
      guard age > ForecastWarning.oldestBook else { return nil }
      return .oldBook(provider, asOf: asOf, days: age)
    }
  }

  static func basis(
    _ input: ForecastInput, windows: [ForecastBasis.Window], weights: WeekdayWeights = .level
  ) -> ForecastBasis {
    ForecastBasis(
      asOf: input.asOf, timeZone: input.zone.name, users: input.users,
      valuation: input.valuation, bookVersion: input.book.version,
      contracts: input.book.contractNames, bookAsOf: input.book.asOf, windows: windows,
      tokenRatios: input.tokenRatios, weights: weights, constants: input.constants,
      levels: input.levels, fixedFee: input.fixedFee, exclusions: input.exclusions,
      newUserFactor: input.newUserFactor, population: input.population)
  }

  /// A forecast from its months; unpriced usage becomes a warning once for each reason.
  init(
    months: [ForecastMonth], basis: ForecastBasis, warnings: [ForecastWarning]
  ) {
    var warnings = warnings
    let monthReasons = months.flatMap { month in
      month.unpriced.reasons + (month.monthToDate?.unpriced.reasons ?? [])
    }
    for reason in monthReasons where !warnings.contains(.unpriced(reason)) {
      warnings.append(.unpriced(reason))
    }
    self.months = months
    self.total = months.reduce(.zero) { $0 + $1.cost }
    self.list = months.reduce(.zero) { $0 + $1.list }
    self.basis = basis
    self.warnings = warnings
  }
}

extension PriceBook {
  /// Whether any seller has a model or an alias of this name, at whatever time.
  fileprivate func hasName(_ name: String) -> Bool {
    providers.contains { provider in
      model(name, of: provider) != nil || aliases(of: provider).contains { $0.name == name }
    }
  }
}

extension Money {
  /// The amount for each of some users; nil for none.
  func perUser(_ users: Int?) -> Money? {
    guard let users, users > 0 else { return nil }
    return scaled(by: 1, over: Int128(users))
  }
}
