import Pricing
import Quantities
import Testing
import Usage

/// What litellm's table means.
@Suite struct LiteLLMTableTests {
  private func entry(_ name: String, _ fields: String, by seller: String = "gemini") -> String {
    #"{"sample_spec": {"input_cost_per_token": "a number"}, "\#(name)": {"litellm_provider": "#
      + #""\#(seller)", "mode": "chat", "max_tokens": 8192, "supports_vision": true, \#(fields)}}"#
  }

  @Test func `a model's name loses its seller, and prices are per token`() throws {
    // 3e-07 × 10^6 = 0.3 dollars a million, and so on.
    let table = entry(
      "gemini/new",
      """
      "input_cost_per_token": 3e-07, "input_cost_per_audio_token": 0.000001,
      "cache_read_input_token_cost": "3e-08", "cache_read_input_audio_token_cost": 1e-7,
      "output_cost_per_token": 2.5E-06, "output_cost_per_reasoning_token": 3.5e-06,
      "output_cost_per_image_token": 3e-05, "input_cost_per_video_token": 1.2e-05
      """)
    let book = try TableWorld.laid(table)
    let meters: [Meter] = [
      .textInput, .imageInput, .videoInput, .audioInput, .documentInput, .toolUseInput,
      .cachedTextInput, .cachedAudioInput, .cachedVideoInput, .textOutput, .imageOutput, .thinking,
    ]
    #expect(
      try book.millions("new", meters) == [
        "0.3", "0.3", "12", "1", "0.3", "0.3", "0.03", "0.1",
        // Video is priced apart when fresh, and nothing is said of cached video.
        "–", "2.5", "30", "3.5",
      ])
    #expect(try TableWorld.remarks(table).isEmpty)
  }

  @Test func `a step prices all of a long prompt, with what it leaves out as below`() throws {
    let table = entry(
      "gemini/new",
      """
      "input_cost_per_token": 1.25e-06, "input_cost_per_token_above_200k_tokens": 2.5e-06,
      "output_cost_per_token": 1e-05, "output_cost_per_token_above_200k_tokens": 1.5e-05,
      "cache_read_input_token_cost": 1.25e-07
      """)
    let book = try TableWorld.laid(table)
    let meters: [Meter] = [.textInput, .cachedTextInput, .textOutput]
    #expect(try book.millions("new", meters) == ["1.25", "0.125", "10"])
    #expect(try book.millions("new", meters, over: 200_000) == ["2.5", "0.125", "15"])
    #expect(book.contextThresholds.exceeded(by: 200_000) == 0)
    #expect(book.contextThresholds.exceeded(by: 200_001) == 200_000)
  }

  @Test func `batch, flex and priority are tiers, in a step too, in either order of words`() throws
  {
    let table = entry(
      "gemini/new",
      """
      "input_cost_per_token": 2e-06, "input_cost_per_token_above_200k_tokens": 4e-06,
      "input_cost_per_token_batches": 1e-06,
      "input_cost_per_token_above_200k_tokens_batches": 2e-06,
      "input_cost_per_token_flex": 0.000001,
      "input_cost_per_token_priority": 3.6e-06,
      "input_cost_per_token_priority_above_200k_tokens": 7.2e-06,
      "input_cost_per_token_ultrafast": 1.2e-05
      """)
    let book = try TableWorld.laid(table)
    func input(_ tier: ServiceTier, _ over: TokenCount) throws -> String {
      try book.millions("new", [.textInput], tier: tier, over: over)[0]
    }
    #expect(try input(.batch, 0) == "1")
    #expect(try input(.batch, 200_000) == "2")
    #expect(try input(.flex, 0) == "1")
    #expect(try input(.priority, 0) == "3.6")
    #expect(try input(.priority, 200_000) == "7.2")
    // Flex has no price for long prompts; its price for short ones is not that.
    #expect(try input(.flex, 200_000) == "–")
    #expect(
      try TableWorld.remarks(table) == [
        "new input_cost_per_token_ultrafast: no_tier",
        "new input_cost_per_token_flex: tier_without_step",
      ])
  }

  @Test func `a cache write lasts as long as its seller's usual one, and longer at a price`() throws
  {
    let anthropic = entry(
      "claude-x",
      """
      "input_cost_per_token": 1e-06, "cache_creation_input_token_cost": 1.25e-06,
      "cache_creation_input_token_cost_above_1hr": 2e-06
      """, by: "anthropic")
    let writes: [Meter] = [.cacheWrite5m, .cacheWrite30m, .cacheWrite1h, .cacheWrite12h]
    #expect(
      try TableWorld.laid(anthropic, of: .anthropic).millions("claude-x", writes, of: .anthropic)
        == ["1.25", "–", "2", "–"])
    let openAI = entry(
      "gpt-x",
      """
      "input_cost_per_token": 1e-06, "cache_creation_input_token_cost": 1.25e-06,
      "cache_creation_input_token_cost_above_12hr": 2e-06
      """, by: "openai")
    #expect(
      try TableWorld.laid(openAI, of: .openAI).millions("gpt-x", writes, of: .openAI)
        == ["–", "1.25", "–", "2"])
    // Google has no such price, and of others nobody knows how long they keep it.
    let fields = #""input_cost_per_token": 1e-06, "cache_creation_input_token_cost": 8.333e-08"#
    #expect(
      try TableWorld.remarks(entry("gemini/new", fields)) == [
        "new cache_creation_input_token_cost: storage_not_writes"
      ])
    let acme = try #require(Provider("acme-ai"))
    #expect(
      try TableWorld.remarks(entry("acme_ai/new", fields, by: "acme_ai"), of: acme) == [
        "new cache_creation_input_token_cost: cache_lifetime_unknown"
      ])
  }

  @Test func `sellers have our names, and every other its own`() throws {
    let table = """
      {"gemini/a": {"litellm_provider": "gemini", "input_cost_per_token": 1e-06},
       "b": {"litellm_provider": "vertex_ai-language-models", "input_cost_per_token": 1e-06},
       "vertex_ai/c@001": {"litellm_provider": "vertex_ai-anthropic_models",
         "input_cost_per_token": 1e-06},
       "d": {"litellm_provider": "openai", "input_cost_per_token": 1e-06},
       "e": {"litellm_provider": "text-completion-openai", "input_cost_per_token": 1e-06},
       "f": {"litellm_provider": "anthropic", "input_cost_per_token": 1e-06},
       "together_ai/x/g": {"litellm_provider": "together_ai", "input_cost_per_token": 1e-06},
       "rules": {"rules": []}}
      """
    let source = TableWorld.source(table)
    let read = try PriceTable.read(source)
    #expect(
      read.providers.map(\.name) == [
        "anthropic", "google-gemini-api", "google-vertex", "openai", "together-ai",
      ])
    #expect(read.provider(named: "gemini") == .googleGeminiAPI)
    #expect(read.provider(named: "google-gemini-api") == .googleGeminiAPI)
    #expect(read.provider(named: "together_ai")?.name == "together-ai")
    #expect(read.provider(named: "nobody") == nil)
    let vertex = try TableWorld.laid(table, of: .googleVertex)
    #expect(vertex.models(of: .googleVertex).map(\.name) == ["b", "c@001"])
    let together = try #require(Provider("together-ai"))
    let names = try TableWorld.laid(table, of: together).models(of: together).map(\.name)
    #expect(names == ["x/g"])
  }

  @Test func `images, seconds and searches keep their units`() throws {
    let table = """
      {"gemini/draw": {"litellm_provider": "gemini", "mode": "image_generation",
         "output_cost_per_image": 0.039, "output_cost_per_image_4K": 0.151,
         "output_cost_per_pixel": 1e-08},
       "gemini/film": {"litellm_provider": "gemini", "mode": "video_generation",
         "output_cost_per_second": 0.15, "output_cost_per_second_1080p": 0.3},
       "gemini/find": {"litellm_provider": "gemini", "mode": "chat",
         "input_cost_per_token": 1e-06, "web_search_billing_unit": "per_query",
         "search_context_cost_per_query": {"search_context_size_low": 0.014,
           "search_context_size_high": 1.4e-2},
         "google_maps_grounding_cost_per_query": 0.025, "input_cost_per_image": 0.0011},
       "gemini/seek": {"litellm_provider": "gemini", "mode": "chat",
         "input_cost_per_token": 1e-06,
         "search_context_cost_per_query": {"search_context_size_low": 0.025,
           "search_context_size_high": 0.05}}}
      """
    let book = try TableWorld.laid(table)
    #expect(book.quoted("draw", .image, "image_output") == "0.039")
    #expect(book.quoted("draw", .image, "image_output_4k") == "0.151")
    #expect(book.quoted("film", .second, "video_output") == "0.15")
    #expect(book.quoted("film", .second, "video_output_1080p") == "0.3")
    // 0.014 dollars a query are 14 a thousand.
    #expect(book.quoted("find", .thousandSearchQueries, "google_search") == "14")
    #expect(book.quoted("find", .thousandSearchQueries, "google_maps") == "25")
    #expect(
      try TableWorld.remarks(table) == [
        "draw output_cost_per_pixel: no_unit", "find input_cost_per_image: restates_tokens",
        "seek search_context_cost_per_query: conditional",
      ])
  }

  @Test func `what holds only under a condition is listed`() throws {
    let table = entry(
      "gemini/new",
      """
      "input_cost_per_token": 1e-06, "off_peak_pricing": {"input_cost_per_token": 5e-07},
      "provider_specific_entry": {"us": 1.1}, "fedramp_uplift_multiplier": 1.1,
      "input_cost_per_video_per_second_above_8s_interval": 0.001,
      "citation_cost_per_token": 2e-06, "input_dbu_cost_per_token": 1e-05
      """)
    #expect(
      try TableWorld.remarks(table) == [
        "new off_peak_pricing: conditional", "new provider_specific_entry: conditional",
        "new fedramp_uplift_multiplier: conditional",
        "new input_cost_per_video_per_second_above_8s_interval: conditional",
        "new citation_cost_per_token: no_meter", "new input_dbu_cost_per_token: no_unit",
      ])
  }

  @Test func `a list of steps is steps, and what stands beside it does not count`() throws {
    let table = entry(
      "acme/new",
      """
      "input_cost_per_token": 9e-05, "tiered_pricing": [
        {"range": [0, 256000.0], "input_cost_per_token": 5e-08, "output_cost_per_token": 4e-07},
        {"range": [2.56e5, 1e6], "input_cost_per_token": 2.5e-07, "output_cost_per_token": 2e-06}]
      """, by: "acme")
    let acme = try #require(Provider("acme"))
    let book = try TableWorld.laid(table, of: acme)
    let meters: [Meter] = [.textInput, .textOutput]
    #expect(try book.millions("new", meters, of: acme) == ["0.05", "0.4"])
    #expect(try book.millions("new", meters, of: acme, over: 256_000) == ["0.25", "2"])
  }

  @Test func `another name has the prices of what it stands for`() throws {
    let table = """
      {"new": {"litellm_provider": "openai", "input_cost_per_token": 1e-06,
         "input_cost_per_pixel": 1},
       "new-latest": {"alias_of": "new"}, "openai/lost": {"alias_of": "nothing"}}
      """
    let book = try TableWorld.laid(table, of: .openAI)
    #expect(try book.millions("new-latest", [.textInput], of: .openAI) == ["1"])
    #expect(
      try TableWorld.remarks(table, of: .openAI) == [
        "new input_cost_per_pixel: no_unit", "openai/lost alias_of: alias_of_nothing",
      ])
  }

  @Test func `an embedding's output costs nothing, because there is none`() throws {
    let table = """
      {"e": {"litellm_provider": "openai", "mode": "embedding", "input_cost_per_token": 2e-08,
        "output_cost_per_token": 0.0}}
      """
    #expect(try TableWorld.remarks(table, of: .openAI).isEmpty)
    let book = try TableWorld.laid(table, of: .openAI)
    #expect(try book.millions("e", [.textInput, .textOutput], of: .openAI) == ["0.02", "–"])
  }

  @Test func `xAI bills a step from its very number on, others beyond it`() throws {
    let fields = """
      "input_cost_per_token": 1e-06, "input_cost_per_token_above_128k_tokens": 2e-06
      """
    let xai = try #require(Provider("xai"))
    let book = try TableWorld.laid(entry("xai/grok", fields, by: "xai"), of: xai)
    #expect(book.contextThresholds.exceeded(by: 128_000) == 127_999)
    #expect(try book.millions("grok", [.textInput], of: xai, over: 127_999) == ["2"])
  }
}
