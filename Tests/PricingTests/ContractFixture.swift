import Pricing
import Quantities
import Usage

/// A small list, contracts to lay over it, and what is paid then.
///
/// flash doubles on 2026-07-01, has a batch tier and a band over 200,000 tokens, and is re-routed to
/// pro on 2026-10-01; "latest" stands for flash.
enum ContractFixture {
  static let base = Fixture.base(
    models: [
      Fixture.model(
        "flash",
        [
          Fixture.price(input: "1", output: "4", cached: "0.25", until: "2026-07-01"),
          Fixture.price(
            input: "2", output: "8", cached: "0.5", from: "2026-07-01", until: "2026-10-01"),
          Fixture.price(input: "0.5", output: "2", until: "2026-10-01", tier: "batch"),
          Fixture.price(input: "3", output: "9", until: "2026-10-01", over: 200_000),
        ], lifecycle: [Fixture.end("reroute", "2026-10-01", successor: "pro")]),
      Fixture.model("pro", [Fixture.price(input: "10", output: "40", cached: "1")]),
    ].joined(separator: ",\n"),
    aliases: Fixture.alias("latest", "flash"))

  /// A file with a contract; what follows the head is given.
  static func contract(
    _ rest: String, name: String = "Acme 2026", seller: String = "google-gemini-api"
  ) -> String {
    #"{"schema": "tollbook.prices/1", "seller": "\#(seller)", "contract": {"name": "\#(name)"},"#
      + "\n" + rest + "}"
  }

  /// A discount of one file.
  static func discount(_ fields: String, name: String = "Acme 2026") -> String {
    contract(#""discounts": [{\#(fields)}]"#, name: name)
  }

  /// Contract prices of flash.
  static func prices(_ statements: String, model: String = "flash") -> String {
    contract(#""models": [{"model": "\#(model)", "prices": [\#(statements)]}]"#)
  }

  static func book(_ overlays: String...) throws -> PriceBook { try book(overlays) }

  static func book(_ overlays: [String]) throws -> PriceBook {
    try PriceBook.load(
      [base],
      overlays: overlays.enumerated().map { Fixture.source("mine-\($0).json", $1) })
  }

  /// What a model's input, cached input and output cost a million tokens, list then paid: `1>0.9`;
  /// one number where both are the same.
  static func paid(
    _ book: PriceBook, _ model: String = "flash", at time: String = "2026-06-01",
    tier: ServiceTier = .standard, over: TokenCount = 0,
    meters: [Meter] = [.textInput, .cachedTextInput, .textOutput]
  ) throws -> [String] {
    let rates = book.rates(
      provider: .googleGeminiAPI, model: model, tier: tier, contextOver: over,
      at: try Fixture.instant(time))
    func text(_ price: UnitPrice?) -> String { price?.decimal(perUnits: 1_000_000) ?? "–" }
    return meters.map { meter in
      let (list, paid) = (text(rates.listPrice(of: meter)), text(rates.price(of: meter)))
      return list == paid ? paid : "\(list)>\(paid)"
    }
  }

  /// The mistakes of a file laid over the base.
  static func problems(_ overlays: String...) -> [PriceBookProblem] {
    do throws(PriceBookError) {
      _ = try PriceBook.load(
        [base],
        overlays: overlays.enumerated().map { index, text in
          Fixture.source(index == 0 ? "mine.json" : "mine-\(index).json", text)
        })
      return []
    } catch { return error.problems }
  }
}
