import Pricing
import Quantities
import Testing

/// Price files that are wrong on a large scale, or wrong together: one error, soon.
@Suite struct BadInputTests {
  private static let base = Fixture.base(models: Fixture.model("base-model", [Fixture.price()]))

  private static func error(_ text: String) throws -> PriceBookError {
    try error(bytes: Array(text.utf8))
  }

  private static func error(bytes: [UInt8]) throws -> PriceBookError {
    try #require(throws: PriceBookError.self) {
      try PriceBook.load([base], overlays: [PriceBookSource(name: "mine.json", bytes: bytes)])
    }
  }

  private static func overlay(_ content: String) -> String {
    #"{"schema": "tollbook.prices/1", "seller": "google-gemini-api", "#
      + "\n\(content)}"
  }

  // MARK: - Size

  @Test func `100 MB of nesting is refused without being read`() throws {
    let clock = ContinuousClock()
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 100 << 20)
    var error: PriceBookError?
    let time = try clock.measure { error = try Self.error(bytes: bytes) }
    #expect(
      error?.description == """
        mine.json:1: the file has 100 MB, and a price book has 8 at most
        Check that it is a price book; if it is, leave out models that nobody uses.
        """)
    #expect(error?.problems.count == 1)
    // Read, it would take much longer than this even on the slowest machine.
    #expect(time < .seconds(5))
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x7B, 0x00], "UTF-16 text"), ([0xFE, 0xFF, 0x00, 0x7B], "UTF-16 text"),
      ([0x1F, 0x8B, 0x08, 0x00], "gzip-compressed"),
      ([0x28, 0xB5, 0x2F, 0xFD], "zstd-compressed"), ([0x50, 0x4B, 0x03, 0x04], "a zip archive"),
    ] as [([UInt8], String)])
  func `a file that is packed, or not UTF-8, is called what it is`(
    bytes: [UInt8], name: String
  ) throws {
    #expect(
      try Self.error(bytes: bytes).description == """
        mine.json:1: this is \(name), not JSON in UTF-8
        Unpack the file, or save it as UTF-8.
        """)
    let table = try #require(throws: PriceTableError.self) {
      try PriceTable.read(PriceBookSource(name: "table.json", bytes: bytes), as: .litellm)
    }
    #expect(table.description.hasPrefix("table.json:1: this is \(name), not JSON in UTF-8\n"))
  }

  @Test func `nesting within the limit of size ends at its limit of depth`() throws {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: PriceBookSource.limit)
    #expect(
      try Self.error(bytes: bytes).description == """
        mine.json:1: not JSON at column 129: more than 128 levels of nesting
        Check the file with a JSON editor; the place is where reading stopped.
        """)
    let objects = String(repeating: #"{"models":"#, count: 100_000)
    #expect(
      try Self.error(objects).problems.map(\.explanation) == [
        "not JSON at column 1281: more than 128 levels of nesting"
      ])
  }

  @Test func `a file of more values than memory is worth is refused`() throws {
    let values = String(repeating: "[],", count: 2_000_001)
    let error = try Self.error(Self.overlay("\"models\": [\(values)[]]"))
    #expect(
      error.problems.map(\.explanation) == [
        "not JSON at column 5999991: more than 2000000 values in one document"
      ])
    #expect(error.problems.map(\.line) == [2])
  }

  @Test func `thirty thousand mistakes are counted, and twenty of them shown`() throws {
    let keys = (0..<30_000).map { "\"k\($0)\": 1" }.joined(separator: ",\n")
    let error = try Self.error(Self.overlay("\"models\": [],\n\(keys)"))
    #expect(error.problems.count == 20)
    #expect(error.omitted == 29_980)
    #expect(error.problems.last?.place == "mine.json:22: k19")
    let again = (0..<20_000).map { _ in #""seller": "x""# }.joined(separator: ",\n")
    #expect(try Self.error(Self.overlay("\"models\": [],\n\(again)")).omitted == 19_980)
  }

  @Test func `three thousand prices that compete are found in a moment`() throws {
    let prices = (0..<3_000).map { number in
      let day = Day(number: 20_000 + number)
      return #"{"per": "song", "from": "\#(day)", "amounts": {"s": "1"}}"#
    }
    let models = "\"models\": [{\"model\": \"m\", \"prices\": [\n"
    let error = try Self.error(Self.overlay("\(models)\(prices.joined(separator: ",\n"))]}]"))
    #expect(error.omitted == 2_999 - 20)
    #expect(error.problems.first?.place == "mine.json:4: models[0].prices[1]")
    let aliases = (0..<3_000).map { number in
      #"{"name": "a", "model": "base-model", "from": "\#(Day(number: 20_000 + number))"}"#
    }
    let list = aliases.joined(separator: ",\n")
    #expect(try Self.error(Self.overlay("\"models\": [], \"aliases\": [\(list)]")).omitted == 2_979)
  }

  // MARK: - Circles

  @Test func `re-routes in a circle are refused wherever they stand`() throws {
    func model(_ name: String, _ successor: String, from day: String) -> String {
      #"{"model": "\#(name)", "lifecycle": [{"mode": "reroute", "day": "\#(day)", "#
        + #""successor": "\#(successor)"}]}"#
    }
    let circle = [
      model("a", "b", from: "2026-01-01"), model("b", "c", from: "2026-02-01"),
      model("c", "a", from: "2026-03-01"),
    ]
    let error = try Self.error(Self.overlay("\"models\": [\n\(circle.joined(separator: ",\n"))]"))
    #expect(
      error.problems.map(\.description) == [
        """
        mine.json:3: models[0].lifecycle[0]: names lead in a circle: a → b → c → a
        Correct the name that should be a model's own, or the days.
        """
      ])
  }

  @Test func `a chain of aliases ends before it is too long`() throws {
    func chain(_ count: Int, to last: String) -> String {
      let aliases = (0..<count).map { number in
        #"{"name": "a\#(number)", "model": "\#(number + 1 < count ? "a\(number + 1)" : last)"}"#
      }
      return Self.overlay("\"models\": [], \"aliases\": [\n\(aliases.joined(separator: ",\n"))]")
    }
    let book = try PriceBook.load(
      [Self.base], overlays: [Fixture.source("mine.json", chain(60, to: "base-model"))])
    #expect(try book.input("a0", at: "2026-01-01") == "1")
    let long = try Self.error(chain(200, to: "base-model")).problems
    #expect(long.count == 1)
    #expect(long.first?.explanation.hasSuffix("more than 64 names lead on") == true)
    #expect(long.first?.remedy == "Let the names stand for the model itself.")
    #expect(try Self.error(chain(5_000, to: "base-model")).problems.count == 1)
    #expect(try Self.error(chain(200, to: "a0")).problems.count == 1)
    let small = try Self.error(chain(50, to: "a0")).problems
    #expect(small.first?.explanation.hasPrefix("names lead in a circle: a0 → a1 → ") == true)
  }

  @Test func `a successor is in the book, even that of words which no longer hold`() throws {
    let overlay = Self.overlay(
      """
      "models": [{"model": "m", "lifecycle": [{"mode": "error", "day": "2026-12-01",
      "status": "superseded", "successor": "misspelt"}]}]
      """)
    #expect(
      try Self.error(overlay).problems.map(\.description) == [
        """
        mine.json:3: models[0].lifecycle[0].successor: misspelt is not a model of google-gemini-api
        Add the model to the file, or correct the name; it has to match exactly.
        """
      ])
  }

  // MARK: - Days

  @Test(arguments: [
    "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "26-01-01", "2026-1-1", "01.02.2026",
    "2026-01-01T24:00:00Z", "2026-01-01 ", "", "tomorrow",
  ])
  func `a day that does not exist is refused wherever a day belongs`(day: String) throws {
    let fields = [
      #""models": [{"model": "m", "released": "\#(day)"}]"#,
      #""models": [{"model": "m", "lifecycle": [{"mode": "error", "day": "\#(day)"}]}]"#,
      #""models": [], "as_of": "\#(day)""#,
      #""models": [], "aliases": [{"name": "a", "model": "base-model", "until": "\#(day)"}]"#,
      #""models": [], "aliases": [{"name": "a", "model": "base-model", "known": "\#(day)"}]"#,
    ]
    for field in fields {
      let problems = try Self.error(Self.overlay(field)).problems
      #expect(problems.count == 1, "\(field)")
      let kind = problems.first?.kind
      #expect(
        kind == .badDay(day) || day.isEmpty && kind?.isWrongKind == true, "\(field): \(problems)")
      #expect(problems.first?.line == 2)
    }
    for key in ["from", "until", "known", "until_known"] {
      let price = #"{"per": "song", "\#(key)": "\#(day)", "amounts": {"s": "1"}}"#
      let models = #""models": [{"model": "m", "prices": [\#(price)]}]"#
      let problems = try Self.error(Self.overlay(models)).problems
      #expect(problems.map(\.path) == ["models[0].prices[0].\(key)"], "\(problems)")
    }
  }

  // MARK: - Repeats

  @Test func `what stands twice is refused, however the key is written`() throws {
    let texts = [
      #""models": [], "models": []"#, #""models": [], "\u006dodels": []"#,
      #""models": [{"model": "m", "model": "m"}]"#,
    ]
    for text in texts {
      let problems = try Self.error(Self.overlay(text)).problems
      #expect(problems.count == 1)
      #expect(problems.first?.explanation.hasSuffix("stands here a second time") == true)
    }
    let models = #""models": [{"model": "m"}, {"model": "m"}]"#
    #expect(
      try Self.error(Self.overlay(models)).problems.map(\.kind) == [.secondModel("m", firstLine: 2)]
    )
  }

  @Test func `nothing is priced with a broken book`() throws {
    // One wrong price beside a right one: there is no book at all.
    let overlay = Self.overlay(
      """
      "models": [{"model": "m", "prices": [{"per": "million_tokens", "amounts": {"input": "1"}}]},
      {"model": "n", "prices": [{"per": "million_tokens", "amounts": {"input": 1}}]}]
      """)
    #expect(
      try Self.error(overlay).problems.map(\.place) == [
        "mine.json:3: models[1].prices[0].amounts.input"
      ])
  }
}

extension PriceBookProblem.Kind {
  fileprivate var isWrongKind: Bool {
    if case .wrongKind = self { true } else { false }
  }
}
