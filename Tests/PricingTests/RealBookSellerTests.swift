import Pricing
import Quantities
import Testing
import Usage

/// What the shipped files say of each seller: tiers, bands, units, and what they say is not known.
@Suite struct RealBookSellerTests {
  /// A million of a meter, in dollars, or why there is no price.
  struct Price: Sendable {
    let provider: Provider
    let model: String
    let time: String
    let tier: ServiceTier
    let over: TokenCount
    let meter: Meter
    let usd: String

    init(
      _ provider: Provider, _ model: String, _ time: String, _ meter: Meter, _ usd: String = "–",
      tier: ServiceTier = .standard, over: TokenCount = 0
    ) {
      self.provider = provider
      self.model = model
      self.time = time
      self.tier = tier
      self.over = over
      self.meter = meter
      self.usd = usd
    }
  }

  @Test(arguments: [
    // Cached input of GPT-6.1 is a twentieth, of GPT-6 a tenth of the input price.
    Price(.openAI, "gpt-6.1-sol", "2026-10-01", .cachedTextInput, "0.1"),
    Price(.openAI, "gpt-6-sol", "2026-10-01", .cachedTextInput, "0.2"),
    Price(.openAI, "gpt-6-sol", "2026-10-01", .cacheWrite30m, "2.5"),
    // Over 272,000 tokens input costs double and output half as much again.
    Price(.openAI, "gpt-5.4", "2026-10-20", .textInput, "5", over: 272_000),
    Price(.openAI, "gpt-5.4", "2026-10-20", .thinking, "22.5", over: 272_000),
    // Two of the three fell on one day; the snapshot follows the name.
    Price(.openAI, "gpt-5.6-luna", "2026-07-29", .textInput, "1"),
    Price(.openAI, "gpt-5.6-luna", "2026-07-30", .textInput, "0.2"),
    Price(.openAI, "gpt-5.6-sol", "2026-08-21", .textOutput, "20"),
    Price(.openAI, "o3-2025-04-16", "2025-06-09", .textInput, "10"),
    Price(.openAI, "o3-2025-04-16", "2025-06-10", .textInput, "2"),
    // What is asked for as "fast" is served and billed as priority.
    Price(.openAI, "gpt-5.5", "2026-11-01", .textOutput, "75", tier: .priority),
    Price(.openAI, "gpt-5-nano", "2026-11-01", .cachedTextInput, "0.0025", tier: .batch),
    Price(.anthropic, "claude-opus-5-5", "2026-11-01", .cachedTextInput, "0.2"),
    Price(.anthropic, "claude-opus-5-5", "2026-11-01", .textInput, "8", tier: .fast),
    Price(.anthropic, "claude-sonnet-4-5", "2026-11-01", .cacheWrite1h, "6"),
    // Every token of a long prompt to Haiku 5.5 costs five times as much.
    Price(.anthropic, "claude-haiku-5-5", "2026-11-01", .textOutput, "2.5", over: 100_000),
    // The long-context price of Opus and Sonnet 4.6 ended, and the base price took its place.
    Price(.anthropic, "claude-opus-4-6", "2026-03-12", .textInput, "10", over: 200_000),
    Price(.anthropic, "claude-opus-4-6", "2026-03-13", .textInput, "5", over: 200_000),
    Price(.onDevice, "gemma-3n-E2B-it", "2026-11-01", .textInput, "0"),
    Price(.onDevice, "gemini-nano-v3", "2026-11-01", .textOutput, "0"),
    Price(.onDevice, "apple-foundation-model", "2026-11-01", .textInput, "0"),
  ])
  func `sellers charge what their pages say`(price: Price) throws {
    let rates = try RealBookTests.book().rates(
      provider: price.provider, model: price.model, tier: price.tier, contextOver: price.over,
      at: try Fixture.instant(price.time))
    #expect(rates.price(of: price.meter)?.decimal(perUnits: 1_000_000) == price.usd)
  }

  @Test(arguments: [
    Price(.googleGeminiAPI, "gemini-1.5-pro", "2024-09-30", .textInput, over: 128_000),
    Price(.googleGeminiAPI, "gemini-1.5-pro", "2024-09-30", .cachedTextInput),
    Price(.googleGeminiAPI, "gemini-2.0-flash", "2025-02-19", .audioInput),
    Price(.googleGeminiAPI, "gemini-2.5-flash", "2025-10-30", .cachedAudioInput),
    Price(.googleGeminiAPI, "gemini-2.5-flash-preview-04-17", "2025-05-01", .textOutput),
    Price(.googleVertex, "gemini-3.8-flash", "2027-01-01", .textInput),
    Price(.openAI, "gpt-5.4", "2026-11-01", .textInput, tier: .priority, over: 272_000),
    Price(.openAI, "gpt-5.6-luna", "2026-07-29", .textInput, tier: .batch),
    Price(.openAI, "gpt-4.1", "2026-11-01", .cachedTextInput, tier: .batch),
  ])
  func `a price that existed and is not known is a stated hole`(price: Price) throws {
    let rates = try RealBookTests.book().rates(
      provider: price.provider, model: price.model, tier: price.tier, contextOver: price.over,
      at: try Fixture.instant(price.time))
    #expect(
      rates.unpricedReason(for: price.meter)
        == .priceUnknown(
          price.provider, model: price.model, tier: price.tier, meter: price.meter))
  }

  @Test func `other units are listed by size, second, minute, song and search`() throws {
    let book = try RealBookTests.book()
    func price(
      _ provider: Provider, _ model: String, _ unit: PriceUnit, _ name: String
    ) -> String? {
      book.unitPrices(provider: provider, model: model).filter { $0.unit == unit }
        .flatMap(\.amounts).last { $0.name == name }?.price?.decimal(perUnits: unit.quantity)
    }
    #expect(price(.googleGeminiAPI, "gemini-3-pro-image", .image, "image_output_4k") == "0.24")
    #expect(price(.googleGeminiAPI, "gemini-3.8-live", .minute, "audio_input") == "0.005")
    #expect(
      price(.googleGeminiAPI, "veo-3.1-lite-generate-preview", .second, "video_output_1080p")
        == "0.08")
    #expect(price(.googleGeminiAPI, "lyria-3.5", .song, "audio_output") == "0.08")
    #expect(price(.openAI, "gpt-6-luna", .thousandSearchQueries, "file_search") == "2.5")
    #expect(price(.anthropic, "claude-opus-5", .thousandSearchQueries, "web_search") == "10")
  }

  @Test func `contradicting sources are kept, with the reading that the book follows`() throws {
    let book = try RealBookTests.book()
    let cut = try #require(
      book.conflicts(provider: .googleGeminiAPI, model: "gemini-3.6-flash").first)
    #expect(cut.readings.map(\.value) == ["2026-08-13", "2026-08-20", "2026-07-21, the release"])
    #expect(cut.chosen == 0)
    let disputed = try #require(
      book.conflicts(provider: .googleGeminiAPI, model: "gemini-2.5-flash-preview-05-20").first)
    #expect(disputed.chosen == nil)
    #expect(try book.input("gemini-2.5-flash-preview-05-20", at: "2025-06-17") == "–")
  }

  @Test func `a day that nobody wrote down lies between two that are known`() throws {
    let book = try RealBookTests.book()
    func span(_ model: String, from: String) throws -> String? {
      let from = try Fixture.instant(from + "T00:00:00Z")
      return book.model(model, of: .googleGeminiAPI)?.statements
        .first { $0.period.from == from && $0.fromBetween != nil }?.fromBetween?.description
    }
    #expect(try span("gemini-2.5-pro", from: "2025-10-31") == "2025-06-18 to 2025-10-31")
    #expect(
      try span("veo-3.1-fast-generate-preview", from: "2026-08-01") == "2025-11-01 to 2026-08-31")
    #expect(try span("gemini-4-hydrogen", from: "2026-11-11") == "2026-11-11 to 2026-11-16")
  }
}
