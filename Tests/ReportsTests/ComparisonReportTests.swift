import Analysis
import Quantities
import Reports
import Testing

struct ComparisonReportTests {
  /// November of intro and old, 10,000 tokens in and 5,000 out a day each, in ten requests each.
  static func comparison(
    _ candidates: [ComparisonCandidate], on days: [String], ratios: [String: String] = [:],
    users: Int? = 10, unnamed: Int = 0
  ) throws -> Comparison {
    let days = try days.map(Fixture.day)
    let month = try Fixture.day("2026-11-01")..<Fixture.day("2026-12-01")
    let rows = try World.rows("intro", month) + World.rows("old", month)
    return try Comparison(
      ComparisonInput(
        book: World.book(), rows: rows, days: 30, users: users.flatMap { MonthlyUsers([$0]) },
        unnamed: UnnamedRequests(unnamed, of: 600), candidates: candidates,
        asOf: Fixture.day("2026-12-01"), at: days.map { .day($0) },
        tokenRatios: try ratios.mapValues { try #require(DecimalFactor($0)) }))
  }

  @Test func `choices stand beside today's mix, now and on another day`() throws {
    let mix = ComparisonCandidate(mix: [
      .init(model: "new", percent: try #require(DecimalFactor("80"))),
      .init(model: "old", percent: try #require(DecimalFactor("20"))),
    ])
    let comparison = try Self.comparison(
      [ComparisonCandidate(model: "new"), mix], on: ["2026-12-01", "2027-01-01"])
    // A day: intro 0.03 (0.06 from January on), old 0.09; new 0.10 for each half of the usage.
    // Today 30 × 0.12 = 3.60, then 30 × 0.15; new 30 × 0.20; the mix 0.8 × 6.00 + 0.2 × 5.40.
    let expected = """
                             a month                                   a month
                              USD on           a request  1,000 MAU     USD on     vs today's
      model                2026-12-01  vs today        USD        USD  2027-01-01          mix  ends
      today's mix          3.60 1.00× 0.0060 360.00 4.50 1.00× 2027-02-15
      new                  6.00 1.67× 0.0100 600.00 6.00 1.33× 2027-06-01 or later
      80 % new + 20 % old  5.88 1.63× 0.0098 588.00 5.88 1.31× 2027-02-15
      recorded: 600 requests in 30 days; a month is 30 days of that
      """
    let report = Report.comparison(comparison, scope: try World.scope())
    let words = render(report, as: .table).split(separator: "\n").map { $0.split(separator: " ") }
    for line in expected.split(separator: "\n").dropFirst(3) {
      #expect(words.contains(line.split(separator: " ")), "\(line)")
    }
  }

  @Test func `without users there is no cost for a thousand of them`() throws {
    let comparison = try Self.comparison(
      [ComparisonCandidate(model: "new")], on: ["2026-12-01"], users: nil)
    let text = render(Report.comparison(comparison, scope: try World.scope()), as: .table)
    #expect(text.contains("a month USD") && !text.contains("MAU"))
  }

  @Test func `requests without a user are told; too many take the figures by user away`()
    throws
  {
    func report(_ unnamed: Int) throws -> Report {
      let comparison = try Self.comparison(
        [ComparisonCandidate(model: "new")], on: ["2026-12-01"], unnamed: unnamed)
      return Report.comparison(comparison, scope: try World.scope())
    }
    let few = try render(report(120), as: .table)
    #expect(few.contains("120 of 600 requests name no user: figures by user divide"))
    #expect(few.contains("MAU"))
    #expect(try render(report(1), as: .table).contains("1 of 600 requests names no user"))
    let many = try render(report(121), as: .table)
    #expect(many.contains("121 of 600 requests name no user: too many to know"))
    #expect(!many.contains("MAU"))
    let object = try JSONReading.object(render(report(121), as: .json))
    #expect(object["users"] as? [String: Any] == nil)
    #expect(object["requests_without_user"] as? Int == 121)
    #expect(try !render(report(0), as: .table).contains("name no user"))
  }

  @Test func `programs get one object for each choice and day, under lasting names`() throws {
    let comparison = try Self.comparison(
      [ComparisonCandidate(model: "new")], on: ["2026-12-01", "2027-01-01"], ratios: ["new": "1.2"])
    let report = Report.comparison(comparison, scope: try World.scope())
    let object = try JSONReading.object(render(report, as: .json))
    #expect(object["schema"] as? String == "tollbook.comparison/1")
    let figures = try #require(object["figures"] as? [[String: Any]])
    #expect(
      figures.map { $0["choice"] as? String } == ["today's mix", "today's mix", "new", "new"])
    #expect(
      figures.map { $0["on"] as? String } == [
        "2026-12-01", "2027-01-01", "2026-12-01", "2027-01-01",
      ])
    // 1.2 × 6.00 is twice today's 3.60 and 1.6 times January's 4.50.
    #expect(figures.map { $0["month_usd"] as? String } == ["3.6", "4.5", "7.2", "7.2"])
    #expect(figures.map { $0["ratio"] as? String } == ["1", "1", "2", "1.6"])
    let rows = try #require(object["rows"] as? [[String: Any]])
    #expect(rows[1]["month_usd@2027-01-01"] as? String == "7.2")
    #expect((object["token_ratios"] as? [String: String]) == ["new": "1.2"])
    #expect(report.notes.contains("assumed: new needs 1.2 tokens for one of another model"))
  }
}
