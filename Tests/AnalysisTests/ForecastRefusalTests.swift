import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// What makes a forecast impossible, and what is said about it.
@Suite struct ForecastRefusalTests {
  private func refusal(
    months: Int = 1, users: MAUPlan = .observed, ratios: [String: String] = [:],
    rows: (Range<Day>) -> [RollupRow] = { Fixture.daily("intro", $0) }
  ) throws -> ForecastRefusal? {
    let asOf = try Fixture.day("2026-12-01")
    let input = ForecastInput(
      book: try Fixture.simBook(), asOf: asOf, months: months, users: users,
      tokenRatios: try ratios.mapValues(Fixture.factor))
    let history = try Fixture.history(
      asOf: asOf, months: min(months, 12), firstDay: try Fixture.day("2026-09-01"), rows: rows)
    do throws(ForecastRefusal) {
      _ = try Forecast(from: history, input)
      return nil
    } catch {
      return error
    }
  }

  @Test func `no month, and more months than any announcement reaches`() throws {
    #expect(try refusal(months: 0) == .monthsOutOfRange(0))
    #expect(try refusal(months: 121) == .monthsOutOfRange(121))
  }

  @Test func `the last month is one that four digits of a year can write`() throws {
    func months(_ asOf: String, _ months: Int, _ rows: [String]) throws -> [String] {
      let asOf = try Fixture.day(asOf)
      let history = try Fixture.history(
        asOf: asOf, months: months, firstDay: asOf.adding(days: -62)
      ) { Fixture.daily("new", $0) }
      let input = ForecastInput(book: try Fixture.simBook(), asOf: asOf, months: months)
      let forecast = try Forecast(from: history, input)
      #expect(forecast.months.map(\.month.description) == rows)
      return rows
    }
    _ = try months("9999-11-01", 2, ["9999-11", "9999-12"])
    _ = try months("9999-12-31", 1, ["9999-12"])
    let late = ForecastRefusal.horizonTooLate(asOf: try Fixture.day("9999-12-01"), months: 2)
    #expect(throws: late) { try months("9999-12-01", 2, []) }
    #expect(late.explanation == "2 months from 9999-12-01 on would end after 9999-12")
    #expect(late.code == "horizon-too-late" && !late.isOfTheLog)
  }

  @Test func `a plan that would begin after the last month is refused as well`() throws {
    let text = """
      {"schema": "tollbook.scenario/1", "features": [{"name": "f", "model": "new",
      "calls_per_active_user_per_day": 1, "input_tokens": 1, "output_tokens": 1}]}
      """
    let plan = try Scenario(parsing: Array(text.utf8), file: "plan.json")
    func forecast(_ asOf: String) throws -> Forecast {
      try Forecast(
        of: plan,
        ForecastInput(
          book: try Fixture.simBook(), asOf: try Fixture.day(asOf), months: 1, users: .constant(1)))
    }
    #expect(try forecast("9999-12-01").months.count == 1)
    let day = try Fixture.day("9999-12-02")
    #expect(throws: ForecastRefusal.horizonTooLate(asOf: day, months: 1)) {
      try forecast("9999-12-02")
    }
  }

  @Test func `a log without usage in the newest window`() throws {
    let days = try Fixture.day("2026-10-31")..<Fixture.day("2026-12-01")
    let found = try refusal { _ in [] }
    #expect(found == .noUsage(days))
    #expect(found?.explanation == "there is no usage from 2026-10-31 to 2026-11-30")
    let input = ForecastInput(
      book: try Fixture.simBook(), asOf: try Fixture.day("2026-12-01"), months: 1)
    #expect(throws: ForecastRefusal.noUsageBefore(input.asOf)) {
      try Forecast(
        from: UsageHistory(usage: .none(input.asOf..<input.asOf), firstDay: input.asOf), input)
    }
  }

  @Test func `fewer users than none`() throws {
    #expect(try refusal(users: .constant(-5)) == .negativeMAU(-5))
    #expect(try refusal(users: .constant(0)) == nil)
    let minusOne = try Fixture.factor("-1")
    let less = try Fixture.factor("-1.000001")
    #expect(try refusal(users: .growth(from: 5, perMonth: minusOne)) == nil)
    #expect(try refusal(users: .growth(from: 5, perMonth: less)) == .growthTooLow(less))
    #expect(try refusal(users: .growth(from: -1, perMonth: minusOne)) == .negativeMAU(-1))
    #expect(try refusal(users: .scale(minusOne)) == .negativeScale(minusOne))
  }

  @Test func `a path that begins after the forecast`() throws {
    let january = try #require(Month("2027-01"))
    let december = try #require(Month("2026-12"))
    #expect(try refusal(users: .path([january: 10])) == .noMAU(december))
  }

  @Test func `a token ratio of nothing`() throws {
    #expect(
      try refusal(ratios: ["new": "0"])
        == .badTokenRatio(model: "new", try Fixture.factor("0")))
  }

  @Test func `a token ratio of a name that no seller has`() throws {
    #expect(try refusal(ratios: ["nwe": "1.2"]) == .unknownTokenRatio(model: "nwe"))
    // A model that nothing moves to is known all the same: that is a warning.
    #expect(try refusal(ratios: ["new": "1.2"]) == nil)
  }

  @Test func `figures too large to be exact are refused, not wrong`() throws {
    // The most tokens that can be counted, for the most users there can be.
    let asOf = try Fixture.day("2026-12-01")
    let days = asOf.adding(days: -31)..<asOf
    let history = try Fixture.history(asOf: asOf, months: 1, firstDay: days.lowerBound, users: 5) {
      $0.isEmpty ? [] : [Fixture.row("intro", [.textInput: .max], on: days.lowerBound)]
    }
    let input = ForecastInput(
      book: try Fixture.simBook(), asOf: asOf, months: 1, users: .constant(.max))
    #expect(throws: ForecastRefusal.outOfRange) {
      try Forecast(from: history, input)
    }
  }

  @Test func `names in a circle are refused with the price book already`() throws {
    #expect(throws: PriceBookError.self) {
      try Fixture.book([
        Fixture.model(
          "a", [Fixture.price("1", nil, "4")],
          [Fixture.end("error", "2026-12-11", successor: "b")]),
        Fixture.model(
          "b", [Fixture.price("1", nil, "4")],
          [Fixture.end("error", "2026-12-21", successor: "a")]),
      ])
    }
  }

  @Test func `every refusal says in two lines what is wrong and what to do`() throws {
    let day = try Fixture.day("2026-12-01")
    let month = try #require(Month("2026-12"))
    let factor = try Fixture.factor("-2")
    let all: [ForecastRefusal] = [
      .tooFewDays(6), .tooFewUsers(4), .noPastMonth, .levelOutOfRange(0),
      .nothingLeft(day..<day.adding(days: 1), [ForecastExclusion(user: "u", days: nil)]),
      .noUsageBefore(day),
      .nobodyLeft([ForecastExclusion(user: "u", days: nil)]),
      .horizonTooLate(asOf: day, months: 1),
      .monthsOutOfRange(0), .noUsage(nil), .noUsage(day..<day.adding(days: 31)),
      .noUserIDs(withoutUser: 2, requests: 2), .noUserIDs(withoutUser: 1, requests: 2),
      .noPastUsage(nil), .noPastUsage(day..<day.adding(days: 31)),
      .noPastUserIDs(withoutUser: 1, requests: 2), .scenarioNeedsMAU, .noMAU(month),
      .negativeMAU(-5), .negativeScale(factor),
      .growthTooLow(factor), .badTokenRatio(model: "m", factor),
      .unknownTokenRatio(model: "m"),
      .retiredWithoutSuccessor(provider: .openAI, model: "m", day: day), .outOfRange,
    ]
    for refusal in all {
      let lines = refusal.description.split(separator: "\n")
      #expect(lines.count == 2, "\(refusal)")
      #expect(lines.first?.last != "." && lines.last?.last == ".", "\(refusal)")
      #expect(refusal.remedyOfThePast.last == ".", "\(refusal)")
    }
  }

  @Test(arguments: [
    (ForecastRefusal.tooFewDays(1), "1 day of usage is too few for a forecast"),
    (.tooFewDays(6), "6 days of usage are too few for a forecast"),
    (.tooFewUsers(1), "1 user is too few to know what an average one costs"),
    (.tooFewUsers(0), "0 users are too few to know what an average one costs"),
    (.noUserIDs(withoutUser: 1, requests: 2), "1 of 2 requests names no user"),
    (.noUserIDs(withoutUser: 1000, requests: 1001), "1,000 of 1,001 requests name no user"),
    (.monthsOutOfRange(1), "1 month cannot be forecast"),
  ])
  func `one thing is not several`(_ refusal: ForecastRefusal, _ words: String) {
    #expect(refusal.explanation.hasPrefix(words), "\(refusal.explanation)")
  }

  @Test func `nor is it in a warning`() throws {
    let day = try Fixture.day("2026-12-01")
    let words: [(ForecastWarning, String)] = [
      (.shortLog(days: 1, month: 31), "short log: 1 day stands for 31;"),
      (.beyondEvidence(planned: 1204, seen: 1), "1,204 users are planned, 1 was seen;"),
      (.fewUsers(users: 1, percent: 60), "the range is wide because 1 user is 60 % of the cost"),
      (
        .lowEvidence(effectiveUsers: 1, planned: 9), "the users seen count as 1 equal one and 9 are"
      ),
      (.standInUsers(requests: 1, of: 1), "1 of 1 request names no user and counts by its key"),
      (.oldBook(.openAI, asOf: day, days: 1), "the prices of openai are of 2026-12-01, 1 day old"),
    ]
    for (warning, beginning) in words {
      #expect(warning.description.hasPrefix(beginning), "\(warning)")
    }
  }
}
