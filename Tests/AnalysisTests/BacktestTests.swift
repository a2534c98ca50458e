import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// Forecasts of a log's own past, beside what happened.
@Suite struct BacktestTests {
  private func rows(_ days: Range<Day>, users: (Day) -> Int) -> [RollupRow] {
    days.flatMap { day in
      (0..<users(day)).map { user in
        var row = Fixture.row("intro", [.textInput: 1000, .textOutput: 500], on: day)
        row.user = "u\(user)"
        return row
      }
    }
  }

  private func backtest(
    from first: String, to end: String, horizon: Int = 2, givesUsers: Bool = true,
    book: PriceBook? = nil, users: (Day) -> Int = { _ in 10 }
  ) throws -> Backtest {
    let days = try Fixture.day(first)..<Fixture.day(end)
    let book = try book ?? Fixture.simBook()
    let rows = rows(days, users: users)
    return try Backtest(
      UserUsage(rows: rows, days: days, zone: .utc, book: book), rows: rows, horizon: horizon,
      givesUsers: givesUsers, ForecastInput(book: book, asOf: days.upperBound))
  }

  @Test func `a level log is forecast exactly, and every month and horizon is there`() throws {
    let backtest = try self.backtest(from: "2026-08-01", to: "2026-12-01")
    // From September one month that has one after it, and so on.
    #expect(
      backtest.cases.map { "\($0.origin) \($0.month) \($0.ahead)" } == [
        "2026-09-01 2026-09 1", "2026-09-01 2026-10 2", "2026-10-01 2026-10 1",
        "2026-10-01 2026-11 2", "2026-11-01 2026-11 1",
      ])
    #expect(backtest.cases.allSatisfy { $0.error == .zero })
    #expect(backtest.cases.map(\.actual?.decimal) == ["0.9", "0.93", "0.93", "0.9", "0.9"])
    // August has 31 days: last month's cost is a day too much for September.
    #expect(backtest.cases[0].lastMonth?.decimal == "0.93")
    #expect(backtest.cases[0].weekdayMean?.decimal == "0.9")
    let first = try #require(backtest.summaries.first)
    #expect(first.cases == 3 && first.error?.percent(toPlaces: 1) == "0.0")
    #expect(first.coverage.allSatisfy { $0?.isOne == true })
    // (0.93 - 0.9) + (0.9 - 0.93) + (0.93 - 0.9) in size, over 2.73.
    #expect(first.lastMonthError?.percent(toPlaces: 3) == "3.297")
  }

  @Test func `methods are compared over the months that each of them has`() throws {
    let september = try Fixture.day("2026-09-01")
    // August is no whole month and has exactly 28 days, and September has twice its users.
    let backtest = try self.backtest(
      from: "2026-08-04", to: "2026-12-01", horizon: 1, givesUsers: false,
      users: { $0 < september ? 10 : 20 })
    #expect(backtest.cases.map(\.actual?.decimal) == ["1.8", "1.86", "1.8"])
    #expect(backtest.cases.map(\.lastMonth?.decimal) == [nil, "1.8", "1.86"])
    #expect(backtest.cases.map { $0.weekdayMean != nil } == [true, true, true])
    let summary = try #require(backtest.summaries.first)
    #expect(summary.cases == 3 && summary.compared == 2)
    #expect(summary.lastMonthCases == 2 && summary.weekdayMeanCases == 3)
    // 30 days of the ten users of August are 0.9: half of September is missed, and not compared.
    #expect(backtest.cases[0].forecast?.decimal == "0.9")
    #expect(summary.error.map { $0 > (summary.comparedError ?? $0) } == true)
    // (0.06 + 0.06) / 3.66.
    #expect(summary.lastMonthError?.percent(toPlaces: 3) == "3.279")
    // October is 31 days of 28 days at 0.06, November 30.
    #expect(summary.weekdayMeanError?.percent(toPlaces: 3) == "0.000")
  }

  @Test func `a log without a plain figure has nothing to compare`() throws {
    // From 8 August there are 24 days before September, and November has not begun.
    let backtest = try self.backtest(from: "2026-08-08", to: "2026-10-01", horizon: 1)
    let summary = try #require(backtest.summaries.first)
    #expect(summary.cases == 1 && summary.compared == 0)
    #expect(summary.error != nil && summary.comparedError == nil)
    #expect(summary.lastMonthError == nil && summary.weekdayMeanError == nil)
  }

  @Test func `months after the log's end are not tried one by one`() throws {
    let end = try Fixture.day("2026-10-01")
    let backtest = try self.backtest(
      from: "2026-08-01", to: "2030-01-01", horizon: 1, users: { $0 < end ? 10 : 0 })
    // October is forecast from September; from November's start on there is nothing to learn from.
    #expect(backtest.cases.map(\.month.description) == ["2026-09", "2026-10"])
    #expect(backtest.refused.map(\.origin.description) == ["2026-11-01"])
  }

  @Test func `users that are given are used, and those that are not are expected to stay`() throws {
    let october = try Fixture.day("2026-10-01")
    func cases(_ givesUsers: Bool) throws -> [Backtest.Case] {
      try backtest(
        from: "2026-08-01", to: "2026-11-01", horizon: 1, givesUsers: givesUsers,
        users: { $0 < october ? 10 : 20 }
      ).cases
    }
    #expect(try cases(true).map(\.forecast?.decimal) == ["0.9", "1.86"])
    #expect(try cases(false).map(\.forecast?.decimal) == ["0.9", "0.93"])
    #expect(try cases(true).last?.lastMonth?.decimal == "1.8")
  }

  @Test func `months whose usage has no price have no cost, and say nothing of the method`() throws
  {
    // Priced from 15 September on: that month has a part without a price.
    let book = try Fixture.book([
      Fixture.model("intro", [Fixture.price("1", nil, "4", from: "2026-09-15")])
    ])
    let backtest = try self.backtest(from: "2026-08-01", to: "2026-12-01", horizon: 1, book: book)
    #expect(backtest.cases.map(\.actual?.decimal) == [nil, "0.93", "0.9"])
    #expect(backtest.cases.map(\.forecast?.decimal) == [nil, "0.93", "0.9"])
    // 14 days of ten requests, each of 1500 tokens.
    #expect(backtest.cases.map(\.unpriced.requests) == [140, 0, 0])
    #expect(backtest.cases[0].unpriced.tokens == 210_000)
    #expect(backtest.cases[0].isInside(percent: 80) == nil && backtest.cases[0].error == nil)
    // September has no whole cost to go on from, October has: 0.93 for November's 0.90.
    #expect(backtest.cases.map(\.lastMonth?.decimal) == [nil, nil, "0.93"])
    // 28 days before October begin on 3 September, those before November on 4 October.
    #expect(backtest.cases.map(\.weekdayMean?.decimal) == [nil, nil, "0.9"])
    let summary = try #require(backtest.summaries.first)
    #expect(summary.cases == 2 && summary.error?.percent(toPlaces: 1) == "0.0")
  }

  @Test func `without user ids a trial names the option that it has`() throws {
    let days = try Fixture.day("2026-08-01")..<Fixture.day("2026-12-01")
    let book = try Fixture.simBook()
    // Half of the requests name no user: 300 of 600 in the 30 days before September.
    let rows = rows(days) { _ in 10 } + Fixture.daily("intro", days)
    #expect(throws: ForecastRefusal.noPastUserIDs(withoutUser: 300, requests: 600)) {
      try Backtest(
        UserUsage(rows: rows, days: days, zone: .utc, book: book), rows: rows, horizon: 1,
        givesUsers: true, ForecastInput(book: book, asOf: days.upperBound))
    }
    let past = ForecastRefusal.noPastUserIDs(withoutUser: 2, requests: 3)
    #expect(past.remedy.contains("--without-mau") && !past.remedy.contains("--scale"))
  }

  @Test func `a log that is too young is refused, and months that are too early are named`() throws
  {
    #expect(throws: ForecastRefusal.noPastMonth) {
      try self.backtest(from: "2026-11-02", to: "2026-12-01")
    }
    let backtest = try self.backtest(from: "2026-08-28", to: "2026-11-01", horizon: 1)
    #expect(backtest.refused.map(\.refusal) == [.tooFewDays(4)])
    #expect(backtest.cases.map(\.month.description) == ["2026-10"])
  }
}
