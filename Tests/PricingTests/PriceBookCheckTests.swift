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

  @Test func `prices in an order that sellers never use are asked about`() throws {
    #expect(try findings([Fixture.price(cached: "1.01")]) == [.cacheAboveInput])
    #expect(
      try findings([Fixture.price(), Fixture.price(input: "1.01", tier: "batch")])
        == [.tierOutOfOrder(.batch)])
    #expect(
      try findings([Fixture.price(), Fixture.price(input: "0.99", tier: "priority")])
        == [.tierOutOfOrder(.priority)])
  }

  @Test func `a follower that forgets a meter is asked about`() throws {
    let kinds = try findings([
      Fixture.price(output: "4", until: "2027-01-01", introductory: true),
      Fixture.price(input: "2", from: "2027-01-01"),
    ])
    #expect(
      kinds == [
        .introductoryEndsWithout(meters: [
          "text_output", "image_output", "audio_output", "video_output", "thinking",
        ])
      ])
  }

  @Test func `a gap between two statements is asked about`() throws {
    #expect(
      try findings([Fixture.price(until: "2026-01-01"), Fixture.price(from: "2026-01-02")])
        == [
          .gap(
            from: try Fixture.instant("2026-01-01T00:00:00Z"),
            until: try Fixture.instant("2026-01-02T00:00:00Z"))
        ])
  }

  @Test func `a price that ends for no reason is asked about`() throws {
    let price = Fixture.price(until: "2026-12-01")
    let end = Fixture.end("reroute", "2026-12-01", successor: "n")
    #expect(
      try findings([price])
        == [.nothingFollows(at: try Fixture.instant("2026-12-01T00:00:00Z"))])
    #expect(try findings([price], lifecycle: [end]) == [])
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
        == "base.json:7: models[0].prices[1]: m: cached input costs more than fresh input")
  }
}
