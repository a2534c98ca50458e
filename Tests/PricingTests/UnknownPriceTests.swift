import Pricing
import Quantities
import Testing
import Usage

/// Prices that existed and are not known: stated, so that nothing else is taken for them.
@Suite struct UnknownPriceTests {
  private static func price(_ amounts: String, _ more: String = "") -> String {
    #"{"service_tier": "standard", "status": "in_force", "sources": ["page"], "#
      + #""confidence": "high", "per": "million_tokens", "amounts": {\#(amounts)}\#(more)}"#
  }

  private static func book() throws -> PriceBook {
    try PriceBook.load([
      Fixture.base(
        models: Fixture.model(
          "gemini-1.5-pro",
          [
            price(#""input": "3.50", "output": "10.50""#),
            price(
              #""input": "7.00", "output": null"#,
              #", "over_prompt_tokens": 128000, "until": "2024-10-01""#),
            price(
              #""input": "2.50", "output": null, "thinking": "5.00""#,
              #", "over_prompt_tokens": 128000, "from": "2024-10-01""#),
          ]))
    ])
  }

  @Test func `an unknown price selects its band and leaves its meter unpriced`() throws {
    var valuation = Valuation(book: try Self.book())
    let charge = valuation.charge(
      for: try Fixture.row(
        "gemini-1.5-pro", [.textInput: 200_000, .textOutput: 30, .thinking: 12],
        at: "2024-09-30", requests: 3, over: 128_000))
    // 200,000 × 7.00 millionths; the base band's 10.50 must not be taken for the output.
    #expect(charge.cost.decimal == "1.4")
    #expect(charge.unpricedTokens == 42)
    #expect(charge.unpricedRequests == 3)
    let reasons = [Meter.textOutput, .thinking].map { meter in
      UnpricedReason.priceUnknown(
        .googleGeminiAPI, model: "gemini-1.5-pro", tier: .standard, meter: meter)
    }
    #expect(charge.reasons == reasons)
    #expect(charge.pricedModel == "gemini-1.5-pro")
  }

  @Test func `a meter's own price goes before its family's unknown one`() throws {
    let rates = try Self.book().rates(
      provider: .googleGeminiAPI, model: "gemini-1.5-pro", contextOver: 128_000,
      at: try Fixture.instant("2024-10-01"))
    #expect(rates.price(of: .thinking)?.decimal(perUnits: 1_000_000) == "5")
    #expect(rates.unpricedReason(for: .thinking) == nil)
    #expect(
      rates.unpricedReason(for: .textOutput)?.description
        == "the standard price of google-gemini-api for text_output of gemini-1.5-pro at that "
        + "time is not known; add one with --prices FILE")
    // Without any price, known or not, it is another reason.
    #expect(
      rates.unpricedReason(for: .cacheWrite1h)
        == .noPriceForMeter(
          .googleGeminiAPI, model: "gemini-1.5-pro", tier: .standard, meter: .cacheWrite1h))
  }

  @Test func `what is in force goes before what is announced, even where it is not known`() throws {
    let book = try PriceBook.load([
      Fixture.base(
        models: Fixture.model(
          "m",
          [
            Self.price(#""input": "1", "output": null"#),
            Fixture.price(input: "2", output: "8", cached: "0.2", status: "announced"),
          ]))
    ])
    let rates = book.rates(
      provider: .googleGeminiAPI, model: "m", at: try Fixture.instant("2026-06-01"))
    #expect(rates.price(of: .textOutput) == nil)
    #expect(
      rates.unpricedReason(for: .textOutput)
        == .priceUnknown(.googleGeminiAPI, model: "m", tier: .standard, meter: .textOutput))
    #expect(rates.price(of: .cachedTextInput)?.decimal(perUnits: 1_000_000) == "0.2")
  }

  @Test func `an overlay fills in what is not known`() throws {
    let overlay = """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "models": [
      {"model": "gemini-1.5-pro", "prices": [{"over_prompt_tokens": 128000,
      "per": "million_tokens", "until": "2024-10-01", "amounts": {"text_output": "21"}}]}]}
      """
    let book = try PriceBook.load(
      try Self.book().files, overlays: [Fixture.source("mine.json", overlay)])
    let rates = book.rates(
      provider: .googleGeminiAPI, model: "gemini-1.5-pro", contextOver: 128_000,
      at: try Fixture.instant("2024-09-30"))
    #expect(rates.price(of: .textOutput)?.decimal(perUnits: 1_000_000) == "21")
    #expect(rates.unpricedReason(for: .thinking)?.provider == .googleGeminiAPI)
  }

  @Test func `unknown is not the same as unsaid, to the digest either`() throws {
    func digest(_ amounts: String) throws -> String {
      try PriceBook.load([Fixture.base(models: Fixture.model("m", [Self.price(amounts)]))]).digest
    }
    let unknown = try digest(#""input": "1", "output": null"#)
    #expect(try unknown != digest(#""input": "1""#))
    #expect(try unknown != digest(#""input": "1", "output": "0""#))
  }
}
