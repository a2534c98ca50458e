import Pricing
import Quantities
import Testing

/// The list of what was once said: it only grows, and the book is held to it.
@Suite struct FrozenStatementTests {
  /// The base file is of 2026-11-30.
  private static func book(_ prices: [String]) throws -> PriceBook {
    try PriceBook.load([Fixture.base(models: Fixture.model("m", prices))])
  }

  private static func list(_ text: String) -> PriceBookSource {
    Fixture.source("frozen.txt", text)
  }

  private static let first = Fixture.price(
    input: "1", output: "4", from: "2026-01-01", until: "2026-11-30")
  private static let second = Fixture.price(input: "2", output: "8", from: "2026-11-30")
  private static let third = Fixture.price(
    input: "3", from: "2026-12-01", tier: "batch", status: "announced",
    more: #""known": "2026-11-01""#)

  /// Digests by `printf 'google-gemini-api|m|standard|0|…' | sha256sum | cut -c 1-16`.
  private static let frozen = """
    d518b3067a9ffac4 begun google-gemini-api m standard 0 2026-01-01T00:00:00Z million_tokens USD - \
    input=1,output=4
    1fb67398f5a9b782 ended google-gemini-api m standard 0 2026-01-01T00:00:00Z million_tokens USD - \
    input=1,output=4 2026-11-30T00:00:00Z
    62efcddf0a08bffd begun google-gemini-api m standard 0 2026-11-30T00:00:00Z million_tokens USD - \
    input=2,output=8

    """

  @Test func `what has begun and ended by the book's day is frozen`() throws {
    let book = try Self.book([Self.first, Self.second, Self.third])
    #expect(try book.freezing(Self.list("")) == Self.frozen)
    #expect(try book.freezing(Self.list(Self.frozen)) == Self.frozen)
    #expect(try book.check(frozen: Self.list(Self.frozen)) == [])
  }

  @Test func `a list keeps what is in it and grows at its end`() throws {
    let old = "# what was said\n" + Self.frozen.split(separator: "\n").reversed()[0]
    let book = try Self.book([Self.first, Self.second])
    let lines = try book.freezing(Self.list(old)).split(separator: "\n")
    #expect(lines.map { $0.prefix(2) } == ["# ", "62", "d5", "1f"])
    let later = try Self.book([Self.second]).freezing(Self.list(Self.frozen))
    #expect(later == Self.frozen)
  }

  @Test func `a statement that is not frozen is named with its line`() throws {
    let book = try Self.book([Self.first, Self.second])
    let findings = try book.check(frozen: Self.list(""))
    #expect(
      findings.map(\.description) == [
        "base.json:6: models[0].prices[0]: m: d518b3067a9ffac4 has begun and is not frozen",
        "base.json:6: models[0].prices[0]: m: 1fb67398f5a9b782 has ended and is not frozen",
        "base.json:7: models[0].prices[1]: m: 62efcddf0a08bffd has begun and is not frozen",
      ])
  }

  @Test func `the past cannot be edited`() throws {
    let edits = [
      Fixture.price(input: "1.1", output: "4", from: "2026-01-01", until: "2026-11-30"),
      Fixture.price(input: "1", output: "4", from: "2026-01-02", until: "2026-11-30"),
      Fixture.price(input: "1", from: "2026-01-01", until: "2026-11-30"),
      Fixture.price(input: "1", output: "4", from: "2026-01-01", until: "2026-11-30", tier: "flex"),
    ]
    for edit in edits {
      let findings = try Self.book([edit, Self.second]).check(frozen: Self.list(Self.frozen))
      #expect(
        findings.prefix(2).map(\.description) == [
          "frozen.txt:1: google-gemini-api m standard: m: d518b3067a9ffac4 had begun when it was frozen, "
            + "and is no longer in the book",
          "frozen.txt:2: google-gemini-api m standard: m: 1fb67398f5a9b782 had ended when it was frozen, "
            + "and is no longer in the book",
        ])
      #expect(findings.count == 4)
    }
    let moved = Fixture.price(input: "1", output: "4", from: "2026-01-01", until: "2026-11-29")
    let findings = try Self.book([moved, Self.second]).check(frozen: Self.list(Self.frozen))
    #expect(findings.map(\.kind).first == .frozenAndGone("1fb67398f5a9b782", .ended))
    #expect(findings.count == 2)
  }

  @Test func `what does not count as an edit`() throws {
    let written = Fixture.price(
      input: "1.00", output: "4.0", from: "2026-01-01T00:00:00Z", until: "2026-11-30",
      more: #""note": "read again", "known": "2025-12-01""#)
    let withdrawn = Fixture.price(
      input: "2", output: "8", from: "2026-11-30", status: "withdrawn",
      more: #""withdrawn_on": "2026-12-03""#)
    let book = try Self.book([
      withdrawn, written, Fixture.price(input: "2.5", output: "8", from: "2026-11-30"),
    ])
    #expect(try book.check(frozen: Self.list(Self.frozen)).count == 1)
  }

  @Test func `an end is frozen once it has come`() throws {
    let open = Fixture.price(input: "1", output: "4", from: "2026-01-01")
    let begun = try Self.book([open]).freezing(Self.list(""))
    #expect(begun.split(separator: "\n").count == 1)
    // The end becomes known later: the same statement, with an end.
    #expect(try Self.book([Self.first, Self.second]).freezing(Self.list(begun)) == Self.frozen)
    let planned = Fixture.price(input: "1", output: "4", from: "2026-01-01", until: "2026-12-01")
    #expect(try Self.book([planned]).freezing(Self.list("")) == begun)
  }

  @Test func `an announcement that never came is not frozen`() throws {
    let withdrawn = Fixture.price(
      from: "2026-11-01", status: "withdrawn",
      more: #""known": "2026-06-01", "withdrawn_on": "2026-11-01""#)
    #expect(try Self.book([withdrawn]).freezing(Self.list("")) == "")
    let wrong = Fixture.price(
      from: "2026-11-01", status: "withdrawn", more: #""withdrawn_on": "2026-11-02""#)
    #expect(try Self.book([wrong]).freezing(Self.list("")) != "")
  }

  @Test func `an overlay freezes nothing and changes nothing frozen`() throws {
    let overlay = """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "models": [{"model": "m",
      "prices": [{"per": "million_tokens", "amounts": {"input": "0.5"}}]}]}
      """
    let book = try PriceBook.load(
      Self.book([Self.first, Self.second]).files,
      overlays: [Fixture.source("mine.json", overlay)])
    #expect(try book.check(frozen: Self.list(Self.frozen)) == [])
    #expect(try book.freezing(Self.list("")) == Self.frozen)
  }

  private static let line = String(frozen.prefix { $0 != "\n" })

  private static let changed: [[String]] = [
    ["0123456789abcdef begun google-gemini-api m", "frozen.txt:2: not a frozen statement"],
    ["rubbish", "frozen.txt:2: not a frozen statement"],
    [line.replacing("input=1", with: "input=9"), "frozen.txt:2: not a frozen statement"],
    [line.replacing("begun", with: "ended"), "frozen.txt:2: not a frozen statement"],
    [line + " ", "frozen.txt:2: not a frozen statement"],
    [frozen + line, "frozen.txt:5: the statement is frozen on line 2 already"],
  ]

  @Test(arguments: changed)
  func `a list that was changed by hand is refused`(example: [String]) throws {
    let book = try Self.book([Self.first, Self.second])
    let list = Self.list("# remark\n\(example[0])\n")
    let error = try #require(throws: PriceBookError.self) { try book.check(frozen: list) }
    #expect(error.problems.first?.description.hasPrefix(example[1]) == true, "\(error)")
    #expect(throws: PriceBookError.self) { try book.freezing(list) }
  }
}
