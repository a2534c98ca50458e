import Quantities
import Testing

@testable import Pricing

/// Figures that sellers never ask are found, above all slips of a thousand.
@Suite struct PlausibilityTests {
  private static func findings(_ prices: [String]) throws -> [PriceBookFinding] {
    try PriceBook.load([Fixture.base(models: Fixture.model("m", prices))]).check(today: nil)
  }

  private static func price(
    _ amounts: [(String, String)], per: String = "million_tokens", tier: String = "standard",
    over: Int? = nil, from: String? = nil, until: String? = nil
  ) -> String {
    let amounts = amounts.map { "\"\($0)\": \"\($1)\"" }.joined(separator: ", ")
    let over = over.map { #", "over_prompt_tokens": \#($0)"# } ?? ""
    let from = from.map { #", "from": "\#($0)""# } ?? ""
    let until = until.map { #", "until": "\#($0)""# } ?? ""
    return #"{"service_tier": "\#(tier)", "per": "\#(per)", "amounts": {\#(amounts)}, "#
      + #""status": "in_force", "sources": ["page"], "confidence": "high"\#(over)\#(from)\#(until)}"#
  }

  struct Case: CustomTestStringConvertible, Sendable {
    /// The statements whose last is looked at.
    let prices: [String]
    /// What is said of it; nil where nothing is.
    let words: String?
    var testDescription: String { words ?? "nothing about \(prices.last ?? "")" }
  }

  private static let plain = price([("input", "0.30"), ("output", "2.50")])

  static let cases: [Case] = [
    Case(prices: [plain], words: nil),
    // A figure and its neighbours in the same request: just inside, and just outside.
    Case(prices: [price([("input", "1"), ("cached_input", "0.01")])], words: nil),
    Case(
      prices: [price([("input", "1"), ("cached_input", "0.009999")])],
      words: "cached_input costs 0.009999, and text_input 1; 0.01 to 1 times that is usual"),
    Case(prices: [price([("input", "1"), ("cached_input", "1")])], words: nil),
    Case(
      prices: [price([("input", "1"), ("cached_input", "1.000001")])],
      words: "cached_input costs 1.000001, and text_input 1; 0.01 to 1 times that is usual"),
    Case(
      prices: [price([("input", "1"), ("audio_input", "3"), ("cached_audio_input", "2")])],
      words: nil),
    Case(
      prices: [price([("input", "4"), ("audio_input", "3"), ("cached_audio_input", "4")])],
      words: "cached_audio_input costs 4, and audio_input 3; 0.01 to 1 times that is usual"),
    Case(
      prices: [price([("input", "1"), ("cache_write_1h", "3.1")])],
      words: "cache_write_1h costs 3.1, and text_input 1; 1 to 3 times that is usual"),
    Case(
      prices: [price([("input", "1"), ("cache_write_5m", "0.99")])],
      words: "cache_write_5m costs 0.99, and text_input 1; 1 to 3 times that is usual"),
    Case(
      prices: [price([("input", "1"), ("output", "0.9")])],
      words: "output costs 0.9, and text_input 1; 1 to 40 times that is usual"),
    // Bands and tiers.
    Case(
      prices: [plain, price([("input", "1.80"), ("output", "2.50")], over: 200_000)], words: nil),
    Case(
      prices: [plain, price([("input", "1.81"), ("output", "2.50")], over: 200_000)],
      words: "input costs 1.81, and 0.3 in the base band; 0.5 to 6 times that is usual"),
    Case(
      prices: [plain, price([("input", "0.31"), ("output", "1.25")], tier: "batch")],
      words: "input costs 0.31, and 0.3 at standard; 0.2 to 1 times that is usual"),
    Case(
      prices: [plain, price([("input", "0.059"), ("output", "1.25")], tier: "flex")],
      words: "input costs 0.059, and 0.3 at standard; 0.2 to 1 times that is usual"),
    Case(
      prices: [plain, price([("input", "0.29"), ("output", "2.50")], tier: "priority")],
      words: "input costs 0.29, and 0.3 at standard; 1 to 7 times that is usual"),
    Case(
      prices: [plain, price([("input", "2.11"), ("output", "2.50")], tier: "fast")],
      words: "input costs 2.11, and 0.3 at standard; 1 to 7 times that is usual"),
    Case(
      prices: [
        price([("image_output", "0.04")], per: "image"),
        price([("image_output", "0.05")], per: "image", tier: "batch"),
      ], words: "image_output costs 0.05, and 0.04 at standard; 0.2 to 1 times that is usual"),
    // The time before.
    Case(
      prices: [
        price([("input", "0.02")], until: "2026-01-01"),
        price([("input", "0.40")], from: "2026-01-01"),
      ], words: nil),
    Case(
      prices: [
        price([("input", "0.02")], until: "2026-01-01"),
        price([("input", "0.41")], from: "2026-01-01"),
      ], words: "input costs 0.41, and 0.02 before; 0.05 to 20 times that is usual"),
    Case(
      prices: [
        price([("input", "0"), ("output", "0")], until: "2026-01-01"),
        price([("input", "0.30"), ("output", "2.50")], from: "2026-01-01"),
      ], words: nil),
    // By themselves.
    Case(prices: [price([("input", "0"), ("cached_input", "0"), ("output", "0")])], words: nil),
    Case(
      prices: [price([("input", "5")])],
      words: "input costs 5 per million_tokens; 0.005 to 4.5 is usual"),
    Case(
      prices: [price([("input", "0.004"), ("output", "0.01")])],
      words: "input costs 0.004 per million_tokens; 0.005 to 200 is usual"),
    Case(
      prices: [price([("input", "201"), ("output", "900")])],
      words: "input costs 201 per million_tokens; 0.005 to 200 is usual"),
    Case(
      prices: [price([("google_search", "0.035")], per: "thousand_grounded_prompts")],
      words: "google_search costs 0.035 per thousand_grounded_prompts; 0.5 to 450 is usual"),
    Case(
      prices: [price([("video_output", "400")], per: "second")],
      words: "video_output costs 400 per second; 0.002 to 1.8 is usual"),
  ]

  @Test(arguments: cases)
  func `a figure is held against its neighbours`(example: Case) throws {
    let findings = try Self.findings(example.prices)
    #expect(findings.map(\.explanation) == (example.words.map { ["m: \($0)"] } ?? []))
  }

  @Test func `a slip of a thousand is found in every figure of the shipped books`() throws {
    let book = try PriceBook.load(try RealBookTests.files())
    var slips = 0
    for provider in book.providers {
      let check = SellerCheck(book: book, provider: provider, today: nil)
      for model in book.models(of: provider) {
        for (slip, statement, name) in model.slips {
          slips += 1
          let found = check.proportions(slip) + check.plausibility(slip)
          #expect(!found.isEmpty, "\(provider) \(model.name): \(name) of \(statement.id)")
        }
      }
    }
    #expect(slips > 2000)
  }
}

extension BookModel {
  /// The model with a single figure a thousand times too high or low, for every figure that counts.
  fileprivate var slips: [(slip: BookModel, statement: PriceStatement, name: String)] {
    var slips: [(slip: BookModel, statement: PriceStatement, name: String)] = []
    for (index, statement) in statements.enumerated() where statement.status != .withdrawn {
      for (position, amount) in statement.amounts.enumerated() {
        guard let price = amount.price, price != .free else { continue }
        for wrong in [price.picodollars * 1000, price.picodollars / 1000] {
          var amounts = statement.amounts
          amounts[position] = PriceStatement.Amount(
            name: amount.name, price: UnitPrice(picodollars: wrong))
          var slip = self
          slip.statements[index] = statement.asking(amounts)
          slips.append((slip, statement, amount.name))
        }
      }
    }
    return slips
  }
}

extension PriceStatement {
  fileprivate func asking(_ amounts: [Amount]) -> PriceStatement {
    var origin = origin
    origin.amounts = amounts
    return PriceStatement(
      provider: provider, model: model, serviceTier: serviceTier,
      overPromptTokens: overPromptTokens, fromBetween: fromBetween, unit: unit, status: status,
      isIntroductory: isIntroductory, origin: origin, sources: sources, confidence: confidence,
      note: note, place: place)
  }
}
