import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// Each lever on usage whose result can be worked out by hand.
@Suite struct LeverTests {
  private func moved(
    _ counts: [Meter: Int64], requests: Int, model: String = "gemini-2.5-toy", _ json: String,
    _ evidence: LeverEvidence = LeverEvidence()
  ) throws -> [String] {
    let row = try LeverFixture.row(counts, requests: requests, model: model)
    return try LeverFixture.moved([row], json, evidence).lines
  }

  @Test func `a cap takes the calls beyond it from those who do not pay`() throws {
    var evidence = LeverEvidence()
    // Two days of 5 calls and one of 30: 40 calls, of which 5 + 5 + 10 are under the cap.
    let series = try LeverFixture.row([:], requests: 1).series
    evidence.addCalls([5: 10, 30: 30], under: 10, of: series)
    let lever = #"{"lever": "user_cap", "calls_per_day": 10, "paid_share": "0.2"}"#
    // 0.2 + 0.8 × 20/40 = 0.6.
    #expect(
      try moved([.textInput: 1000, .textOutput: 500], requests: 40, lever, evidence)
        == ["gemini-2.5-toy standard 24: text_input 600, text_output 300"])
  }

  @Test func `a response cache answers its share, and anew when an answer is too old`() throws {
    let row = try LeverFixture.row([.textInput: 1000], requests: 100)
    var evidence = LeverEvidence()
    let hours = try Fixture.factor("24")
    evidence.addRefreshes(hours: hours, of: row.series, due: 40, requests: 100)
    func asked(_ settings: String) throws -> [String] {
      try LeverFixture.moved([row], #"{"lever": "response_cache", \#(settings)}"#, evidence).lines
    }
    #expect(
      try asked(#""hit_rate": "0.25""#) == ["gemini-2.5-toy standard 75: text_input 750"])
    #expect(try asked(#""refresh_hours": 24"#) == ["gemini-2.5-toy standard 40: text_input 400"])
    // Three of four repeat, but only six of ten come soon enough.
    #expect(
      try asked(#""hit_rate": "0.75", "refresh_hours": "24""#)
        == ["gemini-2.5-toy standard 40: text_input 400"])
    #expect(
      try asked(#""hit_rate": "0.25", "refresh_hours": "24""#)
        == ["gemini-2.5-toy standard 75: text_input 750"])
  }

  @Test func `attempts count as far as they are billed`() throws {
    let lever = """
      {"lever": "retries", "attempts_per_success": "1.1",
      "recorded_attempts_per_success": "1.4", "billed_share": "0.5"}
      """
    // (1 + 0.1 × 0.5) ÷ (1 + 0.4 × 0.5) = 1.05 ÷ 1.2 = 0.875.
    #expect(
      try moved([.textInput: 800], requests: 80, lever)
        == ["gemini-2.5-toy standard 70: text_input 700"])
    var evidence = LeverEvidence()
    let row = try LeverFixture.row([:], requests: 1)
    evidence.addIncomplete(of: row.series, incomplete: 10, requests: 110)
    // 110 requests for 100 answers: one attempt each leaves ten elevenths.
    #expect(
      try moved(
        [.textInput: 1100], requests: 110,
        #"{"lever": "retries", "attempts_per_success": 1}"#, evidence)
        == ["gemini-2.5-toy standard 100: text_input 1000"])
  }

  @Test func `requests on a device are counted there, and cost nothing`() throws {
    #expect(
      try moved(
        [.textInput: 1000, .thinking: 10], requests: 10,
        #"{"lever": "on_device", "share": "0.4"}"#)
        == [
          "gemini-2.5-toy standard 6: text_input 600, thinking 6",
          "apple-foundation-model standard 4: text_input 400, thinking 4",
        ])
  }

  @Test func `a share moves to another model with its token ratio`() throws {
    let lever = """
      {"lever": "model_share", "to": [{"model": "gemini-3-toy", "share": "0.5",
      "token_ratio": "1.2"}, {"model": "plain", "share": "0.1"}]}
      """
    // What plain has no cached price for is counted as fresh text.
    #expect(
      try moved([.textInput: 1000, .cachedTextInput: 400], requests: 10, lever) == [
        "gemini-2.5-toy standard 4: text_input 400, cached_text_input 160",
        "gemini-3-toy standard 5: text_input 600, cached_text_input 240",
        "plain standard 1: text_input 140",
      ])
  }

  @Test func `a conversation that forgets sends less again`() throws {
    // 100 of instructions, 50 of the user, 30 of the answer, five turns:
    // 150 + 230 + 310 + 390 + 470 = 1550; with one turn kept 150 + 4 × 230 = 1070.
    let lever = """
      {"lever": "history", "keep_turns": 1, "turns": 5, "system_tokens": 100}
      """
    #expect(
      try moved([.textInput: 3100, .textOutput: 300], requests: 10, lever)
        == ["gemini-2.5-toy standard 10: text_input 2140, text_output 300"])
    // Cached and fresh text shrink alike.
    #expect(
      try moved(
        [.textInput: 775, .cachedTextInput: 2325, .textOutput: 300], requests: 10, lever)
        == ["gemini-2.5-toy standard 10: text_input 535, cached_text_input 1605, text_output 300"])
  }

  @Test func `a history that is compressed pays for its summaries`() throws {
    let lever = """
      {"lever": "history", "compress_over_tokens": 100, "compressed_share": "0.25", "turns": 5,
      "system_tokens": 100}
      """
    // History after each turn: 80; 160 → 40; 120 → 30; 110 → 27.5. Prompts 150, 230, 190, 180 and
    // 177.5, summaries read 160 + 120 + 110 and write 97.5: 1317.5 in, three calls more.
    #expect(
      try moved([.textInput: 3100, .textOutput: 300], requests: 10, lever)
        == ["gemini-2.5-toy standard 16: text_input 2635, text_output 495"])
  }

  @Test func `a history that no conversation reaches changes nothing`() throws {
    #expect(throws: LeverRefusal.nothingToMove(.history)) {
      try moved(
        [.textInput: 3100, .textOutput: 300], requests: 10,
        #"{"lever": "history", "keep_turns": 4, "turns": 5, "system_tokens": 100}"#)
    }
  }

  @Test func `the turns of conversations may come from a label`() throws {
    // One conversation of three turns and one of one, all of 50 and 30: 50 + 130 + 210 + 50 = 440.
    let rows = [
      try LeverFixture.row(
        [.textInput: 390, .textOutput: 90], requests: 3, labels: ["session": "a"]),
      try LeverFixture.row(
        [.textInput: 50, .textOutput: 30], requests: 1, labels: ["session": "b"]),
    ]
    let usage = try LeverFixture.moved(rows, #"{"lever": "history", "keep_turns": 0}"#)
    // Nothing is sent again: 4 × 50 of 440, shared alike over both rows.
    let text = usage.rows.reduce(0) { $0 + $1.tokens[.textInput].value }
    #expect(text == 200)
  }

  @Test func `shorter prompts leave what is cached`() throws {
    #expect(
      try moved(
        [.textInput: 1000, .cachedTextInput: 500], requests: 10,
        #"{"lever": "prompt_shortening", "shorter_by": "0.3"}"#)
        == ["gemini-2.5-toy standard 10: text_input 700, cached_text_input 500"])
  }

  @Test func `a cap on answers takes what single requests had beyond it`() throws {
    let row = try LeverFixture.row([.textOutput: 900, .thinking: 300], requests: 10)
    var evidence = LeverEvidence()
    evidence.addOutputs(
      cap: AnswerCap(100), of: row.series, over: 0, text: (600, 900), thinking: (250, 300),
      cut: (4, 10))
    let usage = try LeverFixture.moved(
      [row], #"{"lever": "output_cap", "tokens": 100}"#, evidence)
    #expect(usage.lines == ["gemini-2.5-toy standard 10: text_output 600, thinking 250"])
    #expect(usage.notes == [LeverNote(kind: .cutsAnswers(percent: "40.0 %"), requests: 4)])
    // The answers are as long whoever gives them.
    let moved = try LeverFixture.moved(
      [row],
      """
      {"lever": "output_cap", "tokens": 100},
      {"lever": "model_share", "to": [{"model": "gemini-3-toy", "share": 1}]}
      """, evidence)
    #expect(moved.lines == ["gemini-3-toy standard 10: text_output 600, thinking 250"])
  }

  @Test func `a context cache is read at its price and kept for its hours`() throws {
    let row = try LeverFixture.row([.textInput: 50_000], requests: 10)
    let lever = """
      {"lever": "context_cache", "share": "0.8", "storage_hours_per_day": 24, "caches": 2}
      """
    let usage = try LeverFixture.moved([row], lever)
    #expect(
      usage.lines == ["gemini-2.5-toy standard 10: text_input 10000, cached_text_input 40000"])
    // Two caches of 4,000 tokens for 24 hours at 1 USD per million tokens and hour.
    let noon = try Fixture.day("2026-11-30").startUTC
    #expect(usage.storagePerDay(try LeverFixture.book(), at: noon)?.decimal == "0.192")
  }

  @Test func `what is too short to be cached stays`() throws {
    let lever = #"{"lever": "context_cache", "share": "0.8"}"#
    // 0.8 × 5000 tokens are enough on Gemini 2 and not on Gemini 3.
    #expect(
      throws: LeverRefusal.impossible(
        .contextCache, .tooShortToCache(model: "gemini-3-toy", tokens: 4000, least: 4096))
    ) { try moved([.textInput: 50_000], requests: 10, model: "gemini-3-toy", lever) }
    #expect(
      throws: LeverRefusal.impossible(.contextCache, .noCachedPrice(model: "plain"))
    ) { try moved([.textInput: 50_000], requests: 10, model: "plain", lever) }
  }

  @Test func `a share is served as a batch where there is a price for it`() throws {
    let lever = #"{"lever": "service_tier", "batch_share": "0.3", "flex_share": "0.2"}"#
    let usage = try LeverFixture.moved(
      [
        try LeverFixture.row([.textInput: 1000], requests: 10),
        try LeverFixture.row([.textInput: 1000], requests: 10, model: "gemini-3-toy"),
        try LeverFixture.row([.textInput: 1000], requests: 10, tier: .batch),
      ], lever)
    #expect(
      usage.lines == [
        "gemini-2.5-toy standard 7: text_input 700", "gemini-2.5-toy batch 3: text_input 300",
        "gemini-3-toy standard 8: text_input 800", "gemini-3-toy flex 2: text_input 200",
        "gemini-2.5-toy batch 10: text_input 1000",
      ])
    #expect(
      usage.notes == [
        LeverNote(kind: .noTierPrice(model: "gemini-2.5-toy", tier: .flex), requests: 10),
        LeverNote(kind: .noTierPrice(model: "gemini-3-toy", tier: .batch), requests: 10),
      ])
  }
}
