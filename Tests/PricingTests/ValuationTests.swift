import Pricing
import Quantities
import Testing
import Usage

/// What rows cost, worked out by hand from the prices beside them.
@Suite struct ValuationTests {
  /// Gemini 2.5 Flash and Pro at their prices of 2026, and two neighbours in name.
  static func book() throws -> PriceBook {
    try PriceBook.load([
      Fixture.base(
        models: [
          Fixture.model(
            "gemini-2.5-flash", [Fixture.price(input: "0.30", output: "2.50", cached: "0.03")]),
          Fixture.model(
            "gemini-2.5-pro",
            [
              Fixture.price(input: "1.25", output: "10.00", cached: "0.125"),
              Fixture.price(input: "2.50", output: "15.00", cached: "0.25", over: 200_000),
              Fixture.price(input: "0.625", output: "5.00", tier: "batch"),
            ]),
          Fixture.model("gemini-3-flash", [Fixture.price(input: "0.50", over: 128_000)]),
        ].joined(separator: ",\n"))
    ])
  }

  @Test func `the reference record costs exactly 0.001457`() throws {
    // 1000 prompt tokens, 400 of them cached; 200 candidates; 300 thoughts; 50 of tool use.
    let row = try Fixture.row(
      "gemini-2.5-flash",
      [
        .textInput: 1000 - 400, .cachedTextInput: 400, .textOutput: 200, .thinking: 300,
        .toolUseInput: 50,
      ])
    var valuation = Valuation(book: try Self.book())
    let charge = valuation.charge(for: row)
    // 650 × 0.30 + 400 × 0.03 + 500 × 2.50 = 195 + 12 + 1250 = 1457 millionths.
    #expect(charge.cost.decimal == "0.001457")
    #expect(charge.pricedModel == "gemini-2.5-flash")
    #expect(charge.isComplete)
    #expect(charge.unpricedRequests == 0)
    // Meters: 600 × 0.30 = 180, 400 × 0.03 = 12, 50 × 0.30 = 15, 200 × 2.5 = 500, 300 × 2.5 = 750.
    #expect(
      charge.costByMeter.map(\.cost.decimal)
        == ["0.00018", "0.000012", "0.000015", "0.0005", "0.00075"])
  }

  @Test func `a model without a price is unpriced, not free`() throws {
    let row = try Fixture.row("gemini-9", [.textInput: 1000, .textOutput: 10], requests: 3)
    var valuation = Valuation(book: try Self.book())
    let charge = valuation.charge(for: row)
    #expect(charge.pricedModel == nil)
    #expect(!charge.isComplete)
    #expect(charge.unpricedRequests == 3)
    #expect(charge.unpricedTokens == 1010)
    #expect(charge.reasons == [.unknownModel(.googleGeminiAPI, model: "gemini-9")])
    #expect(charge.costByMeter.isEmpty)
  }

  @Test(arguments: [
    "gemini-2.5-flash-lite", "gemini-2.5-flas", "gemini-2.5", "Gemini-2.5-Flash",
    "gemini-2.5-flash ", "models/gemini-2.5-flash", "gemini-2.5-flash-001", "",
  ])
  func `names are matched whole or not at all`(name: String) throws {
    let book = try Self.book()
    #expect(try book.input(name, at: "2026-06-01") == "–")
    #expect(
      book.resolve(provider: .googleGeminiAPI, model: name, at: Instant(seconds: 0)) == nil)
  }

  @Test func `each way of having no price has a reason of its own`() throws {
    let book = try Self.book()
    func reasons(_ row: RollupRow) -> [UnpricedReason] {
      var valuation = Valuation(book: book)
      return valuation.charge(for: row).reasons
    }
    let tokens: [Meter: Int64] = [.textInput: 1]
    #expect(reasons(try Fixture.row(nil, tokens)) == [.noModel(.googleGeminiAPI)])
    #expect(
      reasons(try Fixture.row("gemini-2.5-flash", tokens, provider: .openAI))
        == [.providerWithoutBook(.openAI)])
    #expect(
      reasons(try Fixture.row("gemini-2.5-flash", tokens, tier: .provisioned))
        == [.noPriceInForce(.googleGeminiAPI, model: "gemini-2.5-flash", tier: .provisioned)])
    #expect(
      reasons(try Fixture.row("gemini-2.5-flash", tokens, tier: .free))
        == [.noPriceInForce(.googleGeminiAPI, model: "gemini-2.5-flash", tier: .free)])
  }

  @Test func `meters with a price are charged beside meters without one`() throws {
    // Batch has no price for cached tokens: unknown, so neither free nor full price.
    let row = try Fixture.row(
      "gemini-2.5-pro",
      [.textInput: 1_000_000, .cachedTextInput: 500, .cachedAudioInput: 7, .textOutput: 2],
      requests: 4, tier: .batch)
    var valuation = Valuation(book: try Self.book())
    let charge = valuation.charge(for: row)
    // 1,000,000 × 0.625 + 2 × 5 = 625,010 millionths.
    #expect(charge.cost.decimal == "0.62501")
    #expect(charge.unpricedTokens == 507)
    #expect(charge.unpricedRequests == 4)
    #expect(
      charge.reasons == [
        .noPriceForMeter(
          .googleGeminiAPI, model: "gemini-2.5-pro", tier: .batch, meter: .cachedTextInput),
        .noPriceForMeter(
          .googleGeminiAPI, model: "gemini-2.5-pro", tier: .batch, meter: .cachedAudioInput),
      ])
    #expect(charge.cost(of: .cachedTextInput) == nil)
  }

  @Test func `the response's model is billed, not the one asked for`() throws {
    var row = try Fixture.row("gemini-2.5-pro", [.textInput: 1_000_000])
    row.series.reportedModel = "gemini-2.5-flash"
    #expect(Fixture.cost(row, try Self.book()) == "0.3")
  }

  @Test func `pricing on one day charges every row at that day's prices`() throws {
    let book = try PriceBook.load([
      Fixture.base(
        models: Fixture.model(
          "m",
          [
            Fixture.price(input: "1", until: "2026-01-01"),
            Fixture.price(input: "2", from: "2026-01-01"),
          ]))
    ])
    let row = try Fixture.row("m", [.textInput: 1_000_000], at: "2025-06-01")
    var then = Valuation(book: book)
    var later = Valuation(book: book, basis: .on(try Fixture.instant("2026-02-01")))
    #expect(then.charge(for: row).cost.decimal == "1")
    #expect(later.charge(for: row).cost.decimal == "2")
  }

  @Test func `one valuation keeps kinds of requests apart`() throws {
    let book = try PriceBook.load([
      Fixture.base(
        models: [
          Fixture.model(
            "a",
            [
              Fixture.price(input: "1"), Fixture.price(input: "2", over: 200_000),
              Fixture.price(input: "3", tier: "batch"),
            ]),
          Fixture.model("b", [Fixture.price(input: "4")]),
        ].joined(separator: ",\n")),
      Fixture.base(models: Fixture.model("a", [Fixture.price(input: "5")]), seller: "openai"),
    ])
    let tokens: [Meter: Int64] = [.textInput: 1_000_000]
    let rows = [
      try Fixture.row("a", tokens), try Fixture.row("a", tokens, over: 200_000),
      try Fixture.row("a", tokens, tier: .batch), try Fixture.row("b", tokens),
      try Fixture.row("a", tokens, provider: .openAI),
    ]
    var valuation = Valuation(book: book)
    for _ in 1...2 {
      #expect(rows.map { valuation.charge(for: $0).cost.decimal } == ["1", "2", "3", "4", "5"])
    }
  }

  @Test(arguments: [
    #""audio_input": "1.00", "input": "0.30""#, #""input": "0.30", "audio_input": "1.00""#,
  ])
  func `a meter's own price goes before its family's, wherever it stands`(amounts: String) throws {
    let overlay = """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "models": [{"model": "audio",
      "prices": [{"per": "million_tokens", "amounts": {\(amounts)}}]}]}
      """
    let book = try PriceBook.load(
      [Fixture.base(models: Fixture.model("m", [Fixture.price()]))],
      overlays: [Fixture.source("mine.json", overlay)])
    let row = try Fixture.row("audio", [.audioInput: 1000, .textInput: 1000, .toolUseInput: 10])
    // 1000 × 1.00 + 1010 × 0.30 = 1303 millionths.
    #expect(Fixture.cost(row, book) == "0.001303")
  }

  @Test func `a reason says what to do next`() {
    #expect(
      UnpricedReason.unknownModel(.googleGeminiAPI, model: "m").description
        == "m is not in the prices of google-gemini-api; add it with --prices FILE")
    #expect(
      UnpricedReason.noPriceInForce(.googleVertex, model: "m", tier: .batch).description
        == "m has no batch price of google-vertex at that time; see `tollbook prices show m`, "
        + "or add one with --prices FILE")
  }
}
