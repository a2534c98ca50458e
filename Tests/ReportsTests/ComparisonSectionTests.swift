import Analysis
import Pricing
import Quantities
import Reports
import Testing
import Usage

/// What stands beside the table of a comparison: ratios, months, routes, break-even, latencies.
struct ComparisonSectionTests {
  private static func input(
    _ models: [String], users: Int? = 10, fixed: String = "0", revenue: String? = nil,
    budget: String? = nil
  ) throws -> ComparisonInput {
    let month = try Fixture.day("2026-11-01")..<Fixture.day("2026-12-01")
    let rows = try World.rows("intro", month)
    let today = try Fixture.day("2026-12-01")
    var candidates = models.map { ComparisonCandidate(model: $0) }
    for index in candidates.indices { candidates[index].fixedCost = try Fixture.money(fixed) }
    return ComparisonInput(
      book: try World.book(), rows: rows, days: 30, users: users.flatMap { MonthlyUsers([$0]) },
      candidates: candidates, asOf: today, at: [.day(today)],
      paired: PairedUsage(users: [], earlier: []), months: 3,
      revenuePerMAU: try revenue.map(Fixture.money), budget: try budget.map(Fixture.money))
  }

  private static func report(
    _ input: ComparisonInput, latencies: [ModelLatency]? = []
  ) throws -> Report {
    .comparison(try Comparison(input), latencies: latencies, scope: try World.scope())
  }

  private static func lines(_ text: String) -> [[Substring]] {
    text.split(separator: "\n").map { $0.split(separator: " ") }
  }

  /// The words of a line, to be looked for whatever the width of columns.
  private static func words(_ line: String) -> [Substring] { line.split(separator: " ") }

  @Test func `months name the cheapest and the month in which that changes`() throws {
    // A day costs 0.03 on intro (0.06 from January on) and 10,000 × 2.5 + 5000 × 15 = 0.10 on new.
    let text = render(try Self.report(Self.input(["new"])), as: .table)
    #expect(Self.lines(text).contains(Self.words("2026-12 0.93 3.10 today's mix")), "\(text)")
    #expect(text.contains("cheapest in every month: today's mix"))
    // With half of the tokens old costs 0.045 a day, less than intro's 0.06.
    var input = try Self.input(["old"])
    input.tokenRatios = ["old": try #require(DecimalFactor("0.5"))]
    let turned = render(try Self.report(input), as: .table)
    #expect(turned.contains("cheapest: today's mix, from 2027-01 on old"), "\(turned)")
  }

  @Test func `a ratio is told with its range, and what the range was taken from`() throws {
    let report = try Self.report(Self.input(["new"]))
    // One window: 3 × 0.0001 / 3 is 0.01², and 1.6377 of it to each side of 10/3.
    #expect(
      report.notes.contains("new costs 3.33× today's mix at today's prices (80 %: 3.28–3.39)"),
      "\(report.notes)")
    let text = render(report, as: .table)
    #expect(text.contains("from the totals of one window alone"))
    #expect(text.contains("2027-01-01  intro: introductory price ends"))
    let object = try JSONReading.object(render(report, as: .json))
    let ratios = try #require(object["ratios"] as? [String: Any])
    let rows = try #require(ratios["rows"] as? [[String: Any]])
    #expect(
      rows.map { $0["from"] as? String } == [
        "2026-12-01", "2026-12-01", "2027-01-01", "2027-01-01",
      ])
    #expect(rows.map { $0["month_usd"] as? String } == ["0.9", "3", "1.8", "3"])
    // exp(±1.6377 × 0.01) of 10/3.
    #expect(rows[1]["low_80"] as? String == "3.279188")
    #expect(rows[1]["high_80"] as? String == "3.388373")
    #expect(rows[0]["low_80"] as? String == "1")
    #expect((ratios["basis"] as? [String: Any])?["choice"] as? String == "new")
  }

  @Test func `the same usage on the same model has a range without width`() throws {
    let report = try Self.report(Self.input(["intro"]))
    #expect(
      report.notes.contains("intro costs 1.00× today's mix at today's prices (80 %: 1.00–1.00)"))
  }

  @Test func `break-even and budget are shown where they were asked for, and JSON has them`()
    throws
  {
    let plain = try Self.report(Self.input(["new"]))
    #expect(!render(plain, as: .table).contains("From when on"))
    let asked = try Self.report(
      Self.input(["new"], fixed: "1", revenue: "0.5", budget: "100"))
    let text = render(asked, as: .table)
    // 5 of revenue less 0.9 and the fixed 1 leaves 3.1, more than the 2.1 that new costs more; in
    // December 31 × 0.03 and 31 × 0.10 for ten users: 1000 / 0.93, and 99 × 10 / 3.1.
    #expect(Self.lines(text).contains(Self.words("2026-12 1,075 319")), "\(text)")
    #expect(text.contains("any share of it"))
    let object = try JSONReading.object(render(asked, as: .json))
    let rows = try #require((object["break_even"] as? [String: Any])?["rows"] as? [[String: Any]])
    #expect(rows.first?["needed_per_mau_usd"] as? String == "0.4")
    #expect(rows.first?["margin_per_mau_usd"] as? String == "0.1")
    #expect(rows.first?["pays"] as? String == "never")
    #expect(rows.first?["covered_from_mau"] as? Int == 5)
  }

  @Test func `a route shows what each rule takes, its total, and what is not recorded`() throws {
    var input = try Self.input([])
    let month = try Fixture.day("2026-11-01")..<Fixture.day("2026-12-01")
    let route = Route(
      name: "hybrid",
      rules: [
        RouteRule(
          name: "short",
          conditions: RouteConditions(
            promptTokens: 0...1500, labels: [.init(name: "language", values: ["en"])]),
          target: .model("new"))
      ], otherwise: .asRecorded)
    let half = try World.rows("intro", month)
    input.route = RoutedUsage(route: route, groups: [.init(rows: half), .init(rows: half)])
    let report = try Self.report(input)
    let text = render(report, as: .table)
    let words = Self.lines(text)
    #expect(
      words.contains(
        Self.words("short prompt up to 1,500 tokens, language en new 300 ")
          + Self.words("50.0 % 50.0 % 0.90 3.00 76.9 %")), "\(text)")
    #expect(
      words.contains(
        Self.words("default everything else as-recorded 300 50.0 % 50.0 % 0.90 0.90 23.1 %")))
    #expect(words.contains(Self.words("total 600 1.80 3.90")))
    #expect(
      text.contains(
        "not recorded: 300 of 600 requests that reached the rule short are without a label"))
  }

  @Test func `latencies are a table; where nobody read them, it is said`() throws {
    let latency = try #require(
      ModelLatency(provider: .googleGeminiAPI, model: "intro", times: [400: 9, 2500: 1]))
    let text = render(
      try Self.report(Self.input(["new"]), latencies: [latency]), as: .table)
    #expect(Self.lines(text).contains(Self.words("intro 10 400 2,500")))
    let none = try Self.report(Self.input(["new"]), latencies: [])
    #expect(none.notes.contains("the log does not say how long requests took"))
    let unread = try Self.report(Self.input(["new"]), latencies: nil)
    #expect(unread.notes.contains { $0.contains("--each-request") })
  }

  @Test(arguments: ReportFormat.allCases)
  func `every format has all of it`(_ format: ReportFormat) throws {
    let text = render(
      try Self.report(Self.input(["new"], fixed: "1", revenue: "0.5", budget: "100")), as: format)
    #expect(text.contains("2027-02"))
    #expect(text.contains("new"))
  }
}
