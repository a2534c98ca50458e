import Analysis
import Pricing
import Quantities
import Reports
import Usage

/// A small invented book, a few requests, and the report they make.
enum Fixture {
  /// flash costs 1 and 4 dollars a million tokens in and out, a quarter of a dollar cached.
  static let prices = """
    {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "version": "2026-11-30",
    "as_of": "2026-11-30", "currency": "USD", "day_zone": "UTC",
    "sources": {"page": {"name": "the seller's page"}},
    "models": [
    {"model": "flash", "prices": [
      {"service_tier": "standard", "status": "in_force", "per": "million_tokens",
       "sources": ["page"], "confidence": "high",
       "amounts": {"input": "1", "cached_input": "0.25", "output": "4"}}], "lifecycle": []},
    {"model": "pro", "prices": [
      {"service_tier": "standard", "status": "in_force", "per": "million_tokens",
       "sources": ["page"], "confidence": "high", "amounts": {"input": "2", "output": "10"}}],
      "lifecycle": []}
    ], "aliases": []}
    """

  static func book(_ text: String = prices) throws -> PriceBook {
    try PriceBook.load([PriceBookSource(name: "book.json", bytes: Array(text.utf8))])
  }

  static func row(
    _ model: String?, _ tokens: [Meter: Int64], requests: Int = 1, at time: String = "2026-11-03",
    labels: [String: String] = [:]
  ) throws -> RollupRow {
    var metered = MeteredTokens()
    for (meter, count) in tokens { metered[meter] = TokenCount(count) }
    return RollupRow(
      slot: try day(time).startUTC,
      series: UsageSeries(
        provider: .googleGeminiAPI, requestedModel: model, labels: Labels(labels)),
      contextOver: 0, requests: requests, tokens: metered)
  }

  static func usage(
    _ rows: [RollupRow], by keys: [GroupKey] = [.model], book: String = prices
  ) throws -> GroupedUsage {
    GroupedUsage(rows, by: keys, zone: .utc, valuation: Valuation(book: try Self.book(book)))
  }

  static func day(_ text: String) throws -> Day {
    guard let day = Day(text) else { throw FixtureError.notADay(text) }
    return day
  }

  static func money(_ text: String) throws -> Money {
    guard let money = Money(decimal: text) else { throw FixtureError.notMoney(text) }
    return money
  }

  /// November 2026 in UTC, with so many requests, all well.
  static func scope(requests: Int, duplicates: Int = 0) throws -> ReportScope {
    var counts = ReportScope.Counts()
    counts.requests = requests
    counts.duplicates = duplicates
    return ReportScope(
      period: Period(from: try day("2026-11-01").startUTC, until: try day("2026-12-01").startUTC),
      prices: ReportScope.Prices(
        version: "2026-11-30", digest: "3f2a9c1b77", asOf: try day("2026-11-30")),
      counts: counts)
  }

  /// Three models: one of them with an awkward name, one without a price.
  static func small() throws -> Report {
    Report(
      schema: "tollbook.example/1", title: "An example",
      columns: [
        Column("model", "model", .label), Column("requests", "requests"),
        Column("cost_usd", "cost USD"), Column("first_day", "first day", isShown: false),
      ],
      rows: [
        [.text("flash"), .count(1204), .money(try money("12.345")), .day(try day("2026-11-03"))],
        [.text("a|b \"c\""), .count(7), .money(try money("0.001")), .unknown],
        [.unknown, .count(40), .unknown, .unknown],
      ],
      total: [nil, .count(1251), .money(try money("12.346")), nil],
      scope: try scope(requests: 1251, duplicates: 2),
      notes: ["unpriced: 40 requests name no model"])
  }
}

enum FixtureError: Error {
  case notADay(String)
  case notMoney(String)
  case notJSON
}
