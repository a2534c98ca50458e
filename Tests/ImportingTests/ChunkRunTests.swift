import TestSupport
import Testing
import Usage

@testable import Importing

/// Chunks of Gemini's without an id, one a line: a stream where nothing else can be, else requests.
@Suite struct ChunkRunTests {
  static func chunk(_ output: Int, prompt: Int = 100, model: String = "gemini-2.5-flash") -> String
  {
    AnonymousStreamTests.gemini(prompt, output, ends: false, model: model)
  }

  static func end(_ output: Int, prompt: Int = 100) -> String {
    AnonymousStreamTests.gemini(prompt, output, model: "gemini-2.5-flash")
  }

  static let stream = [chunk(5), chunk(9), chunk(20), end(42)]

  private func counts(_ lines: [String]) -> [[Int64]] {
    AnonymousStreamTests.counts(lines.joined(separator: "\n"))
  }

  @Test(arguments: ["", ": ping\n", "event: x\n", StreamTests.sse([end(3, prompt: 7)])])
  func `chunks up to a reason for their end are one stream`(_ before: String) {
    let earlier: [[Int64]] = before.hasPrefix("data") ? [[7, 3]] : []
    let next = [Self.chunk(3, prompt: 200), Self.end(30, prompt: 200)]
    #expect(counts([before + Self.stream[0]] + Self.stream.dropFirst()) == earlier + [[100, 42]])
    #expect(
      counts([before + Self.stream[0]] + Self.stream.dropFirst() + next)
        == earlier + [[100, 42], [200, 30]])
    // Printed over lines, and glued.
    let pretty = Self.stream.map { $0.replacing(",\"", with: ",\n  \"") }
    #expect(counts([before + pretty.joined()]) == earlier + [[100, 42]])
    #expect(read(before + Self.stream.joined(separator: "\n")).counts.incomplete == 0)
  }

  @Test func `the same stream twice is two requests, with the same keys in a copy`() {
    let twice = (Self.stream + Self.stream).joined(separator: "\n")
    #expect(AnonymousStreamTests.counts(twice) == [[100, 42], [100, 42]])
    let keys = Set(read(twice).records.map(\.key))
    #expect(keys.count == 2)
    #expect(Set(read(twice, path: "copy.jsonl").records.map(\.key)) == keys)
  }

  @Test func `whole responses are each a request, and so are chunks that no end follows`() {
    #expect(counts([Self.end(5), Self.end(9), Self.end(9)]) == [[100, 5], [100, 9], [100, 9]])
    let cut = Self.stream.dropLast().joined(separator: "\n")
    #expect(AnonymousStreamTests.counts(cut) == [[100, 5], [100, 9], [100, 20]])
    #expect(read(cut).counts.incomplete == 3)
    let row = BesideEventsTests.row(50)
    #expect(counts([Self.chunk(5), row]) == [[100, 5], [100, 50]])
  }

  /// What may be another response, or stand for one that is missing.
  @Test(arguments: [
    (chunk(9, prompt: 101), [[100, 5], [100, 42], [101, 9]]),
    // A smaller count begins a stream, which the end completes.
    (chunk(4), [[100, 5], [100, 42]]),
    (chunk(9, model: "gemini-x"), [[100, 5], [100, 9], [100, 42]]),
    (R.response, [[100, 5], [100, 42], [1000, 200]]), ("{\"candi", [[100, 5], [100, 42]]),
    ("data: [DONE]\n", [[100, 5], [100, 42]]), (#"{"level":"info"}"#, [[100, 5], [100, 42]]),
    (#"{"error":{"code":500,"message":"m"}}"#, [[100, 5], [100, 42]]),
    (BesideEventsTests.row(6, id: "r"), [[100, 5], [100, 6], [100, 42]]),
    (end(4), [[100, 4], [100, 5], [100, 42]]),
  ])
  func `what comes between chunks parts them`(_ between: String, _ expected: [[Int64]]) {
    #expect(counts([Self.chunk(5), between, Self.end(42)]) == expected)
  }

  @Test func `a stream longer than what is held loses nothing`() {
    let chunks = (1...1500).map { Self.chunk($0) } + [Self.end(2000)]
    let found = read(chunks.joined(separator: "\n"))
    #expect(found.records.map(\.tokens.output.value).max() == 2000)
    #expect(found.records.count == 1024 + 1)
  }
}
