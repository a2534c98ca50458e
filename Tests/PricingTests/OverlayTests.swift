import Pricing
import Quantities
import Testing
import Usage

/// A price file of one's own, laid over the book.
@Suite struct OverlayTests {
  private static let base = Fixture.base(
    models: [
      Fixture.model(
        "m",
        [
          Fixture.price(input: "1", output: "4", cached: "0.1", until: "2026-07-01"),
          Fixture.price(input: "2", output: "8", cached: "0.2", from: "2026-07-01"),
          Fixture.price(input: "0.5", tier: "batch"),
        ], lifecycle: [Fixture.end("reroute", "2027-01-01", successor: "n")]),
      Fixture.model("n", [Fixture.price(input: "3")]),
    ].joined(separator: ",\n"),
    aliases: Fixture.alias("latest", "m"))

  private func book(_ overlays: String...) throws -> PriceBook {
    try PriceBook.load(
      [Self.base],
      overlays: overlays.enumerated().map { Fixture.source("mine-\($0).json", $1) })
  }

  private func overlay(model: String, _ rest: String) -> String {
    #"{"schema": "tollbook.prices/1", "seller": "google-gemini-api", "models": [{"model": ""#
      + model + #"", "# + rest + "}]}"
  }

  private func prices(_ book: PriceBook, _ meter: Meter, _ times: [String]) throws -> [String] {
    try times.map { time in
      let rates = book.rates(
        provider: .googleGeminiAPI, model: "m", at: try Fixture.instant(time))
      return rates.price(of: meter)?.decimal(perUnits: 1_000_000) ?? "–"
    }
  }

  @Test func `the shortest overlay adds a model`() throws {
    let book = try book(
      """
      {"schema":"tollbook.prices/1","seller":"google-gemini-api","models":[{"model":"my-tuned",
      "prices":[{"per":"million_tokens","amounts":{"input":"1","output":"2"}}]}]}
      """)
    #expect(try book.input("my-tuned", at: "2026-06-01") == "1")
    #expect(try book.input("m", at: "2026-06-01") == "1")
    #expect(book.models(of: .googleGeminiAPI).map(\.name) == ["m", "n", "my-tuned"])
    #expect(book.version == "2026-11-30+overlay")
    #expect(book.asOf == Day("2026-11-30"))
  }

  @Test func `an overlay may bring a seller of its own`() throws {
    let book = try book(
      """
      {"schema":"tollbook.prices/1","seller":"my-proxy","models":[{"model":"m",
      "prices":[{"per":"million_tokens","amounts":{"input":"7"}}]}]}
      """)
    let mine = try #require(Provider("my-proxy"))
    #expect(book.providers == [.googleGeminiAPI, mine])
    let row = try Fixture.row("m", [.textInput: 1_000_000], provider: mine)
    #expect(Fixture.cost(row, book) == "7")
    #expect(book.asOf(of: mine) == nil)
  }

  @Test func `an overlay cuts the base where it holds, and nowhere else`() throws {
    let book = try book(
      overlay(
        model: "m",
        #"""
        "prices": [{"from": "2026-06-01", "until": "2026-08-01", "per": "million_tokens",
        "amounts": {"input": "0.9", "cached_input": "0.05", "output": "3"}}]
        """#))
    let times = [
      "2026-05-31T23:59:59Z", "2026-06-01T00:00:00Z", "2026-07-31T23:59:59Z",
      "2026-08-01T00:00:00Z",
    ]
    #expect(try prices(book, .textInput, times) == ["1", "0.9", "0.9", "2"])
    #expect(try prices(book, .thinking, times) == ["4", "3", "3", "8"])
    #expect(try book.input("m", at: "2026-06-15", tier: .batch) == "0.5")
  }

  @Test func `an overlay replaces the meters it names and leaves the others`() throws {
    let book = try book(
      overlay(
        model: "m",
        #"""
        "prices": [{"from": "2026-08-01", "per": "million_tokens",
        "amounts": {"text_input": "1.5"}}]
        """#))
    let times = ["2026-07-31T23:59:59Z", "2026-08-01T00:00:00Z"]
    #expect(try prices(book, .textInput, times) == ["2", "1.5"])
    #expect(try prices(book, .imageInput, times) == ["2", "2"])
    #expect(try prices(book, .cachedTextInput, times) == ["0.2", "0.2"])
    #expect(try prices(book, .textOutput, times) == ["8", "8"])
  }

  @Test func `a later overlay is laid over an earlier one`() throws {
    let one = #""prices": [{"per": "million_tokens", "amounts": {"input": "10"}}]"#
    let two =
      #""prices": [{"from": "2026-06-01", "per": "million_tokens", "amounts": {"input": "20"}}]"#
    let book = try book(overlay(model: "m", one), overlay(model: "m", two))
    let times = ["2026-05-31", "2026-06-01"]
    #expect(try prices(book, .textInput, times) == ["10", "20"])
    #expect(try prices(book, .textOutput, times) == ["4", "4"])
  }

  @Test func `an overlay that speaks of a model's end is believed`() throws {
    #expect(try book().input("m", at: "2027-01-01") == "3")
    let kept = try book(overlay(model: "m", #""lifecycle": []"#))
    #expect(try kept.input("m", at: "2027-01-01") == "2")
    #expect(kept.lifecycles(provider: .googleGeminiAPI, model: "m").map(\.isCurrent) == [false])
    let later = try book(
      overlay(
        model: "m",
        #""lifecycle": [{"mode": "reroute", "day": "2027-02-01", "successor": "n"}]"#))
    #expect(try later.input("m", at: "2027-01-31") == "2")
    #expect(try later.input("m", at: "2027-02-01") == "3")
  }

  @Test func `an overlay can move an alias for a time`() throws {
    let book = try book(
      """
      {"schema":"tollbook.prices/1","seller":"google-gemini-api","models":[],
      "aliases":[{"name":"latest","model":"n","from":"2026-06-01","until":"2026-06-02"}]}
      """)
    let times = ["2026-05-31", "2026-06-01", "2026-06-02"]
    #expect(try times.map { try book.input("latest", at: $0) } == ["1", "3", "1"])
  }

  @Test func `without an overlay the version is the file's own`() throws {
    let book = try book()
    #expect(book.version == "2026-11-30")
    #expect(book.baseFileCount == 1)
    #expect(book.files.map(\.name) == ["base.json"])
  }

  @Test func `a book loaded again from its files is the same book`() throws {
    let book = try book(
      overlay(model: "m", #""prices": [{"per": "million_tokens", "amounts": {"input": "9"}}]"#))
    let again = try PriceBook.load(
      Array(book.files.prefix(book.baseFileCount)),
      overlays: Array(book.files.dropFirst(book.baseFileCount)))
    #expect(again.digest == book.digest)
    #expect(try book.digest != self.book().digest)
  }
}
