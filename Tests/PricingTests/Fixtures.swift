import Pricing
import Quantities
import Usage

/// A small invented book and the rows to price with it.
enum Fixture {
  /// A base file with these models and aliases, everything else filled in.
  static func base(
    models: String, aliases: String = "", seller: String = "google-gemini-api", zone: String = "UTC"
  ) -> PriceBookSource {
    source(
      "base.json",
      """
      {"schema": "tollbook.prices/1", "seller": "\(seller)", "version": "2026-11-30",
      "as_of": "2026-11-30", "currency": "USD", "day_zone": "\(zone)",
      "sources": {"page": {"name": "the seller's page"}},
      "models": [
      \(models)
      ],
      "aliases": [
      \(aliases)
      ]}
      """)
  }

  static func source(_ name: String, _ text: String) -> PriceBookSource {
    PriceBookSource(name: name, bytes: Array(text.utf8))
  }

  /// One model on lines of its own.
  static func model(_ name: String, _ prices: [String], lifecycle: [String] = []) -> String {
    """
    {"model": "\(name)", "prices": [
    \(prices.joined(separator: ",\n"))
    ], "lifecycle": [
    \(lifecycle.joined(separator: ",\n"))
    ]}
    """
  }

  /// One price statement on one line.
  static func price(
    input: String = "1", output: String? = nil, cached: String? = nil, from: String? = nil,
    until: String? = nil, tier: String = "standard", over: Int? = nil,
    status: String = "in_force", introductory: Bool = false, more: String = ""
  ) -> String {
    var fields = [#""service_tier": "\#(tier)""#, #""status": "\#(status)""#]
    if let over { fields.append(#""over_prompt_tokens": \#(over)"#) }
    if let from { fields.append(#""from": "\#(from)""#) }
    if let until { fields.append(#""until": "\#(until)""#) }
    if introductory { fields.append(#""introductory": true"#) }
    var amounts = [#""input": "\#(input)""#]
    if let output { amounts.append(#""output": "\#(output)""#) }
    if let cached { amounts.append(#""cached_input": "\#(cached)""#) }
    fields.append(#""per": "million_tokens", "sources": ["page"], "confidence": "high""#)
    if !more.isEmpty { fields.append(more) }
    fields.append(#""amounts": {\#(amounts.joined(separator: ", "))}"#)
    return "{" + fields.joined(separator: ", ") + "}"
  }

  /// What a seller says about a model's end, on one line.
  static func end(
    _ mode: String, _ day: String?, successor: String? = nil, earliest: Bool = false,
    status: String = "current", more: String = ""
  ) -> String {
    let day = day.map { "\"\($0)\"" } ?? "null"
    let successor = successor.map { #", "successor": "\#($0)""# } ?? ""
    return #"{"mode": "\#(mode)", "day": \#(day), "earliest_only": \#(earliest)\#(successor), "#
      + #""status": "\#(status)", "sources": ["page"], "confidence": "high""#
      + (more.isEmpty ? "}" : ", \(more)}")
  }

  /// A dated alias, on one line.
  static func alias(
    _ name: String, _ model: String, from: String? = nil, until: String? = nil,
    more: String = ""
  ) -> String {
    var fields = [#""name": "\#(name)", "model": "\#(model)""#]
    if let from { fields.append(#""from": "\#(from)""#) }
    if let until { fields.append(#""until": "\#(until)""#) }
    if !more.isEmpty { fields.append(more) }
    return "{" + fields.joined(separator: ", ")
      + #", "sources": ["page"], "confidence": "high"}"#
  }

  /// Noon of a day, or the very instant.
  static func instant(_ text: String) throws -> Instant {
    guard let instant = Instant(iso8601: text) ?? Instant(iso8601: text + "T12:00:00Z") else {
      throw FixtureError.notAnInstant(text)
    }
    return instant
  }

  /// A rollup row.
  static func row(
    _ model: String?, _ tokens: [Meter: Int64], at time: String = "2026-06-01", requests: Int = 1,
    tier: ServiceTier = .standard, over: TokenCount = 0, provider: Provider = .googleGeminiAPI
  ) throws -> RollupRow {
    var metered = MeteredTokens()
    for (meter, count) in tokens { metered[meter] = TokenCount(count) }
    return RollupRow(
      slot: try instant(time).slot,
      series: UsageSeries(provider: provider, requestedModel: model, serviceTier: tier),
      contextOver: over, requests: requests, tokens: metered)
  }

  /// What a row costs under a book.
  static func cost(_ row: RollupRow, _ book: PriceBook) -> String {
    var valuation = Valuation(book: book)
    return valuation.charge(for: row).cost.decimal
  }
}

enum FixtureError: Error { case notAnInstant(String) }

extension PriceBook {
  /// The price of a million input tokens under a name at a time, "–" where there is none.
  func input(
    _ model: String, at time: String, tier: ServiceTier = .standard, over: TokenCount = 0,
    shutdowns: ShutdownRule = .keepsItsPrice
  ) throws -> String {
    let rates = rates(
      provider: .googleGeminiAPI, model: model, tier: tier, contextOver: over,
      at: try Fixture.instant(time), shutdowns: shutdowns)
    return rates.price(of: .textInput)?.decimal(perUnits: 1_000_000) ?? "–"
  }
}
