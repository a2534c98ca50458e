import Pricing
import Quantities
import TestSupport
import Testing
import Usage

/// Files that are no table, or only half of one.
@Suite struct TableFileTests {
  private static let litellm = """
    {"gemini/new": {"litellm_provider": "gemini", "input_cost_per_token": 1e-06,
     "output_cost_per_token": 4e-06}}
    """

  static let kinds: [(text: String, kind: PriceTableKind)] = [
    (litellm, .litellm),
    (#"[{"id": "google", "models": [{"id": "m", "prices": {"input_mtok": 1}}]}]"#, .genaiPrices),
    (
      #"{"providers": [{"id": "google", "models": [{"id": "m", "prices": {"input_mtok": 1}}]}]}"#,
      .genaiPrices
    ),
    (#"{"google": {"models": {"m": {"cost": {"input": 1}}}}}"#, .modelsDev),
    (#"{"providers": {"google": {"models": {"m": {"cost": {"input": 1}}}}}}"#, .modelsDev),
    (
      #"{"vendor": "google", "models": [{"id": "m", "price_history": [{"input": 1}]}]}"#,
      .llmPrices
    ),
    (#"{"prices": [{"vendor": "google", "id": "m", "input": 1}]}"#, .llmPrices),
  ]

  @Test(arguments: kinds)
  func `a table is known by its content`(text: String, kind: PriceTableKind) throws {
    let source = TableWorld.source(text)
    #expect(try PriceTable.read(source).kind == kind)
    #expect(try PriceTable.read(source, as: kind).kind == kind)
    for other in PriceTableKind.allCases where other != kind {
      #expect(throws: PriceTableError.self) { try PriceTable.read(source, as: other) }
    }
  }

  struct Hostile: CustomTestStringConvertible, Sendable {
    let text: String
    let message: String
    var testDescription: String { message }
  }

  static let hostile: [Hostile] = [
    Hostile(
      text: String(litellm.dropLast(30)),
      message: """
        tables/theirs.json:2: not JSON at column 4: the JSON ends too early
        Fetch the file again; the place is where reading stopped.
        """),
    Hostile(
      text: "",
      message: """
        tables/theirs.json:1: not JSON at column 1: the JSON ends too early
        Fetch the file again; the place is where reading stopped.
        """),
    Hostile(
      text: litellm.replacing("1e-06", with: "NaN"),
      message: """
        tables/theirs.json:1: not JSON at column 71: a character that JSON does not allow here
        Fetch the file again; the place is where reading stopped.
        """),
    Hostile(
      text: litellm.replacing("1e-06", with: "-Infinity"),
      message: """
        tables/theirs.json:1: not JSON at column 72: a number that JSON does not allow
        Fetch the file again; the place is where reading stopped.
        """),
    Hostile(
      text: #"{"a": {"litellm_provider": "x", "b": 1,"# + "\n" + #""b": 2}}"#,
      message: """
        tables/theirs.json:2: the key b stands here a second time
        Fetch the file again: readers differ in which of the two they take.
        """),
    Hostile(
      text: #"{"a": {"litellm_provider": "x"}, "a": {}}"#,
      message: """
        tables/theirs.json:1: the key a stands here a second time
        Fetch the file again: readers differ in which of the two they take.
        """),
    Hostile(
      text: #"{"models": ["gpt-4"], "currency": "USD"}"#,
      message: """
        tables/theirs.json:1: JSON, but no table of prices of a kind that is known
        Known: model_prices_and_context_window.json of litellm, data.json of genai-prices, \
        api.json of models.dev, data/*.json and current-v1.json of llm-prices.
        """),
    Hostile(
      text: #"{"m": {"litellm_provider": "openai", "max_tokens": 8192}}"#,
      message: """
        tables/theirs.json:1: a table of litellm, but no model in it has a price
        Check that it is the whole file.
        """),
    Hostile(
      text: #"{"schema": "tollbook.prices/1", "seller": "openai", "models": []}"#,
      message: """
        tables/theirs.json:1: this is a price file of Tollbook's own
        Give it with --prices FILE; `tollbook prices compare --with FILE` compares it.
        """),
    Hostile(
      text: String(repeating: "[", count: 1000),
      message: """
        tables/theirs.json:1: not JSON at column 129: more than 128 levels of nesting
        Fetch the file again; the place is where reading stopped.
        """),
  ]

  @Test(arguments: hostile)
  func `a file that cannot be used is one error, with its place and what to do`(
    _ hostile: Hostile
  ) throws {
    let error = #expect(throws: PriceTableError.self) {
      try PriceTable.read(TableWorld.source(hostile.text))
    }
    #expect(error?.description == hostile.message)
  }

  @Test func `a table of another kind than was said is named`() throws {
    let error = #expect(throws: PriceTableError.self) {
      try PriceTable.read(TableWorld.source(Self.litellm), as: .modelsDev)
    }
    #expect(
      error?.description == """
        tables/theirs.json:1: this is a table of litellm, not of models.dev
        Say --from litellm, or leave --from out.
        """)
  }

  /// A table cut anywhere is an error or, between its last brackets, white space.
  @Test func `a table cut at any byte never becomes a shorter table`() throws {
    for (text, _) in Self.kinds {
      let bytes = Array(text.utf8)
      for length in 0..<bytes.count {
        let cut = PriceBookSource(name: "cut.json", bytes: Array(bytes[..<length]))
        #expect(throws: PriceTableError.self, "\(length) of \(text)") {
          try PriceTable.read(cut)
        }
      }
    }
  }

  /// Any byte may be anything: never a crash, and never a price file that does not load.
  @Test(arguments: UInt64(1)...10)
  func `a table with a wrong byte is an error or still a table`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for (text, _) in Self.kinds {
      for _ in 0..<40 {
        var bytes = Array(text.utf8)
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0x20...0x7E, using: &random)
        let broken = String(decoding: bytes, as: UTF8.self)
        guard let table = try? PriceTable.read(TableWorld.source(broken)) else { continue }
        for provider in table.providers {
          if try TableWorld.overlay(broken, of: provider).text != nil {
            #expect(throws: Never.self, "seed \(seed): \(broken)") {
              try TableWorld.laid(broken, of: provider)
            }
          }
        }
      }
    }
  }
}
