import Analysis
import Quantities
import Reports
import Testing
import Usage

struct RetirementReportTests {
  static func report(asOf: String = "2026-12-01") throws -> Report {
    let rows = try [
      // Three dollars of old, one of latest (250,000 × 2.5 + 25,000 × 15), one of intro.
      Fixture.row(
        "old", [.textInput: 1_000_000], requests: 5, at: "2026-11-29",
        labels: ["app_version": "3.1"]),
      Fixture.row(
        "latest", [.textInput: 250_000, .textOutput: 25_000], requests: 2, at: "2026-11-20"),
      Fixture.row("intro", [.textInput: 1_000_000], requests: 2, at: "2026-11-30"),
      Fixture.row("secret", [.textInput: 10], at: "2026-11-30"),
    ]
    let report = RetirementReport(
      RetirementInput(book: try World.book(), asOf: try Fixture.day(asOf), rows: rows))
    return Report.retirements(report, scope: try World.scope())
  }

  @Test func `models are listed by how soon they end, and unknown is not the same as safe`() throws
  {
    // old moves from 3.00 to 2.50 a million in; latest is new, which is answered as intro at
    // 250,000 × 2 + 25,000 × 8 = 0.70 instead of 1.00.
    let expected = """
      old     2027-02-15 76 will fail; move to new 0.83× 50.0 % 60.0 % 2026-11-29
      latest  2027-06-01 or later 182 will be answered as intro 0.70× 20.0 % 20.0 % 2026-11-20
      secret  – – unknown: the price book has no such model – 10.0 % – 2026-11-30
      intro   – – nothing announced – 20.0 % 20.0 % 2026-11-30
      latest is an alias of new
      By app version
      old     3.1 5 3.00 2026-11-29
      """
    let words = render(try Self.report(), as: .table).split(separator: "\n").map {
      $0.split(separator: " ")
    }
    for line in expected.split(separator: "\n") {
      #expect(words.contains(line.split(separator: " ")), "\(line)")
    }
  }

  @Test func `a day that is over is told in the present, and an old book warns`() throws {
    let report = try Self.report(asOf: "2027-03-01")
    let text = render(report, as: .table)
    #expect(text.contains("fails; move to new") && !text.contains("will fail"))
    // 2026-11-30 to 2027-03-01: 31 days of December, 31, 28 and one.
    #expect(
      report.notes.contains(
        "warning: the prices of google-gemini-api are of 2026-11-30, 91 days old; "
          + "what was announced since is missing"))
  }

  @Test func `programs get status, mode and shares`() throws {
    let object = try JSONReading.object(render(try Self.report(), as: .json))
    #expect(object["schema"] as? String == "tollbook.retirements/1")
    #expect(object["as_of"] as? String == "2026-12-01")
    let rows = try #require(object["rows"] as? [[String: Any]])
    #expect(
      rows.map { $0["status"] as? String } == [
        "scheduled", "scheduled", "unknown_model", "none_announced",
      ])
    #expect(rows.map { $0["mode"] as? String } == ["error", "reroute", nil, nil])
    #expect(rows.map { $0["earliest_only"] as? Bool } == [false, true, nil, nil])
    #expect(rows.map { $0["requests_share"] as? String } == ["0.5", "0.2", "0.1", "0.2"])
    #expect(rows.map { $0["cost_share"] as? String } == ["0.6", "0.2", nil, "0.2"])
    #expect(rows[0]["before_usd"] as? String == "3")
    #expect(rows[0]["after_usd"] as? String == "2.5")
  }
}
