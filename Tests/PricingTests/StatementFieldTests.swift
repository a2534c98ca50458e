import Pricing
import Quantities
import Testing
import Usage

/// What a file may say of a statement beside its price: since when, how surely, against whom.
@Suite struct StatementFieldTests {
  private static func statement(_ more: String, status: String = "in_force") throws
    -> PriceStatement
  {
    let price = Fixture.price(
      from: "2026-02-01", until: "2026-08-01", status: status, more: more)
    let book = try PriceBook.load([Fixture.base(models: Fixture.model("m", [price]))])
    return try #require(book.model("m", of: .googleGeminiAPI)?.statements.first)
  }

  @Test func `a statement keeps what its file says of it`() throws {
    let statement = try Self.statement(
      """
      "from_between": ["2026-01-13", "2026-02-19"], "known": "2026-01-10",
      "until_known": "2026-07-02", "withdrawn_on": "2026-07-09", "corrects": "0123456789abcdef"
      """, status: "withdrawn")
    #expect(statement.fromBetween?.description == "2026-01-13 to 2026-02-19")
    #expect(statement.knownSince?.description == "2026-01-10")
    #expect(statement.untilKnown?.description == "2026-07-02")
    #expect(statement.withdrawnOn?.description == "2026-07-09")
    #expect(statement.corrects == "0123456789abcdef")
  }

  @Test func `a statement without a known day is known since its first`() throws {
    #expect(try Self.statement(#""note": "plain""#).knownSince?.description == "2026-02-01")
    let always = try PriceBook.load([Fixture.base(models: Fixture.model("m", [Fixture.price()]))])
    #expect(always.model("m", of: .googleGeminiAPI)?.statements[0].knownSince == nil)
    // 1 February begins at 08:00 UTC eight hours west of it, and is the 1st all the same.
    let west = try PriceBook.load([
      Fixture.base(
        models: Fixture.model("m", [Fixture.price(from: "2026-02-01")]), zone: "-08:00")
    ])
    let statement = west.model("m", of: .googleGeminiAPI)?.statements[0]
    #expect(statement?.knownSince?.description == "2026-02-01")
  }

  @Test func `an id follows from what is said, not from when it ends or was read`() throws {
    let plain = try Self.statement(#""note": "plain""#)
    // printf 'google-gemini-api|m|standard|0|2026-02-01T00:00:00Z|million_tokens|USD|-|input=1' \
    //   | sha256sum
    #expect(plain.id == "456cd49061944228")
    #expect(try Self.statement(#""known": "2026-01-10", "note": "other""#).id == plain.id)
    let ending = Fixture.price(input: "1.00", from: "2026-02-01", until: "2026-09-01")
    let other = Fixture.price(input: "1.01", from: "2026-02-01", tier: "batch")
    let book = try PriceBook.load([Fixture.base(models: Fixture.model("m", [ending, other]))])
    let ids = book.model("m", of: .googleGeminiAPI)?.statements.map(\.id)
    #expect(ids?.first == plain.id)
    #expect(ids?.last != plain.id)
  }

  @Test func `an overlay that cuts a statement leaves its id`() throws {
    let base = Fixture.base(
      models: Fixture.model("m", [Fixture.price(output: "4", from: "2026-02-01")]))
    let whole = try PriceBook.load([base]).model("m", of: .googleGeminiAPI)?.statements.first
    let overlay = """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "models": [{"model": "m",
      "prices": [{"per": "million_tokens", "from": "2026-03-01", "until": "2026-04-01",
      "amounts": {"text_output": "3"}}]}]}
      """
    let book = try PriceBook.load([base], overlays: [Fixture.source("mine.json", overlay)])
    let pieces = book.model("m", of: .googleGeminiAPI)?.statements.filter { $0.place.file == 0 }
    #expect(pieces?.count == 3)
    #expect(Set(pieces?.map(\.id) ?? []) == Set([whole?.id ?? "none"]))
    #expect(Set(pieces?.map(\.knownSince) ?? []) == Set([Day("2026-02-01")]))
  }

  @Test func `a contradiction between sources is data`() throws {
    let conflict = """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api",
      "sources": {"page": {"name": "the page"}, "table": {"name": "a table"}},
      "models": [], "conflicts": [{"model": "m", "about": "cached_input",
      "readings": [{"value": "0.03", "sources": ["page"]},
      {"value": "0.075", "sources": ["table"], "note": "older"}],
      "chosen": 0, "why": "the seller's own page"}]}
      """
    let book = try PriceBook.load(
      [Fixture.base(models: Fixture.model("m", [Fixture.price()]))],
      overlays: [Fixture.source("mine.json", conflict)])
    let found = try #require(book.conflicts(provider: .googleGeminiAPI, model: "m").first)
    #expect(found.readings.map(\.value) == ["0.03", "0.075"])
    #expect(found.chosen == 0)
    #expect(book.references(of: found.readings[1], in: found).map(\.name) == ["a table"])
    #expect(book.conflicts(provider: .googleGeminiAPI, model: "other").isEmpty)
  }

  struct Mistake: CustomTestStringConvertible, Sendable {
    let more: String
    let message: String
    var testDescription: String { message }
  }

  /// Each in the one price of a file, on its line 6.
  static let mistakes = [
    Mistake(
      more: #""from_between": ["2026-02-02", "2026-02-19"]"#,
      message: """
        base.json:6: models[0].prices[0].from_between: it begins at 2026-02-01, which is not one \
        of 2026-02-02 to 2026-02-19
        Write a "from" between the two days, or correct "from_between".
        """),
    Mistake(
      more: #""from_between": ["2026-02-19", "2026-01-13"]"#,
      message: """
        base.json:6: models[0].prices[0].from_between: another array stands where two days, the \
        earliest and the latest belongs
        Write two days, the earliest and the latest.
        """),
    Mistake(
      more: #""from_between": ["2026-02-30", "2026-03-13"]"#,
      message: """
        base.json:6: models[0].prices[0].from_between: "2026-02-30" is neither a day nor a time
        Write a day of the calendar, 2026-12-01, or a time, 2026-12-01T08:00:00Z.
        """),
    Mistake(
      more: #""known": "2026-01-13", "until_known": "2026-01-12""#,
      message: """
        base.json:6: models[0].prices[0].until_known: until_known is 2026-01-12, before known, \
        2026-01-13
        Correct one of the two: "until_known" cannot come before "known".
        """),
    Mistake(
      more: #""withdrawn_on": "2026-03-12""#,
      message: """
        base.json:6: models[0].prices[0].withdrawn_on: withdrawn_on has no meaning beside this \
        status
        Write "status": "withdrawn", or leave out "withdrawn_on".
        """),
    Mistake(
      more: #""corrects": "0123456789ABCDEF""#,
      message: """
        base.json:6: models[0].prices[0].corrects: "0123456789ABCDEF" is not the id of a price \
        statement
        Write its 16 hexadecimal digits as pricing/frozen.txt has them.
        """),
  ]

  @Test(arguments: mistakes)
  func `a mistake is shown with its place and its remedy`(mistake: Mistake) throws {
    let error = try #require(throws: PriceBookError.self) { try Self.statement(mistake.more) }
    #expect(error.problems.first?.description == mistake.message)
  }
}
