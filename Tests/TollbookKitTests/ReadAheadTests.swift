import Foundation
import Importing
import TestSupport
import Testing

@testable import TollbookKit

/// Two threads make the same of a source as one.
struct ReadAheadTests {
  /// More than the queue and both threads can hold at once.
  private static let lineCount = LogReader.batchSize * 5 + 17

  private let path: String
  private let facts: SourceFacts

  init() throws {
    path = try temporaryDirectory() + "/log.jsonl"
    let lines = (1...Self.lineCount).map { number in
      """
      {"time":"2026-11-03T09:00:00Z","request_id":"r\(number)","provider":"google-gemini-api",\
      "model":"gemini-2.5-flash","usageMetadata":{"promptTokenCount":\(number)}}
      """
    }
    try lines.joined(separator: "\n").appending("\n").write(
      toFile: path, atomically: false, encoding: .utf8)
    facts = SourceFacts(path: path, modifiedAt: Instant(seconds: 1_795_996_800))
  }

  @Test func `every record comes once and in the order of the lines`() throws {
    var prompts: [Int64] = []
    let source = try FileSource(path: path)
    let counts = try ReadAhead.read(source, facts: facts, options: ImportOptions()) { batch, _ in
      prompts += batch.usage.rows.map(\.tokens.prompt.value)
    }.counts
    #expect(counts.requests == Self.lineCount)
    #expect(prompts == (1...Int64(Self.lineCount)).map { $0 })
  }

  @Test(arguments: 1...4)
  func `an error of the writer ends the reading and comes through`(batch: Int) throws {
    struct Full: Error {}
    var taken = 0
    let source = try FileSource(path: path)
    #expect(throws: Full.self) {
      try ReadAhead.read(source, facts: facts, options: ImportOptions()) { _, _ in
        taken += 1
        if taken == batch { throw Full() }
      }
    }
    #expect(taken == batch)
  }
}
