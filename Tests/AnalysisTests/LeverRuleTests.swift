import Analysis
import Pricing
import Quantities
import TestSupport
import Testing
import Usage

/// What holds for all levers: order, selection, rounding, refusals, pictures.
@Suite struct LeverRuleTests {
  @Test func `the order in the file does not matter`() throws {
    let row = try LeverFixture.row([.textInput: 40_000, .textOutput: 900], requests: 10)
    let levers = [
      #"{"lever": "context_cache", "share": "0.8"}"#,
      #"{"lever": "response_cache", "hit_rate": "0.5"}"#,
      #"{"lever": "prompt_shortening", "shorter_by": "0.25"}"#,
      #"{"lever": "service_tier", "batch_share": "0.5"}"#,
    ]
    // Half of the requests, three quarters of the text: 15,000, of which 12,000 are cached.
    let expected = [
      "gemini-2.5-toy standard 2: text_input 1500, cached_text_input 6000, text_output 225",
      "gemini-2.5-toy batch 2: text_input 1500, cached_text_input 6000, text_output 225",
    ]
    #expect(
      try LeverFixture.moved([row], levers.joined(separator: ",")).lines == expected)
    #expect(
      try LeverFixture.moved([row], levers.reversed().joined(separator: ",")).lines == expected)
  }

  @Test func `a lever moves only what it looks for`() throws {
    let rows = [
      try LeverFixture.row([.textInput: 100], requests: 1, labels: ["feature": "chat"]),
      try LeverFixture.row([.textInput: 100], requests: 1, labels: ["feature": "digest"]),
    ]
    let lever = """
      {"lever": "prompt_shortening", "shorter_by": "0.5", "where": {"feature": "chat"}}
      """
    #expect(
      try LeverFixture.moved(rows, lever).lines == [
        "gemini-2.5-toy standard 1: text_input 50", "gemini-2.5-toy standard 1: text_input 100",
      ])
    let selection = UsageSelection([UsageSelection.Condition(key: "feature", value: "caht")])
    #expect(throws: LeverRefusal.nothingSelected(.promptShortening, selection)) {
      try LeverFixture.moved(rows, lever.replacing("chat", with: "caht"))
    }
  }

  @Test func `what runs on a device only is there, and costs nothing to begin with`() throws {
    let device = Fixture.row(
      "apple-foundation-model", [.textInput: 50], on: try Fixture.day("2026-11-15"),
      provider: .onDevice, labels: ["feature": "chat"])
    let rows = [
      device, try LeverFixture.row([.textInput: 100], requests: 1, labels: ["feature": "digest"]),
    ]
    let selection = UsageSelection([UsageSelection.Condition(key: "feature", value: "chat")])
    let refusal = #expect(throws: LeverRefusal.self) {
      try LeverFixture.moved(
        rows,
        #"{"lever": "prompt_shortening", "shorter_by": "0.5", "where": {"feature": "chat"}}"#)
    }
    #expect(refusal == .onlyOnDevice(.promptShortening, selection))
    #expect(
      refusal?.reason == "the usage that has feature chat runs on users' devices, where it costs "
        + "nothing")
  }

  @Test func `what rounding takes from one row the next one gets`() throws {
    // A third of three tokens in each of a thousand rows, and of one request.
    let rows = try (0..<1000).map { day in
      try LeverFixture.row([.textInput: 5, .textOutput: 1], requests: 1, day: day)
    }
    let usage = try LeverFixture.moved(
      rows, #"{"lever": "response_cache", "hit_rate": "0.7"}"#)
    #expect(usage.rows.reduce(0) { $0 + $1.requests } == 300)
    #expect(usage.rows.reduce(0) { $0 + $1.tokens[.textInput].value } == 1500)
    #expect(usage.rows.reduce(0) { $0 + $1.tokens[.textOutput].value } == 300)
  }

  @Test(arguments: 0..<40)
  func `no levers make a count negative or a request of nothing`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func share() -> String { "\"0.\(Int.random(in: 0...999_999, using: &random))\"" }
    let kinds = [
      { #"{"lever": "response_cache", "hit_rate": \#(share())}"# },
      { #"{"lever": "on_device", "share": \#(share())}"# },
      // A tenth is left at least: what is too short would not be cached, and be refused.
      {
        let tenths = Int.random(in: 1...9, using: &random)
        return #"{"lever": "prompt_shortening", "shorter_by": "0.\#(tenths)"}"#
      },
      { #"{"lever": "model_share", "to": [{"model": "plain", "share": \#(share())}]}"# },
      { #"{"lever": "history", "keep_turns": 2, "turns": 9}"# },
      { #"{"lever": "context_cache", "share": 1, "written_share": \#(share())}"# },
      { #"{"lever": "service_tier", "batch_share": \#(share())}"# },
    ]
    let rows = try (0..<20).map { day in
      try LeverFixture.row(
        [
          .textInput: Int64.random(in: 60_000...90_000, using: &random),
          .textOutput: Int64.random(in: 0...50, using: &random),
          .imageInput: Int64.random(in: 0...3, using: &random),
        ], requests: Int.random(in: 1...5, using: &random), day: day)
    }
    let before = rows.reduce(0) { $0 + $1.tokens.total.value }
    let usage = try LeverFixture.moved(
      rows, kinds.shuffled(using: &random).map { $0() }.joined(separator: ","))
    for row in usage.rows {
      #expect(row.requests >= 0)
      for meter in Meter.allCases { #expect(row.tokens[meter] >= 0) }
    }
    // Each model, tier and meter may round up by less than one.
    #expect(usage.rows.reduce(0) { $0 + $1.tokens.total.value } <= before + 20)
  }

  @Test func `a picture counts what the vendor's page says`() throws {
    func tokens(_ model: String, _ from: String, _ to: String) throws -> Int64? {
      let row = try LeverFixture.row([.imageInput: 6192], requests: 1, model: model)
      let lever = #"{"lever": "image_size", "from": \#(from), "to": \#(to)}"#
      return try LeverFixture.moved([row], lever).rows.first?.tokens[.imageInput].value
    }
    let photo = #"{"width": 4032, "height": 3024}"#
    let small = #"{"width": 384, "height": 384}"#
    // Tiles of 2016 pixels are 2 × 2, tiles of at most 768 are 6 × 4: the most is 258 of 1032.
    #expect(try tokens("gemini-2.5-toy", photo, small) == 6192 / 4)
    // 960 × 540 makes tiles of 360: 3 × 2.
    #expect(try tokens("gemini-2.5-toy", #"{"width": 960, "height": 540}"#, small) == 6192 / 6)
    // By resolution alone from Gemini 3 on: 1120 and 560.
    #expect(try tokens("gemini-3-toy", photo, #"{"resolution": "medium"}"#) == 3096)
    #expect(
      throws: LeverRefusal.impossible(.imageSize, .imageRuleUnknown(model: "plain"))
    ) { try tokens("plain", photo, small) }
  }

  @Test func `a model that is not there, or has no price, is named`() throws {
    let row = try LeverFixture.row([.imageOutput: 100], requests: 1)
    func move(to model: String) throws {
      _ = try LeverFixture.moved(
        [row], #"{"lever": "model_share", "to": [{"model": "\#(model)", "share": 1}]}"#)
    }
    #expect(
      throws: LeverRefusal.unknownModel(.modelShare, model: "gemini-9", provider: nil)
    ) { try move(to: "gemini-9") }
    let book = try LeverFixture.book()
    #expect(book.models(of: .googleGeminiAPI).count == 3)
    // Already on it: nothing moves.
    #expect(throws: LeverRefusal.nothingToMove(.modelShare)) { try move(to: "gemini-2.5-toy") }
  }

  @Test func `what nobody knows of single requests is not made up`() throws {
    let row = try LeverFixture.row([.textInput: 100, .textOutput: 5000], requests: 1)
    for (lever, refusal) in [
      (
        #"{"lever": "user_cap", "calls_per_day": 1}"#,
        LeverRefusal.impossible(.userCap, .noUsers)
      ),
      (
        #"{"lever": "output_cap", "tokens": 10}"#,
        LeverRefusal.impossible(.outputCap, .noRequests)
      ),
      (#"{"lever": "history", "keep_turns": 1}"#, .impossible(.history, .noTurns)),
      (
        #"{"lever": "history", "keep_turns": 1, "turns": 9}"#,
        .impossible(
          .history, .historyDoesNotFit(model: "gemini-2.5-toy", prompt: 100, least: 20_000))
      ),
      (
        #"{"lever": "retries", "attempts_per_success": 1}"#,
        .impossible(.retries, .noFailures)
      ),
    ] {
      #expect(throws: refusal) { try LeverFixture.moved([row], lever) }
    }
  }
}
