import Pricing
import Quantities
import Testing

/// What a book that loads may still be asked about.
@Suite struct PriceBookCheckTests {
  private func findings(
    _ prices: [String], lifecycle: [String] = [], today: String? = nil
  ) throws -> [PriceBookFinding.Kind] {
    let book = try PriceBook.load([
      Fixture.base(
        models: [
          Fixture.model("m", prices, lifecycle: lifecycle),
          Fixture.model("n", [Fixture.price()]),
        ].joined(separator: ",\n"))
    ])
    return book.check(today: today.flatMap { Day($0) }).map(\.kind)
  }

  @Test func `a plain book raises no question`() throws {
    #expect(
      try findings([Fixture.price(cached: "0.1"), Fixture.price(input: "0.5", tier: "batch")])
        == [])
  }

  @Test func `a book is old after 45 days`() throws {
    // The book is of 2026-11-30; 45 days later it is 2027-01-14.
    #expect(try findings([Fixture.price()], today: "2027-01-14") == [])
    #expect(try findings([Fixture.price()], today: "2027-01-15") == [.old(days: 46)])
  }

  @Test func `an announced price whose day has passed is asked about`() throws {
    let prices = [
      Fixture.price(until: "2026-12-01"),
      Fixture.price(input: "2", from: "2026-12-01", status: "announced"),
    ]
    #expect(try findings(prices, today: "2026-12-01") == [])
    #expect(
      try findings(prices, today: "2026-12-02")
        == [.announcementNotConfirmed(since: try Fixture.instant("2026-12-01T00:00:00Z"))])
  }

  @Test func `an announced price behind one in force is asked about`() throws {
    let prices = [
      Fixture.price(), Fixture.price(input: "2", from: "2026-12-01", status: "announced"),
    ]
    #expect(
      try findings(prices)
        == [.announcementShadowed(from: try Fixture.instant("2026-12-01T00:00:00Z"))])
  }

  @Test func `an earliest day that has passed is asked about`() throws {
    let end = Fixture.end("reroute", "2026-12-01", successor: "n", earliest: true)
    #expect(
      try findings([Fixture.price()], lifecycle: [end], today: "2026-12-02")
        == [.endNotConfirmed(since: try #require(Day("2026-12-01")))])
  }

  @Test func `a model without a price is asked about while it can be used`() throws {
    let end = Fixture.end("error", "2026-12-01")
    #expect(try findings([]) == [.withoutPrices])
    #expect(try findings([], lifecycle: [end], today: "2026-11-30") == [.withoutPrices])
    #expect(try findings([], lifecycle: [end], today: "2026-12-01") == [])
  }

  @Test func `a finding names its line`() throws {
    let book = try PriceBook.load([
      Fixture.base(
        models: Fixture.model("m", [Fixture.price(), Fixture.price(cached: "2", tier: "flex")]))
    ])
    let finding = try #require(book.check(today: nil).first)
    #expect(
      finding.description
        == "base.json:7: models[0].prices[1].amounts.cached_input: m: cached_input costs 2, and "
        + "text_input 1; 0.01 to 1 times that is usual")
  }
}
