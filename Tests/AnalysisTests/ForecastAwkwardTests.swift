import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// Logs that are short, anonymous, gappy, or of models that end.
@Suite struct ForecastAwkwardTests {
  private func forecast(
    _ model: String = "intro", book: PriceBook? = nil, firstDay: String = "2026-09-01",
    asOf: String = "2026-12-01", months: Int = 1, users: MAUPlan = .observed, seen: Int = 10,
    drop: Bool = false, chosen: Range<Day>? = nil
  ) throws -> Forecast {
    let asOf = try Fixture.day(asOf)
    let history = try Fixture.history(
      asOf: asOf, months: months, firstDay: try Fixture.day(firstDay), users: seen,
      chosen: chosen
    ) { Fixture.daily(model, $0) }
    return try Forecast(
      from: history,
      ForecastInput(
        book: try book ?? Fixture.simBook(), asOf: asOf, months: months, users: users,
        dropRetired: drop))
  }

  @Test func `a log of ten days is scaled to the month and warns`() throws {
    let forecast = try forecast(firstDay: "2026-11-21", users: .constant(30))
    // Ten users spent 10 × 0.03 in ten days: thirty spend 31 × 0.09.
    #expect(forecast.costs == ["2.79"])
    #expect(forecast.warnings.notable == [.shortLog(days: 10, month: 31)])
    #expect(forecast.basis.windows.map(\.days.count) == [10])
  }

  @Test func `chosen days are cut into windows from their end`() throws {
    let chosen = try Fixture.day("2026-05-01")..<Fixture.day("2026-06-30")
    let forecast = try forecast(months: 3, chosen: chosen)
    #expect(forecast.costs == ["0.93", "1.86", "1.68"])
    // 60 days hold two windows of 28 days and one of 31.
    #expect(forecast.basis.windows.map(\.monthLength) == [28, 28, 31])
    #expect(
      forecast.basis.windows.map(\.days.lowerBound.description)
        == ["2026-06-02", "2026-05-05", "2026-05-30"])
  }

  /// Two windows of four whole weeks before February 2027, from rows of each.
  private func twoWindows(
    _ newer: (Range<Day>) -> [RollupRow], _ older: (Range<Day>) -> [RollupRow],
    users: MAUPlan = .observed
  ) throws -> Forecast {
    let asOf = try Fixture.day("2027-02-01")
    let middle = asOf.adding(days: -28)
    let first = middle.adding(days: -28)
    let book = try Fixture.simBook()
    let usage = UserUsage(
      rows: older(first..<middle) + newer(middle..<asOf), days: first..<asOf, zone: .utc,
      book: book)
    return try Forecast(
      from: UsageHistory(usage: usage, firstDay: first),
      ForecastInput(book: book, asOf: asOf, months: 1, users: users))
  }

  private func users(_ count: Int, causing: Int64) -> (Range<Day>) -> [RollupRow] {
    { Fixture.shared(Fixture.daily("intro", $0, users: causing), users: count) }
  }

  @Test func `a window in which nobody is named ends the history`() throws {
    let forecast = try twoWindows(
      users(10, causing: 10), users(0, causing: 99), users: .constant(20))
    // 28 days × 20 users × 0.006.
    #expect(forecast.costs == ["3.36"])
    let older = try Fixture.day("2026-12-07")..<Fixture.day("2027-01-04")
    #expect(forecast.warnings.contains(.windowWithoutUsers(older)))
  }

  @Test func `without user ids usage is scaled as it is`() throws {
    let forecast = try forecast(seen: 0)
    #expect(forecast.costs == ["0.93"])
    #expect(forecast.months[0].mau == nil)
    #expect(forecast.months[0].costPerMAU == nil)
    #expect(forecast.warnings.notable == [.noUserIDs])
    let scaled = try self.forecast(users: .scale(try Fixture.factor("2.5")), seen: 0)
    // 2.5 × 0.93.
    #expect(scaled.costs == ["2.325"])
  }

  @Test func `a number of users needs user ids`() throws {
    let refusal = #expect(throws: ForecastRefusal.self) {
      try forecast(users: .constant(8000), seen: 0)
    }
    // 2 windows of 31 days of 10 requests.
    #expect(refusal == .noUserIDs(withoutUser: 620, requests: 620))
    #expect(refusal?.description.contains("--scale") == true)
  }

  /// Ten requests a day, some of which name nobody; the others are one user's each.
  private func partlyNamed(nobody: Int) throws -> UsageHistory {
    let asOf = try Fixture.day("2026-12-01")
    let days = try Fixture.day("2026-09-01")..<asOf
    let named = Fixture.shared(
      Fixture.daily("intro", days, users: Int64(10 - nobody)), users: 10 - nobody)
    let rows = named + Fixture.daily("intro", days, users: Int64(nobody))
    return UsageHistory(
      usage: UserUsage(rows: rows, days: days, zone: .utc, book: try Fixture.simBook()),
      firstDay: days.lowerBound)
  }

  @Test func `a few requests without a user are spread over the others`() throws {
    let input = ForecastInput(
      book: try Fixture.simBook(), asOf: try Fixture.day("2026-12-01"), months: 1,
      users: .constant(20))
    // Two of ten are exactly a fifth; eight users cause all of the 0.93.
    let forecast = try Forecast(from: try partlyNamed(nobody: 2), input)
    #expect(forecast.costs == ["2.325"])
    #expect(
      forecast.warnings.notable
        == [.someWithoutUser(requests: 124, of: 620, percentOfCost: 20)])
    #expect(throws: ForecastRefusal.noUserIDs(withoutUser: 186, requests: 620)) {
      try Forecast(from: try partlyNamed(nobody: 3), input)
    }
  }

  @Test func `an empty window ends the history`() throws {
    // A hundred times the use before the gap, which must not count.
    let asOf = try Fixture.day("2027-02-01")
    let gap = try Fixture.day("2026-12-07")..<Fixture.day("2027-01-04")
    let history = try Fixture.history(
      asOf: asOf, months: 1, firstDay: try Fixture.day("2026-06-01")
    ) { days in
      days.flatMap { day -> [RollupRow] in
        guard !gap.contains(day) else { return [] }
        return Fixture.daily(
          "intro", day..<day.adding(days: 1), users: day < gap.lowerBound ? 1000 : 10)
      }
    }
    let forecast = try Forecast(
      from: history, ForecastInput(book: try Fixture.simBook(), asOf: asOf, months: 1))
    // 28 × 0.06.
    #expect(forecast.costs == ["1.68"])
    #expect(forecast.warnings.contains(.emptyWindow(gap)))
  }

  @Test func `the windows are pooled as a ratio of sums`() throws {
    let forecast = try twoWindows(users(10, causing: 10), users(50, causing: 20))
    // (1.68 + 3.36) / (10 + 50) for each of the ten users of the newest window.
    #expect(forecast.costs == ["0.84"])
  }

  @Test func `a model that ends without a successor is refused unless it is dropped`() throws {
    let book = try Fixture.book([
      Fixture.model(
        "gone", [Fixture.price("1", nil, "4")], [Fixture.end("error", "2026-12-11")])
    ])
    let refusal = #expect(throws: ForecastRefusal.self) { try forecast("gone", book: book) }
    #expect(
      refusal
        == .retiredWithoutSuccessor(
          provider: .googleGeminiAPI, model: "gone", day: try Fixture.day("2026-12-11")))
    let dropped = try forecast("gone", book: book, months: 2, drop: true)
    // 10 days of the 31.
    #expect(dropped.costs == ["0.3", "0"])
    #expect(dropped.months[0].usage == UsageAmount(requests: 100, tokens: 150_000))
    #expect(dropped.months[0].dropped == UsageAmount(requests: 210, tokens: 315_000))
    #expect(dropped.months[1].dropped == UsageAmount(requests: 310, tokens: 465_000))
    #expect(dropped.eventLines == ["2026-12-11 gone: shut down, no successor -0.63"])
    #expect(dropped.months.map(\.unpriced.isEmpty) == [true, true])
  }

  @Test func `a day that is only the earliest, without a successor, keeps the price and warns`()
    throws
  {
    let book = try Fixture.book([
      Fixture.model(
        "m", [Fixture.price("1", nil, "4")], [Fixture.end("error", "2026-12-11", earliest: true)])
    ])
    let forecast = try forecast("m", book: book)
    #expect(forecast.costs == ["0.93"])
    let day = try Fixture.day("2026-12-11")
    #expect(
      forecast.warnings.notable == [.mayEnd(provider: .googleGeminiAPI, model: "m", day: day)])
  }

  @Test func `usage without a price is counted and named, not part of the cost`() throws {
    let forecast = try forecast("nobody-knows", users: .constant(20))
    let month = forecast.months[0]
    #expect(month.cost == .zero)
    #expect(month.unpriced.requests == 620)
    #expect(month.unpriced.tokens == 930_000)
    let reason = UnpricedReason.unknownModel(.googleGeminiAPI, model: "nobody-knows")
    #expect(month.unpriced.reasons == [reason])
    #expect(forecast.warnings.contains(.unpriced(reason)))
  }

  @Test func `a re-route to a model without the tier leaves that usage unpriced from its day`()
    throws
  {
    let book = try Fixture.book([
      Fixture.model(
        "a", [Fixture.price("1", nil, "4", tier: "flex")],
        [Fixture.end("reroute", "2026-12-22", successor: "b")]),
      Fixture.model("b", [Fixture.price("2", nil, "8")]),
    ])
    let asOf = try Fixture.day("2026-12-01")
    let history = try Fixture.history(
      asOf: asOf, months: 1, firstDay: try Fixture.day("2026-09-01"), book: book
    ) {
      Fixture.daily("a", $0).map { row in
        var row = row
        row.series.serviceTier = .flex
        return row
      }
    }
    let forecast = try Forecast(from: history, ForecastInput(book: book, asOf: asOf, months: 1))
    // 21 days priced, 10 not.
    #expect(forecast.costs == ["0.63"])
    #expect(forecast.months[0].unpriced.requests == 100)
    #expect(
      forecast.months[0].unpriced.reasons
        == [.noPriceInForce(.googleGeminiAPI, model: "b", tier: .flex)])
  }

  @Test func `tokens that the successor produced already are not scaled again`() throws {
    let book = try Fixture.book([
      Fixture.model(
        "a", [Fixture.price("1", nil, "4")],
        [Fixture.end("reroute", "2026-11-01", successor: "b")]),
      Fixture.model("b", [Fixture.price("2", nil, "8")]),
    ])
    let asOf = try Fixture.day("2026-12-01")
    let chosen = try Fixture.day("2026-11-01")..<asOf
    let history = try Fixture.history(
      asOf: asOf, months: 1, firstDay: chosen.lowerBound, chosen: chosen, book: book
    ) { Fixture.daily("a", $0) }
    let input = ForecastInput(
      book: book, asOf: asOf, months: 1, tokenRatios: ["b": try Fixture.factor("1.5")])
    // All of it was recorded after the re-route: 31 × 0.06.
    #expect(try Forecast(from: history, input).costs == ["1.86"])
    let before = try Fixture.day("2026-10-02")..<Fixture.day("2026-11-01")
    let older = try Fixture.history(
      asOf: asOf, months: 1, firstDay: before.lowerBound, chosen: before, book: book
    ) { Fixture.daily("a", $0) }
    // All of it was recorded before: 31 × 0.06 × 1.5.
    #expect(try Forecast(from: older, input).costs == ["2.79"])
  }

  @Test func `a token ratio that nothing uses, many new users and old prices are warned about`()
    throws
  {
    let asOf = try Fixture.day("2027-02-01")
    let history = try Fixture.history(
      asOf: asOf, months: 1, firstDay: try Fixture.day("2026-09-01")
    ) {
      Fixture.daily("new", $0)
    }
    func warnings(users: Int) throws -> [ForecastWarning] {
      try Forecast(
        from: history,
        ForecastInput(
          book: try Fixture.simBook(), asOf: asOf, months: 1, users: .constant(users),
          tokenRatios: ["old": try Fixture.factor("1.1")])
      ).warnings.notable
    }
    let always: [ForecastWarning] = [
      .unusedTokenRatio(model: "old"),
      // One day of November, 31 of December, 31 of January, and 1 February is not over.
      .oldBook(.googleGeminiAPI, asOf: try Fixture.day("2026-11-30"), days: 63),
    ]
    #expect(try warnings(users: 50) == always)
    #expect(try warnings(users: 51) == [.beyondEvidence(planned: 51, seen: 10)] + always)
  }
}
