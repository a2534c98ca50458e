import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// Usage between the days on one of which its price changed.
struct UncertainUsageTests {
  /// Input goes from 1 to 2 and output from 4 to 4 on some day from 20 February to 10 March; the book
  /// takes 1 March.
  static func book() throws -> PriceBook {
    try Fixture.book([
      """
      {"model": "m", "prices": [
        {"per": "million_tokens", "until": "2026-03-01", "amounts": {"input": "1", "output": "4"}},
        {"per": "million_tokens", "from": "2026-03-01", "amounts": {"input": "2", "output": "4"},
         "from_between": ["2026-02-20", "2026-03-10"]},
        {"per": "million_tokens", "service_tier": "batch", "amounts": {"input": "0.5"}}],
       "lifecycle": []}
      """,
      Fixture.model("n", [Fixture.price("7", nil, "7")]),
    ])
  }

  private func usage(
    _ rows: [RollupRow], basis: Valuation.Basis = .then, book: PriceBook? = nil
  ) throws -> GroupedUsage {
    GroupedUsage(
      rows, by: [.model], zone: .utc,
      valuation: Valuation(book: try book ?? Self.book(), basis: basis))
  }

  private func row(_ day: String, model: String = "m", tier: ServiceTier = .standard) throws
    -> RollupRow
  {
    Fixture.row(
      model, [.textInput: 1_000_000, .textOutput: 500_000], on: try Fixture.day(day), requests: 3,
      tier: tier)
  }

  @Test func `both prices are told, and how many requests it is about`() throws {
    let rows = try [
      row("2026-02-19"), row("2026-02-20"), row("2026-02-28"), row("2026-03-01"), row("2026-03-09"),
      row("2026-03-10"), row("2026-02-25", model: "n"), row("2026-02-25", tier: .batch),
    ]
    let found = try #require(try usage(rows).uncertain.first)
    #expect(found.requests == 12)
    #expect(found.span.description == "2026-02-20 to 2026-03-10")
    // Two days at 1 + 2 and two at 2 + 2; on the other side of the change it is the other way round.
    #expect(found.cost.decimal == "14")
    #expect(found.otherCost?.decimal == "14")
    #expect(try usage(rows).uncertain.count == 1)
    let early = try #require(try usage([row("2026-02-20")]).uncertain.first)
    #expect(early.cost.decimal == "3" && early.otherCost?.decimal == "4")
    let late = try #require(try usage([row("2026-03-09")]).uncertain.first)
    #expect(late.cost.decimal == "4" && late.otherCost?.decimal == "3")
  }

  @Test func `where the other price is not known, nobody makes one up`() throws {
    let book = try Fixture.book([
      """
      {"model": "m", "prices": [
        {"per": "million_tokens", "from": "2026-03-01", "amounts": {"input": "2", "output": "4"},
         "from_between": ["2026-02-20", "2026-03-10"]}],
       "lifecycle": []}
      """
    ])
    let found = try #require(try usage([row("2026-03-02")], book: book).uncertain.first)
    #expect(found.cost.decimal == "4" && found.otherCost == nil)
  }

  @Test func `usage on other days, models and tiers is certain`() throws {
    let rows = try [
      row("2026-02-19"), row("2026-03-10"), row("2026-02-25", model: "n"),
      row("2026-02-25", tier: .batch),
    ]
    #expect(try usage(rows).uncertain.isEmpty)
    let certain = try Fixture.book([Fixture.model("m", [Fixture.price("1", nil, "4")])])
    #expect(try usage([row("2026-02-25")], book: certain).uncertain.isEmpty)
  }

  @Test func `at one day's prices it is that day which is certain or not`() throws {
    let rows = try [row("2025-06-01"), row("2026-06-01")]
    let inside = try usage(rows, basis: PriceTime.day(try Fixture.day("2026-02-25")).basis)
    #expect(inside.uncertain.map(\.requests) == [6])
    let outside = try usage(rows, basis: PriceTime.day(try Fixture.day("2026-03-10")).basis)
    #expect(outside.uncertain.isEmpty)
  }
}
