import Pricing
import Quantities
import Testing

/// The fingerprint of a book: it moves with every figure, and with nothing else.
@Suite struct PriceBookDigestTests {
  private func digest(_ models: String, aliases: String = "") throws -> String {
    try PriceBook.load([Fixture.base(models: models, aliases: aliases)]).digest
  }

  @Test func `how a price is written does not matter`() throws {
    let one = try digest(Fixture.model("m", [Fixture.price(input: "1.50", from: "2026-01-01")]))
    let two = try digest(
      Fixture.model("m", [Fixture.price(input: "1.5", from: "2026-01-01T00:00:00Z")]))
    #expect(one == two)
    #expect(one.utf8.count == 64)
  }

  @Test func `every figure matters`() throws {
    let n = Fixture.model("n", [Fixture.price()])
    func book(_ price: String, _ ends: [String] = []) -> String {
      Fixture.model("m", [price], lifecycle: ends) + ",\n" + n
    }
    let digests = [
      try digest(book(Fixture.price())),
      try digest(book(Fixture.price(input: "2"))),
      try digest(book(Fixture.price(output: "1"))),
      try digest(book(Fixture.price(from: "2026-01-01"))),
      try digest(book(Fixture.price(until: "2026-01-01"))),
      try digest(book(Fixture.price(tier: "batch"))),
      try digest(book(Fixture.price(over: 200_000))),
      try digest(book(Fixture.price(status: "announced"))),
      try digest(book(Fixture.price(), [Fixture.end("reroute", "2027-01-01", successor: "n")])),
      try digest(book(Fixture.price(), [Fixture.end("error", "2027-01-01", successor: "n")])),
      try digest(book(Fixture.price()), aliases: Fixture.alias("latest", "m")),
    ]
    #expect(Set(digests).count == digests.count)
  }

  @Test func `a withdrawn statement does not matter`() throws {
    let one = try digest(Fixture.model("m", [Fixture.price()]))
    let two = try digest(
      Fixture.model("m", [Fixture.price(), Fixture.price(input: "9", status: "withdrawn")]))
    #expect(one == two)
  }
}
