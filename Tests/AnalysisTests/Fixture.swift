import Analysis
import Pricing
import Quantities
import TestSupport
import Testing
import Usage

/// Small invented books and logs whose figures can be worked out by hand.
enum Fixture {
  enum Problem: Error { case notADay(String), notAFactor(String) }

  static func day(_ text: String) throws -> Day {
    guard let day = Day(text) else { throw Problem.notADay(text) }
    return day
  }

  static func factor(_ text: String) throws -> DecimalFactor {
    guard let factor = DecimalFactor(text) else { throw Problem.notAFactor(text) }
    return factor
  }

  /// A price of input, cached input (a tenth of it is usual) and output, per million tokens.
  static func price(
    _ input: String, _ cached: String?, _ output: String, from: String? = nil,
    until: String? = nil, tier: String = "standard", over: Int? = nil, introductory: Bool = false,
    status: String = "in_force"
  ) -> String {
    var fields = [#""per": "million_tokens", "service_tier": "\#(tier)""#]
    fields.append(#""status": "\#(status)", "introductory": \#(introductory)"#)
    if let from { fields.append(#""from": "\#(from)""#) }
    if let until { fields.append(#""until": "\#(until)""#) }
    if let over { fields.append(#""over_prompt_tokens": \#(over)"#) }
    let cached = cached.map { #""cached_input": "\#($0)", "# } ?? ""
    fields.append(#""amounts": {"input": "\#(input)", \#(cached)"output": "\#(output)"}"#)
    return "{\(fields.joined(separator: ", "))}"
  }

  /// What a seller says about a model's end.
  static func end(
    _ mode: String, _ day: String?, successor: String? = nil, earliest: Bool = false
  ) -> String {
    let day = day.map { "\"\($0)\"" } ?? "null"
    let successor = successor.map { #", "successor": "\#($0)""# } ?? ""
    return #"{"mode": "\#(mode)", "day": \#(day), "earliest_only": \#(earliest)\#(successor)}"#
  }

  static func model(_ name: String, _ prices: [String], _ ends: [String] = []) -> String {
    let prices = prices.joined(separator: ",\n")
    let ends = ends.joined(separator: ",\n")
    return #"{"model": "\#(name)", "prices": [\#(prices)], "lifecycle": [\#(ends)]}"#
  }

  /// A book of one seller, known up to 2026-11-30.
  static func book(
    _ models: [String], aliases: [String] = [], asOf: String = "2026-11-30",
    seller: String = "google-gemini-api"
  ) throws -> PriceBook {
    let base = """
      {"schema": "tollbook.prices/1", "seller": "\(seller)", "version": "\(asOf)",
      "as_of": "\(asOf)", "currency": "USD", "day_zone": "UTC", "sources": {}, "models": [], "aliases": []}
      """
    let overlay = """
      {"schema": "tollbook.prices/1", "seller": "\(seller)",
      "models": [\(models.joined(separator: ",\n"))],
      "aliases": [\(aliases.joined(separator: ",\n"))]}
      """
    return try PriceBook.load(
      [PriceBookSource(name: "base.json", bytes: Array(base.utf8))],
      overlays: [PriceBookSource(name: "test.json", bytes: Array(overlay.utf8))])
  }

  /// The prices of the simulation: "intro" doubles with the year, "old" ends on 2027-02-15.
  static func simBook(
    doublesOn: String = "2027-01-01", oldEnds: String = "2027-02-15"
  ) throws -> PriceBook {
    try book([
      model(
        "intro",
        [
          price("1", "0.1", "4", from: "2020-01-01", until: doublesOn, introductory: true),
          price("2", "0.2", "8", from: doublesOn),
        ]),
      model(
        "old", [price("3", "0.3", "12")], [end("error", oldEnds, successor: "new")]),
      model("new", [price("2.5", "0.25", "15")]),
    ])
  }

  /// The price files that ship.
  static func realBook() throws -> PriceBook {
    try PriceBook.load(
      ["google-gemini-api", "google-vertex"].map { name in
        let path = "pricing/\(name).json"
        return PriceBookSource(name: path, bytes: Array(try Repository.text(path).utf8))
      })
  }

  static func tokens(_ counts: [Meter: Int64]) -> MeteredTokens {
    var tokens = MeteredTokens()
    for (meter, count) in counts { tokens[meter] = TokenCount(count) }
    return tokens
  }

  /// A rollup row at noon in UTC.
  static func row(
    _ model: String?, _ counts: [Meter: Int64], on day: Day, requests: Int = 1,
    tier: ServiceTier = .standard, over: TokenCount = 0, provider: Provider = .googleGeminiAPI,
    labels: [String: String] = [:]
  ) -> RollupRow {
    RollupRow(
      slot: day.startUTC.adding(seconds: 43_200),
      series: UsageSeries(
        provider: provider, requestedModel: model, serviceTier: tier, labels: Labels(labels)),
      contextOver: over, requests: requests, tokens: tokens(counts))
  }

  /// 1000 tokens in and 500 out, each day from each of ten users.
  static func daily(_ model: String, _ days: Range<Day>, users: Int64 = 10) -> [RollupRow] {
    days.map { day in
      row(
        model, [.textInput: 1000 * users, .textOutput: 500 * users], on: day,
        requests: Int(users))
    }
  }

  /// A log of rows, each shared out among so many users, as far as tokens divide.
  ///
  /// Every user is active on every day of a row; the first one has what does not divide.
  static func shared(_ rows: [RollupRow], users: Int, withoutUser: Int = 0) -> [RollupRow] {
    rows.flatMap { row -> [RollupRow] in
      guard users > 0 else { return [row] }
      return (0..<users).map { user in
        var own = row
        own.user = "u\(user)"
        own.requests = row.requests / users + (user == 0 ? row.requests % users : 0)
        own.tokens = MeteredTokens()
        for meter in Meter.allCases {
          let (each, rest) = row.tokens[meter].value.quotientAndRemainder(
            dividingBy: Int64(users))
          own.tokens[meter] = TokenCount(each + (user == 0 ? rest : 0))
        }
        return own
      }
    }
  }

  /// What a log of so many users says, from its first day to the day of the forecast.
  static func history(
    asOf: Day, months: Int, firstDay: Day, users: Int = 10, chosen: Range<Day>? = nil,
    zone: TimeZoneRules = .utc, book: PriceBook? = nil, rows: (Range<Day>) -> [RollupRow]
  ) throws -> UsageHistory {
    let book = try book ?? simBook()
    let plan = WindowPlan(asOf: asOf, months: months, firstDay: firstDay, chosen: chosen)
    let start = min(firstDay, chosen?.lowerBound ?? firstDay)
    let days = plan.days.map { max($0.lowerBound, start)..<$0.upperBound } ?? asOf..<asOf
    return UsageHistory(
      usage: UserUsage(
        rows: shared(rows(days), users: users), days: days, zone: zone, book: book),
      firstDay: firstDay, monthToDate: rows(plan.monthToDate), chosen: chosen)
  }

  /// The simulation's log of 2026-09-01 to 2026-11-30, forecast from 2026-12-01.
  static func sim(
    _ model: String, book: PriceBook, months: Int = 3, users: MAUPlan = .observed,
    ratios: [String: String] = [:], seen: Int = 10
  ) throws -> Forecast {
    let asOf = try day("2026-12-01")
    let history = try history(
      asOf: asOf, months: months, firstDay: try day("2026-09-01"), users: seen, book: book
    ) { daily(model, $0) }
    return try Forecast(
      from: history,
      ForecastInput(
        book: book, asOf: asOf, months: months, users: users,
        tokenRatios: try ratios.mapValues(factor)))
  }
}

extension Forecast {
  /// The cost of each month in dollars, exactly.
  var costs: [String] { months.map(\.cost.decimal) }

  /// The events of all months, each in one line.
  var eventLines: [String] {
    months.flatMap(\.events).map { "\($0.day) \($0) \($0.effect?.decimal ?? "–")" }
  }
}

extension [ForecastWarning] {
  /// The warnings without those that a log of ten users always has.
  var notable: [ForecastWarning] {
    filter { $0.code != "few-users" && $0.code != "low-evidence" }
  }
}
