import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// A month as users × share active on a day × days ahead × cost of a user and active day.
///
/// Twenty users, each 200 tokens in and 100 out on each day: 200 × 1 + 100 × 4 millionths are 0.0006 USD.
@Suite struct ForecastProductTests {
  private func forecast(
    asOf: String = "2026-12-01", months: Int = 1, users: MAUPlan = .constant(20),
    everySecondDay: Bool = false,
    _ refine: (inout ForecastInput) throws -> Void = { _ in }
  ) throws -> Forecast {
    let asOf = try Fixture.day(asOf)
    let book = try Fixture.simBook()
    let history = try Fixture.history(
      asOf: asOf, months: months, firstDay: try Fixture.day("2026-09-01"), users: 20, book: book
    ) { days in
      days.filter { !everySecondDay || $0.number % 2 == 0 }.map { day in
        Fixture.row(
          "intro", [.textInput: 4000, .textOutput: 2000], on: day, requests: 20)
      }
    }
    var input = ForecastInput(book: book, asOf: asOf, months: months, users: users)
    try refine(&input)
    return try Forecast(from: history, input)
  }

  private func days(_ first: String, _ last: String) throws -> Range<Day> {
    try Fixture.day(first)..<Fixture.day(last).adding(days: 1)
  }

  /// The product of the factors, for comparison with what they are factors of.
  private func product(_ month: ForecastMonth) throws -> Money {
    let share = try #require(month.dailyShare)
    let cost = try #require(month.costPerActiveUserDay)
    let mau = Int128(try #require(month.mau))
    return cost.scaled(
      by: mau * Int128(month.daysAhead) * share.numerator, over: share.denominator)
  }

  @Test(arguments: [
    [], ["2026-11-01..2026-11-10"], ["2026-10-15..2026-11-15"],
    // Outside the newest eight weeks, which say what weekdays weigh.
    ["u3 2026-10-02..2026-10-02"], ["u3 2026-10-01..2026-10-04", "u4 2026-10-03..2026-10-03"],
    ["u3 2026-10-02..2026-10-02", "2026-11-01..2026-11-10", "u3 2026-11-05..2026-11-06"],
  ])
  func `days that were left out are not days without use`(_ exclusions: [String]) throws {
    let forecast = try forecast {
      $0.exclusions = try exclusions.map { text in
        let parts = text.split(separator: " ").map(String.init)
        let ends = try #require(parts.last).split(separator: ".", omittingEmptySubsequences: true)
        return ForecastExclusion(
          user: parts.count == 2 ? parts[0] : nil,
          days: try days(String(ends[0]), String(ends[1])))
      }
    }
    // 20 users × 100 % × 31 days × 0.0006.
    let month = forecast.months[0]
    #expect(month.dailyShare?.isOne == true)
    #expect(month.costPerActiveUserDay?.decimal == "0.0006")
    #expect(month.cost.decimal == "0.372")
    #expect(!forecast.warnings.contains { $0.code == "unused-exclusion" })
  }

  @Test func `a user who is left out altogether is no user who does nothing`() throws {
    let forecast = try forecast { $0.exclusions = [ForecastExclusion(user: "u3", days: nil)] }
    #expect(forecast.months[0].dailyShare?.isOne == true)
    #expect(forecast.months[0].costPerActiveUserDay?.decimal == "0.0006")
    #expect(forecast.basis.windows.allSatisfy { $0.activeUsers == 19 })
  }

  @Test func `days without use count, whether or not others were left out`() throws {
    // Every second day: 14 of the 28 in each window, 5 of the 10 that are left out of the newest.
    func share(_ exclusions: [ForecastExclusion]) throws -> String? {
      try forecast(
        asOf: "2027-02-01", everySecondDay: true
      ) { $0.exclusions = exclusions }.months[0].dailyShare?.percent(toPlaces: 3)
    }
    #expect(try share([]) == "50.000")
    let ten = ForecastExclusion(user: nil, days: try days("2027-01-11", "2027-01-20"))
    #expect(try share([ten]) == "50.000")
  }

  @Test func `a fixed fee is no part of what a user costs`() throws {
    let fee = try #require(Money(decimal: "5"))
    let month = try forecast { $0.fixedFee = fee }.months[0]
    #expect(month.cost.decimal == "5.372" && month.rest.decimal == "0.372")
    #expect(month.costPerActiveUserDay?.decimal == "0.0006")
    #expect(try product(month) + fee == month.cost)
  }

  @Test func `in a month that has begun only the days ahead count`() throws {
    let fee = try #require(Money(decimal: "5"))
    let month = try forecast(asOf: "2026-11-30", users: .constant(100)) { $0.fixedFee = fee }
      .months[0]
    // 29 days of 20 users are over, one of 100 is ahead.
    #expect(month.monthToDate?.cost.decimal == "0.348")
    #expect(month.daysAhead == 1 && month.rest.decimal == "0.06")
    #expect(month.costPerActiveUserDay?.decimal == "0.0006")
    #expect(try product(month) + (month.monthToDate?.cost ?? .zero) + fee == month.cost)
  }

  @Test(arguments: ["2026-12-01", "2026-12-11"])
  func `whatever the log is like, the product is what is ahead`(_ asOf: String) throws {
    let day = try Fixture.day(asOf)
    let rows = try Simulation(users: 30, asOf: asOf).uses(seed: 7).uses.filter { $0.day < day }
      .map { use in
        SimulatedLog.row(
          "u\(use.user)", use.model, on: use.day, input: use.tokens.input,
          cached: use.tokens.cached, output: use.tokens.output)
      }
    var input = ForecastInput(
      book: try Fixture.simBook(), asOf: day, months: 12,
      users: .growth(from: 77, perMonth: try Fixture.factor("0.07")))
    input.fixedFee = try #require(Money(decimal: "19.99"))
    input.exclusions = [
      ForecastExclusion(user: nil, days: try days("2026-10-20", "2026-10-22")),
      ForecastExclusion(user: rows.first?.user, days: try days("2026-11-03", "2026-11-09")),
    ]
    let history = try SimulatedLog.history(rows, asOf: day, months: 12)
    for month in try Forecast(from: history, input).months {
      let off = try product(month) - month.rest
      // What a user costs a day is rounded to a picodollar: half of one for each user and day.
      let most = Int128(try #require(month.mau)) * Int128(month.daysAhead)
      #expect(off.picodollars.magnitude <= most.magnitude)
    }
  }

  @Test func `a month without users costs what it costs, and leaves the others their ranges`()
    throws
  {
    // Half of the usage has no price, which is a matter of the months that somebody uses it in.
    let asOf = try Fixture.day("2026-12-01")
    let months = try ["2026-12", "2027-01", "2027-02"].map { try #require(Month($0)) }
    let history = try Fixture.history(
      asOf: asOf, months: 3, firstDay: try Fixture.day("2026-09-01")
    ) { Fixture.daily("intro", $0) + Fixture.daily("nobody-knows", $0) }
    let path = MAUPlan.path([months[0]: 10, months[1]: 0, months[2]: 10])
    var input = ForecastInput(
      book: try Fixture.simBook(), asOf: asOf, months: 3, users: path)
    input.fixedFee = try #require(Money(decimal: "2"))
    let forecast = try Forecast(from: history, input)
    // 31 × 0.03, nothing, 28 × 0.06, each with 2.
    #expect(forecast.costs == ["2.93", "2", "3.68"])
    #expect(forecast.months.map(\.unpriced.isEmpty) == [false, true, false])
    let idle = try #require(forecast.months[1].range?.bounds(percent: 95))
    #expect(idle.low.decimal == "2" && idle.high.decimal == "2")
    let total = try #require(forecast.range?.bounds(percent: 80))
    #expect(total.low < forecast.total && forecast.total < total.high)
    input.users = .constant(0)
    let nobody = try Forecast(from: history, input)
    #expect(nobody.range?.bounds(percent: 80)?.high.decimal == "6")
  }
}
