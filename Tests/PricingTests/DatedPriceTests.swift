import Pricing
import Quantities
import Testing
import Usage

/// Which statement is in force, on both sides of every day.
@Suite struct DatedPriceTests {
  @Test func `an introductory price ends with the last second of its year`() throws {
    let book = try PriceBook.load([
      Fixture.base(
        models: Fixture.model(
          "gemini-3.8-flash",
          [
            Fixture.price(
              input: "0.75", output: "3.75", from: "2026-09-02", until: "2027-01-01",
              introductory: true),
            Fixture.price(input: "1.50", output: "7.50", from: "2027-01-01", status: "announced"),
          ]))
    ])
    #expect(try book.input("gemini-3.8-flash", at: "2026-12-31T23:59:59Z") == "0.75")
    #expect(try book.input("gemini-3.8-flash", at: "2027-01-01T00:00:00Z") == "1.5")
    // Rows know their quarter of an hour only; the last one of the year is still the old price.
    let tokens: [Meter: Int64] = [.textInput: 1_000_000]
    let last = try Fixture.row("gemini-3.8-flash", tokens, at: "2026-12-31T23:59:59Z")
    #expect(last.slot.description == "2026-12-31T23:45:00Z")
    #expect(Fixture.cost(last, book) == "0.75")
    let first = try Fixture.row("gemini-3.8-flash", tokens, at: "2027-01-01T00:00:00Z")
    #expect(Fixture.cost(first, book) == "1.5")
  }

  @Test func `before its first statement a model is unpriced`() throws {
    let book = try PriceBook.load([
      Fixture.base(models: Fixture.model("m", [Fixture.price(from: "2026-01-01")]))
    ])
    #expect(try book.input("m", at: "2025-12-31T23:59:59Z") == "–")
    #expect(try book.input("m", at: "2026-01-01T00:00:00Z") == "1")
  }

  @Test func `a day begins in the zone that the file states`() throws {
    let book = try PriceBook.load([
      Fixture.base(
        models: Fixture.model("m", [Fixture.price(from: "2026-01-01")]), zone: "-08:00")
    ])
    #expect(try book.input("m", at: "2026-01-01T07:59:59Z") == "–")
    #expect(try book.input("m", at: "2026-01-01T08:00:00Z") == "1")
  }

  @Test func `a time of day is a boundary too`() throws {
    let book = try PriceBook.load([
      Fixture.base(
        models: Fixture.model("m", [Fixture.price(from: "2026-01-01T12:15:00+02:00")]))
    ])
    #expect(try book.input("m", at: "2026-01-01T10:14:59Z") == "–")
    #expect(try book.input("m", at: "2026-01-01T10:15:00Z") == "1")
  }

  @Test func `an announced rise does not displace the price in force`() throws {
    let book = try PriceBook.load([
      Fixture.base(
        models: Fixture.model(
          "m",
          [
            Fixture.price(input: "3", from: "2026-01-01"),
            Fixture.price(input: "5", from: "2026-09-01", status: "announced"),
          ]))
    ])
    #expect(try book.input("m", at: "2026-10-01") == "3")
  }

  @Test func `an announced band does not open while a price is in force`() throws {
    let book = try PriceBook.load([
      Fixture.base(
        models: Fixture.model(
          "m",
          [
            Fixture.price(input: "3"),
            Fixture.price(input: "5", from: "2026-09-01", over: 200_000, status: "announced"),
          ]))
    ])
    #expect(try book.input("m", at: "2026-10-01", over: 200_000) == "3")
  }

  @Test func `a withdrawn statement never counts`() throws {
    let book = try PriceBook.load([
      Fixture.base(
        models: Fixture.model(
          "m", [Fixture.price(input: "3"), Fixture.price(input: "9", status: "withdrawn")]))
    ])
    #expect(try book.input("m", at: "2026-10-01") == "3")
  }

  @Test func `three price rows mean the same in every order`() throws {
    let rows = [
      Fixture.price(input: "1", until: "2026-01-01"),
      Fixture.price(input: "2", from: "2026-01-01", until: "2026-07-01"),
      Fixture.price(input: "3", from: "2026-07-01"),
    ]
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    var digests: Set<String> = []
    for order in orders {
      let book = try PriceBook.load([
        Fixture.base(models: Fixture.model("m", order.map { rows[$0] }))
      ])
      digests.insert(book.digest)
      #expect(try book.input("m", at: "2025-12-31T23:59:59Z") == "1", "\(order)")
      #expect(try book.input("m", at: "2026-01-01T00:00:00Z") == "2", "\(order)")
      #expect(try book.input("m", at: "2026-06-30T23:59:59Z") == "2", "\(order)")
      #expect(try book.input("m", at: "2026-07-01T00:00:00Z") == "3", "\(order)")
    }
    #expect(digests.count == 1)
  }

  @Test func `an answer holds exactly as long as it says`() throws {
    // Every instant of a small book against a fresh question: cached answers must never differ.
    let book = try PriceBook.load([
      Fixture.base(
        models: [
          Fixture.model(
            "a",
            [
              Fixture.price(input: "1", from: "2026-01-01", until: "2026-01-03"),
              Fixture.price(input: "2", from: "2026-01-04", until: "2026-01-06"),
              Fixture.price(input: "8", from: "2026-01-05", over: 200_000),
            ], lifecycle: [Fixture.end("reroute", "2026-01-07", successor: "b")]),
          Fixture.model("b", [Fixture.price(input: "3", until: "2026-01-08")]),
        ].joined(separator: ",\n"),
        aliases: Fixture.alias("latest", "a", from: "2026-01-02", until: "2026-01-08"))
    ])
    // By day from 2025-12-31 to 2026-01-08, worked out from the rows above.
    let expected: [String: [String]] = [
      "a": ["–", "1", "1", "–", "2", "2", "–", "3", "–"],
      "latest": ["–", "–", "1", "–", "2", "2", "–", "3", "–"],
      "b": ["3", "3", "3", "3", "3", "3", "3", "3", "–"],
    ]
    let first = try Fixture.instant("2025-12-31T00:00:00Z")
    for (model, prices) in expected {
      var valuation = Valuation(book: book)
      for slot in 0..<(9 * 96) {
        let instant = first.adding(seconds: Int64(slot) * 900)
        var row = try Fixture.row(model, [.textInput: 1_000_000])
        row.slot = instant
        let answer = valuation.rates(for: row)
        #expect(answer.validity.contains(instant))
        let price = answer.price(of: .textInput)?.decimal(perUnits: 1_000_000) ?? "–"
        #expect(price == prices[slot / 96], "\(model) at \(instant)")
      }
    }
    #expect(try book.input("a", at: "2026-01-04T23:59:59Z", over: 200_000) == "2")
    #expect(try book.input("a", at: "2026-01-05T00:00:00Z", over: 200_000) == "8")
  }
}
