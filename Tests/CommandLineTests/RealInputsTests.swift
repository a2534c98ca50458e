import Foundation
import SQLite
import TestSupport
import Testing

/// Every real Gemini file through the program, against totals that were computed independently.
@Suite struct RealInputsTests {
  struct Expectations: Decodable {
    let files: [String: Expected]
  }

  struct Expected: Decodable {
    let kind: String
    let totals: Totals
    let responses_without_usage: Int
    let error_bodies: Int
    let bad_lines: Int
  }

  struct Totals: Decodable, Equatable {
    var requests = 0
    var input = 0
    var cached = 0
    var cache_write = 0
    var tool_prompt = 0
    var output = 0
    var thinking = 0
    var total = 0
  }

  static let folders = ["1-gemini-unary", "2-sse-streams", "3-batch-logging"]

  /// The Gemini files of a folder with what they hold; none where the files are absent.
  static func files(below folder: String) throws -> [(name: String, expected: Expected)] {
    guard let inputs = inputsDirectory else { return [] }
    let data = try Data(contentsOf: URL(fileURLWithPath: inputs + "/expected.json"))
    return try JSONDecoder().decode(Expectations.self, from: data).files
      .filter { $0.key.hasPrefix(folder + "/") && !$0.value.kind.hasPrefix("openai") }
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  @Test(arguments: folders)
  func `a file imported by itself gives the expected tokens and counts`(folder: String) throws {
    guard let inputs = try requireInputs() else { return }
    let files = try Self.files(below: folder)
    #expect(!files.isEmpty)
    var shapes: Set<String> = []
    for (name, expected) in files {
      let desk = try Desk()
      let run = try desk.run(["import", inputs + "/" + name, "--format", "json"])
      let counts = try JSONObject(run.stdout)
      #expect(counts.text("schema") == "tollbook.import/1")
      #expect(try counts.number("requests") == expected.totals.requests, "\(name)")
      #expect(
        try counts.number("without_usage") == expected.responses_without_usage, "\(name)")
      #expect(try counts.number("error_bodies") == expected.error_bodies, "\(name)")
      #expect(try counts.number("quarantined") == expected.bad_lines, "\(name)")
      let isUnderstood =
        expected.totals.requests + expected.responses_without_usage + expected.error_bodies > 0
      #expect(run.status == 0 || !isUnderstood, "\(name): \(run.stderr)")
      #expect(run.status == 0 || run.status == 65, "\(name): \(run.stderr)")
      #expect(try tableTotals(desk) == expected.totals, "\(name)")
      // Once for each shape by the command as well: starting the program is what takes the time.
      guard expected.totals.requests > 0, shapes.insert(expected.kind).inserted else { continue }
      #expect(try totals(desk.json(["usage"])) == expected.totals, "\(name)")
    }
    #expect(shapes.count > 1)
  }

  /// What anybody with an SQLite shell would find in the view `usage`.
  private func tableTotals(_ desk: Desk) throws -> Totals {
    let statement = try Connection(path: desk.ledger, mode: .readOnly).prepare(
      """
      SELECT COUNT(*), SUM(input_tokens), SUM(cached_tokens), SUM(tool_use_tokens),
        SUM(output_tokens), SUM(thinking_tokens),
        SUM(input_tokens + tool_use_tokens + output_tokens + thinking_tokens)
      FROM usage
      """)
    #expect(try statement.step())
    let sums = (0..<7).map { Int(statement.optionalInt64($0) ?? 0) }
    return Totals(
      requests: sums[0], input: sums[1], cached: sums[2], tool_prompt: sums[3], output: sums[4],
      thinking: sums[5], total: sums[6])
  }

  private func totals(_ usage: JSONObject) throws -> Totals {
    #expect(usage.text("schema") == "tollbook.usage/1")
    guard let row = usage.rows.first else { return Totals() }
    return Totals(
      requests: try row.number("requests"), input: try row.number("input_tokens"),
      cached: try row.number("cached_tokens"),
      cache_write: try row.number("cache_write_tokens"),
      tool_prompt: try row.number("tool_use_tokens"), output: try row.number("output_tokens"),
      thinking: try row.number("thinking_tokens"), total: try row.number("total_tokens"))
  }

  /// All of it in one ledger: nothing is counted twice, and nothing that was said gets in.
  @Test func `the folders imported twice add nothing, verify, and keep no prompt`() throws {
    guard let inputs = try requireInputs() else { return }
    let desk = try Desk()
    let paths = Self.folders.map { inputs + "/" + $0 }
    let first = try desk.json(["import"] + paths)
    let usage = try desk.output(["usage", "--by", "model,day", "--format", "csv"])
    #expect(try first.number("requests") > 200)
    let again = try desk.json(["import"] + paths)
    #expect(try again.number("requests") == 0)
    #expect(
      try again.number("duplicates") + again.number("read_before")
        == first.number("requests") + first.number("duplicates") + first.number("completed"))
    #expect(try desk.output(["usage", "--by", "model,day", "--format", "csv"]) == usage)
    _ = try desk.output(["verify"])

    let bytes = try desk.ledgerBytes()
    let texts = try Self.saidTexts(below: paths)
    #expect(texts.count > 200)
    for text in texts where bytes.range(of: Data(text.utf8)) != nil {
      Issue.record("the ledger holds what was said: \(text)")
    }
  }

  /// Pieces of what users and models said in the files, long enough to be nobody's label.
  private static func saidTexts(below folders: [String]) throws -> Set<String> {
    var texts: Set<String> = []
    let pattern = try Regex(#""text"\s*:\s*"([^"\\]{24,})"#, as: (Substring, Substring).self)
    for folder in folders {
      let names = FileManager.default.enumerator(atPath: folder)
      while let name = names?.nextObject() as? String {
        guard let text = try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)
        else { continue }
        for match in text.matches(of: pattern) { texts.insert(String(match.1.prefix(24))) }
      }
    }
    return texts
  }
}
