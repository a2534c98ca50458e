import Foundation
import SQLite
import TestSupport
import Testing

@testable import Ledger
@testable import TollbookKit

/// Logs grow, are rotated, renamed, copied, cut off and written anew; requests are counted once.
struct ChangingFilesTests {
  let folder: String
  let tollbook: Tollbook

  init() throws {
    folder = try temporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: folder + "/logs", withIntermediateDirectories: true)
    tollbook = Tollbook(
      ledgerPath: folder + "/ledger.db", book: try .bundled(),
      now: try #require(Instant(iso8601: "2026-12-01T00:00:00Z")))
  }

  /// A line of `id` prompt tokens.
  private func line(_ id: Int) -> String {
    """
    {"time":"2026-11-03T09:00:00Z","request_id":"r\(id)","provider":"google-gemini-api",\
    "model":"gemini-2.5-flash","usageMetadata":{"promptTokenCount":\(id)}}\n
    """
  }

  private func path(_ name: String) -> String { folder + "/logs/" + name }

  private func write(_ ids: [Int], to name: String) throws {
    try ids.map(line).joined().write(toFile: path(name), atomically: false, encoding: .utf8)
  }

  private func append(_ text: String, to name: String) throws {
    let handle = try #require(FileHandle(forWritingAtPath: path(name)))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  private func importFolder() throws -> ImportSummary {
    try tollbook.importLogs([folder + "/logs"])
  }

  /// Where each reading began, in order.
  private func beginnings() throws -> [Int64] {
    let statement = try Connection(path: folder + "/ledger.db").prepare(
      "SELECT begins_at FROM readings ORDER BY reading_id")
    var places: [Int64] = []
    while try statement.step() { places.append(statement.int64(0)) }
    return places
  }

  private func total() throws -> Int64 {
    #expect(try tollbook.faults() == [])
    return try tollbook.usage(UsageQuestion()).total.tokens.total.value
  }

  @Test func `a first line that is completed later leaves nothing set aside`() throws {
    try String(line(7).prefix(60)).write(
      toFile: path("a.jsonl"), atomically: false, encoding: .utf8)
    let first = try importFolder()
    #expect(first.counts.unfinishedLines == 1 && first.failure(["logs"]) == nil)
    #expect(try tollbook.quarantine().rows.isEmpty)
    try write([7], to: "a.jsonl")
    #expect(try importFolder().requests == 1)
    #expect(try total() == 7)
  }

  @Test func `a log that has grown is read from where it stopped`() throws {
    try write([1, 2], to: "a.jsonl")
    #expect(try importFolder().requests == 2)
    let length = Int64(line(1).utf8.count * 2)
    try append(line(3) + line(4).dropLast(9), to: "a.jsonl")
    let second = try importFolder()
    #expect(second.requests == 1)
    #expect(second.counts.unfinishedLines == 1)
    try append(String(line(4).suffix(9)), to: "a.jsonl")
    #expect(try importFolder().requests == 1)
    #expect(try beginnings() == [0, length, length + Int64(line(3).utf8.count)])
    #expect(try total() == 10)
    #expect(try importFolder().unchangedFiles == 1)
  }

  @Test func `a log that was rotated is known under its new name, and its successor is new`() throws
  {
    try write([1, 2], to: "app.log")
    _ = try importFolder()
    try FileManager.default.moveItem(atPath: path("app.log"), toPath: path("app.log.1"))
    try append(line(3), to: "app.log.1")
    try write([4], to: "app.log")
    let summary = try importFolder()
    #expect(summary.requests == 2)
    #expect(try beginnings() == [0, 0, Int64(line(1).utf8.count * 2)])
    #expect(try total() == 10)
    #expect(try importFolder().unchangedFiles == 2)
  }

  @Test func `a copy and a renamed log hold nothing new and are not read`() throws {
    try write([1, 2], to: "a.jsonl")
    _ = try importFolder()
    try FileManager.default.copyItem(atPath: path("a.jsonl"), toPath: path("b.jsonl"))
    try FileManager.default.moveItem(atPath: path("a.jsonl"), toPath: path("c.jsonl"))
    let summary = try importFolder()
    #expect(summary.requests == 0)
    // One name is the log's own new one; what stands under the other is a copy.
    #expect(summary.readBefore == 2)
    #expect(summary.duplicates == 2)
    #expect(summary.unchangedFiles == 2)
    #expect(try beginnings() == [0])
    #expect(try total() == 3)
  }

  /// The same size and the same time of change: only the content tells.
  @Test func `a file that was replaced by another is read`() throws {
    try write([1, 2], to: "a.jsonl")
    let time = try FileManager.default.attributesOfItem(atPath: path("a.jsonl"))[.modificationDate]
    _ = try importFolder()
    try write([3, 4], to: "b.tmp")
    try FileManager.default.removeItem(atPath: path("a.jsonl"))
    try FileManager.default.moveItem(atPath: path("b.tmp"), toPath: path("a.jsonl"))
    let attributes: [FileAttributeKey: Any] = [.modificationDate: try #require(time)]
    try FileManager.default.setAttributes(attributes, ofItemAtPath: path("a.jsonl"))
    #expect(try importFolder().requests == 2)
    #expect(try total() == 10)
  }

  @Test func `a log that was cut off and written on is read anew`() throws {
    try write([1, 2, 3], to: "a.jsonl")
    _ = try importFolder()
    try write([1, 5], to: "a.jsonl")
    let summary = try importFolder()
    #expect(summary.requests == 1)
    // It begins otherwise, so what both hold is a duplicate of what another log held.
    #expect(summary.duplicates == 1)
    #expect(try total() == 11)
  }

  @Test func `a trial says what an import would do and leaves nothing`() throws {
    try write([1, 2], to: "a.jsonl")
    let trial = try tollbook.importLogs([folder + "/logs"], isTrial: true)
    #expect(trial.requests == 2)
    #expect(!FileManager.default.fileExists(atPath: folder + "/ledger.db"))
    _ = try importFolder()
    try append(line(3), to: "a.jsonl")
    #expect(try tollbook.importLogs([folder + "/logs"], isTrial: true).requests == 1)
    #expect(try total() == 3)
    #expect(try importFolder().requests == 1)
  }

  @Test func `a folder that is followed gives what comes, round by round`() throws {
    try write([1], to: "a.jsonl")
    var news: [Int] = []
    var rounds = 0
    try tollbook.follow([folder + "/logs"]) {
      rounds += 1
      switch rounds {
      case 1: try? append(line(2), to: "a.jsonl")
      case 2: break
      case 3: try? write([3], to: "b.jsonl")
      default: return nil
      }
      return Instant(seconds: 1_796_083_200 + Int64(rounds))
    } _: {
      news.append($0.requests)
    }
    #expect(news == [1, 1, 0, 1])
    // A round in which nothing happened leaves no trace.
    #expect(try Ledger(path: folder + "/ledger.db", access: .readOnly).imports().count == 3)
    #expect(try total() == 6)
  }

  @Test func `what was taken back comes again from another file that has it`() throws {
    try write([1, 2], to: "a.jsonl")
    _ = try importFolder()
    try write([2, 3], to: "b.jsonl")
    #expect(try importFolder().requests == 1)
    _ = try tollbook.forget(.file(path: path("a.jsonl")))
    #expect(try total() == 3)
    try FileManager.default.removeItem(atPath: path("a.jsonl"))
    #expect(try importFolder().requests == 1)
    #expect(try total() == 5)
  }

  @Test func `places set aside are listed and read again under the same options`() throws {
    try (line(1) + "nonsense\n" + line(2)).write(
      toFile: path("a.jsonl"), atomically: false, encoding: .utf8)
    var options = ImportOptions()
    options.labels = ["note": "two\nlines \\ and a slash"]
    options.model = "gemini-2.5-pro"
    let parsed = ImportOptions.parse(options.description).options
    #expect(parsed.labels == options.labels)
    #expect(parsed.model == options.model)
    _ = try tollbook.importLogs([path("a.jsonl")], options: options)
    let ledger = try Ledger(path: folder + "/ledger.db", access: .readOnly)
    #expect(try ledger.setAsideKinds().map(\.code) == ["not_json"])
    #expect(try ledger.setAsidePlaces(limit: 9).map(\.line) == [2])
    let (summary, missing) = try tollbook.retryQuarantine()
    #expect(summary.readBefore == 2)
    #expect(summary.duplicates == 0)
    #expect(summary.counts.quarantined == 1)
    #expect(missing == [])
    #expect(try ledger.setAsidePlaces(limit: 9).map(\.line) == [2])
    try FileManager.default.removeItem(atPath: path("a.jsonl"))
    #expect(try tollbook.retryQuarantine().missing == [path("a.jsonl")])
    #expect(try total() == 3)
  }
}
