import Pricing
import Quantities
import Testing

/// What is said about each mistake in a price file: place, explanation, remedy.
@Suite struct PriceBookErrorTests {
  struct Mistake: CustomTestStringConvertible, Sendable {
    let text: String
    let message: String
    var testDescription: String { message }
  }

  /// An overlay whose fourth line is the only price of its only model.
  private static func price(_ line: String) -> String {
    """
    {"schema": "tollbook.prices/1", "seller": "google-gemini-api",
    "models": [
    {"model": "m", "prices": [
    \(line)
    ]}]}
    """
  }

  private static func amount(_ amount: String) -> String {
    price(#"{"per": "million_tokens", "amounts": {"input": \#(amount)}}"#)
  }

  private static func top(_ line: String) -> String {
    """
    {"schema": "tollbook.prices/1", "seller": "google-gemini-api",
    \(line)}
    """
  }

  static let mistakes: [Mistake] = [
    Mistake(
      text: amount("0.3"),
      message: """
        mine.json:4: models[0].prices[0].amounts.input: the price 0.3 is a number, not a string
        Write it in quotes, "0.3": a number would pass through binary floating point.
        """),
    Mistake(
      text: amount(#""0.0000001""#),
      message: """
        mine.json:4: models[0].prices[0].amounts.input: 0.0000001 has more than 6 decimals
        Amounts are whole 10^-12 USD a unit; write the seller's price unrounded.
        """),
    Mistake(
      text: amount(#""1,50""#),
      message: """
        mine.json:4: models[0].prices[0].amounts.input: "1,50" is not a price
        Write US dollars as a plain decimal number: "0.30".
        """),
    Mistake(
      text: amount(#""01""#),
      message: """
        mine.json:4: models[0].prices[0].amounts.input: "01" is not a price
        Write US dollars as a plain decimal number: "0.30".
        """),
    Mistake(
      text: amount(#""1e-6""#),
      message: """
        mine.json:4: models[0].prices[0].amounts.input: "1e-6" is not a price
        Write US dollars as a plain decimal number: "0.30".
        """),
    Mistake(
      text: amount(#""-1""#),
      message: """
        mine.json:4: models[0].prices[0].amounts.input: the price -1 is below zero
        Credits and discounts are not prices; leave the amount out.
        """),
    Mistake(
      text: amount("true"),
      message: """
        mine.json:4: models[0].prices[0].amounts.input: true or false stands where a price in \
        quotes belongs
        Write a price in quotes.
        """),
    Mistake(
      text: price(#"{"per": "million_tokens", "amounts": {}}"#),
      message: """
        mine.json:4: models[0].prices[0].amounts: a statement without a single price
        Add an amount, or remove the statement; free of charge is written "0".
        """),
    Mistake(
      text: price(
        #"{"per": "million_tokens", "amount": {"input": "1"}, "amounts": {"output": "1"}}"#),
      message: """
        mine.json:4: models[0].prices[0].amount: the key amount is not known here
        Known here: service_tier, over_prompt_tokens, from, from_between, until, per, amounts, \
        status, introductory, known, until_known, withdrawn_on, corrects, sources, confidence, note.
        """),
    Mistake(
      text: price(#"{"per": "million_tokens", "amounts": {"input": "1", "input": "2"}}"#),
      message: """
        mine.json:4: models[0].prices[0].amounts.input: the key input stands here a second time
        Remove one of the two: readers differ in which one they take.
        """),
    Mistake(
      text: price(#"{"amounts": {"input": "1"}}"#),
      message: """
        mine.json:4: models[0].prices[0]: per is missing
        Add "per"; pricing/README.md describes the format.
        """),
    Mistake(
      text: price(#"{"per": "token", "amounts": {"input": "1"}}"#),
      message: """
        mine.json:4: models[0].prices[0].per: "token" is not a word known here
        Write one of: million_tokens, million_token_hours, thousand_grounded_prompts, \
        thousand_search_queries, thousand_requests, image, second, minute, song.
        """),
    Mistake(
      text: price(#"{"per": "song", "amounts": {"A Song": "1"}}"#),
      message: """
        mine.json:4: models[0].prices[0].amounts.A Song: A Song is not priced per song
        Name it with lower-case letters, digits and underscores.
        """),
    Mistake(
      text: price(
        #"{"from": "2026-02-30", "per": "million_tokens", "amounts": {"input": "1"}}"#),
      message: """
        mine.json:4: models[0].prices[0].from: "2026-02-30" is neither a day nor a time
        Write a day of the calendar, 2026-12-01, or a time, 2026-12-01T08:00:00Z.
        """),
    Mistake(
      text: price(
        #"{"from": "2026-02-01T00:10:00Z", "per": "million_tokens", "amounts": {"input": "1"}}"#),
      message: """
        mine.json:4: models[0].prices[0].from: 2026-02-01T00:10:00Z is not on a quarter of an hour
        Usage is summed by quarters of an hour; write :00, :15, :30 or :45.
        """),
    Mistake(
      text: price(
        #"{"from": "2026-02-02", "until": "2026-02-02", "per": "song", "amounts": {"s": "1"}}"#),
      message: """
        mine.json:4: models[0].prices[0].until: the period ends at 2026-02-02, not after 2026-02-02
        A period holds its start and not its end; swap the two or leave one out.
        """),
    Mistake(
      text: price(
        #"{"over_prompt_tokens": "200k", "per": "song", "amounts": {"s": "1"}}"#),
      message: """
        mine.json:4: models[0].prices[0].over_prompt_tokens: a text is not a number of tokens \
        above zero
        Leave it out for the base price; write 200000 for "over 200,000".
        """),
    Mistake(
      text: price(
        """
        {"per": "million_tokens", "until": "2026-07-01", "amounts": {"input": "1", "output": "4"}},
        {"per": "million_tokens", "from": "2026-06-01", "amounts": {"audio_input": "2"}}
        """),
      message: """
        mine.json:5: models[0].prices[1]: audio_input has another price from \
        2026-06-01T00:00:00Z in models[0].prices[0] (line 4)
        Let the earlier one end where the later one begins, or mark one "status": "withdrawn".
        """),
    Mistake(
      text: price(
        """
        {"per": "million_tokens", "introductory": true, "until": "2027-01-01",
        "amounts": {"input": "1"}}
        """),
      message: """
        mine.json:4: models[0].prices[0].until: nothing follows the introductory price of m at \
        2027-01-01T00:00:00Z
        Add the statement that begins at 2027-01-01T00:00:00Z, or leave out "introductory".
        """),
    Mistake(
      text: top(#""models": [{"model": "m", "lifecycle": [{"mode": "reroute", "day": null}]}]"#),
      message: """
        mine.json:2: models[0].lifecycle[0].mode: m is re-routed, but not to any model
        Add "successor"; without one the mode is "error".
        """),
    Mistake(
      text: top(
        #""models":[{"model": "m", "lifecycle": [{"mode":"error", "day":null, "successor": "x"}]}]"#
      ),
      message: """
        mine.json:2: models[0].lifecycle[0].successor: x is not a model of google-gemini-api
        Add the model to the file, or correct the name; it has to match exactly.
        """),
    Mistake(
      text: top(#""models": [], "aliases": [{"name": "a", "model": "x"}]"#),
      message: """
        mine.json:2: aliases[0].model: x is not a model of google-gemini-api
        Add the model to the file, or correct the name; it has to match exactly.
        """),
    Mistake(
      text: top(
        #""models": [], "aliases": [{"name": "a", "model": "b"}, {"name": "b", "model": "a"}]"#),
      message: """
        mine.json:2: aliases[0]: names lead in a circle: a → b → a
        Correct the name that should be a model's own, or the days.
        """),
    Mistake(
      text: top(
        """
        "models": [{"model": "b"}], "aliases": [{"name": "a", "model": "b"},
        {"name": "a", "model": "b", "from": "2026-01-01"}]
        """),
      message: """
        mine.json:3: aliases[1]: a stands for another model at that time in aliases[0] (line 2)
        Let the earlier one end where the later one begins.
        """),
    Mistake(
      text: top(#""models": [{"model": "b"}, {"model": "b"}]"#),
      message: """
        mine.json:2: models[1]: the model b stands on line 2 already
        Join the two entries.
        """),
    Mistake(
      text: top(#""models": [], "day_zone": "America/Los_Angeles""#),
      message: """
        mine.json:2: day_zone: the day zone "America/Los_Angeles" is not known
        Write "UTC" or an offset on a quarter of an hour such as "-08:00".
        """),
    Mistake(
      text: top(#""models": [], "currency": "EUR""#),
      message: """
        mine.json:2: currency: the currency is EUR, not USD
        Write US dollars: other currencies cannot be read yet.
        """),
    Mistake(
      text: #"{"seller": "x", "models": []}"#,
      message: """
        mine.json:1: schema is missing
        Add "schema"; pricing/README.md describes the format.
        """),
    Mistake(
      text: #"{"schema": "tollbook.scenario/1", "seller": "x", "models": []}"#,
      message: """
        mine.json:1: schema: the schema is tollbook.scenario/1, not tollbook.prices/1
        Begin the file with "schema": "tollbook.prices/1".
        """),
    Mistake(
      text: #"{"schema": "tollbook.prices/1", "seller": "Google Gemini", "models": []}"#,
      message: """
        mine.json:1: seller: "Google Gemini" cannot be a seller's name
        Use 1 to 64 lower-case letters, digits and hyphens: google-gemini-api.
        """),
    Mistake(
      text: "[]",
      message: """
        mine.json:1: an array stands where an object belongs
        Write an object.
        """),
    Mistake(
      text: "{\n\"schema\": tollbook}",
      message: """
        mine.json:2: not JSON at column 12: a character that JSON does not allow here
        Check the file with a JSON editor; the place is where reading stopped.
        """),
    Mistake(
      text: String(repeating: "[", count: 100_000),
      message: """
        mine.json:1: not JSON at column 129: more than 128 levels of nesting
        Check the file with a JSON editor; the place is where reading stopped.
        """),
  ]

  private static let base = Fixture.base(
    models: Fixture.model("base-model", [Fixture.price()]))

  @Test(arguments: mistakes)
  func `a mistake is shown with its place and its remedy`(mistake: Mistake) throws {
    let error = try #require(throws: PriceBookError.self) {
      try PriceBook.load([Self.base], overlays: [Fixture.source("mine.json", mistake.text)])
    }
    #expect(error.problems.first?.description == mistake.message)
  }

  @Test func `an unknown meter is named with all that are known`() throws {
    let text = Self.price(#"{"per": "million_tokens", "amounts": {"input_text": "1"}}"#)
    let error = try #require(throws: PriceBookError.self) {
      try PriceBook.load([Self.base], overlays: [Fixture.source("mine.json", text)])
    }
    let problem = try #require(error.problems.first)
    #expect(problem.place == "mine.json:4: models[0].prices[0].amounts.input_text")
    #expect(problem.explanation == "input_text is not priced per million_tokens")
    #expect(problem.remedy.hasPrefix("Known: input, cached_input, output, text_input, "))
  }

  @Test func `a base file has to say where its prices come from`() throws {
    let error = try #require(throws: PriceBookError.self) {
      try PriceBook.load([Fixture.source("base.json", Self.amount(#""1""#))])
    }
    let missing = error.problems.map { "\($0.path): \($0.explanation)" }
    #expect(
      missing == [
        ": version is missing", ": as_of is missing", ": currency is missing",
        ": day_zone is missing", ": sources is missing", ": aliases is missing",
        "models[0]: lifecycle is missing", "models[0].prices[0]: service_tier is missing",
        "models[0].prices[0]: status is missing", "models[0].prices[0]: sources is missing",
        "models[0].prices[0]: confidence is missing",
      ])
  }

  @Test func `every mistake is found, up to twenty`() throws {
    let rows = (0..<25).map { _ in #"{"per": "song", "amounts": {"s": 1}}"# }
    let text = Self.price(rows.joined(separator: ",\n"))
    let error = try #require(throws: PriceBookError.self) {
      try PriceBook.load([Self.base], overlays: [Fixture.source("mine.json", text)])
    }
    #expect(error.problems.count == 20)
    #expect(error.problems.map(\.line) == Array(4..<24))
    // Beside the 25 numbers, nothing: the statements were not built, so they cannot compete.
    #expect(error.omitted == 5)
    #expect(
      error.description.hasSuffix("\n24 more mistakes; `tollbook prices check` shows them all"))
  }

  @Test func `a seller has one base file`() throws {
    let error = try #require(throws: PriceBookError.self) {
      try PriceBook.load([Self.base, Self.base])
    }
    #expect(
      error.problems[0].explanation == "google-gemini-api has a file already: base.json")
  }

  @Test func `a book needs a file`() throws {
    let error = try #require(throws: PriceBookError.self) { try PriceBook.load([]) }
    #expect(error.problems.map(\.kind) == [.noFiles])
  }

  @Test func `a source has to be listed in its file`() throws {
    let text = #"{"per": "song", "sources": ["page"], "amounts": {"s": "1"}}"#
    let overlay = Self.price(text).replacing(
      "\"models\"", with: #""sources": {"blog": {"name": "a blog"}}, "models""#)
    let error = try #require(throws: PriceBookError.self) {
      try PriceBook.load([Self.base], overlays: [Fixture.source("mine.json", overlay)])
    }
    #expect(error.problems[0].kind == .unknownSource("page", known: ["blog"]))
  }
}
