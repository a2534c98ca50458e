import Pricing
import Quantities
import Testing
import Usage

/// What the tables of models.dev and llm-prices mean.
@Suite struct OtherTableTests {
  private func modelsDev(_ fields: String, seller: String = "google") -> String {
    #"{"\#(seller)": {"id": "\#(seller)", "models": {"new": {"id": "new", "name": "New", "#
      + #""limit": {"context": 1000, "output": 10}, \#(fields)}, "free": {"id": "free"}}}}"#
  }

  @Test func `models_dev states per million, and a step states all of its prices`() throws {
    let text = modelsDev(
      """
      "cost": {"input": 1.25, "output": 10, "reasoning": 12, "cache_read": 0.125,
        "input_audio": 2, "output_audio": 20,
        "tiers": [{"input": 2.5, "output": 15, "tier": {"type": "context", "size": 272000}}],
        "context_over_200k": {"input": 2.5, "output": 15}}
      """)
    let book = try TableWorld.laid(text)
    let meters: [Meter] = [
      .textInput, .audioInput, .cachedTextInput, .cachedAudioInput, .textOutput, .audioOutput,
      .thinking,
    ]
    #expect(
      try book.millions("new", meters) == ["1.25", "2", "0.125", "–", "10", "20", "12"])
    // The old key is written for every size of step: 200,000 is none here.
    #expect(try book.millions("new", [.textInput], over: 200_000) == ["1.25"])
    // Audio, cached input and thinking beyond the step are not known, rather than as for text.
    #expect(
      try book.millions("new", meters, over: 272_000) == ["2.5", "–", "–", "–", "15", "–", "–"])
    let rates = book.rates(
      provider: .googleGeminiAPI, model: "new", contextOver: 272_000,
      at: try Fixture.instant("2026-11-30"))
    #expect(
      rates.unpricedReason(for: .cachedTextInput)
        == .priceUnknown(
          .googleGeminiAPI, model: "new", tier: .standard, meter: .cachedTextInput))
  }

  @Test func `models_dev's older step is at 200,000`() throws {
    let text = modelsDev(
      #""cost": {"input": 1, "output": 4, "context_over_200k": {"input": 2, "output": 6}}"#)
    let book = try TableWorld.laid(text)
    #expect(try book.millions("new", [.textInput, .textOutput], over: 200_000) == ["2", "6"])
  }

  @Test func `models_dev's cache write is a write, except where it is storage or unknown`() throws {
    let cost = #""cost": {"input": 1, "output": 5, "cache_write": 1.25, "per_minute": 3}"#
    let anthropic = try TableWorld.laid(
      modelsDev(cost, seller: "anthropic"), of: .anthropic)
    #expect(try anthropic.millions("new", [.cacheWrite5m], of: .anthropic) == ["1.25"])
    #expect(
      try TableWorld.remarks(modelsDev(cost)) == [
        "new cost.cache_write: storage_not_writes", "new cost.per_minute: no_meter",
      ])
    let acme = try #require(Provider("acme"))
    #expect(
      try TableWorld.remarks(modelsDev(cost, seller: "acme"), of: acme).first
        == "new cost.cache_write: cache_lifetime_unknown")
  }

  @Test func `models_dev's modes are the tiers that their requests ask for`() throws {
    let text = modelsDev(
      """
      "cost": {"input": 1, "output": 5}, "experimental": {"modes": {
        "quick": {"cost": {"input": 2, "output": 10}, "provider": {"body": {"speed": "fast"}}},
        "sooner": {"cost": {"input": 1.5, "output": 8},
          "provider": {"body": {"service_tier": "priority"}}},
        "odd": {"cost": {"input": 3, "output": 9}}}}
      """, seller: "anthropic")
    let book = try TableWorld.laid(text, of: .anthropic)
    func input(_ tier: ServiceTier) throws -> [String] {
      try book.millions("new", [.textInput], of: .anthropic, tier: tier)
    }
    #expect(try input(.fast) == ["2"])
    #expect(try input(.priority) == ["1.5"])
    #expect(
      try TableWorld.remarks(text, of: .anthropic) == [
        "new experimental.modes.odd.cost: conditional"
      ])
  }

  @Test func `llm-prices has a history, whose last day is not part of it`() throws {
    let text = """
      {"vendor": "google", "models": [{"id": "new", "name": "New", "price_history": [
        {"input": 10, "output": 40, "input_cached": 2.5, "from_date": "2025-06-13",
         "to_date": null},
        {"input": 50.00, "output": 200, "input_cached": null, "from_date": null,
         "to_date": "2025-06-13"}]}]}
      """
    let book = try TableWorld.laid(text)
    let meters: [Meter] = [.textInput, .cachedTextInput, .textOutput]
    #expect(
      try book.millions("new", meters, at: "2025-06-12T23:45:00Z") == ["50", "–", "200"])
    #expect(
      try book.millions("new", meters, at: "2025-06-13T00:00:00Z") == ["10", "2.5", "40"])
  }

  @Test func `llm-prices' models for long prompts are steps of their models`() throws {
    let text = """
      {"updated_at": "2026-11-01", "prices": [
        {"id": "new-200k", "vendor": "google", "name": "New >200k", "input": 2.5, "output": 15,
         "input_cached": 0.25},
        {"id": "new", "vendor": "google", "name": "New ≤200k", "input": 1.25, "output": 10,
         "input_cached": null},
        {"id": "lone-128k", "vendor": "google", "name": "Lone >128k", "input": 1, "output": 2},
        {"id": "big-32k", "vendor": "google", "name": "Big 32k", "input": 1, "output": 2,
         "extra": 1}]}
      """
    let book = try TableWorld.laid(text)
    let meters: [Meter] = [.textInput, .cachedTextInput, .textOutput]
    #expect(try book.millions("new", meters) == ["1.25", "–", "10"])
    #expect(try book.millions("new", meters, over: 200_000) == ["2.5", "0.25", "15"])
    // A name that only looks like a step is a model's.
    #expect(try book.millions("big-32k", meters) == ["1", "–", "2"])
    #expect(
      try TableWorld.remarks(text) == [
        "lone : step_without_model", "big-32k extra: no_meter",
      ])
  }

  @Test(arguments: [
    (#""2025-02-30""#, "null"), (#""soon""#, "null"), ("null", #""2025-13-01""#), ("7", "null"),
    (#""2025-06-13""#, #""2025-06-13""#), (#""2025-06-13""#, #""2025-06-01""#),
  ])
  func `a day that is none takes its price with it`(from: String, until: String) throws {
    let text = """
      {"vendor": "google", "models": [{"id": "new", "name": "New", "price_history": [
        {"input": 1, "output": 4, "from_date": \(from), "to_date": \(until)}]},
        {"id": "other", "name": "Other", "price_history": [{"input": 1, "output": 4}]}]}
      """
    let remarks = try TableWorld.remarks(text)
    #expect(remarks.count == 1 && remarks[0].hasSuffix(": bad_day"), "\(remarks)")
    let book = try TableWorld.laid(text)
    #expect(book.model("new", of: .googleGeminiAPI) == nil)
    #expect(try book.millions("other", [.textInput]) == ["1"])
  }

  @Test func `prices for overlapping times contradict each other, and neither is taken`() throws {
    let text = """
      {"vendor": "google", "models": [{"id": "new", "name": "New", "price_history": [
        {"input": 1, "output": 4, "from_date": "2025-01-01", "to_date": null},
        {"input": 2, "output": 8, "from_date": "2025-06-01", "to_date": null}]},
        {"id": "other", "name": "Other", "price_history": [{"input": 1}]}]}
      """
    let book = try TableWorld.laid(text)
    #expect(book.model("new", of: .googleGeminiAPI) == nil)
    #expect(
      try TableWorld.remarks(text) == [
        "new price_history[1].input: contradicted", "new price_history[1].output: contradicted",
      ])
  }
}
