import Analysis
import Pricing
import Quantities

/// What has to be said under a forecast: what kind of figure it is, what it was made from, what to
/// beware of.
enum ForecastNotes {
  /// The lines, the kind of figure first.
  ///
  /// - Parameters:
  ///   - forecast: The forecast.
  ///   - places: The decimals of the cost column.
  /// - Returns: One line a note.
  static func lines(_ forecast: Forecast, prices places: Int) -> [String] {
    var lines = ["point estimate, no range: \(prices(forecast.basis.valuation))"]
    lines += forecast.months.compactMap { split($0, places: places) }
    lines.append(source(forecast.basis))
    lines += AssumptionNotes.lines(forecast.basis.tokenRatios)
    lines += ContractColumns.notes(unlisted: forecast.list.unlistedTokens)
    return lines + forecast.warnings.map { "warning: \($0)" }
  }

  private static func prices(_ valuation: PriceTime) -> String {
    switch valuation {
    case .then: "every day is priced at what is known of its prices"
    case .day: "every day is valued at \(valuation.inWords)"
    }
  }

  /// A month that has begun, in two parts that add up to its cost.
  private static func split(_ month: ForecastMonth, places: Int) -> String? {
    guard let past = month.monthToDate else { return nil }
    let shown = Money.apportion([past.cost, month.rest], places: places).rows
    let (spent, ahead) = (
      CellText.money(past.cost, shownAs: shown[0]), CellText.money(month.rest, shownAs: shown[1])
    )
    let days = month.daysAhead == 1 ? "day" : Phrase.counted(month.daysAhead, "day")
    return "\(month.month): \(spent) USD used so far, \(ahead) USD for the \(days) ahead"
  }

  /// Which days it was made from.
  ///
  /// Months of other lengths take other windows; the first day, the last day and the newest window
  /// are enough for people, JSON has them all.
  private static func source(_ basis: ForecastBasis) -> String {
    guard let first = basis.windows.map(\.days.lowerBound).min(),
      let newest = basis.windows.max(by: { $0.days.upperBound < $1.days.upperBound })
    else { return "made from a scenario, not from a log" }
    let last = newest.days.upperBound.adding(days: -1)
    let users = newest.activeUsers.map { " of \(Phrase.counted($0, "active user"))" } ?? ""
    let requests = Phrase.counted(newest.requests, "request")
    let length = Phrase.counted(newest.days.count, "day")
    return "made from \(first) to \(last); its last \(length) have \(requests)\(users)"
  }

  /// The member `basis`.
  static func json(_ basis: ForecastBasis) -> JSONOutput {
    .object([
      JSONMember("as_of", .string(basis.asOf.description)),
      JSONMember("valuation", .string(basis.valuation.description)),
      JSONMember("windows", .array(basis.windows.map(json))),
      JSONMember("token_ratios", AssumptionNotes.json(basis.tokenRatios)),
    ])
  }

  private static func json(_ window: ForecastBasis.Window) -> JSONOutput {
    .object([
      JSONMember("month_length", .integer(window.monthLength)),
      JSONMember("first_day", .string(window.days.lowerBound.description)),
      JSONMember("last_day", .string(window.days.upperBound.adding(days: -1).description)),
      JSONMember("active_users", window.activeUsers.map { .integer($0) } ?? .null),
      JSONMember("requests", .integer(window.requests)),
    ])
  }
}

/// The token ratios that figures rest on: assumptions, so they are always printed.
enum AssumptionNotes {
  static func lines(_ ratios: [String: DecimalFactor]) -> [String] {
    ratios.sorted { $0.key < $1.key }.map { model, ratio in
      "assumed: \(model) needs \(ratio) tokens for one of another model"
    }
  }

  static func json(_ ratios: [String: DecimalFactor]) -> JSONOutput {
    .object(
      ratios.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value.description)) })
  }
}
