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
    var lines = [kind(forecast) + ": " + prices(forecast.basis.valuation)]
    lines += forecast.months.compactMap { split($0, fee: forecast.basis.fixedFee, places: places) }
    lines.append(source(forecast.basis))
    lines += [ForecastProduct.line(forecast, places: places), ForecastWords.width(forecast)]
      .compactMap(\.self)
    lines += [ForecastWords.accuracy(forecast)].compactMap(\.self)
    lines += assumptions(forecast)
    lines += ContractColumns.notes(unlisted: forecast.list.unlistedTokens)
    return lines + forecast.warnings.map { "warning: \($0)" }
  }

  private static func kind(_ forecast: Forecast) -> String {
    guard let percent = forecast.basis.levels.first, forecast.hasRange else {
      return "point estimate, no range"
    }
    return "the range holds the cost with \(percent) % probability, as far as the log can tell"
  }

  /// What the figures take for granted.
  private static func assumptions(_ forecast: Forecast) -> [String] {
    let basis = forecast.basis
    var lines = AssumptionNotes.lines(basis.tokenRatios)
    if basis.newUserFactor != .one {
      lines.append("assumed: a new user costs \(basis.newUserFactor) of one that was seen")
    }
    if basis.population == .new {
      lines.append("assumed: the users to come are other people than those seen")
    }
    if basis.fixedFee != .zero {
      lines.append(
        "every month has a fixed fee of \(Phrase.exactly(basis.fixedFee)) USD, which nothing scales"
      )
    }
    lines += basis.exclusions.map { "left out of what was learned from: \($0)" }
    if let without = forecast.withoutOneOffs {
      lines.append(
        "without the days that stand out: \(Phrase.money(without)) USD instead of "
          + "\(Phrase.money(forecast.total)) USD")
    }
    return lines
  }

  private static func prices(_ valuation: PriceTime) -> String {
    switch valuation {
    case .then: "every day is priced at what is known of its prices"
    case .day: "every day is valued at \(valuation.inWords)"
    }
  }

  /// A month that has begun, in parts that add up to its cost: used, ahead, and the fixed fee.
  private static func split(_ month: ForecastMonth, fee: Money, places: Int) -> String? {
    guard let past = month.monthToDate else { return nil }
    let parts = [past.cost, month.rest, fee]
    let shown = zip(parts, Money.apportion(parts, places: places).rows)
      .map { CellText.money($0, shownAs: $1) }
    let (spent, ahead) = (shown[0], shown[1])
    let days = month.daysAhead == 1 ? "day" : Phrase.counted(month.daysAhead, "day")
    let used = month.isPastUnpriced ? "no price for what was used" : "\(spent) USD used"
    let rest = month.isRestUnpriced ? "no price" : "\(ahead) USD"
    return "\(month.month): \(used) so far, \(rest) for the \(days) ahead"
      + (fee == .zero ? "" : ", \(shown[2]) USD fixed fee")
  }

  /// Which days it was made from.
  ///
  /// Months of other lengths take other windows; the first day, the last day and the newest window
  /// are enough for people, JSON has them all.
  private static func source(_ basis: ForecastBasis) -> String {
    let pooled = basis.windows.filter(\.isPooled)
    guard let first = pooled.map(\.days.lowerBound).min(),
      let newest = pooled.max(by: { $0.days.upperBound < $1.days.upperBound })
    else { return "made from a scenario, not from a log" }
    let last = newest.days.upperBound.adding(days: -1)
    let users = newest.activeUsers.map { " of \(Phrase.counted($0, "active user"))" } ?? ""
    let requests = Phrase.counted(newest.requests, "request")
    let length = Phrase.counted(newest.days.count, "day")
    return "made from \(first) to \(last); its last \(length) have \(requests)\(users)"
  }
}

/// The token ratios that figures rest on: assumptions, so they are always printed.
enum AssumptionNotes {
  static func lines(_ ratios: [String: DecimalFactor]) -> [String] {
    ratios.sorted { $0.key < $1.key }.map { model, ratio in
      "assumed: \(model) needs \(ratio.counted("token")) for one of another model"
    }
  }

  static func json(_ ratios: [String: DecimalFactor]) -> JSONOutput {
    .object(
      ratios.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value.description)) })
  }
}
