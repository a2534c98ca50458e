import Foundation
import TestSupport
import Testing
import TollbookKit

/// Levers on a ledger: what is taken from single requests, and a forecast under them.
struct LeverTests {
  /// A ledger of reference requests: 1000 tokens in and 500 out on gemini-2.5-flash, so many for
  /// each of ten users on each day of October and November 2026.
  private func tollbook(callsADay calls: Int) throws -> Tollbook {
    let folder = try temporaryDirectory()
    var text = ""
    for day in 0..<61 {
      let date = try #require(Day("2026-10-01")).adding(days: day)
      for user in 0..<10 {
        for call in 0..<calls {
          text +=
            #"{"time":"\#(date)T0\#(call):00:00Z","request_id":"\#(day)-\#(user)-\#(call)","#
            + #""provider":"google-gemini-api","model":"gemini-2.5-flash","user":"u\#(user)","#
            + #""usageMetadata":{"promptTokenCount":1000,"candidatesTokenCount":500,"#
            + #""totalTokenCount":1500}}"# + "\n"
        }
      }
    }
    try text.write(toFile: folder + "/usage.jsonl", atomically: true, encoding: .utf8)
    let tollbook = Tollbook(
      ledgerPath: folder + "/ledger.db", book: try PriceBook.bundled(),
      now: try #require(Instant(iso8601: "2026-11-30T12:00:00Z")))
    _ = try tollbook.importLogs([folder + "/usage.jsonl"])
    return tollbook
  }

  private func scenario(_ levers: String) throws -> Scenario {
    let text = #"{"schema": "tollbook.scenario/2", "levers": [\#(levers)]}"#
    return try Scenario(parsing: Array(text.utf8), file: "levers.json")
  }

  @Test func `what single requests say is taken from them`() throws {
    let tollbook = try tollbook(callsADay: 4)
    let levers = """
      {"lever": "user_cap", "calls_per_day": 3}, {"lever": "output_cap", "tokens": 200},
      {"lever": "response_cache", "refresh_hours": 2}
      """
    let (whatIf, period) = try tollbook.whatIf(try scenario(levers))
    // Thirty days before today, which is not over.
    #expect(period.from == Instant(iso8601: "2026-10-31T00:00:00Z"))
    // 30 × 10 × 4 requests of 1000 × 0.30 + 500 × 2.50 = 1550 millionths.
    #expect(whatIf.today.decimal == "1.86")
    // 300 of 500 tokens of each answer; two of four calls, at 0 and 2 hours; one of four.
    #expect(whatIf.lines.map(\.lever.name) == [.responseCache, .outputCap, .userCap])
    #expect(whatIf.lines.map(\.effect.saved.lowerBound.decimal) == ["0.93", "0.9", "0.465"])
    // Whichever call is over the cap, two others are two hours apart: 0.5 × 800 of 1550.
    #expect(whatIf.together?.cost.lowerBound.decimal == "0.48")
  }

  @Test func `a cap meets the longer answers of another model`() throws {
    let tollbook = try tollbook(callsADay: 1)
    let levers = """
      {"lever": "model_share",
       "to": [{"model": "gemini-2.5-pro", "share": 1, "token_ratio": 2}]},
      {"lever": "output_cap", "tokens": 600}
      """
    let (whatIf, _) = try tollbook.whatIf(try scenario(levers), at: Day("2026-11-30"))
    #expect(whatIf.unsaid.map(\.reason.reason) == ["there is no answer that is longer"])
    #expect(whatIf.unsaid.map(\.actsTogether) == [true])
    // 300 requests of 2000 × 1.25 + 600 × 10 = 8500 millionths.
    #expect(whatIf.together?.cost.lowerBound.decimal == "2.55")
  }

  @Test func `a cap on calls leaves the usage of those who stay under it`() throws {
    let folder = try temporaryDirectory()
    func line(_ id: String, _ user: String, _ model: String) -> String {
      #"{"time":"2026-11-29T08:00:00Z","request_id":"\#(id)","provider":"google-gemini-api","#
        + #""model":"\#(model)","user":"\#(user)","usageMetadata":{"promptTokenCount":1000,"#
        + #""candidatesTokenCount":500,"totalTokenCount":1500}}"# + "\n"
    }
    var text = ""
    for call in 0..<20 { text += line("b\(call)", "bot", "gemini-2.5-flash") }
    for user in 0..<5 { text += line("u\(user)", "u\(user)", "gemini-2.5-pro") }
    try text.write(toFile: folder + "/usage.jsonl", atomically: true, encoding: .utf8)
    let tollbook = Tollbook(
      ledgerPath: folder + "/ledger.db", book: try PriceBook.bundled(),
      now: try #require(Instant(iso8601: "2026-11-30T12:00:00Z")))
    _ = try tollbook.importLogs([folder + "/usage.jsonl"])
    let day = Period(
      from: Instant(iso8601: "2026-11-29T00:00:00Z"),
      until: Instant(iso8601: "2026-11-30T00:00:00Z"))
    let (whatIf, _) = try tollbook.whatIf(
      try scenario(#"{"lever": "user_cap", "calls_per_day": 5}"#), period: day,
      at: Day("2026-11-30"))
    // 15 of the bot's 20 calls at 1550 millionths, thirty times.
    #expect(whatIf.lines.map(\.effect.saved.lowerBound.decimal) == ["0.6975"])
  }

  @Test func `a forecast under levers learns from what they leave, of the same users`() throws {
    let tollbook = try tollbook(callsADay: 2)
    var question = ForecastQuestion()
    question.months = 1
    question.asOf = Day("2026-12-01")
    question.valuation = .day(try #require(Day("2026-11-30")))
    let plain = try tollbook.forecast(question)
    question.levers = try scenario(#"{"lever": "user_cap", "calls_per_day": 1}"#).levers
    let half = try tollbook.forecast(question)
    #expect(half.months[0].mau == plain.months[0].mau)
    #expect(plain.total > .zero)
    // Each is rounded once, to 10⁻¹² USD.
    #expect((half.total + half.total - plain.total).picodollars.magnitude <= 2)
    #expect(half.warnings.contains(.lever(.userCap, says: "at most 1 call a user and day")))
  }

  @Test(arguments: [
    #"{"lever": "user_cap", "calls_per_day": 0}"#, #"{"lever": "response_cache", "hit_rate": 1}"#,
  ])
  func `levers that leave nothing are named, not the log`(_ lever: String) throws {
    let tollbook = try tollbook(callsADay: 1)
    var question = ForecastQuestion()
    question.levers = try scenario(lever).levers
    let error = #expect(throws: TollbookError.self) { _ = try tollbook.forecast(question) }
    #expect(error?.kind == .inputData)
    #expect(
      error?.message == "levers.json:1: levers[0].lever: the levers take all of the usage away, "
        + "and nothing is left to look at")
  }

  @Test func `a lever that cannot be moved on a plan is a fault of the file`() throws {
    let plan = """
      {"schema": "tollbook.scenario/2", "features": [{"name": "chat", "model": "gemini-2.5-flash",
      "calls_per_active_user_per_day": 3, "input_tokens": 600, "output_tokens": 400}],
      "levers": [{"lever": "context_cache", "share": "0.5"}]}
      """
    var question = ForecastQuestion()
    question.users = .constant(20)
    let tollbook = Tollbook(
      ledgerPath: try temporaryDirectory() + "/none.db", book: try PriceBook.bundled(),
      now: try #require(Instant(iso8601: "2026-11-30T12:00:00Z")))
    let error = #expect(throws: TollbookError.self) {
      _ = try tollbook.forecast(
        of: try Scenario(parsing: Array(plan.utf8), file: "plan.json"), question)
    }
    #expect(error?.kind == .inputData)
    // A plan begins with the next whole month, in which requests are answered by the successor.
    #expect(
      error?.message == "plan.json:3: levers[0].lever: the lever context_cache cannot be moved: "
        + "gemini-3.5-flash-lite, which answers for gemini-2.5-flash, caches nothing below 4,096 "
        + "tokens, and 300 of a prompt would be cached")
  }

  @Test func `levers of one name are told apart by what they do and to what`() throws {
    let tollbook = try tollbook(callsADay: 1)
    let lever = #"{"lever": "model_share", "to": [{"model": "#
    let scenario = try scenario(
      lever + #""gemini-2.5-flash-lite", "share": "0.5"}], "#
        + #""where": {"model": "gemini-2.5-flash"}}, "# + lever
        + #""gemini-2.5-pro", "share": "0.25"}]}"#)
    let half = "50 % to gemini-2.5-flash-lite (model gemini-2.5-flash)"
    let notes = try tollbook.whatIfReport(scenario).notes
    let moving = "assumed: requests of every length are as likely to move as others"
    #expect(notes.contains("model share: \(half): \(moving)"))
    #expect(notes.contains("model share: 25 % to gemini-2.5-pro: \(moving)"))
    var question = ForecastQuestion()
    question.levers = scenario.levers
    let words = try tollbook.forecast(question).warnings.map(\.description)
    #expect(
      words.contains(
        "model share: assumed of \(half): requests of every length are as likely to move as "
          + "others"))
    // One by itself needs no more than its name.
    let alone = try tollbook.whatIfReport(
      try self.scenario(lever + #""gemini-2.5-pro", "share": "0.25"}]}"#)
    ).notes
    #expect(alone.contains("model share: \(moving)"))
  }

  @Test func `under levers requests as they are left and as they were recorded are told apart`()
    throws
  {
    let folder = try temporaryDirectory()
    var text = ""
    // Ten requests a day from 2026-11-01 on, one of them without a user.
    for day in 1...29 {
      for call in 0..<10 {
        text +=
          #"{"time":"2026-11-\#(day < 10 ? "0" : "")\#(day)T0\#(call):00:00Z","#
          + #""request_id":"\#(day)-\#(call)","provider":"google-gemini-api","#
          + #""model":"gemini-2.5-flash","# + (call == 0 ? "" : #""user":"u\#(call)","#)
          + #""usageMetadata":{"promptTokenCount":1000,"candidatesTokenCount":500,"#
          + #""totalTokenCount":1500}}"# + "\n"
      }
    }
    try text.write(toFile: folder + "/usage.jsonl", atomically: true, encoding: .utf8)
    let tollbook = Tollbook(
      ledgerPath: folder + "/ledger.db", book: try PriceBook.bundled(),
      now: try #require(Instant(iso8601: "2026-11-30T12:00:00Z")))
    _ = try tollbook.importLogs([folder + "/usage.jsonl"])
    var question = ComparisonQuestion([ComparisonCandidate(model: "gemini-2.5-pro")])
    let plain = try tollbook.compare(question).notes
    #expect(plain.contains { $0.hasPrefix("recorded: 290 requests in 29 days;") })
    #expect(plain.contains { $0.hasPrefix("29 of 290 requests name no user:") })
    question.levers = try scenario(#"{"lever": "response_cache", "hit_rate": "0.5"}"#).levers
    let notes = try tollbook.compare(question).notes
    #expect(notes.contains { $0.hasPrefix("under the levers: 145 requests in 29 days;") })
    #expect(notes.contains { $0.hasPrefix("29 of 290 recorded requests name no user:") })
  }

  @Test func `a scenario that cannot be used says so`() throws {
    let tollbook = try tollbook(callsADay: 1)
    let error = #expect(throws: TollbookError.self) {
      var question = ForecastQuestion()
      question.levers = try scenario(#"{"lever": "user_cap", "calls_per_day": 5}"#).levers
      _ = try tollbook.forecast(question)
    }
    #expect(
      error?.message == "levers.json:1: levers[0].lever: the lever user_cap cannot be moved: there "
        + "is nobody who makes more calls than that in a day")
    let plan = """
      {"schema": "tollbook.scenario/2", "features": [{"name": "chat", "model": "gemini-2.5-flash",
      "calls_per_active_user_per_day": 1, "input_tokens": 1, "output_tokens": 1}]}
      """
    let none = #expect(throws: TollbookError.self) {
      try tollbook.whatIf(try Scenario(parsing: Array(plan.utf8), file: "plan.json"))
    }
    #expect(none?.message == "plan.json: the scenario has no levers")
  }
}
