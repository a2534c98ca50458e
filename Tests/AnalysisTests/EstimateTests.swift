import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// Tokens and cost before sending, against the vendors' rules and recorded counts.
@Suite struct EstimateTests {
  private func estimate(
    _ model: String = "gemini-2.5-toy", _ set: (inout EstimateInput) throws -> Void
  ) throws -> Estimate.Line {
    var input = EstimateInput(
      book: try LeverFixture.book(), at: try Fixture.day("2026-11-30"),
      models: [(provider: nil, name: model)])
    try set(&input)
    return try #require(try Estimate(input).lines.first)
  }

  private func text(_ text: String) -> TextCharacters { TextCharacters(utf8: Array(text.utf8)) }

  @Test func `characters are counted by script, spaces not at all`() {
    let counts = text("Héllo, 12 дa\n日本 カナ 한글 سلام שלום ✓").counts
    #expect(
      counts == [
        .latin: 5, .accented: 1, .mark: 1, .digit: 2, .cyrillic: 1, .han: 2, .kana: 2, .hangul: 2,
        .arabic: 4, .otherScript: 4, .symbol: 1,
      ])
    #expect(TextCharacters(utf8: [0x61, 0xFF, 0xFE]).counts == [.latin: 1, .symbol: 2])
    #expect(text(" \n\t").total == 0)
  }

  @Test func `a text's bounds are its characters' bounds, widened by a few tokens`() throws {
    let line = try estimate { $0.text = text(String(repeating: "a", count: 10_000)) }
    // 10 × 196 − 2 and 10 × 318 + 6.
    #expect(line.input == 1958...3186)
    #expect(try estimate { $0.text = text("a") }.input == 1...7)
    #expect(try estimate { $0.text = text("") }.input == 0...0)
  }

  /// Answers of a few words and the count that came with them.
  @Test(arguments: [
    ("The capital of France is Paris.", 7), ("The capital of France is **Paris**.", 8),
    ("I am unable to assist with this request.", 9), ("Mountain View, California", 7),
    ("Paris.", 2), ("Hello there! How can I help you today?\n", 11),
  ])
  func `a recorded count lies inside the bounds`(_ answer: String, _ tokens: Int64) throws {
    let line = try estimate { $0.text = text(answer) }
    #expect(line.input?.contains(tokens) == true)
  }

  @Test func `pictures follow the dated rules, as a range where they conflict`() throws {
    func tokens(_ model: String, _ width: Int64, _ height: Int64) throws -> ClosedRange<Int64>? {
      try estimate(model) { $0.images = [(width: width, height: height)] }.input
    }
    #expect(try tokens("gemini-2.5-toy", 384, 384) == 258...258)
    #expect(try tokens("gemini-2.5-toy", 385, 384) == 1032...1032)
    #expect(try tokens("gemini-2.5-toy", 960, 540) == 1548...1548)
    #expect(try tokens("gemini-2.5-toy", 1024, 1024) == 1032...1032)
    #expect(try tokens("gemini-2.5-toy", 4032, 3024) == 1032...6192)
    #expect(try tokens("gemini-3-toy", 4032, 3024) == 280...1120)
    #expect(try tokens("gemini-2.5-toy", 1, 1) == 258...258)
    // One pixel high: two thirds of it make no tile, so there are those of 256 alone.
    #expect(try tokens("gemini-2.5-toy", 1000, 1) == 1032...1032)
    #expect(try tokens("gemini-2.5-toy", 10_000, 1) == 10_320...10_320)
    // Two pixels high: tiles of ⌊2 ÷ 1.5⌋ = 1 by the newer copy, 1000 × 2 of them.
    #expect(try tokens("gemini-2.5-toy", 1000, 2) == 1032...516_000)
  }

  @Test func `sound, film and pages count by second and page`() throws {
    #expect(try estimate { $0.audioSeconds = try Fixture.factor("10") }.input == 250...320)
    // 37.5 tokens are 37 at least.
    #expect(try estimate { $0.audioSeconds = try Fixture.factor("1.5") }.input == 37...48)
    // A recorded film of 59 seconds counted 15,340 for its pictures and 1,475 for its sound.
    let film = try estimate { $0.videoSeconds = try Fixture.factor("59") }
    #expect(film.parts.map(\.tokens) == [15_222...15_517, 0...1888])
    #expect(film.input?.contains(15_340 + 1475) == true)
    #expect(try estimate { $0.pdfPages = 3 }.input == 774...774)
    #expect(try estimate("gemini-3-toy") { $0.pdfPages = 3 }.input == 840...3360)
    #expect(
      try estimate("gemini-3-toy") {
        $0.pdfPages = 3
        $0.resolution = "medium"
      }.input == 1680...1680)
  }

  @Test func `the cost is that of the bounds, for all requests`() throws {
    let line = try estimate {
      $0.images = [(width: 4032, height: 3024)]
      $0.output = 100
      $0.requests = 1000
    }
    // 1032 × 1 + 100 × 4 and 6192 × 1 + 100 × 4 millionths.
    #expect(line.requestCost?.lowerBound.decimal == "0.001432")
    #expect(line.requestCost?.upperBound.decimal == "0.006592")
    #expect(line.cost?.lowerBound.decimal == "1.432")
    #expect(line.cost?.upperBound.decimal == "6.592")
  }

  @Test func `what is not known of a model has no cost`() throws {
    let line = try estimate("plain") { $0.text = text("words") }
    #expect(line.input == nil)
    #expect(line.requestCost == nil)
    #expect(line.parts.first?.tokens == nil)
    #expect(throws: EstimateRefusal.unknownModel("gemini-9", provider: nil)) {
      try estimate("gemini-9") { $0.output = 1 }
    }
    // Served in a way that has no price: tokens, and no cost.
    let batch = try estimate("gemini-3-toy") {
      $0.pdfPages = 1
      $0.serviceTier = .batch
    }
    #expect(batch.input == 280...1120)
    #expect(batch.cost == nil)
    #expect(
      batch.reasons == [.noPriceInForce(.googleGeminiAPI, model: "gemini-3-toy", tier: .batch)])
  }
}
