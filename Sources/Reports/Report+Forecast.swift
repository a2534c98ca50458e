import Analysis
import Quantities

/// `tollbook forecast`: what the coming months cost.
extension Report {
  /// The months of a forecast, as `tollbook.forecast/1`, with what changes prices in them.
  ///
  /// - Parameters:
  ///   - forecast: The forecast.
  ///   - scope: What it was made from: the period of its windows, the book.
  ///   - explains: Whether the method is told in plain words as well.
  /// - Returns: One row a month; sections `events`, for a log `bridge`, for a scenario `features`.
  package static func forecast(
    _ forecast: Forecast, scope: ReportScope, explains: Bool = false
  ) -> Report {
    var sections = [Section(key: "events", report: ForecastEvents.report(forecast))]
    if forecast.months.contains(where: { $0.bridge != nil }) {
      sections.append(Section(key: "bridge", report: ForecastSteps.report(forecast)))
    }
    if forecast.months.contains(where: { !$0.features.isEmpty }) {
      sections.append(Section(key: "features", report: ForecastFeatures.report(forecast)))
    }
    return Report(
      schema: "tollbook.forecast/1", title: "What the coming months cost",
      columns: ForecastTable.columns(forecast),
      rows: forecast.months.map { ForecastTable.cells($0, forecast) },
      total: ForecastTable.total(forecast), scope: scope,
      notes: (explains ? ForecastWords.explanation(forecast) : [])
        + ForecastNotes.lines(forecast, prices: ForecastTable.places(forecast)),
      extras: ForecastJSON.members(forecast), sections: sections)
  }
}

/// The months as rows.
private enum ForecastTable {
  static func columns(_ forecast: Forecast) -> [Column] {
    let hasUsers = forecast.months.contains { $0.mau != nil }
    let hasGaps = forecast.months.contains { !$0.wholeUnpriced.isEmpty }
    let cost = [
      Column("cost_usd", ContractColumns.costTitle(forecast.basis.contracts))
    ]
    let range = rangeColumns(forecast)
    return [
      Column("month", "month", .label), Column("mau", "MAU", isShown: hasUsers),
      Column("days", "days"), Column("days_ahead", "days ahead", isShown: false),
      Column("requests", "requests", isShown: false),
      Column("total_tokens", "total tokens", isShown: false),
    ] + (forecast.leadsWithRange ? range + cost : cost + range) + listColumns(forecast) + [
      Column("month_to_date_usd", "to date USD", isShown: false),
      Column("rest_usd", "ahead USD", isShown: false),
      Column("cost_per_mau_usd", "per MAU USD", isShown: hasUsers),
      Column("unpriced_requests", "unpriced requests", isShown: hasGaps),
      Column("unpriced_tokens", "unpriced tokens", isShown: hasGaps),
      Column("dropped_requests", "dropped requests", isShown: false),
    ]
  }

  /// Two columns a level, of which people see the first level; none without a range.
  private static func rangeColumns(_ forecast: Forecast) -> [Column] {
    guard forecast.hasRange else { return [] }
    return forecast.basis.levels.enumerated().flatMap { index, percent in
      [
        Column("low_\(percent)_usd", "\(percent) % from", isShown: index == 0, hasBars: false),
        Column("high_\(percent)_usd", "to USD", isShown: index == 0, hasBars: false),
      ]
    }
  }

  private static func rangeCells(_ range: ForecastRange?, _ forecast: Forecast) -> [Cell] {
    guard forecast.hasRange else { return [] }
    return forecast.basis.levels.flatMap { percent -> [Cell] in
      let bounds = range?.bounds(percent: percent)
      return [.money(bounds?.low), .money(bounds?.high)]
    }
  }

  /// The list cost beside the effective one; nothing without a contract.
  private static func listColumns(_ forecast: Forecast) -> [Column] {
    guard !forecast.basis.contracts.isEmpty else { return [] }
    return [
      ContractColumns.listCost,
      Column("unlisted_tokens", "tokens without list price", isShown: false),
    ]
  }

  private static func listCells(
    _ list: ForecastListCost, unpriced: TokenCount, _ forecast: Forecast
  ) -> [Cell] {
    guard !forecast.basis.contracts.isEmpty else { return [] }
    let cost = ContractColumns.list(list.cost, without: unpriced + list.unlistedTokens)
    return [cost, .count(list.unlistedTokens)]
  }

  static func cells(_ month: ForecastMonth, _ forecast: Forecast) -> [Cell] {
    let usage = month.wholeUsage
    let unpriced = month.wholeUnpriced
    return [
      .month(month.month), .count(month.mau), .count(month.days),
      .count(month.daysAhead), .count(usage.requests), .count(usage.tokens),
    ] + figures(cost(month), month.range, forecast)
      + listCells(month.list, unpriced: unpriced.tokens, forecast) + [
        month.isPastUnpriced ? .unknown : .money(month.monthToDate?.cost ?? .zero),
        month.isRestUnpriced ? .unknown : .money(month.rest),
        cost(month) == .unknown ? .unknown : .money(month.costPerMAU), .count(unpriced.requests),
        .count(unpriced.tokens), .count(month.dropped.requests),
      ]
  }

  /// The cost and its range; the range first where it says more.
  private static func figures(
    _ cost: Cell, _ range: ForecastRange?, _ forecast: Forecast
  ) -> [Cell] {
    let range = rangeCells(range, forecast)
    return forecast.leadsWithRange ? range + [cost] : [cost] + range
  }

  /// A month of which nothing has a price has no cost; that is not a cost of zero.
  private static func cost(_ month: ForecastMonth) -> Cell {
    let isUnpriced = month.wholeUnpriced.isAll(of: month.wholeUsage)
    return isUnpriced ? .unknown : .money(month.cost)
  }

  static func total(_ forecast: Forecast) -> [Cell?] {
    func sum(_ count: (ForecastMonth) -> Int64) -> Cell {
      .count(forecast.months.reduce(0) { $0 + count($1) })
    }
    func sum(_ amount: (ForecastMonth) -> Money) -> Cell {
      .money(forecast.months.reduce(.zero) { $0 + amount($1) })
    }
    let unpriced = forecast.months.reduce(TokenCount.zero) { $0 + $1.wholeUnpriced.tokens }
    let isUnpriced = forecast.months.allSatisfy { cost($0) == .unknown }
    return [
      nil, nil, sum { Int64($0.days) }, sum { Int64($0.daysAhead) }, sum(\.wholeUsage.requests),
      sum(\.wholeUsage.tokens.value),
    ] + figures(isUnpriced ? .unknown : .money(forecast.total), forecast.range, forecast)
      + listCells(forecast.list, unpriced: unpriced, forecast) + [
        forecast.months.contains(where: \.isPastUnpriced)
          ? .unknown : sum { $0.monthToDate?.cost ?? .zero },
        forecast.months.allSatisfy(\.isRestUnpriced) ? .unknown : sum(\.rest), nil,
        sum(\.wholeUnpriced.requests),
        sum(\.wholeUnpriced.tokens.value), sum(\.dropped.requests),
      ]
  }

  /// The decimals of the cost column, for amounts in notes that split one of its figures.
  static func places(_ forecast: Forecast) -> Int {
    CellText.moneyPlaces(forecast.months.map { .money($0.cost) } + [.money(forecast.total)])
  }
}

extension Forecast {
  /// Whether any of its months has a range.
  var hasRange: Bool { months.contains { $0.range != nil } }

  /// Whether there is so little evidence that the range stands before the point.
  fileprivate var leadsWithRange: Bool {
    hasRange && warnings.contains { if case .lowEvidence = $0 { true } else { false } }
  }
}

extension ForecastMonth {
  /// Whether nothing of what was used already has a price.
  var isPastUnpriced: Bool { monthToDate.map { $0.unpriced.isAll(of: $0.usage) } ?? false }

  /// Whether nothing of what is forecast has a price.
  var isRestUnpriced: Bool { unpriced.isAll(of: usage) }

  /// What is used in the whole month: what was used already, and what is forecast.
  fileprivate var wholeUsage: UsageAmount {
    let past = monthToDate?.usage ?? .none
    return UsageAmount(
      requests: past.requests + usage.requests, tokens: past.tokens + usage.tokens)
  }

  /// What of the whole month has no price.
  fileprivate var wholeUnpriced: UnpricedUsage {
    let past = monthToDate?.unpriced ?? .none
    return UnpricedUsage(
      requests: past.requests + unpriced.requests, tokens: past.tokens + unpriced.tokens,
      reasons: past.reasons + unpriced.reasons)
  }
}
