import Analysis
import Pricing
import Quantities
import Reports
import Usage

/// A small world to look ahead in: "intro" doubles with the year, "old" moves to "new" in February.
///
/// The log has 2026-09-01 to 2026-11-30, each day 1000 tokens in and 500 out from each of ten users.
enum World {
  static let prices = """
    {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "models": [
    {"model": "intro", "prices": [
      {"per": "million_tokens", "until": "2027-01-01", "introductory": true,
       "amounts": {"input": "1", "cached_input": "0.1", "output": "4"}},
      {"per": "million_tokens", "from": "2027-01-01",
       "amounts": {"input": "2", "cached_input": "0.2", "output": "8"}}]},
    {"model": "old", "prices": [
      {"per": "million_tokens", "amounts": {"input": "3", "output": "12"}}],
     "lifecycle": [{"mode": "error", "day": "2027-02-15", "successor": "new"}]},
    {"model": "new", "released": "2026-10-01", "prices": [
      {"per": "million_tokens", "amounts": {"input": "2.5", "output": "15"}},
      {"per": "million_tokens", "service_tier": "batch",
       "amounts": {"input": "1.25", "output": "7.5"}},
      {"per": "million_tokens", "over_prompt_tokens": 200000,
       "amounts": {"input": "5", "output": "22.5"}}],
     "lifecycle": [{"mode": "reroute", "day": "2027-06-01", "earliest_only": true,
                    "successor": "intro"}]}
    ], "aliases": [{"name": "latest", "model": "new", "from": "2026-11-01"}]}
    """

  /// A tenth off everything.
  static let tenPercentOff = #""discounts": [{"percent_off": "10"}]"#

  /// The book, with a contract named Acme laid over it where one is given.
  static func book(contract: String? = nil) throws -> PriceBook {
    let base = """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "version": "2026-11-30",
      "as_of": "2026-11-30", "currency": "USD", "day_zone": "UTC", "sources": {}, "models": [],
      "aliases": []}
      """
    return try PriceBook.load(
      [PriceBookSource(name: "base.json", bytes: Array(base.utf8))],
      overlays: [PriceBookSource(name: "mine.json", bytes: Array(prices.utf8))]
        + [contract].compactMap(\.self).map { rest in
          let head = #"{"schema": "tollbook.prices/1", "seller": "google-gemini-api", "#
          let text = head + #""contract": {"name": "Acme"}, \#(rest)}"#
          return PriceBookSource(name: "contract.json", bytes: Array(text.utf8))
        })
  }

  /// 10,000 tokens in and 5,000 out a day, in ten requests.
  static func rows(_ model: String, _ days: Range<Day>) throws -> [RollupRow] {
    try days.map { day in
      try Fixture.row(
        model, [.textInput: 10_000, .textOutput: 5000], requests: 10, at: day.description)
    }
  }

  /// The same by user: ten of them, each with a tenth of it.
  static func byUser(_ model: String, _ days: Range<Day>) throws -> [RollupRow] {
    try days.flatMap { day in
      try (0..<10).map { user in
        var row = try Fixture.row(
          model, [.textInput: 1000, .textOutput: 500], requests: 1, at: day.description)
        row.user = "u\(user)"
        return row
      }
    }
  }

  static func forecast(
    _ model: String, from asOf: String = "2026-12-01", months: Int = 3,
    users: MAUPlan = .observed, contract: String? = nil,
    _ refine: (inout ForecastInput) throws -> Void = { _ in }
  ) throws -> Forecast {
    let asOf = try Fixture.day(asOf)
    let plan = WindowPlan(
      asOf: asOf, months: months, firstDay: try Fixture.day("2026-09-01"))
    let book = try book(contract: contract)
    let days = try Fixture.day("2026-09-01")..<asOf
    let usage = UserUsage(rows: try byUser(model, days), days: days, zone: .utc, book: book)
    var input = ForecastInput(book: book, asOf: asOf, months: months, users: users)
    try refine(&input)
    return try Forecast(
      from: UsageHistory(
        usage: usage, firstDay: days.lowerBound, monthToDate: try rows(model, plan.monthToDate)),
      input)
  }

  /// No requests are counted in it: the forecast says what it was made from.
  static func scope() throws -> ReportScope {
    ReportScope(
      period: Period(
        from: try Fixture.day("2026-09-01").startUTC, until: try Fixture.day("2026-12-01").startUTC
      ),
      prices: ReportScope.Prices(
        version: "2026-11-30+overlay", digest: "3f2a9c1b77", asOf: try Fixture.day("2026-11-30")))
  }
}
