import Analysis
import Pricing
import Quantities
import Reports
import Testing
import Usage

/// `prices history` and `prices show --on`, for people and for programs.
struct PriceLifeReportTests {
  private func life(_ name: String) throws -> Report {
    let book = try World.book()
    let life = try #require(
      ModelLife(
        of: name, provider: .googleGeminiAPI, in: book, today: try Fixture.day("2026-11-30")))
    return .priceLife(life, book: book, scope: try PriceReportTests.scope("2026-11-30"))
  }

  private func onDay(_ name: String, _ day: String, book: PriceBook? = nil) throws -> Report {
    let book = try book ?? World.book()
    let found = try #require(
      ModelOnDay(of: name, provider: .googleGeminiAPI, in: book, on: try Fixture.day(day)))
    return .priceDay(found, book: book, scope: try PriceReportTests.scope(day))
  }

  private func object(_ report: Report) throws -> [String: Any] {
    try JSONReading.object(render(report, as: .json))
  }

  @Test func `a life is a timeline with the past, what is said and what is ahead`() throws {
    let expected = """
      The life of intro, google-gemini-api
      day                     what happens                                                                                                                       known since  source
      ───────────────────  ─  ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────  ───────────  ──────
      –                    ●  standard: input 1.00, cached input 0.10, output 4.00 – introductory, until 2027-01-01                                              –            –
      2027-01-01           ○  standard: input 1.00 → 2.00 (+100.0 %), cached input 0.10 → 0.20 (+100.0 %), output 4.00 → 8.00 (+100.0 %) – introductory price ends  –            –
      2027-06-01 or later  ○  answers for new, which is re-routed here                                                                                           –            –
      """
    let words = render(try life("intro"), as: .table).split(separator: "\n")
      .map { $0.split(separator: " ") }
    for line in expected.split(separator: "\n") where !line.contains("──") {
      #expect(words.contains(line.split(separator: " ")), "\(line)")
    }
  }

  @Test func `programs get every price with its change in percent`() throws {
    let report = try object(life("intro"))
    #expect(report["schema"] as? String == "tollbook.price-history/1")
    let events = try #require(report["rows"] as? [[String: Any]])
    #expect(events.map { $0["event"] as? String } == ["price", "price_change", "takes_over"])
    #expect(events.map { $0["phase"] as? String } == ["past", "ahead", "ahead"])
    #expect(events[2]["day"] as? String == "2027-06-01")
    #expect(events[2]["earliest_only"] as? Bool == true)
    let table = try #require(report["prices"] as? [String: Any])
    let prices = try #require(table["rows"] as? [[String: Any]])
    #expect(prices.map { $0["change_percent"] as? String } == [nil, nil, nil, "100", "100", "100"])
    #expect(prices.map { $0["price_usd"] as? String } == ["1", "0.1", "4", "2", "0.2", "8"])
    #expect(prices[3]["price_before_usd"] as? String == "1")
    #expect(prices[3]["ends_introductory"] as? Bool == true)
    // The same table is in CSV, and not shown to people, who have read it in the timeline.
    #expect(render(try life("intro"), as: .csv).contains("change_percent"))
    for format in [ReportFormat.table, .markdown, .html] {
      #expect(!render(try life("intro"), as: format).contains("Every price"))
    }
  }

  @Test func `on a day there is what holds, what follows it and how the name leads there`() throws {
    let text = render(try onDay("latest", "2027-06-01"), as: .table)
    // latest is new since November, and new is answered by intro from June on.
    #expect(text.hasPrefix("latest on 2027-06-01, google-gemini-api\n"))
    #expect(text.contains("latest stands for new since 2026-11-01\n"))
    #expect(
      text.contains(
        "new is answered and billed as intro since 2027-06-01 (the earliest possible day)\n"))
    let intro = try onDay("intro", "2026-12-31")
    let rows = try #require(try object(intro)["rows"] as? [[String: Any]])
    #expect(rows.map { $0["price_usd"] as? String } == ["1", "0.1", "4"])
    #expect(rows.map { $0["then_usd"] as? String } == ["2", "0.2", "8"])
    #expect(Set(rows.map { $0["id"] as? String ?? "" }).count == 1)
    #expect((rows[0]["id"] as? String)?.utf8.count == 16)
    #expect(render(intro, as: .table).contains("introductory until 2027-01-01: standard; "))
    let later = try #require(try object(onDay("intro", "2027-01-01"))["rows"] as? [[String: Any]])
    #expect(later.map { $0["price_usd"] as? String } == ["2", "0.2", "8"])
    #expect(try object(onDay("new", "2027-05-31"))["billed_as"] as? String == "new")
  }

  @Test func `conflicts and uncertain days are named`() throws {
    let text = """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "version": "1",
      "as_of": "2026-11-30", "currency": "USD", "day_zone": "UTC",
      "sources": {"page": {"name": "the page"}, "table": {"name": "a table"}},
      "conflicts": [{"model": "m", "about": "the day of the cut", "readings": [
        {"value": "2026-03-01", "sources": ["page"]}, {"value": "2026-02-20", "sources": ["table"]}],
        "chosen": 0, "why": "it is the seller's own"}],
      "models": [{"model": "m", "lifecycle": [], "prices": [
        {"service_tier": "standard", "per": "million_tokens", "status": "in_force",
         "until": "2026-03-01", "sources": ["page"], "confidence": "high",
         "amounts": {"input": "2"}},
        {"service_tier": "standard", "per": "million_tokens", "status": "in_force",
         "from": "2026-03-01", "from_between": ["2026-02-20", "2026-03-01"], "sources": ["page"],
         "confidence": "high", "amounts": {"input": "1"}}]}], "aliases": []}
      """
    let report = render(
      try onDay("m", "2026-02-25", book: try Fixture.book(text)), as: .table,
      options: RenderingOptions(width: 400))
    #expect(
      report.contains(
        "standard is not certain on this day: its price changed on one of the days "
          + "2026-02-20 to 2026-03-01, and 2026-03-01 is assumed; else input 2.00 → 1.00 (-50.0 %)")
    )
    #expect(
      report.contains("the day of the cut  2026-02-20  no        table   it is the seller's own"))
  }
}
