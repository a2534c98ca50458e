import Analysis
import Quantities

/// `tollbook backtest`: what the method would have said, and what happened.
extension Report {
  /// One row a month that was forecast, as `tollbook.backtest/1`; section `summary` by how far ahead.
  package static func backtest(_ backtest: Backtest, scope: ReportScope) -> Report {
    Report(
      schema: "tollbook.backtest/1", title: "What the method would have said, and what happened",
      columns: columns(backtest), rows: backtest.cases.map { cells($0, backtest) }, scope: scope,
      notes: notes(backtest),
      extras: [
        JSONMember("users_given", .bool(backtest.givesUsers)),
        JSONMember("levels", .array(backtest.levels.map { .integer($0) })),
        JSONMember("refused", .array(backtest.refused.map(refused))),
      ],
      sections: [Section(key: "summary", report: summary(backtest))])
  }

  private static func columns(_ backtest: Backtest) -> [Column] {
    // People see the first level; programs have all of them.
    let levels = backtest.levels.enumerated().flatMap { index, percent in
      [
        Column("low_\(percent)_usd", "\(percent) % from", isShown: index == 0, hasBars: false),
        Column("high_\(percent)_usd", "to USD", isShown: index == 0, hasBars: false),
        Column("inside_\(percent)", "inside", isShown: index == 0),
      ]
    }
    return [
      Column("origin", "as of", .label), Column("month", "month", .label),
      Column("ahead", "ahead", isShown: false),
      Column("mau", "MAU", isShown: backtest.cases.contains { $0.users != nil }),
      Column("actual_usd", "actual USD"), Column("forecast_usd", "forecast USD"),
      Column("unpriced_requests", "unpriced requests", isShown: hasGaps(backtest)),
      Column("unpriced_tokens", "unpriced tokens", isShown: false),
      Column("forecast_unpriced_requests", "unpriced requests forecast", isShown: false),
      Column("error", "error"),
    ] + levels + [
      Column("last_month_usd", "last month × users", hasBars: false),
      Column("weekday_mean_usd", "28 days by weekday", hasBars: false),
    ]
  }

  /// Whether a month has usage without a price.
  private static func hasGaps(_ backtest: Backtest) -> Bool {
    backtest.cases.contains { !$0.unpriced.isEmpty }
  }

  private static func cells(_ one: Backtest.Case, _ backtest: Backtest) -> [Cell] {
    let ranges = backtest.levels.flatMap { percent -> [Cell] in
      let bounds = one.range?.bounds(percent: percent)
      return [.money(bounds?.low), .money(bounds?.high), .flag(one.isInside(percent: percent))]
    }
    let error = one.error.flatMap { error in
      one.actual.flatMap { Fraction(error.picodollars, over: $0.picodollars) }
    }
    return [
      .day(one.origin), .month(one.month), .count(one.ahead), .count(one.users),
      .money(one.actual), .money(one.forecast), .count(one.unpriced.requests),
      .count(one.unpriced.tokens), .count(one.forecastUnpriced.requests),
      error.map { .percent($0) } ?? .unknown,
    ] + ranges + [.money(one.lastMonth), .money(one.weekdayMean)]
  }

  private static func summary(_ backtest: Backtest) -> Report {
    Report(
      title: "How well, by months ahead",
      columns: [
        Column("ahead", "months ahead"), Column("cases", "months"),
        Column("wape", "off by"), Column("bias", "bias"),
      ] + backtest.levels.map { Column("coverage_\($0)", "in \($0) % range") } + [
        Column("compared", "months compared"), Column("compared_wape", "off by in these"),
        Column("last_month_wape", "last month × users off by"),
        Column("weekday_mean_wape", "28 days by weekday off by"),
        Column("last_month_cases", "months of last month × users", isShown: false),
        Column("weekday_mean_cases", "months of 28 days by weekday", isShown: false),
      ],
      rows: backtest.summaries.map { summary in
        [
          .count(summary.ahead), .count(summary.cases), .share(summary.error),
          Fraction(summary.bias).map { .percent($0) } ?? .unknown,
        ] + summary.coverage.map { .share($0) } + [
          .count(summary.compared), .share(summary.comparedError),
          .share(summary.lastMonthError), .share(summary.weekdayMeanError),
          .count(summary.lastMonthCases), .count(summary.weekdayMeanCases),
        ]
      },
      notes: ["off by: the sum of the errors' sizes over the sum of what it cost (WAPE)"]
        + backtest.summaries.compactMap(fewerMonths))
  }

  /// Which months the plain methods lack, and so the comparison with them.
  private static func fewerMonths(_ summary: Backtest.Summary) -> String? {
    guard summary.compared < summary.cases else { return nil }
    return "\(Phrase.counted(summary.ahead, "month")) ahead: of "
      + "\(Phrase.counted(summary.cases, "month")), last month × users has "
      + "\(summary.lastMonthCases) and 28 days by weekday \(summary.weekdayMeanCases); "
      + "the methods are compared over \(summary.compared)"
  }

  private static func notes(_ backtest: Backtest) -> [String] {
    var notes = [
      backtest.givesUsers
        ? "each month's users were given, as somebody who plans them would have"
        : "no users were given: as many as before were expected"
    ]
    notes.append("only usage before each day was known; prices are those of each day")
    notes += unpriced(backtest)
    // Months in a row lack the same, and one remedy is for all of them.
    var remedies: [String] = []
    for one in backtest.refused {
      notes.append("no forecast as of \(one.origin): \(one.refusal.explanation)")
      let remedy = one.refusal.remedyOfThePast
      if !remedies.contains(remedy) { remedies.append(remedy) }
    }
    return notes + remedies.map { "for months without a forecast: \($0)" }
  }

  /// Which months cannot be judged, and why.
  private static func unpriced(_ backtest: Backtest) -> [String] {
    let cases = backtest.cases.filter { $0.error == nil }
    guard !cases.isEmpty else { return [] }
    var gaps = UnpricedUsage.none
    for one in cases {
      gaps += one.unpriced
      gaps += one.forecastUnpriced
    }
    let months = Set(cases.map(\.month)).sorted().map(\.description).joined(separator: ", ")
    return [
      "left out of how well it went, because usage without a price has no cost: \(months)"
    ] + gaps.reasons.map { "warning: unpriced: \($0)" }
  }

  private static func refused(_ refused: Backtest.Refused) -> JSONOutput {
    .object([
      JSONMember("origin", .string(refused.origin.description)),
      JSONMember("code", .string(refused.refusal.code)),
      JSONMember("reason", .string(refused.refusal.explanation)),
      JSONMember("remedy", .string(refused.refusal.remedyOfThePast)),
    ])
  }
}
