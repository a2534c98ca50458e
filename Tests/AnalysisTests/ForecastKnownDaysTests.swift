import Analysis
import Quantities
import Testing
import Usage

/// Days that are left out are days of which nothing is known, for users as for usage.
@Suite struct ForecastKnownDaysTests {
  /// So many users, each active on one day in so many: 0.003 a day of use, at 2026's prices.
  private func forecast(
    users: Int, oneDayIn period: Int, from first: String, planned: Int, gap: (String, String)?,
    base: Int? = nil, isForced: Bool = false
  ) throws -> Forecast {
    let days = try Fixture.day(first)..<Fixture.day("2026-12-01")
    let rows = days.flatMap { day in
      (0..<users).compactMap { user -> RollupRow? in
        guard (day.number - user) % period == 0 else { return nil }
        var row = Fixture.row("intro", [.textInput: 1000, .textOutput: 500], on: day)
        row.user = "u\(user)"
        return row
      }
    }
    let book = try Fixture.simBook()
    var input = ForecastInput(
      book: book, asOf: days.upperBound, months: 1, users: .constant(planned))
    input.base = base
    input.isForced = isForced
    if let gap {
      input.exclusions = [
        ForecastExclusion(
          user: nil, days: try Fixture.day(gap.0)..<Fixture.day(gap.1).adding(days: 1))
      ]
    }
    return try Forecast(
      from: UsageHistory(
        usage: UserUsage(rows: rows, days: days, zone: .utc, book: book),
        firstDay: days.lowerBound), input)
  }

  @Test func `a gap does not raise the cost of a user who is seen once a month`() throws {
    // 310 users, ten of them each day, each of them once in a window of 31 days.
    func forecast(_ gap: (String, String)?, base: Int? = nil) throws -> Forecast {
      try self.forecast(
        users: 310, oneDayIn: 31, from: "2026-08-30", planned: 310, gap: gap, base: base)
    }
    // 310 × 0.003.
    #expect(try forecast(nil).costs == ["0.93"])
    // 20 known days of the newest window show 200 of the 310, of whom the last 10 show 100: users
    // add up as days do, and 200 × 31 / 20 is 310 again.
    for base in [nil, 1] {
      let gapped = try forecast(("2026-11-10", "2026-11-20"), base: base)
      #expect(gapped.costs == ["0.93"])
      #expect(gapped.warnings.contains(.shortLog(days: 20, month: 31)))
    }
    // 10 a day of 310.
    let share = try forecast(("2026-11-10", "2026-11-20"), base: 1).months[0].dailyShare
    #expect(share?.percent(toPlaces: 2) == "3.23")
  }

  @Test func `users of every day need no extrapolation, and nothing is said of it`() throws {
    let forecast = try forecast(
      users: 20, oneDayIn: 1, from: "2026-08-30", planned: 20, gap: ("2026-11-10", "2026-11-20"))
    // 31 × 20 × 0.003.
    #expect(forecast.costs == ["1.86"])
    #expect(!forecast.warnings.contains { $0.code == "short-log" })
  }

  @Test func `of a window of which hardly a day is known nothing is taken`() throws {
    // 60 users, ten of them each day: three known days show thirty of them.
    let gap = ("2026-11-01", "2026-11-28")
    let days = try Fixture.day("2026-10-31")..<Fixture.day("2026-12-01")
    let older = try forecast(users: 60, oneDayIn: 6, from: "2026-08-30", planned: 60, gap: gap)
    // 31 × 10 × 0.003, from the two windows before.
    #expect(older.costs == ["0.93"])
    #expect(older.warnings.contains(.unknownWindow(days, known: 3)))
    #expect(
      older.warnings.first { $0.code == "unknown-window" }?.description
        == "3 days from 2026-10-31 to 2026-11-30 are known, too few to learn from: older usage is "
        + "taken instead")
    // Without an older window it is as if the log were three days long.
    #expect(throws: ForecastRefusal.tooFewDays(3)) {
      try forecast(users: 60, oneDayIn: 6, from: "2026-10-31", planned: 60, gap: gap)
    }
    let forced = try forecast(
      users: 60, oneDayIn: 6, from: "2026-10-31", planned: 60, gap: gap, isForced: true)
    #expect(forced.range == nil && forced.warnings.contains(.forced(.tooFewDays(3))))
  }

  @Test func `few known days in each of several windows are too few`() throws {
    // 61 days: one window of 31 days and no second one; 20 + 6 days before it are not looked at.
    #expect(throws: ForecastRefusal.tooFewDays(6)) {
      try forecast(
        users: 60, oneDayIn: 6, from: "2026-10-01", planned: 60,
        gap: ("2026-11-01", "2026-11-25"))
    }
  }
}
