import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// Recorded usage on other models, worked out by hand.
@Suite struct ComparisonTests {
  /// "a" is what is used; "b" has everything, "c" neither tiers nor cached prices nor a long band.
  static func book() throws -> PriceBook {
    try Fixture.book([
      Fixture.model(
        "a",
        [
          Fixture.price("1", "0.1", "4"), Fixture.price("0.5", "0.1", "2", tier: "batch"),
          Fixture.price("2", "0.2", "6", over: 200_000),
        ]),
      Fixture.model(
        "b",
        [
          Fixture.price("2", "0.2", "8", until: "2027-01-01", introductory: true),
          Fixture.price("4", "0.4", "16", from: "2027-01-01"),
          Fixture.price("1", "0.2", "4", tier: "batch"),
          Fixture.price("3", "0.3", "9", over: 200_000),
        ]),
      Fixture.model(
        "c", [Fixture.price("0.5", nil, "1")],
        [Fixture.end("error", "2027-06-01", successor: "b", earliest: true)]),
    ])
  }

  /// Ten days of usage of "a": one row a kind.
  static func rows() throws -> [RollupRow] {
    let day = try Fixture.day("2026-11-20")
    return [
      Fixture.row(
        "a",
        [
          .textInput: 600_000, .cachedTextInput: 400_000, .textOutput: 200_000,
          .thinking: 300_000,
        ], on: day, requests: 8),
      Fixture.row(
        "a", [.textInput: 1_000_000, .textOutput: 100_000], on: day, requests: 1, tier: .batch),
      Fixture.row("a", [.textInput: 300_000], on: day, requests: 1, over: 200_000),
    ]
  }

  private func compare(
    _ candidates: [ComparisonCandidate], rows: [RollupRow]? = nil, on: [String] = ["2026-11-30"],
    ratios: [String: String] = [:], users: Int? = 50, book: PriceBook? = nil
  ) throws -> Comparison {
    try Comparison(
      ComparisonInput(
        book: try book ?? Self.book(), rows: try rows ?? Self.rows(), days: 10,
        users: users.flatMap { MonthlyUsers([$0]) }, candidates: candidates,
        asOf: try Fixture.day(on.first { $0 != "then" } ?? "2026-11-30"),
        at: try on.map { $0 == "then" ? .then : .day(try Fixture.day($0)) },
        tokenRatios: try ratios.mapValues(Fixture.factor)))
  }

  @Test func `today's mix is what the usage costs, and a model that has everything keeps all`()
    throws
  {
    let comparison = try compare([ComparisonCandidate(model: "b")])
    // a: 0.6 × 1 + 0.4 × 0.1 + 0.5 × 4 = 2.64; batch 0.5 + 0.1 × 2 = 0.7; long 0.3 × 2 = 0.6.
    let today = comparison.today.figures[0]
    #expect(today.cost.decimal == "3.94")
    #expect(today.ratio?.isOne == true)
    // 30 days of ten; ten requests; twenty thousandths of a thousand users.
    #expect(today.perMonth.decimal == "11.82")
    #expect(today.perRequest.decimal == "0.394")
    #expect(today.perThousandMAU?.decimal == "236.4")
    // b: 0.6 × 2 + 0.4 × 0.2 + 0.5 × 8 = 5.28; batch 1 + 0.4 = 1.4; long 0.3 × 3 = 0.9.
    let line = try #require(comparison.lines.first?.figures.first)
    #expect(line.cost.decimal == "7.58")
    // 7.58 / 3.94 = 379 / 197.
    #expect(line.ratio?.numerator == 379)
    #expect(line.ratio?.denominator == 197)
    #expect(line.ratio?.rounded(toPlaces: 2) == "1.92")
    #expect(line.notes.isEmpty)
    #expect(comparison.usage == UsageAmount(requests: 10, tokens: 2_900_000))
    #expect(comparison.leftOut.isEmpty)
  }

  @Test func `what a model does not offer is priced by a stated rule and named`() throws {
    let line = try #require(
      try compare([ComparisonCandidate(model: "c")]).lines.first)
    // 1.0 × 0.5 + 0.5 × 1 = 1; batch at standard 0.5 + 0.1 = 0.6; long at the base band 0.15.
    #expect(line.figures[0].cost.decimal == "1.75")
    #expect(
      line.figures[0].notes == [
        ComparisonNote(
          kind: .meterAtPriceOf(model: "c", meter: .cachedTextInput, taken: .textInput),
          requests: 8, tokens: 400_000),
        ComparisonNote(
          kind: .tierAtStandard(model: "c", tier: .batch), requests: 1, tokens: 1_100_000),
      ])
    #expect(line.figures[0].unpriced.isEmpty)
    #expect(line.parts[0].lifecycle?.day == (try Fixture.day("2027-06-01")))
    #expect(line.parts[0].lifecycle?.isEarliestOnly == true)
  }

  @Test func `another day has its own prices and its own mix of today`() throws {
    let comparison = try compare(
      [ComparisonCandidate(model: "b"), ComparisonCandidate(model: "c")],
      on: ["2026-12-31", "2027-01-01", "2027-06-01"])
    let b = comparison.lines[0].figures
    // From the new year: 0.6 × 4 + 0.4 × 0.4 + 0.5 × 16 = 10.56, batch and long as before.
    #expect(b.map(\.cost.decimal) == ["7.58", "12.86", "12.86"])
    #expect(comparison.today.figures.map(\.cost.decimal) == ["3.94", "3.94", "3.94"])
    let c = comparison.lines[1].figures
    #expect(c.map(\.cost.decimal) == ["1.75", "1.75", "12.86"])
    #expect(
      c[2].notes == [
        ComparisonNote(
          kind: .answeredBy(model: "c", other: "b", kind: .shutdown), requests: 10,
          tokens: 2_900_000)
      ])
  }

  @Test func `a mix shares the tokens out`() throws {
    let mix = ComparisonCandidate(mix: [
      .init(model: "b", percent: try Fixture.factor("80")),
      .init(model: "c", percent: try Fixture.factor("20")),
    ])
    let line = try #require(try compare([mix]).lines.first)
    // 0.8 × 7.58 + 0.2 × 1.75.
    #expect(line.figures[0].cost.decimal == "6.414")
    #expect(line.parts.map(\.percent?.description) == ["80", "20"])
  }

  @Test func `everything stays as it is: the ratio is exactly 1`() throws {
    let shares = try ["99.999999", "0.000001"].map(Fixture.factor)
    let mix = ComparisonCandidate(mix: [
      .init(model: "a", percent: shares[0]),
      .init(provider: .googleGeminiAPI, model: "a", percent: shares[1]),
    ])
    let comparison = try compare([ComparisonCandidate(model: "a"), mix])
    for line in comparison.lines {
      #expect(line.figures[0].ratio?.isOne == true)
      #expect(line.figures[0].cost == comparison.today.figures[0].cost)
    }
  }

  @Test func `a token ratio applies to what another model produced`() throws {
    let day = try Fixture.day("2026-11-20")
    let own = Fixture.row("b", [.textInput: 1_000_000], on: day)
    let comparison = try compare(
      [ComparisonCandidate(model: "b")],
      rows: [own, Fixture.row("a", [.textInput: 1_000_000], on: day)], ratios: ["b": "1.2"])
    // What b did itself: 2. What a did: 1.2 × 2.
    #expect(comparison.lines[0].figures[0].cost.decimal == "4.4")
    #expect(comparison.lines[0].parts[0].tokenRatio.description == "1.2")
    #expect(comparison.today.figures[0].cost.decimal == "3")
  }

  @Test func `usage without a price today is left out on both sides, and counted`() throws {
    let day = try Fixture.day("2026-11-20")
    let unknown = Fixture.row("zzz", [.textInput: 5_000_000], on: day, requests: 3)
    let with = try compare([ComparisonCandidate(model: "b")], rows: try Self.rows() + [unknown])
    let without = try compare([ComparisonCandidate(model: "b")])
    #expect(with.lines == without.lines)
    #expect(with.leftOut.requests == 3)
    #expect(with.leftOut.tokens == 5_000_000)
    #expect(with.leftOut.reasons == [.unknownModel(.googleGeminiAPI, model: "zzz")])
  }

  @Test func `output that a model does not make has no price there, and no ratio`() throws {
    let book = try Fixture.book([
      Fixture.model(
        "draws",
        [
          #"{"per": "million_tokens", "amounts": {"input": "1", "text_output": "2","#
            + #" "image_output": "30"}}"#
        ]),
      Fixture.model(
        "writes", [#"{"per": "million_tokens", "amounts": {"input": "1", "text_output": "2"}}"#]),
    ])
    let day = try Fixture.day("2026-11-20")
    let rows = [
      Fixture.row("draws", [.textInput: 1_000_000, .imageOutput: 1290], on: day, requests: 4),
      Fixture.row("draws", [.audioInput: 1_000_000, .thinking: 1_000_000], on: day, requests: 1),
    ]
    let line = try compare([ComparisonCandidate(model: "writes")], rows: [rows[0]], book: book)
      .lines[0].figures[0]
    #expect(line.cost.decimal == "1")
    #expect(line.unpriced.requests == 4)
    #expect(line.unpriced.tokens == 1290)
    #expect(line.ratio == nil)
    // "draws" has no price for thinking, so today's mix cannot say what that row costs.
    #expect(
      throws: ComparisonRefusal.nothingPriced(
        .day(try Fixture.day("2026-11-30")), models: ["draws"],
        [.noPriceForMeter(.googleGeminiAPI, model: "draws", tier: .standard, meter: .thinking)])
    ) {
      try compare([ComparisonCandidate(model: "writes")], rows: [rows[1]], book: book)
    }
  }

  @Test func `a model without any price on the day is unpriced in the tier that was used`() throws {
    let book = try Fixture.book([
      Fixture.model("a", [Fixture.price("1", nil, "4", tier: "batch")]),
      Fixture.model("late", [Fixture.price("1", nil, "4", from: "2027-01-01")]),
    ])
    let day = try Fixture.day("2026-11-20")
    let row = Fixture.row("a", [.textInput: 1_000_000], on: day, requests: 4, tier: .batch)
    let figures = try compare(
      [ComparisonCandidate(model: "late")], rows: [row], on: ["2026-11-30", "2027-01-01"],
      book: book
    ).lines[0].figures
    #expect(figures[0].unpriced.requests == 4)
    #expect(
      figures[0].unpriced.reasons
        == [.noPriceInForce(.googleGeminiAPI, model: "late", tier: .batch)])
    #expect(figures[0].notes.isEmpty)
    #expect(figures[0].ratio == nil)
    #expect(figures[1].ratio?.isOne == true)
    #expect(figures[1].notes.map(\.kind) == [.tierAtStandard(model: "late", tier: .batch)])
  }

  @Test func `without users there is no figure per thousand of them`() throws {
    let comparison = try compare([ComparisonCandidate(model: "b")], users: nil)
    #expect(comparison.lines[0].figures[0].perThousandMAU == nil)
  }

  @Test func `wrong comparisons are refused`() throws {
    func refusal(
      _ candidates: [ComparisonCandidate], rows: [RollupRow]? = nil, on: [String] = ["2026-11-30"],
      ratios: [String: String] = [:]
    ) throws -> ComparisonRefusal? {
      #expect(throws: ComparisonRefusal.self) {
        try compare(candidates, rows: rows, on: on, ratios: ratios)
      }
    }
    func mix(_ shares: [(String, String)]) throws -> [ComparisonCandidate] {
      [
        ComparisonCandidate(
          mix: try shares.map { .init(model: $0, percent: try Fixture.factor($1)) })
      ]
    }
    let b = [ComparisonCandidate(model: "b")]
    #expect(try refusal(b + b) == .choiceTwice("b", nil))
    #expect(try refusal(b, rows: []) == .noUsage)
    #expect(try refusal(b, on: []) == .noDays)
    #expect(
      try refusal([ComparisonCandidate(model: "bb")]) == .unknownModel("bb", provider: nil))
    #expect(
      try refusal([ComparisonCandidate(model: "b", provider: .openAI)])
        == .unknownModel("b", provider: .openAI))
    let sum = try refusal(mix([("a", "80"), ("b", "19.99")]))
    #expect(sum?.explanation == "the shares of the mix add up to 99.99, not 100")
    #expect(
      try refusal(mix([("a", "101"), ("b", "-1")]))
        == .negativeShare(model: "b", try Fixture.factor("-1")))
    #expect(try refusal(mix([("a", "50"), ("a", "50")])) == .modelTwice("a"))
    #expect(try refusal([ComparisonCandidate(mix: [])])?.explanation.contains("up to 0,") == true)
    #expect(
      try refusal(b, ratios: ["b": "0"]) == .badTokenRatio(model: "b", try Fixture.factor("0")))
    #expect(try refusal(b, ratios: ["c": "1.1"]) == .unusedTokenRatio(model: "c"))
  }

  @Test func `a name that several sellers have is told with its seller`() throws {
    let here = try Self.book()
    let text = """
      {"schema": "tollbook.prices/1", "seller": "google-vertex", "version": "1",
      "as_of": "2026-11-30", "currency": "USD", "day_zone": "UTC", "sources": {"p": {"name": "p"}},
      "aliases": [], "models": [{"model": "c", "lifecycle": [], "prices": [
        {"service_tier": "standard", "per": "million_tokens", "status": "in_force",
         "amounts": {"input": "7", "output": "7"}, "sources": ["p"], "confidence": "high"}]}]}
      """
    let book = try PriceBook.load(
      here.files.prefix(1) + [PriceBookSource(name: "vertex.json", bytes: Array(text.utf8))],
      overlays: Array(here.files.dropFirst()))
    let comparison = try compare(
      [
        ComparisonCandidate(model: "c", provider: .googleGeminiAPI),
        ComparisonCandidate(model: "c", provider: .googleVertex), ComparisonCandidate(model: "b"),
      ], book: book)
    #expect(
      comparison.lines.map { $0.parts[0].label } == ["google-gemini-api:c", "google-vertex:c", "b"])
    // Their remarks are told apart as well.
    #expect(
      comparison.lines[1].figures[0].notes.contains {
        $0.description.hasPrefix("google-vertex:c has no batch price")
      })
    let alone = try compare([ComparisonCandidate(model: "c", provider: .googleVertex)], book: book)
    #expect(alone.lines.map { $0.parts[0].label } == ["c"])
  }

  @Test func `every refusal says in two lines what is wrong and what to do`() throws {
    let factor = try Fixture.factor("-1")
    let sum = try #require(ExactRatio(99, to: 1))
    let all: [ComparisonRefusal] = [
      .noUsage, .nothingPriced(.then, models: ["m"], [.noModel(.googleGeminiAPI)]), .noDays,
      .nothingPricedEachTime([.then], []), .needsEachRequest(option: "--budget"),
      .unknownTarget("m", rule: "the default", nil),
      .unknownModel("m", provider: nil), .unknownModel("m", provider: .openAI),
      .sharesAddUpTo(sum),
      .negativeShare(model: "m", factor), .modelTwice("m"), .badTokenRatio(model: "m", factor),
      .unusedTokenRatio(model: "m"), .choiceTwice("m", nil), .outOfRange,
    ]
    for refusal in all {
      let lines = refusal.description.split(separator: "\n")
      #expect(lines.count == 2, "\(refusal)")
      #expect(lines.first?.last != "." && lines.last?.last == ".", "\(refusal)")
    }
  }

  @Test func `a name that another model answers by then says so`() throws {
    let book = try Fixture.book([
      Fixture.model(
        "a", [Fixture.price("1", "0.1", "4"), Fixture.price("0.5", "0.1", "2", tier: "batch")],
        [Fixture.end("reroute", "2027-01-01", successor: "b")]),
      Fixture.model("b", [Fixture.price("2", "0.2", "8")]),
    ])
    let row = try #require(try Self.rows().first)
    let comparison = try compare(
      [ComparisonCandidate(model: "b")], rows: [row], on: ["2026-12-31", "2027-01-01"],
      ratios: ["b": "1.5"], book: book)
    // From the new year today's mix is b's, with b's tokens: the ratio becomes 1.
    #expect(comparison.today.figures.map(\.cost.decimal) == ["2.64", "7.92"])
    #expect(comparison.lines[0].figures.map { $0.ratio?.rounded(toPlaces: 1) } == ["3.0", "1.0"])
    #expect(
      comparison.today.figures[1].notes.map(\.description) == [
        "a is answered and billed as b by then"
      ])
    // What a did itself is not scaled by a ratio of a, neither before nor after it is re-routed.
    let own = try compare(
      [ComparisonCandidate(model: "a")], rows: [row], on: ["2026-12-31", "2027-01-01"],
      ratios: ["a": "2"], book: book)
    #expect(own.lines[0].figures.map(\.ratio?.isOne) == [true, true])
  }
}
