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
    users: (Day) -> Int = { _ in 10 }
  ) throws -> Backtest {
    let days = try Fixture.day(first)..<Fixture.day(end)
    let book = try Fixture.simBook()
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
    #expect(backtest.cases.map(\.actual.decimal) == ["0.9", "0.93", "0.93", "0.9", "0.9"])
    // August has 31 days: last month's cost is a day too much for September.
    #expect(backtest.cases[0].lastMonth?.decimal == "0.93")
    #expect(backtest.cases[0].weekdayMean?.decimal == "0.9")
    let first = try #require(backtest.summaries.first)
    #expect(first.cases == 3 && first.error?.percent(toPlaces: 1) == "0.0")
    #expect(first.coverage.allSatisfy { $0?.isOne == true })
    // (0.93 - 0.9) + (0.9 - 0.93) + (0.93 - 0.9) in size, over 2.73.
    #expect(first.lastMonthError?.percent(toPlaces: 3) == "3.297")
  }

  @Test func `users that are given are used, and those that are not are expected to stay`() throws {
    let october = try Fixture.day("2026-10-01")
    func cases(_ givesUsers: Bool) throws -> [Backtest.Case] {
      try backtest(
        from: "2026-08-01", to: "2026-11-01", horizon: 1, givesUsers: givesUsers,
        users: { $0 < october ? 10 : 20 }
      ).cases
    }
    #expect(try cases(true).map(\.forecast.decimal) == ["0.9", "1.86"])
    #expect(try cases(false).map(\.forecast.decimal) == ["0.9", "0.93"])
    #expect(try cases(true).last?.lastMonth?.decimal == "1.8")
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
