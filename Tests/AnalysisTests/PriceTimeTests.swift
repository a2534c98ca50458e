import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// `then` and a day mean the same to a comparison and to a forecast as they do to a cost.
struct PriceTimeTests {
  /// "b" doubles on 2027-01-01; "c" ends on 2027-06-01 and is followed by "b".
  private func book() throws -> PriceBook { try ComparisonTests.book() }

  private func compare(
    _ rows: [RollupRow], with model: String, at times: [PriceTime]
  ) throws -> Comparison {
    try Comparison(
      ComparisonInput(
        book: book(), rows: rows, days: 30, candidates: [ComparisonCandidate(model: model)],
        asOf: try Fixture.day("2027-01-15"), at: times))
  }

  private func million(_ model: String, on day: String) throws -> RollupRow {
    Fixture.row(model, [.textInput: 1_000_000], on: try Fixture.day(day))
  }

  @Test func `each request is compared at the prices of its own time`() throws {
    let rows = try [
      million("b", on: "2026-12-20"), million("b", on: "2026-12-31"),
      million("b", on: "2027-01-01"),
    ]
    let comparison = try compare(rows, with: "a", at: [.then, .day(Fixture.day("2027-01-15"))])
    // b: 2 + 2 + 4, then three times 4; a costs 1 throughout.
    #expect(comparison.today.figures.map(\.cost.decimal) == ["8", "12"])
    #expect(comparison.lines[0].figures.map(\.cost.decimal) == ["3", "3"])
    #expect(comparison.lines[0].figures.map(\.at.description) == ["then", "2027-01-15"])
    let other = try compare(rows, with: "b", at: [.then])
    #expect(other.lines[0].figures[0].ratio?.isOne == true)
  }

  @Test func `what was recorded after a shutdown was served, and costs what cost says`() throws {
    let rows = try [million("c", on: "2027-06-10")]
    let day = try Fixture.day("2027-06-10")
    let comparison = try compare(rows, with: "c", at: [.then, .day(day)])
    // c's own 0.5; at that day's prices its users have moved to b. So have those of a candidate.
    #expect(comparison.today.figures.map(\.cost.decimal) == ["0.5", "4"])
    #expect(comparison.lines[0].figures.map(\.cost.decimal) == ["4", "4"])
    var valuation = Valuation(book: try book())
    #expect(valuation.charge(for: rows[0]).cost.decimal == "0.5")
  }

  @Test func `a name has to be known at some time of the usage, or on the day`() throws {
    let rows = try [million("a", on: "2026-12-20")]
    #expect(throws: ComparisonRefusal.unknownModel("bb", provider: nil)) {
      try compare(rows, with: "bb", at: [.then])
    }
    #expect(try compare(rows, with: "b", at: [.then]).lines[0].figures[0].cost.decimal == "2")
  }

  @Test(
    arguments: [
      // Ten users send 10,000 tokens in and 5,000 out a day: 0.03 USD, and 0.06 from January on.
      ("intro", nil, ["0.93", "1.86", "1.68"], 1),
      ("intro", "2026-12-01", ["0.93", "0.93", "0.84"], 0),
      ("intro", "2027-01-01", ["1.86", "1.86", "1.68"], 0),
      // 0.09 USD a day; on 2027-02-15 it is shut down, and new costs 0.1.
      ("old", "2027-02-14", ["2.79", "2.79", "2.52"], 0),
      ("old", "2027-02-15", ["3.1", "3.1", "2.8"], 0),
    ] as [(String, String?, [String], Int)])
  func `a forecast at one day's prices does not change with the months`(
    model: String, day: String?, costs: [String], events: Int
  ) throws {
    let asOf = try Fixture.day("2026-12-01")
    let history = try Fixture.history(
      asOf: asOf, months: 3, firstDay: try Fixture.day("2026-09-01")
    ) {
      Fixture.daily(model, $0)
    }
    let valuation = try day.map { PriceTime.day(try Fixture.day($0)) } ?? .then
    let forecast = try Forecast(
      from: history,
      ForecastInput(book: try Fixture.simBook(), asOf: asOf, months: 3, valuation: valuation))
    #expect(forecast.costs == costs)
    #expect(forecast.eventLines.count == events)
    #expect(forecast.basis.valuation == valuation)
  }

  @Test func `the days of a month that are over are valued like those ahead`() throws {
    let asOf = try Fixture.day("2026-12-11")
    let history = try Fixture.history(
      asOf: asOf, months: 1, firstDay: try Fixture.day("2026-09-01")
    ) {
      Fixture.daily("intro", $0)
    }
    let month = try #require(
      try Forecast(
        from: history,
        ForecastInput(
          book: try Fixture.simBook(), asOf: asOf, months: 1,
          valuation: .day(try Fixture.day("2027-01-01")))
      ).months.first)
    // Ten days that were, 21 to come, each 0.06 at January's prices.
    #expect(month.monthToDate?.cost.decimal == "0.6")
    #expect(month.rest.decimal == "1.26")
  }
}
