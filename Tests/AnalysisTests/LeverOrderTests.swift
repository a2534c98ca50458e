import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// Levers beside each other: what one leaves is what the next one counts, and nothing counts twice.
@Suite struct LeverOrderTests {
  private func whatIf(
    _ rows: [RollupRow], _ levers: String, _ evidence: LeverEvidence = LeverEvidence()
  ) throws -> WhatIf {
    try WhatIf(
      WhatIfInput(
        book: try LeverFixture.book(), rows: rows, days: 30, at: try Fixture.day("2026-11-30"),
        evidence: evidence, levers: try LeverFixture.levers(levers)))
  }

  private func mistakes(_ levers: String) -> [InputFileProblem] {
    do {
      _ = try LeverFixture.levers(levers)
      return []
    } catch {
      return (error as? InputFileError)?.problems ?? []
    }
  }

  /// What 100 users of one feature cost in December 2026: 1,000 tokens in and 800 out a call.
  private func cost(calls: Int, _ levers: String) throws -> String {
    let text = """
      {"schema": "tollbook.scenario/2", "features": [{"name": "chat", "model": "gemini-2.5-toy",
      "calls_per_active_user_per_day": \(calls), "input_tokens": 1000, "output_tokens": 800}],
      "levers": [\(levers)]}
      """
    do {
      return try Forecast(
        of: try Scenario(parsing: Array(text.utf8), file: "app.json"),
        ForecastInput(
          book: try LeverFixture.book(), asOf: try Fixture.day("2026-12-01"), months: 1,
          users: .constant(100))
      ).months[0].cost.decimal
    } catch ForecastRefusal.lever(let refusal) {
      return refusal.reason
    }
  }

  @Test func `a cap takes calls from the usage of those who are over it`() throws {
    // A bot makes 100 calls of one model; five others one call each of another.
    let bot = try LeverFixture.row([.textInput: 10_000], requests: 100)
    let people = try LeverFixture.row([.textInput: 500], requests: 5, model: "plain")
    var evidence = LeverEvidence()
    evidence.addCalls([100: 100], under: 5, of: bot.series)
    evidence.addCalls([1: 5], under: 5, of: people.series)
    #expect(
      try LeverFixture.moved(
        [bot, people], #"{"lever": "user_cap", "calls_per_day": 5}"#, evidence
      ).lines == ["gemini-2.5-toy standard 5: text_input 500", "plain standard 5: text_input 500"])
  }

  @Test func `each call of a day is as likely to be over the cap`() throws {
    // One made six calls of one and two of another model; somebody else two of the first.
    let one = try LeverFixture.row([.textInput: 800], requests: 8)
    let other = try LeverFixture.row([.textInput: 200], requests: 2, model: "plain")
    var evidence = LeverEvidence()
    evidence.addCalls([8: 6, 2: 2], under: 4, of: one.series)
    evidence.addCalls([8: 2], under: 4, of: other.series)
    // Half of the six and of the two, and the two whole.
    #expect(
      try LeverFixture.moved(
        [one, other], #"{"lever": "user_cap", "calls_per_day": 4}"#, evidence
      ).lines == ["gemini-2.5-toy standard 5: text_input 500", "plain standard 1: text_input 100"])
  }

  @Test func `days of two hundred lengths have no common denominator, and a share all the same`()
    throws
  {
    let row = try LeverFixture.row([.textInput: 200_000_000], requests: 200)
    var evidence = LeverEvidence()
    let days = Dictionary(uniqueKeysWithValues: (1...200).map { (Int64($0), Int64(1)) })
    evidence.addCalls(days, under: 1, of: row.series)
    // 1 + 1/2 + … + 1/200 = 5.878030948 calls.
    #expect(
      try LeverFixture.moved([row], #"{"lever": "user_cap", "calls_per_day": 1}"#, evidence).lines
        == ["gemini-2.5-toy standard 6: text_input 5878031"])
  }

  @Test func `a lever may act on what another one makes`() throws {
    let rows = [try LeverFixture.row([.textInput: 1_000_000], requests: 10)]
    let short =
      #"{"lever": "prompt_shortening", "shorter_by": "0.5", "#
      + #""where": {"model": "gemini-3-toy"}}"#
    let share = #"{"lever": "model_share", "to": [{"model": "gemini-3-toy", "share": "0.5"}]}"#
    let result = try whatIf(rows, short + "," + share)
    #expect(result.lines.map(\.lever.name) == [.modelShare])
    #expect(result.unsaid.map(\.name) == [.promptShortening])
    #expect(result.unsaid.map(\.reason.reason) == ["no usage has model gemini-3-toy"])
    #expect(result.unsaid.map(\.actsTogether) == [true])
    // Half at 1 USD, and half of the other half at 2.
    #expect(result.together?.cost.lowerBound.decimal == "1")
    #expect(result.together?.levers.map(\.name) == [.modelShare, .promptShortening])
    // By itself it finds nothing, and there is nothing together.
    let alone = try whatIf(rows, short)
    #expect(alone.together == nil)
    #expect(alone.unsaid.map(\.actsTogether) == [false])
  }

  @Test(arguments: [
    #""output_cap", "tokens": 500"#, #""user_cap", "calls_per_day": 7"#,
    #""retries", "attempts_per_success": 1"#, #""response_cache", "hit_rate": "0.5""#,
    #""image_size", "from": {"resolution": "high"}, "to": {"resolution": "low"}"#,
    #""history", "keep_turns": 3"#, #""context_cache", "share": "0.5""#,
  ])
  func `what is counted in the log is not saved twice`(_ lever: String) {
    func twice(_ one: String, _ other: String) -> String {
      #"{"lever": \#(lever)\#(one)},"# + "\n" + #"{"lever": \#(lever)\#(other)}"#
    }
    for (one, other) in [
      ("", ""), ("", #", "where": {"feature": "chat"}"#),
      (#", "where": {"model": "a"}"#, #", "where": {"feature": "chat"}"#),
      (
        #", "where": {"model": "a", "feature": "chat"}"#,
        #", "where": {"feature": "chat", "platform": "ios"}"#
      ),
    ] {
      let problems = mistakes(twice(one, other))
      #expect(problems.map(\.place.path) == ["levers[1].lever"])
      #expect(problems.map(\.place.line) == [2])
      let says = "twice for the same usage: what the one in line 1 saves would be counted again"
      #expect(problems.first?.explanation.hasSuffix(says) == true)
      #expect(
        problems.first?.remedy == "Give one of them, or \"where\"s that exclude each other.")
    }
    #expect(
      mistakes(
        twice(
          #", "where": {"feature": "chat", "model": "a"}"#,
          #", "where": {"feature": "find", "model": "a"}"#)
      ).isEmpty)
  }

  @Test(arguments: [
    #""on_device", "share": "0.5""#, #""service_tier", "batch_share": "0.5""#,
    #""prompt_shortening", "shorter_by": "0.5""#,
    #""model_share", "to": [{"model": "plain", "share": "0.5"}]"#,
  ])
  func `shares of what is left may come one after the other`(_ lever: String) {
    #expect(mistakes(#"{"lever": \#(lever)}, {"lever": \#(lever)}"#).isEmpty)
  }

  @Test func `an answer is made anew as often, however few calls a cap leaves`() throws {
    let row = try LeverFixture.row([.textInput: 1000], requests: 100)
    var evidence = LeverEvidence()
    evidence.addCalls([2: 100], under: 1, of: row.series)
    let hours = try Fixture.factor("6")
    evidence.addRefreshes(hours: hours, of: row.series, due: 40, requests: 100)
    let levers = """
      {"lever": "user_cap", "calls_per_day": 1}, {"lever": "response_cache", "refresh_hours": 6}
      """
    // Fifty calls are left, and up to forty answers are too old: not forty in a hundred of fifty.
    #expect(
      try LeverFixture.moved([row], levers, evidence).lines
        == ["gemini-2.5-toy standard 40: text_input 400"])
    let parsed = try LeverFixture.levers(levers)
    let said =
      "under the cap on calls as many answers are made anew as without it: it saves that "
      + "much at least"
    #expect(parsed[1].assumptions(among: parsed).last == said)
    #expect(!parsed[1].assumptions(among: [parsed[1]]).contains(said))
  }

  @Test func `a plan's answers are made anew for the calls that a cap leaves`() throws {
    let cache = #", {"lever": "response_cache", "refresh_hours": 12}"#
    // A call is 1000 × 1 + 800 × 4 = 4200 millionths; 100 users and 31 days: 13.02 USD.
    #expect(try cost(calls: 4, #"{"lever": "user_cap", "calls_per_day": 2}"#) == "26.04")
    // Two calls a day are twelve hours apart.
    #expect(
      try cost(calls: 4, #"{"lever": "user_cap", "calls_per_day": 2}"# + cache)
        == "there is no request that comes sooner than that")
    // Three calls, and four of those who pay: two answers a day each.
    let half = #"{"lever": "user_cap", "calls_per_day": 3, "paid_share": "0.5"}"#
    #expect(try cost(calls: 4, half + cache) == "26.04")
    // Half of them make one call, and the others need two answers: 1.5.
    let one = #"{"lever": "user_cap", "calls_per_day": 1, "paid_share": "0.5"}"#
    #expect(try cost(calls: 4, one + cache) == "19.53")
  }

  @Test func `a cap meets answers as long as the new model makes them`() throws {
    let levers = """
      {"lever": "model_share",
       "to": [{"model": "gemini-3-toy", "share": 1, "token_ratio": 2}]},
      {"lever": "output_cap", "tokens": 1000}
      """
    let row = try LeverFixture.row([.textOutput: 8000], requests: 10)
    var evidence = LeverEvidence()
    // Ten answers of 800 become 1,600: the cap is at 500 recorded tokens of each.
    evidence.addOutputs(
      cap: AnswerCap(500), of: row.series, over: 0, text: (5000, 8000), thinking: (0, 0),
      cut: (10, 10))
    #expect(
      try LeverFixture.moved([row], levers, evidence).lines
        == ["gemini-3-toy standard 10: text_output 10000"])
    // 2000 × 2 + 1000 × 8 = 12,000 millionths × 3,100.
    #expect(try cost(calls: 1, levers) == "37.2")
  }

  @Test(arguments: [
    ("1.1", 10_000, 11), ("2", 500, 1), ("0.5", 2000, 1),
    // 1000 ÷ 0.333333 = 3000.003000003…: in thousandths.
    ("0.333333", 3_000_003, 1000),
  ])
  func `answers are asked for as the old model counts them`(
    _ ratio: String, _ parts: Int64, _ partsOfToken: Int64
  ) throws {
    let levers = try LeverFixture.levers(
      """
      {"lever": "output_cap", "tokens": 1000}, {"lever": "model_share",
       "to": [{"model": "plain", "share": "0.5", "token_ratio": "\(ratio)"}]}
      """)
    let caps = Lever.questions(of: levers).compactMap { question -> [Int64]? in
      guard case .outputs(let cap) = question else { return nil }
      return [cap.parts, cap.partsOfToken]
    }
    #expect(Set(caps) == [[1000, 1], [parts, partsOfToken]])
  }

  @Test func `requests in sums are said to be of unknown times`() throws {
    let row = try LeverFixture.row([.textInput: 1000], requests: 100)
    var evidence = LeverEvidence()
    let hours = try Fixture.factor("6")
    evidence.addRefreshes(hours: hours, of: row.series, due: 40, requests: 100, inSums: 60)
    let usage = try LeverFixture.moved(
      [row], #"{"lever": "response_cache", "refresh_hours": 6}"#, evidence)
    #expect(usage.notes == [LeverNote(kind: .timesInSums, requests: 60)])
    #expect(
      usage.remarks.map(\.description) == [
        "response cache: 60 requests are recorded as sums, whose single times are not known"
      ])
  }

  @Test func `answers in sums are said to be of unknown sizes`() throws {
    let row = try LeverFixture.row([.textOutput: 900], requests: 10)
    func evidence(left: Int64, cut: Int64) -> LeverEvidence {
      var evidence = LeverEvidence()
      evidence.addOutputs(
        cap: AnswerCap(100), of: row.series, over: 0, text: (left, 900), thinking: (0, 0),
        cut: (cut, 10), inSums: 8)
      return evidence
    }
    let lever = #"{"lever": "output_cap", "tokens": 100}"#
    let notes = try LeverFixture.moved([row], lever, evidence(left: 800, cut: 2)).notes
    #expect(notes.contains(LeverNote(kind: .recordedAsSums, requests: 8)))
    #expect(throws: LeverRefusal.impossible(.outputCap, .recordedAsSums)) {
      try LeverFixture.moved([row], lever, evidence(left: 900, cut: 0))
    }
  }
}
