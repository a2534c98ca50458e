import Foundation
import Importing
import TestSupport
import Testing

@testable import TollbookKit

/// Several threads make the same of a large file as one.
struct ReadPiecesTests {
  private static let lineCount = 30_000
  private static let options = ImportOptions()

  private static func line(_ number: Int) -> String {
    """
    {"time":"2026-11-03T09:00:00Z","request_id":"r\(number)","provider":"google-gemini-api",\
    "model":"gemini-2.5-flash","usageMetadata":{"promptTokenCount":\(number)}}

    """
  }

  /// A stream of two lines, which pieces cannot be read around.
  private static let stream = """
    {"candidates":[{"content":{"parts":[{"text":"a"}]}}],"responseId":"s"}
    {"candidates":[{"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":7},"responseId":"s"}

    """

  /// A file with these texts between its lines, by the number of the line that follows.
  private static func file(_ between: [Int: String] = [:]) throws -> (path: String, size: Int64) {
    let path = try temporaryDirectory() + "/log.jsonl"
    let text = (1...lineCount).map { (between[$0] ?? "") + line($0) }.joined()
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return (path, Int64(text.utf8.count))
  }

  private static func facts(_ path: String) -> SourceFacts {
    SourceFacts(path: path, modifiedAt: Instant(seconds: 1_795_996_800))
  }

  @Test func `every record of a large file comes once, in order, with its line`() throws {
    let (path, size) = try Self.file([9_000: "not json\n", 21_000: "\n"])
    var prompts: [Int64] = []
    var lines: [Int64] = []
    var broken: [Int64] = []
    let outcome = try ReadAhead.read(
      FileSource(path: path), size: size, facts: Self.facts(path), options: Self.options
    ) { batch, _ in
      prompts += batch.usage.rows.map(\.tokens.prompt.value)
      lines += batch.usage.rows.map { batch.usage.line(of: $0) }
      broken += batch.quarantined.map(\.place.line)
    }
    #expect(outcome.counts.requests == Self.lineCount)
    #expect(prompts == (1...Int64(Self.lineCount)).map { $0 })
    #expect(lines == prompts.map { $0 + ($0 >= 9_000 ? 1 : 0) + ($0 >= 21_000 ? 1 : 0) })
    #expect(broken == [9_000])
    #expect(outcome.next == SourcePlace(line: Int64(Self.lineCount) + 3, byteOffset: size))
  }

  @Test(arguments: [2, 15_000, 30_000])
  func `a stream in a large file is one request, and all others are read`(before: Int) throws {
    let (path, size) = try Self.file([before: Self.stream])
    var prompts: Int64 = 0
    var count = 0
    let outcome = try ReadAhead.read(
      FileSource(path: path), size: size, facts: Self.facts(path), options: Self.options
    ) { batch, _ in
      prompts += batch.usage.rows.reduce(0) { $0 + $1.tokens.prompt.value }
      count += batch.usage.rows.count
    }
    #expect(outcome.counts.requests == Self.lineCount + 1)
    #expect(count == Self.lineCount + 1)
    #expect(prompts == Int64(Self.lineCount * (Self.lineCount + 1) / 2 + 7))
    #expect(outcome.next == SourcePlace(line: Int64(Self.lineCount) + 3, byteOffset: size))
  }

  @Test(arguments: 1...4)
  func `an error of the writer ends the reading of pieces and comes through`(batch: Int) throws {
    struct Full: Error {}
    let (path, size) = try Self.file()
    var taken = 0
    let source = try FileSource(path: path)
    #expect(throws: Full.self) {
      try ReadAhead.read(source, size: size, facts: Self.facts(path), options: Self.options) {
        _, _ in
        taken += 1
        if taken == batch { throw Full() }
      }
    }
    #expect(taken == batch)
  }
}
