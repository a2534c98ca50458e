import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// What levers save: ranked, alone and together.
@Suite struct WhatIfTests {
  private func whatIf(
    _ rows: [RollupRow], _ levers: String?, days: DayCount = 15,
    _ evidence: LeverEvidence = LeverEvidence()
  ) throws -> WhatIf {
    try WhatIf(
      WhatIfInput(
        book: try LeverFixture.book(), rows: rows, days: days, at: try Fixture.day("2026-11-30"),
        evidence: evidence, levers: try levers.map { try LeverFixture.levers($0) }))
  }

  @Test func `a month is thirty days of what was recorded`() throws {
    // 15 days: 1,000,000 in and 100,000 out are 1 + 0.4 USD, so a month is 2.80.
    let rows = try (0..<10).map { day in
      try LeverFixture.row(
        [.textInput: 100_000, .textOutput: 10_000], requests: 20, day: day - 10)
    }
    let result = try whatIf(
      rows,
      """
      {"lever": "prompt_shortening", "shorter_by": "0.2"},
      {"lever": "service_tier", "batch_share": "0.5"},
      {"lever": "response_cache", "hit_rate": "0.3"}
      """)
    #expect(result.today.decimal == "2.8")
    // A third less is 0.84; half as a batch saves a quarter; a fifth of 2.00 of text.
    #expect(result.lines.map(\.lever.name) == [.responseCache, .serviceTier, .promptShortening])
    #expect(result.lines.map(\.effect.saved.lowerBound.decimal) == ["0.84", "0.7", "0.4"])
    #expect(result.lines.map(\.effect.cost.lowerBound.decimal) == ["1.96", "2.1", "2.4"])
    // 0.7 × (1.6 + 0.8) × 0.75 = 1.26: together less than the sum.
    #expect(result.together?.cost.lowerBound.decimal == "1.26")
    #expect(result.together?.saved.lowerBound.decimal == "1.54")
    #expect(result.usage == UsageAmount(requests: 200, tokens: 1_100_000))
  }

  @Test func `two readings of the documentation are a range`() throws {
    let rows = [try LeverFixture.row([.imageInput: 1_000_000], requests: 1)]
    let result = try whatIf(
      rows,
      """
      {"lever": "image_size", "from": {"width": 4032, "height": 3024},
      "to": {"width": 1024, "height": 1024}}
      """, days: 30)
    // Four tiles before and after, or 24 before: between nothing and five sixths.
    #expect(result.lines[0].effect.saved.lowerBound == .zero)
    #expect(result.lines[0].effect.saved.upperBound.decimal == "0.833333333333")
  }

  @Test func `keeping a cache costs, and may cost more than it saves`() throws {
    let rows = [try LeverFixture.row([.textInput: 10_000], requests: 2)]
    let result = try whatIf(
      rows, #"{"lever": "context_cache", "share": 1, "storage_hours_per_day": 24}"#, days: 30)
    // 0.01 USD of text becomes 0.001, and 5,000 tokens are kept for 720 hours: 3.60 USD.
    #expect(result.lines[0].effect.cost.lowerBound.decimal == "3.601")
    #expect(result.lines[0].effect.saved.lowerBound.decimal == "-3.591")
  }

  @Test func `without a scenario every lever is tried, and what cannot be said is said`() throws {
    let rows = [
      try LeverFixture.row([.textInput: 900_000, .textOutput: 90_000], requests: 90),
      try LeverFixture.row([.textInput: 60_000], requests: 10, model: "plain"),
    ]
    let result = try whatIf(rows, nil, days: 30)
    #expect(
      result.lines.map(\.lever.name).sorted { $0.rawValue < $1.rawValue }
        == [.contextCache, .modelShare, .onDevice, .promptShortening, .responseCache, .serviceTier])
    #expect(
      result.unsaid.map(\.name) == [.userCap, .retries, .history, .imageSize, .outputCap])
    // The cheaper model is gemini-2.5-toy: half of plain's 0.18 becomes half of 0.06.
    let share = try #require(result.lines.first { $0.lever.name == .modelShare })
    #expect(share.lever.setting == "50 % to gemini-2.5-toy")
    #expect(share.effect.saved.lowerBound.decimal == "0.06")
    #expect(share.effect.requests == 5)
  }

  @Test func `what has no price is left out before and after`() throws {
    let rows = [
      try LeverFixture.row([.textInput: 1_000_000], requests: 1),
      try LeverFixture.row([.textInput: 700], requests: 3, model: "gemini-9"),
    ]
    let result = try whatIf(rows, #"{"lever": "on_device", "share": "0.5"}"#, days: 30)
    #expect(result.today.decimal == "1")
    #expect(result.lines[0].effect.saved.lowerBound.decimal == "0.5")
    #expect(result.leftOut.requests == 3)
    #expect(result.leftOut.reasons == [.unknownModel(.googleGeminiAPI, model: "gemini-9")])
  }

  @Test func `a bill of which no price is known is refused, not zero`() throws {
    let unknown = try LeverFixture.row([.textInput: 700], requests: 3, model: "gemini-9")
    // What runs on a device is free; beside usage without a price that is no bill of zero.
    let device = Fixture.row(
      "apple-foundation-model", [.textInput: 50], on: try Fixture.day("2026-11-15"),
      provider: .onDevice)
    for rows in [[unknown], [unknown, device]] {
      let refusal = #expect(throws: LeverRefusal.self) { try whatIf(rows, nil) }
      #expect(
        refusal?.explanation == "nothing that has to be paid has a price on 2026-11-30, so no "
          + "saving can be computed")
      #expect(
        refusal?.remedy == "First of all: gemini-9 is not in the prices of google-gemini-api; add "
          + "it with --prices FILE.")
    }
    // Without it, nothing to pay is a bill of zero.
    let free = try whatIf([device], nil)
    #expect(free.today == .zero)
    let said = free.unsaid.filter { $0.name != .modelShare }.map(\.reason.reason)
    #expect(Set(said) == ["nothing is sent to a model off the users' devices"])
  }

  @Test func `a lever on usage without a price says that it has none`() throws {
    let rows = [
      try LeverFixture.row([.textInput: 1_000_000], requests: 1),
      try LeverFixture.row([.textInput: 700], requests: 3, model: "gemini-9"),
    ]
    let result = try whatIf(
      rows, #"{"lever": "on_device", "share": 1, "where": {"model": "gemini-9"}}"#)
    #expect(
      result.unsaid.map(\.reason.reason) == ["the usage that has model gemini-9 has no price"])
  }

  @Test func `a model in a lever that nobody sells is named, not free`() throws {
    let rows = [try LeverFixture.row([.textInput: 1_000_000], requests: 1)]
    let result = try whatIf(
      rows, #"{"lever": "model_share", "to": [{"model": "gemini-9", "share": 1}]}"#)
    #expect(result.lines.isEmpty)
    #expect(
      result.unsaid.map(\.reason)
        == [.unknownModel(.modelShare, model: "gemini-9", provider: nil)])
  }

  @Test func `a model that has ended is counted at its last price, and named`() throws {
    let rows = [try LeverFixture.row([.textInput: 1_000_000], requests: 3, model: "gone")]
    func whatIf(on day: String) throws -> WhatIf {
      try WhatIf(
        WhatIfInput(
          book: try Fixture.book([
            Fixture.model(
              "gone", [Fixture.price("1", nil, "4")], [Fixture.end("error", "2027-02-15")])
          ]), rows: rows, days: 30, at: try Fixture.day(day), evidence: LeverEvidence(),
          levers: try LeverFixture.levers(#"{"lever": "prompt_shortening", "shorter_by": 1}"#)))
    }
    let late = try whatIf(on: "2027-03-01")
    #expect(late.today.decimal == "1")
    #expect(late.ended.map(\.requests) == [3])
    #expect(
      late.ended.map(\.kind.description)
        == ["gone ends on 2027-02-15 without a successor; its last price is taken"])
    #expect(try whatIf(on: "2026-11-30").ended.isEmpty)
  }

  @Test func `a plan's features take levers too`() throws {
    func cost(_ levers: String) throws -> [String] {
      let text = """
        {"schema": "tollbook.scenario/2", "features": [{"name": "chat", "model": "gemini-2.5-toy",
        "calls_per_active_user_per_day": 10, "input_tokens": 1000, "output_tokens": 500}]\(levers)}
        """
      let forecast = try Forecast(
        of: try Scenario(parsing: Array(text.utf8), file: "app.json"),
        ForecastInput(
          book: try LeverFixture.book(), asOf: try Fixture.day("2026-12-01"), months: 1,
          users: .constant(100)))
      return forecast.months.map(\.cost.decimal)
    }
    // 100 × 10 × 31 requests of 1000 × 1 + 500 × 4 = 3000 millionths.
    #expect(try cost("") == ["93"])
    // Four of ten calls; 200 of 500 tokens; each answer serves four hours: six of ten calls.
    #expect(
      try cost(#", "levers": [{"lever": "user_cap", "calls_per_day": 4}]"#) == ["37.2"])
    #expect(try cost(#", "levers": [{"lever": "output_cap", "tokens": 200}]"#) == ["55.8"])
    #expect(
      try cost(#", "levers": [{"lever": "response_cache", "refresh_hours": 4}]"#) == ["55.8"])
    #expect(
      try cost(
        """
        , "levers": [{"lever": "output_cap", "tokens": 200},
        {"lever": "on_device", "share": "0.5", "where": {"feature": "chat"}}]
        """) == ["27.9"])
  }
}
