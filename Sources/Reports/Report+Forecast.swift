import Analysis
import Quantities

/// `tollbook forecast`: what the coming months cost.
extension Report {
  /// The months of a forecast, as `tollbook.forecast/1`, with what changes prices in them.
  ///
  /// - Parameters:
  ///   - forecast: The forecast.
  ///   - scope: What it was made from: the period of its windows, the book.
  /// - Returns: One row a month; sections `events` and, for a scenario, `features`.
  package static func forecast(_ forecast: Forecast, scope: ReportScope) -> Report {
    var sections = [Section(key: "events", report: ForecastEvents.report(forecast))]
    if forecast.months.contains(where: { !$0.features.isEmpty }) {
      sections.append(Section(key: "features", report: ForecastFeatures.report(forecast)))
    }
    return Report(
      schema: "tollbook.forecast/1", title: "What the coming months cost",
      columns: ForecastTable.columns(forecast),
      rows: forecast.months.map { ForecastTable.cells($0, forecast) },
      total: ForecastTable.total(forecast), scope: scope,
      notes: ForecastNotes.lines(forecast, prices: ForecastTable.places(forecast)),
      extras: [JSONMember("basis", ForecastNotes.json(forecast.basis))], sections: sections)
  }
}

/// The months as rows.
private enum ForecastTable {
  static func columns(_ forecast: Forecast) -> [Column] {
    let hasUsers = forecast.months.contains { $0.mau != nil }
    let hasGaps = forecast.months.contains { !$0.wholeUnpriced.isEmpty }
    return [
      Column("month", "month", .label), Column("mau", "MAU", isShown: hasUsers),
      Column("days", "days"), Column("days_ahead", "days ahead", isShown: false),
      Column("requests", "requests", isShown: false),
      Column("total_tokens", "total tokens", isShown: false),
      Column("cost_usd", ContractColumns.costTitle(forecast.basis.contracts)),
    ] + listColumns(forecast) + [
      Column("month_to_date_usd", "to date USD", isShown: false),
      Column("rest_usd", "ahead USD", isShown: false),
      Column("cost_per_mau_usd", "per MAU USD", isShown: hasUsers),
      Column("unpriced_requests", "unpriced requests", isShown: hasGaps),
      Column("unpriced_tokens", "unpriced tokens", isShown: hasGaps),
      Column("dropped_requests", "dropped requests", isShown: false),
    ]
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
      .count(month.daysAhead), .count(usage.requests), .count(usage.tokens), cost(month),
    ] + listCells(month.list, unpriced: unpriced.tokens, forecast) + [
      .money(month.monthToDate?.cost ?? .zero), .money(month.rest),
      cost(month) == .unknown ? .unknown : .money(month.costPerMAU), .count(unpriced.requests),
      .count(unpriced.tokens), .count(month.dropped.requests),
    ]
  }

  /// A month of which nothing has a price has no cost; that is not a cost of zero.
  private static func cost(_ month: ForecastMonth) -> Cell {
    let isUnpriced =
      month.wholeUnpriced.tokens != 0 && month.wholeUnpriced.tokens == month.wholeUsage.tokens
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
      sum(\.wholeUsage.tokens.value), isUnpriced ? .unknown : .money(forecast.total),
    ] + listCells(forecast.list, unpriced: unpriced, forecast) + [
      sum { $0.monthToDate?.cost ?? .zero }, sum(\.rest), nil, sum(\.wholeUnpriced.requests),
      sum(\.wholeUnpriced.tokens.value), sum(\.dropped.requests),
    ]
  }

  /// The decimals of the cost column, for amounts in notes that split one of its figures.
  static func places(_ forecast: Forecast) -> Int {
    CellText.moneyPlaces(forecast.months.map { .money($0.cost) } + [.money(forecast.total)])
  }
}

extension ForecastMonth {
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
