import Analysis
import Pricing
import Quantities

/// What a forecast says to programs beside its rows.
enum ForecastJSON {
  /// The members after the rows.
  static func members(_ forecast: Forecast) -> [JSONMember] {
    var members = [
      JSONMember("basis", json(forecast.basis)),
      JSONMember("flags", .array(forecast.warnings.map(flag))),
    ]
    guard !forecast.basis.windows.isEmpty else { return members }
    members += [
      JSONMember(
        "identity",
        .array(forecast.months.compactMap { identity($0, fee: forecast.basis.fixedFee) })),
      JSONMember("variance", .array(forecast.months.compactMap(variance))),
      JSONMember("total_sigma", decimal(forecast.range?.sigma)),
      JSONMember("accuracy", accuracy(forecast.accuracy)),
      JSONMember("without_one_offs_usd", .string(forecast.withoutOneOffs?.decimal)),
      JSONMember(
        "constants",
        .object(forecast.basis.constants.named.map { JSONMember($0.name, decimal($0.value)) })),
    ]
    return members
  }

  /// A number that is no money, to twelve decimals, as a string like every number that is not whole.
  static func decimal(_ value: Double?) -> JSONOutput {
    guard let value, let parts = Int128(exactly: (value * 1e12).rounded(.toNearestOrEven)) else {
      return .null
    }
    return .string(DecimalText.format(parts, scale: 12))
  }

  private static func flag(_ warning: ForecastWarning) -> JSONOutput {
    .object([
      JSONMember("code", .string(warning.code)), JSONMember("text", .string(warning.description)),
    ])
  }

  private static func accuracy(_ accuracy: OwnAccuracy?) -> JSONOutput {
    guard let accuracy else { return .null }
    return .object([
      JSONMember("windows", .integer(accuracy.windows)),
      JSONMember("wape", decimal(accuracy.error)),
    ])
  }

  /// The factors whose product, with what is used already and the fee, is the month's cost.
  private static func identity(_ month: ForecastMonth, fee: Money) -> JSONOutput? {
    guard let mau = month.mau, let share = month.dailyShare else { return nil }
    return .object([
      JSONMember("month", .string(month.month.description)), JSONMember("mau", .integer(mau)),
      JSONMember("daily_share", .string(share.rounded(toPlaces: 12))),
      JSONMember("days", .integer(month.daysAhead)),
      JSONMember(
        "cost_per_active_user_day_usd",
        .string(month.isRestUnpriced ? nil : month.costPerActiveUserDay?.decimal)),
      JSONMember(
        "month_to_date_usd",
        .string(month.isPastUnpriced ? nil : (month.monthToDate?.cost ?? .zero).decimal)),
      JSONMember("fixed_fee_usd", .string(fee.decimal)),
    ])
  }

  private static func variance(_ month: ForecastMonth) -> JSONOutput? {
    guard let range = month.range, let parts = range.variance else { return nil }
    var members = [
      JSONMember("month", .string(month.month.description)),
      JSONMember("sigma", decimal(range.sigma)),
      JSONMember("degrees_of_freedom", .integer(range.degreesOfFreedom)),
    ]
    members += parts.named.map { JSONMember($0.name, decimal($0.value)) }
    if let evidence = month.evidence {
      members += [
        JSONMember("pooled_windows", .integer(evidence.pooledWindows)),
        JSONMember("mean_users", decimal(evidence.meanUsers)),
        JSONMember("effective_users", decimal(evidence.effectiveUsers)),
        JSONMember("return_share", decimal(evidence.returnShare)),
      ]
    }
    return .object(members)
  }

  /// The member `basis`.
  private static func json(_ basis: ForecastBasis) -> JSONOutput {
    .object([
      JSONMember("as_of", .string(basis.asOf.description)),
      JSONMember("valuation", .string(basis.valuation.description)),
      JSONMember("windows", .array(basis.windows.map(json))),
      JSONMember("token_ratios", AssumptionNotes.json(basis.tokenRatios)),
      JSONMember("levels", .array(basis.levels.map { .integer($0) })),
      JSONMember("weekday_weights", .array(basis.weights.shares.map { .string($0) })),
      JSONMember("fixed_fee_usd", .string(basis.fixedFee.decimal)),
      JSONMember("new_user_factor", .string(basis.newUserFactor.description)),
      JSONMember("population", .string(basis.population.rawValue)),
      JSONMember("exclusions", .array(basis.exclusions.map { .string($0.description) })),
    ])
  }

  private static func json(_ window: ForecastBasis.Window) -> JSONOutput {
    .object([
      JSONMember("month_length", .integer(window.monthLength)),
      JSONMember("first_day", .string(window.days.lowerBound.description)),
      JSONMember("last_day", .string(window.days.upperBound.adding(days: -1).description)),
      JSONMember("active_users", window.activeUsers.map { .integer($0) } ?? .null),
      JSONMember("requests", .integer(window.requests)),
      JSONMember("pooled", .bool(window.isPooled)),
    ])
  }
}
