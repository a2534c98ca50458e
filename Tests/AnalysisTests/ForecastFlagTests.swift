import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// Every awkward case of the method, each with its flag or its refusal.
@Suite struct ForecastFlagTests {
  private let asOf = "2026-12-01"

  /// A log of users who each use one model every day, from rows that may be changed.
  private func history(
    from first: String = "2026-09-01", asOf: String = "2026-12-01", users: Int = 40,
    _ change: (Day, Int, RollupRow) -> RollupRow? = { $2 }
  ) throws -> UsageHistory {
    let days = try Fixture.day(first)..<Fixture.day(asOf)
    let rows = days.flatMap { day in
      (0..<users).compactMap { user -> RollupRow? in
        var row = Fixture.row("intro", [.textInput: 1000, .textOutput: 500], on: day)
        row.user = "u\(user)"
        return change(day, user, row)
      }
    }
    return UsageHistory(
      usage: UserUsage(rows: rows, days: days, zone: .utc, book: try Fixture.simBook()),
      firstDay: days.lowerBound)
  }

  private func forecast(
    _ history: UsageHistory, months: Int = 1, users: MAUPlan = .observed,
    _ refine: (inout ForecastInput) throws -> Void = { _ in }
  ) throws -> Forecast {
    var input = ForecastInput(
      book: try Fixture.simBook(), asOf: history.usage.days.upperBound, months: months,
      users: users)
    try refine(&input)
    return try Forecast(from: history, input)
  }

  private func codes(_ forecast: Forecast) -> Set<String> { Set(forecast.warnings.map(\.code)) }

  @Test func `fewer than seven days or five users are refused, or a point without a range`() throws
  {
    let short = try history(from: "2026-11-25")
    #expect(throws: ForecastRefusal.tooFewDays(6)) { try forecast(short) }
    let forced = try forecast(short) { $0.isForced = true }
    #expect(forced.range == nil && forced.months.allSatisfy { $0.range == nil })
    // 31 days × 40 users × 0.003.
    #expect(forced.costs == ["3.72"])
    #expect(codes(forced).contains("forced"))
    let few = try history(users: 4)
    #expect(throws: ForecastRefusal.tooFewUsers(4)) { try forecast(few) }
    #expect(try forecast(few) { $0.isForced = true }.range == nil)
    #expect(try forecast(try history(from: "2026-11-24")).range != nil)
    #expect(try forecast(try history(users: 5)).range != nil)
  }

  @Test func `in a log shorter than a month users still add up`() throws {
    // Twenty users in the first week and twenty others in the second: as many again each week.
    let first = try Fixture.day("2026-11-24")
    let history = try history(from: "2026-11-17") { day, user, row in
      (day < first) == (user < 20) ? row : nil
    }
    let forecast = try forecast(history)
    // 40 × 31 / 14 = 88.57 users of a month; 14 days cost 14 × 20 × 0.003, so 31 cost 1.86.
    #expect(forecast.months[0].mau == 89)
    #expect(forecast.costs == ["1.86"])
    #expect(codes(forecast).contains("short-log"))
    // (½ ln (31 / 14))² = 0.157978.
    let part = try #require(forecast.months[0].range?.variance?.accumulation)
    #expect((part - 0.157_978).magnitude < 1e-6)
  }

  @Test func `without any user ids whole months are compared`() throws {
    let history = try history { _, _, row in
      var row = row
      row.user = nil
      return row
    }
    let forecast = try forecast(history, months: 2)
    #expect(codes(forecast).contains("no-user-ids"))
    // Two windows alike: (3 × 0.1²) / (3 + 1), and twice that a month later.
    let parts = forecast.months.compactMap(\.range?.variance?.volume)
    #expect(parts.count == 2)
    #expect(zip(parts, [0.0075, 0.015]).allSatisfy { ($0 - $1).magnitude < 1e-12 })
    #expect(forecast.months[0].range?.degreesOfFreedom == 4)
    #expect(throws: ForecastRefusal.self) { try self.forecast(history, users: .constant(9)) }
  }

  @Test func `requests without a user count by their session where they have one`() throws {
    let history = try history { _, user, row in
      var row = row
      row.series.labels = Labels(["session": "s\(user)"])
      row.user = user < 30 ? row.user : nil
      return row
    }
    let forecast = try forecast(history)
    #expect(forecast.months[0].mau == 40)
    #expect(codes(forecast).contains("stand-in-users"))
  }

  @Test func `a model that is new in the newest window leaves older windows out`() throws {
    // Whole weeks before February, so that every weekday weighs the same.
    let switched = try Fixture.day("2027-01-04")
    let history = try history(from: "2026-11-09", asOf: "2027-02-01") { day, _, row in
      var row = row
      if day >= switched { row.series.requestedModel = "new" }
      return row
    }
    let forecast = try forecast(history)
    // Only the newest window: 28 × 40 × (1000 × 2.5 + 500 × 15) millionths.
    #expect(forecast.costs == ["11.2"])
    #expect(codes(forecast).contains("mix-break"))
    let pooled = try self.forecast(history) { $0.base = 3 }
    #expect(!codes(pooled).contains("mix-break"))
    // One window at 0.01 a user and day, two at intro's 0.006: 28 × 40 × 0.022 / 3.
    #expect(pooled.costs == ["8.213333333333"])
  }

  @Test func `a batch of one day is shown with and without, and left out when asked`() throws {
    let day = try Fixture.day("2026-11-11")
    let history = try history { date, user, row in
      guard date == day, user == 7 else { return row }
      var row = row
      row.tokens = Fixture.tokens([.textInput: 2_000_000, .textOutput: 1_000_000])
      return row
    }
    let forecast = try forecast(history)
    #expect(codes(forecast).contains("one-off"))
    let without = try #require(forecast.withoutOneOffs)
    #expect(without < forecast.total)
    let excluded = try self.forecast(history) {
      $0.exclusions = [ForecastExclusion(user: "u7", days: day..<day.adding(days: 1))]
    }
    #expect(excluded.total == without)
    #expect(!codes(excluded).contains("one-off"))
    let span = try self.forecast(history) {
      $0.exclusions = [ForecastExclusion(user: nil, days: day..<day.adding(days: 1))]
    }
    // The day leaves usage and weights alike, so the rest is a level log again.
    #expect(span.costs == ["3.72"])
    let nobody = try self.forecast(history) {
      $0.exclusions = [ForecastExclusion(user: "nobody", days: nil)]
    }
    #expect(codes(nobody).contains("unused-exclusion"))
  }

  @Test func `what is left out is named where it leaves nothing`() throws {
    // One window of 31 days: there is nothing older to take instead.
    let history = try history(from: "2026-10-31", users: 6)
    let window = try Fixture.day("2026-10-31")..<Fixture.day("2026-12-01")
    func refusal(
      _ exclusions: [ForecastExclusion], users: MAUPlan = .observed, of history: UsageHistory
    ) -> ForecastRefusal? {
      #expect(throws: ForecastRefusal.self) {
        try forecast(history, users: users) { $0.exclusions = exclusions }
      }
    }
    let days = ForecastExclusion(user: nil, days: window)
    let far = ForecastExclusion(
      user: nil, days: try Fixture.day("2020-01-01")..<Fixture.day("2020-02-01"))
    // Those that take nothing are not to blame.
    #expect(refusal([far, days], of: history) == .nothingLeft(window, [days]))
    #expect(
      refusal([days], of: history)?.explanation
        == "nothing is left of the usage from 2026-10-31 to 2026-11-30: all of it is left out by "
        + "2026-10-31..2026-11-30")
    let all = (0..<6).map { ForecastExclusion(user: "u\($0)", days: nil) }
    #expect(refusal(all, of: history) == .nothingLeft(window, all))
    #expect(
      refusal(all, of: history)?.explanation.hasSuffix("by user=u0, user=u1, user=u2 and 3 more")
        == true)
    #expect(refusal(all, of: history)?.code == "nothing-left")
    #expect(refusal(all, of: history)?.isOfTheLog == true)
    // Requests that name nobody are left, and say nothing of a user.
    let some = try self.history(from: "2026-10-31", users: 6) { _, user, row in
      var row = row
      if user == 5 { row.user = nil }
      return row
    }
    let named = Array(all.prefix(5))
    #expect(refusal(named, users: .constant(9), of: some) == .nobodyLeft(named))
    // Where there was nothing to begin with, nothing is blamed.
    let empty = try self.history(from: "2026-10-31") { _, _, _ in nil }
    #expect(refusal([days], of: empty) == .noUsage(window))
  }

  @Test func `a trial of the past from which all is left out says so`() throws {
    let days = try Fixture.day("2026-08-01")..<Fixture.day("2026-12-01")
    let rows = days.map { day -> RollupRow in
      var row = Fixture.row("intro", [.textInput: 1000, .textOutput: 500], on: day)
      row.user = "u\(day.number % 6)"
      return row
    }
    let book = try Fixture.simBook()
    var input = ForecastInput(book: book, asOf: days.upperBound)
    input.exclusions = [ForecastExclusion(user: nil, days: days)]
    let error = #expect(throws: ForecastRefusal.self) {
      try Backtest(
        UserUsage(rows: rows, days: days, zone: .utc, book: book), rows: rows, horizon: 1,
        givesUsers: true, input)
    }
    #expect(error?.code == "nothing-left")
  }

  @Test func `a flag of the log stands once in a forecast, however long its months are`() throws {
    // Fourteen days for months of 28, 30 and 31 days.
    let short = try forecast(try history(from: "2026-11-17"), months: 12)
    #expect(short.warnings.filter { $0.code == "short-log" } == [.shortLog(days: 14, month: 31)])
    // Nothing was used in October: an older window of every length of month is empty.
    let october = try Fixture.day("2026-10-01")..<Fixture.day("2026-11-01")
    let holed = try forecast(
      try history(from: "2026-06-01") { day, _, row in october.contains(day) ? nil : row },
      months: 12)
    #expect(holed.warnings.count { $0.code == "empty-window" } == 1)
    // Half of August to mid September names nobody.
    let until = try Fixture.day("2026-10-03")
    let nameless = try forecast(
      try history(from: "2026-06-01") { day, _, row in
        var row = row
        if day < until { row.user = nil }
        return row
      }, months: 12
    ) { $0.base = 1 }
    #expect(nameless.warnings.count { $0.code == "window-without-users" } <= 1)
    #expect(Set(short.warnings.map(\.code)).count == short.warnings.count)
  }

  @Test func `a gap in a busy log is found, and leaves usage and days when it is said`() throws {
    let gap = try Fixture.day("2026-11-10")..<Fixture.day("2026-11-13")
    let history = try history(users: 60) { day, _, row in gap.contains(day) ? nil : row }
    let forecast = try forecast(history)
    #expect(forecast.warnings.contains(.gap(gap)))
    #expect(forecast.total < (try #require(Money(decimal: "5.58"))))
    let said = try self.forecast(history) {
      $0.exclusions = [ForecastExclusion(user: nil, days: gap)]
    }
    // 31 × 60 × 0.003.
    #expect(said.costs == ["5.58"])
    #expect(!codes(said).contains("gap"))
  }

  @Test func `an empty tail is a gap in any log`() throws {
    let last = try Fixture.day("2026-11-27")
    let history = try history { day, _, row in day < last ? row : nil }
    let asOf = try Fixture.day("2026-12-01")
    #expect(try forecast(history).warnings.contains(.gap(last..<asOf)))
    let later = try Fixture.day("2026-11-28")
    let three = try self.history { day, _, row in day < later ? row : nil }
    #expect(!codes(try forecast(three)).contains("gap"))
  }

  @Test func `empty weekends are no gap`() throws {
    let history = try history(users: 60) { day, _, row in day.weekday < 5 ? row : nil }
    #expect(!codes(try forecast(history)).contains("gap"))
  }

  @Test func `a few users that are most of the cost are named, and little evidence leads`() throws {
    let history = try history { _, user, row in
      guard user == 0 else { return row }
      var row = row
      row.tokens = Fixture.tokens([.textInput: 100_000, .textOutput: 50_000])
      return row
    }
    let forecast = try forecast(history, users: .constant(1000))
    // 100 of 139 parts.
    #expect(forecast.warnings.contains(.fewUsers(users: 1, percent: 72)))
    #expect(codes(forecast).contains("low-evidence"))
    #expect(codes(forecast).contains("beyond-evidence"))
    #expect(!codes(try self.forecast(history)).contains("low-evidence"))
    #expect(!codes(try self.forecast(try self.history())).contains("few-users"))
  }

  @Test func `newcomers may cost less, and other people are less certain`() throws {
    let history = try history()
    // 40 as they are and 60 at half: 70 × 31 × 0.003.
    let half = try forecast(history, users: .constant(100)) {
      $0.newUserFactor = try Fixture.factor("0.5")
    }
    #expect(half.costs == ["6.51"])
    // With fewer users than were seen nobody is a newcomer.
    let fewer = try forecast(history, users: .constant(20)) {
      $0.newUserFactor = try Fixture.factor("0.5")
    }
    #expect(fewer.costs == ["1.86"])
    func sampling(_ population: Population) throws -> Double {
      let made = try forecast(history, users: .constant(80)) { $0.population = population }
      return try #require(made.months[0].range?.variance?.sampling)
    }
    // 1 + 40 / 80 instead of 1 - 40 / 80.
    #expect((try sampling(.new) / (try sampling(.same)) - 3).magnitude < 1e-9)
  }

  @Test func `a fixed fee is added to every month and nothing scales it`() throws {
    let history = try history()
    let plain = try forecast(history, months: 2, users: .constant(80))
    let fee = try #require(Money(decimal: "250"))
    let made = try forecast(history, months: 2, users: .constant(80)) { $0.fixedFee = fee }
    #expect(made.months.map { $0.cost - fee } == plain.months.map(\.cost))
    #expect(made.months.map(\.rest) == plain.months.map(\.rest))
    let (low, other) = (
      try #require(made.months[0].range?.bounds(percent: 80)?.low),
      try #require(plain.months[0].range?.bounds(percent: 80)?.low)
    )
    #expect(low - other == fee)
  }

  @Test func `users said to be uncertain widen the range by that much`() throws {
    let history = try history()
    let made = try forecast(history, users: .constant(80)) {
      $0.usersDeviation = try Fixture.factor("0.1")
    }
    let part = try #require(made.months[0].range?.variance?.users)
    #expect((part - 0.01).magnitude < 1e-15)
    #expect(try forecast(history, users: .constant(80)).months[0].range?.variance?.users == 0)
  }
}
