import Pricing
import Quantities
import Testing
import Usage

/// A small book, and other people's tables laid over it at noon of 2026-11-30.
enum TableWorld {
  /// flash asks 0.30 for text, 1.00 for audio, a tenth of both when cached, 2.50 for output.
  static let models = """
    {"model": "flash", "lifecycle": [], "prices": [
      {"service_tier": "standard", "status": "in_force", "per": "million_tokens",
       "sources": ["page"], "confidence": "high", "amounts": {"input": "0.30",
       "audio_input": "1.00", "cached_input": "0.03", "cached_audio_input": "0.10",
       "output": "2.50"}},
      {"service_tier": "standard", "status": "in_force", "per": "thousand_grounded_prompts",
       "sources": ["page"], "confidence": "high", "amounts": {"google_search": "35"}}]},
    {"model": "pro", "lifecycle": [], "prices": [
      {"service_tier": "standard", "status": "in_force", "per": "million_tokens",
       "sources": ["page"], "confidence": "high", "amounts": {"input": "1.25", "output": "10"}},
      {"service_tier": "standard", "status": "in_force", "per": "million_tokens",
       "over_prompt_tokens": 200000, "sources": ["page"], "confidence": "high",
       "amounts": {"input": "2.50", "output": "15"}}]},
    {"model": "gone", "lifecycle": [{"mode": "reroute", "day": "2026-10-01",
      "earliest_only": false, "status": "current", "known": "2026-09-01", "successor": "flash",
      "sources": ["page"], "confidence": "high"}],
     "prices": [{"service_tier": "standard", "status": "in_force", "per": "million_tokens",
       "sources": ["page"], "confidence": "high", "amounts": {"input": "9", "output": "9"}}]}
    """

  static let alias = """
    {"name": "flash-latest", "model": "flash", "from": "2026-01-01", "sources": ["page"],
     "confidence": "high"}
    """

  static func book() throws -> PriceBook {
    try PriceBook.load([Fixture.base(models: models, aliases: alias)])
  }

  static func source(_ text: String) -> PriceBookSource {
    Fixture.source("tables/theirs.json", text)
  }

  /// What becomes of one seller's part of a table.
  static func overlay(
    _ text: String, of provider: Provider = .googleGeminiAPI, since: String? = "2026-11-30"
  ) throws -> PriceTable.Overlay {
    let today = try #require(Day("2026-11-30"))
    let taking = PriceTable.Taking(
      now: try Fixture.instant("2026-11-30"), today: today,
      since: since.flatMap(Day.init)?.startUTC)
    let source = source(text)
    return try PriceTable.read(source).overlay(
      of: provider, over: try book(), from: source, taking)
  }

  /// The book with a seller's part of a table laid over it.
  static func laid(
    _ text: String, of provider: Provider = .googleGeminiAPI, since: String? = "2026-11-30"
  ) throws -> PriceBook {
    let file = try #require(try overlay(text, of: provider, since: since).text)
    return try PriceBook.load(
      [Fixture.base(models: models, aliases: alias)], overlays: [Fixture.source("o.json", file)])
  }

  /// What did not become a price: `model key: reason`, in the order of the listing.
  static func remarks(
    _ text: String, of provider: Provider = .googleGeminiAPI
  ) throws -> [String] {
    try overlay(text, of: provider).remarks.map { "\($0.model) \($0.key): \($0.code)" }
  }
}

extension PriceBook {
  /// The dollars per million of some meters of a model, "–" for what has no price.
  func millions(
    _ model: String, _ meters: [Meter], of provider: Provider = .googleGeminiAPI,
    tier: ServiceTier = .standard, over: TokenCount = 0, at time: String = "2026-11-30"
  ) throws -> [String] {
    let rates = rates(
      provider: provider, model: model, tier: tier, contextOver: over,
      at: try Fixture.instant(time))
    return meters.map { rates.price(of: $0)?.decimal(perUnits: 1_000_000) ?? "–" }
  }

  /// The quoted price of something that is not counted in tokens.
  func quoted(
    _ model: String, _ unit: PriceUnit, _ name: String, of provider: Provider = .googleGeminiAPI
  ) -> String? {
    unitPrices(provider: provider, model: model).filter { $0.unit == unit }.flatMap(\.amounts)
      .last { $0.name == name }?.price?.decimal(perUnits: unit.quantity)
  }
}
