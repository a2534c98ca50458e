import Analysis
import Quantities
import Testing

/// The users of each month, whole and rounded once.
@Suite struct MAUPlanTests {
  private func users(_ plan: MAUPlan, months: Int, seen: Int = 10) throws -> [Int?] {
    try Fixture.sim(
      "intro", book: try Fixture.simBook(), months: months, users: plan, seen: seen
    ).months.map(\.mau)
  }

  @Test func `growth compounds from the first month and rounds half to even`() throws {
    let rate = try Fixture.factor("0.05")
    // 10; 10.5, a tie; 11.025; 11.57625; 12.1550625.
    #expect(try users(.growth(from: nil, perMonth: rate), months: 5) == [10, 10, 11, 12, 12])
    // 30; 31.5, a tie to the even neighbour.
    #expect(try users(.growth(from: 30, perMonth: rate), months: 2) == [30, 32])
    // 8000 × 1.05^11 = 13,682.71...: rounding on the way would not get there from 8,000.
    #expect(try users(.growth(from: 8000, perMonth: rate), months: 12).last == 13_683)
  }

  @Test func `a tie that only exact arithmetic can tell`() throws {
    // 3 × 1.5^4 = 15.1875; 2^6 × 1.5^7 = 1093.5, a tie that goes down to nothing but even: 1094.
    let half = try Fixture.factor("0.5")
    #expect(try users(.growth(from: 64, perMonth: half), months: 8).last == 1094)
    // 2^6 × 1.5^7 less a hair under the tie: 64 × 1.499999^7 < 1093.5.
    let hair = try Fixture.factor("0.499999")
    #expect(try users(.growth(from: 64, perMonth: hair), months: 8).last == 1093)
  }

  @Test func `users can shrink to none`() throws {
    let half = try Fixture.factor("-0.5")
    #expect(try users(.growth(from: 5, perMonth: half), months: 5) == [5, 2, 1, 1, 0])
    let all = try Fixture.factor("-1")
    #expect(try users(.growth(from: 5, perMonth: all), months: 3) == [5, 0, 0])
  }

  @Test func `growth over ten years stays exact`() throws {
    // 2^119 users do not fit; 1 × 1.000001^119 = 1.000119 does.
    let tiny = try Fixture.factor("0.000001")
    #expect(try users(.growth(from: 1_000_000, perMonth: tiny), months: 120).last == 1_000_119)
    let double = try Fixture.factor("1")
    #expect(throws: ForecastRefusal.outOfRange) {
      try users(.growth(from: 1, perMonth: double), months: 120)
    }
  }

  @Test func `a path keeps its last number`() throws {
    let months = try ["2026-11", "2027-01"].map { try #require(Month($0)) }
    #expect(try users(.path([months[0]: 7, months[1]: 9]), months: 3) == [7, 9, 9])
  }

  @Test func `a scale is applied exactly and shown in whole users`() throws {
    let plan = MAUPlan.scale(try Fixture.factor("1.25"))
    let forecast = try Fixture.sim("intro", book: try Fixture.simBook(), users: plan)
    #expect(forecast.months.map(\.mau) == [12, 12, 12])
    // 1.25 × 0.93, not 12 / 10 of it.
    #expect(forecast.costs[0] == "1.1625")
  }

  @Test(arguments: [
    ("0.05", 50_000), ("1", 1_000_000), ("-0.000001", -1), ("0.10", 100_000),
    ("1000000000", 1_000_000_000_000_000),
  ])
  func `a factor is read exactly`(_ text: String, _ millionths: Int64) {
    #expect(DecimalFactor(text)?.millionths == millionths)
  }

  @Test(arguments: ["", "5%", "0.0000001", "1e3", "+1", ".5", "1.", "1000000001", "abc"])
  func `what is not a plain number is no factor`(_ text: String) {
    #expect(DecimalFactor(text) == nil)
  }
}
