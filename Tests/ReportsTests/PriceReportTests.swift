import Pricing
import Quantities
import Reports
import Testing
import Usage

struct PriceReportTests {
  static func at(_ day: String) throws -> Instant { try Fixture.day(day).startUTC }

  static func scope(_ day: String) throws -> ReportScope {
    ReportScope(
      prices: ReportScope.Prices(
        version: "2026-11-30+overlay", digest: "3f2a9c1b77", asOf: try Fixture.day("2026-11-30"),
        valuation: .day(try Fixture.day(day))))
  }

  @Test func `the list has what is in force on the day, without what has ended`() throws {
    let report = Report.priceList(
      try World.book(), at: try Self.at("2027-03-01"), scope: try Self.scope("2027-03-01"))
    let expected = """
      intro  2.00 0.20 8.00 –
      new    2.50 – 15.00 batch 200,000 2027-06-01 or later
      USD at the prices of 2027-03-01 · price book 2026-11-30+overlay (3f2a9c1b)
      """
    let words = render(report, as: .table).split(separator: "\n").map { $0.split(separator: " ") }
    for line in expected.split(separator: "\n") {
      #expect(words.contains(line.split(separator: " ")), "\(line)")
    }
    #expect(!words.contains { $0.first == "old" })
  }

  @Test func `a model's history is every statement, its end, its names`() throws {
    let report = try #require(
      Report.priceStatements(
        of: "new", provider: .googleGeminiAPI, in: try World.book(), at: try Self.at("2026-11-30"),
        scope: try Self.scope("2026-11-30")))
    let expected = """
      Prices of new, google-gemini-api
      tier      prompts over  what      USD  per             from  until  status    source
      ────────  ────────────  ──────  ─────  ──────────────  ────  ─────  ────────  ──────
      standard             0  input    2.50  million tokens  –     –      in force  –
      standard             0  output  15.00  million tokens  –     –      in force  –
      batch                0  input    1.25  million tokens  –     –      in force  –
      batch                0  output   7.50  million tokens  –     –      in force  –
      standard       200,000  input    5.00  million tokens  –     –      in force  –
      standard       200,000  output  22.50  million tokens  –     –      in force  –

      new exists since 2026-10-01

      Its end
      day                  what happens  successor  current  announced  source
      ───────────────────  ────────────  ─────────  ───────  ─────────  ──────
      2027-06-01 or later  reroute       intro      yes      –          –

      Other names
      alias   from        until  source
      ──────  ──────────  ─────  ──────
      latest  2026-11-01  –      –

      Sources
      no source is named

      """
    #expect(render(report, as: .table).hasPrefix(expected))
  }

  @Test func `an alias shows its model, an unknown name nothing`() throws {
    func history(_ name: String) throws -> Report? {
      Report.priceStatements(
        of: name, provider: .googleGeminiAPI, in: try World.book(), at: try Self.at("2026-11-30"),
        scope: try Self.scope("2026-11-30"))
    }
    #expect(try history("latest")?.notes.first == "latest stands for new")
    #expect(try history("newest") == nil)
    // Names match whole: a part of a name is no name.
    #expect(try history("ne") == nil)
  }

  @Test func `introductory prices and open ends are dated`() throws {
    let report = try #require(
      Report.priceStatements(
        of: "intro", provider: .googleGeminiAPI, in: try World.book(),
        at: try Self.at("2026-11-30"), scope: try Self.scope("2026-11-30")))
    let rows = try #require(
      try JSONReading.object(render(report, as: .json))["rows"] as? [[String: Any]])
    #expect(rows.map { $0["introductory"] as? Bool } == [true, true, true, false, false, false])
    #expect(rows[0]["until"] as? String == "2027-01-01T00:00:00Z")
    #expect(rows[3]["from"] as? String == "2027-01-01T00:00:00Z")
    #expect(rows.map { $0["price_usd"] as? String } == ["1", "0.1", "4", "2", "0.2", "8"])
    #expect(render(report, as: .table).contains("2027-01-01  in force  yes"))
  }

  @Test func `findings name their place, for people and for programs`() throws {
    let findings = try World.book().check(today: try Fixture.day("2027-03-01"))
    let report = Report.priceFindings(findings, scope: try Self.scope("2027-03-01"))
    try #require(report.rows.count == findings.count && !findings.isEmpty)
    let rows = try #require(
      try JSONReading.object(render(report, as: .json))["rows"] as? [[String: Any]])
    #expect(rows[0]["kind"] as? String == "old")
    #expect((rows[0]["line"] as? Int ?? 0) > 0)
    #expect(render(report, as: .table).contains("the book is 91 days old"))
  }

  @Test func `a check without findings says so`() throws {
    let report = Report.priceFindings([], scope: try Self.scope("2026-11-30"))
    #expect(render(report, as: .table).hasPrefix("nothing to remark\n"))
    #expect(render(report, as: .csv).split(separator: "\n").count == 1)
  }
}
