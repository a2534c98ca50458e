import Pricing
import Quantities
import Testing
import Usage

/// Sums that come out the same however the requests were grouped.
@Suite struct ExactnessTests {
  /// A small generator of its own, so that a seed means the same numbers everywhere.
  private struct Dice {
    var state: UInt64
    mutating func roll(_ sides: Int64) -> Int64 {
      // Knuth's MMIX constants.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64(state >> 33) % sides
    }
  }

  @Test(arguments: 1...40)
  func `rows split anyhow cost what the whole costs`(seed: Int) throws {
    let book = try ValuationTests.book()
    var dice = Dice(state: UInt64(seed))
    var valuation = Valuation(book: book)
    let models = ["gemini-2.5-flash", "gemini-2.5-pro", "gemini-3-flash", "unknown"]
    let model = models[Int(dice.roll(4))]
    let over: TokenCount = dice.roll(2) == 0 ? 0 : 200_000
    var whole = try Fixture.row(model, [:], requests: 0, over: over)
    var cost = Money.zero
    var unpriced = TokenCount.zero
    for _ in 0..<50 {
      let part = try Fixture.row(
        model,
        [
          .textInput: 1 + dice.roll(300_000), .cachedAudioInput: 1 + dice.roll(1000),
          .thinking: 1 + dice.roll(7),
        ], requests: Int(1 + dice.roll(5)), over: over)
      let charge = valuation.charge(for: part)
      cost += charge.cost
      unpriced += charge.unpricedTokens
      whole.tokens += part.tokens
      whole.requests += part.requests
    }
    let charge = valuation.charge(for: whole)
    #expect(charge.cost == cost, "seed \(seed)")
    #expect(charge.unpricedTokens == unpriced, "seed \(seed)")
  }

  @Test func `a million tokens at the smallest price cost exactly that price`() throws {
    // 0.000001 USD per million is one picodollar a token: nothing smaller can be said.
    let book = try PriceBook.load([
      Fixture.base(models: Fixture.model("m", [Fixture.price(input: "0.000001")]))
    ])
    #expect(Fixture.cost(try Fixture.row("m", [.textInput: 1]), book) == "0.000000000001")
    #expect(Fixture.cost(try Fixture.row("m", [.textInput: 1_000_000]), book) == "0.000001")
  }

  @Test func `the largest counts do not overflow`() throws {
    let book = try PriceBook.load([
      Fixture.base(models: Fixture.model("m", [Fixture.price(input: "1000000")]))
    ])
    // One dollar a token.
    let row = try Fixture.row("m", [.textInput: .max])
    #expect(Fixture.cost(row, book) == "9223372036854775807")
  }

  @Test func `rows in any order of time cost the same`() throws {
    let book = try PriceBook.load([
      Fixture.base(
        models: Fixture.model(
          "m",
          [
            Fixture.price(input: "1", until: "2026-01-01"),
            Fixture.price(input: "2", from: "2026-01-01", until: "2026-07-01"),
            Fixture.price(input: "4", from: "2026-07-01"),
          ]))
    ])
    let days = ["2025-12-31", "2026-01-01", "2026-06-30", "2026-07-01", "2025-01-01"]
    let rows = try days.map { try Fixture.row("m", [.textInput: 1_000_000], at: $0) }
    var forward = Valuation(book: book)
    var backward = Valuation(book: book)
    let costs = rows.map { forward.charge(for: $0).cost.decimal }
    #expect(costs == ["1", "2", "2", "4", "1"])
    #expect(rows.reversed().map { backward.charge(for: $0).cost.decimal } == costs.reversed())
  }
}
