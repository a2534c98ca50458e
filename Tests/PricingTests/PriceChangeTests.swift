import Pricing
import Quantities
import Testing
import Usage

/// What happens to the price of a name that does not change.
@Suite struct PriceChangeTests {
  private func changes(
    _ book: PriceBook, _ model: String, from: String, until: String?,
    shutdowns: ShutdownRule = .keepsItsPrice
  ) throws -> [PriceChange] {
    let until = try until.map { try Fixture.instant($0 + "T00:00:00Z") }
    return book.priceChanges(
      provider: .googleGeminiAPI, model: model,
      in: Period(from: try Fixture.instant(from + "T00:00:00Z"), until: until),
      shutdowns: shutdowns)
  }

  @Test func `a moving alias and a re-route are told apart from a price change`() throws {
    let found = try changes(
      try ResolutionTests.book(), "gemini-flash-latest", from: "2025-09-01", until: "2027-01-01")
    // On 2026-08-13 the alias moves to 3.7, on 2026-09-02 to 3.8; neither is re-routed before.
    #expect(
      found.map(\.kind)
        == [.aliasMoved(to: "gemini-3.7-flash"), .aliasMoved(to: "gemini-3.8-flash")])
    #expect(
      found.map(\.at.description) == ["2026-08-13T00:00:00Z", "2026-09-02T00:00:00Z"])
  }

  @Test func `a re-route comes with what the seller said about it`() throws {
    let found = try changes(
      try ResolutionTests.book(), "gemini-2.5-flash", from: "2026-11-30", until: nil)
    #expect(found.map(\.kind) == [.reroute(to: "gemini-3.5-flash-lite")])
    let change = try #require(found.first)
    #expect(change.lifecycle?.isEarliestOnly == true)
    #expect(change.before.price(of: .textInput)?.decimal(perUnits: 1_000_000) == "0.3")
    #expect(change.after.price(of: .textInput)?.decimal(perUnits: 1_000_000) == "0.1")
  }

  @Test func `a shutdown is told although the price stays`() throws {
    let book = try ResolutionTests.book()
    let kept = try changes(book, "gemini-2.0-flash", from: "2026-01-01", until: "2026-12-31")
    #expect(kept.map(\.kind) == [.shutdown(successor: "gemini-2.5-flash")])
    #expect(kept[0].after.charges(like: kept[0].before))
    let moved = try changes(
      book, "gemini-2.0-flash", from: "2026-01-01", until: "2026-12-31",
      shutdowns: .movesToSuccessor)
    #expect(
      moved.map(\.kind)
        == [.shutdown(successor: "gemini-2.5-flash"), .reroute(to: "gemini-3.5-flash-lite")])
  }

  @Test func `an introductory end, an announced price and a plain change have their own names`()
    throws
  {
    let book = try PriceBook.load([
      Fixture.base(
        models: Fixture.model(
          "m",
          [
            Fixture.price(input: "1", until: "2026-01-01", introductory: true),
            Fixture.price(input: "2", from: "2026-01-01", until: "2026-02-01"),
            Fixture.price(input: "3", from: "2026-02-01", until: "2026-03-01"),
            Fixture.price(input: "4", from: "2026-03-01", status: "announced"),
          ]))
    ])
    let found = try changes(book, "m", from: "2025-01-01", until: nil)
    #expect(found.map(\.kind) == [.introductoryEnds, .priceChange, .announcedPrice])
  }

  @Test func `a statement that repeats the price is no change`() throws {
    let book = try PriceBook.load([
      Fixture.base(
        models: Fixture.model(
          "m",
          [
            Fixture.price(input: "1.0", until: "2026-01-01"),
            Fixture.price(input: "1.00", from: "2026-01-01"),
          ]))
    ])
    #expect(try changes(book, "m", from: "2025-01-01", until: nil).isEmpty)
  }

  @Test func `the period's start is inside it and its end is not`() throws {
    let book = try PriceBook.load([
      Fixture.base(
        models: Fixture.model(
          "m",
          [
            Fixture.price(input: "1", until: "2026-01-01"),
            Fixture.price(input: "2", from: "2026-01-01"),
          ]))
    ])
    #expect(try changes(book, "m", from: "2026-01-01", until: nil).isEmpty)
    #expect(try changes(book, "m", from: "2025-12-31", until: "2026-01-01").isEmpty)
    #expect(try changes(book, "m", from: "2025-12-31", until: "2026-01-02").count == 1)
  }
}
