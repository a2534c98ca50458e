import Foundation
import TestSupport
import Testing

/// `prices import` and `prices compare` as a user runs them.
@Suite struct PriceTableTests {
  private static let table = """
    {"gemini/gemini-9-imaginary": {"litellm_provider": "gemini", "mode": "chat",
       "input_cost_per_token": 2e-07, "output_cost_per_token": 1.2e-06,
       "output_cost_per_pixel": 1e-08},
     "gpt-imaginary": {"litellm_provider": "openai", "input_cost_per_token": 1e-06,
       "output_cost_per_token": -1}}
    """

  private func desk() throws -> Desk {
    let desk = try Desk()
    try desk.write(Self.table, to: "theirs.json")
    return desk
  }

  @Test func `an imported price file loads and prices what had no price`() throws {
    let desk = try desk()
    try desk.output([
      "prices", "import", "theirs.json", "--seller", "google-gemini-api", "--since", "2026-11-01",
      "--as-of", "2026-11-30", "--output", "own.json",
    ])
    #expect(try desk.run(["prices", "check", "own.json", "--as-of", "2026-11-30"]).status == 0)
    let line = Desk.referenceLine("r1").replacing("gemini-2.5-flash", with: "gemini-9-imaginary")
    try desk.write(line, to: "log.jsonl")
    try desk.output(["import", "log.jsonl"])
    // ((1000 − 400 + 50) × 0.20 + (200 + 300) × 1.20) / 10⁶; the 400 cached tokens have no price.
    let row = try desk.json(["cost", "--prices", "own.json"]).rows.first
    #expect(row?.text("cost_usd") == "0.00073")
    #expect(try row?.number("unpriced_tokens") == 400)
  }

  @Test func `without --output the price file is the data and the listing is talk`() throws {
    let run = try desk().run(["prices", "import", "theirs.json", "--seller", "openai"])
    #expect(run.status == 0)
    let file = try JSONObject(run.stdout)
    #expect(file.text("seller") == "openai")
    #expect(run.stderr.contains("less than nothing"))
  }

  @Test func `several sellers need a choice or a folder`() throws {
    let desk = try desk()
    let run = try desk.run(["prices", "import", "theirs.json"])
    #expect(run.status == 64)
    #expect(run.stdout.isEmpty)
    #expect(run.stderr.contains("2 sellers"))
    try FileManager.default.createDirectory(
      atPath: desk.folder + "/own", withIntermediateDirectories: true)
    try desk.output(["prices", "import", "theirs.json", "--output", "own"])
    let names = try FileManager.default.contentsOfDirectory(atPath: desk.folder + "/own").sorted()
    #expect(names == ["google-gemini-api.json", "openai.json"])
  }

  @Test func `a price file never takes the place of the table`() throws {
    let desk = try desk()
    let run = try desk.run([
      "prices", "import", "theirs.json", "--seller", "openai", "--output", "theirs.json",
    ])
    #expect(run.status == 64)
    #expect(try String(contentsOfFile: desk.folder + "/theirs.json", encoding: .utf8) == Self.table)
  }

  @Test(
    arguments: [
      (["--fail-on", "refused"], 1), (["--fail-on", "not-expressed"], 0), ([], 0),
    ] as [([String], Int32)])
  func `what is refused fails where that is asked for`(words: [String], status: Int32) throws {
    let run = try desk().run(["prices", "import", "theirs.json", "--seller", "openai"] + words)
    #expect(run.status == status, "\(run.stderr)")
  }

  @Test(arguments: [
    #"{"m": {"litellm_provider": "openai", "input_cost_per_token": 1e-06"#,
    #"{"m": {"litellm_provider": "openai", "input_cost_per_token": NaN}}"#,
    #"{"m": {"litellm_provider": "openai", "input_cost_per_token": 1e400}}"#,
    #"{"m": {"litellm_provider": "openai", "input_cost_per_token": "cheap"}}"#,
    #"{"m": {"litellm_provider": "openai"}, "m": {}}"#,
    "{\"m\": {\"litellm_provider\": \"openai\", \"input_cost_per_token\": 1.\(String(repeating: "1", count: 100))}}",
    String(repeating: "[", count: 100_000),
  ])
  func `a hostile file is one error`(text: String) throws {
    let desk = try Desk()
    try desk.write(text, to: "theirs.json")
    for words in [["prices", "import", "theirs.json"]] {
      let run = try desk.run(words)
      #expect(run.status == 65, "\(run.stderr)")
      #expect(run.stdout.isEmpty)
      #expect(run.stderr.hasPrefix("tollbook: error: theirs.json"), "\(run.stderr)")
      #expect(run.stderr.split(separator: "\n").count == 2, "\(run.stderr)")
    }
  }

  @Test func `a comparison fails where there is a difference and that is asked for`() throws {
    let desk = try Desk()
    // The book asks 0.30 and 2.50.
    try desk.write(
      #"{"gemini/gemini-2.5-flash": {"litellm_provider": "gemini", "input_cost_per_token": 3e-07,"#
        + #" "output_cost_per_token": 2.6e-06}}"#, to: "theirs.json")
    let words = ["prices", "compare", "--with", "theirs.json", "--on", "2026-11-30"]
    let rows = try desk.json(words).rows
    #expect(rows.map { $0.text("book_usd") } == ["2.5"])
    #expect(rows.map { $0.text("table_usd") } == ["2.6"])
    #expect(try desk.run(words + ["--fail-on", "difference"]).status == 1)
    #expect(try desk.run(["prices", "compare"]).status == 64)
  }
}
