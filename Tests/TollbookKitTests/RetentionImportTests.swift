import Foundation
import Quantities
import TestSupport
import Testing

@testable import TollbookKit

/// Rotation, copies and appended lines bring nothing back that was forgotten by its age.
struct RetentionImportTests {
  let folder: String
  let tollbook: Tollbook
  private let cut: Instant

  init() throws {
    folder = try temporaryDirectory()
    tollbook = Tollbook(
      ledgerPath: folder + "/ledger.db", book: try .bundled(),
      now: try #require(Instant(iso8601: "2026-12-01T00:00:00Z")))
    cut = try #require(Instant(iso8601: "2026-11-03T00:00:00Z"))
  }

  /// A line of a day in November.
  private func line(_ day: Int, _ id: Int) -> String {
    """
    {"time":"2026-11-0\(day)T09:00:00Z","request_id":"r\(day)-\(id)","user":"u\(day)",\
    "provider":"google-gemini-api","model":"gemini-2.5-flash",\
    "usageMetadata":{"promptTokenCount":\(id)}}\n
    """
  }

  /// Lines of five days, of which two are before the cut.
  private var log: String { (1...5).map { line($0, 1) + line($0, 2) }.joined() }

  private func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: folder + "/" + name, atomically: false, encoding: .utf8)
    return folder + "/" + name
  }

  private func requests() throws -> Int {
    #expect(try tollbook.faults() == [])
    return try tollbook.usage(UsageQuestion()).total.requests
  }

  @Test func `a copy, a grown log and a log of another shape bring nothing back`() throws {
    let path = try write(log, to: "a.jsonl")
    #expect(try tollbook.importLogs([path]).requests == 10)
    _ = try tollbook.forget(.before(cut))
    #expect(try requests() == 6)
    // Another content with the same requests, as a packed or a filtered log has.
    let other = try tollbook.importLogs([try write("\n" + log + line(5, 3), to: "b.jsonl")])
    #expect(other.requests == 1 && other.duplicates == 6 && other.tooOld == 4)
    #expect(other.forgottenBefore == cut)
    // Streams and rows without an id have a log read from its beginning when it has grown.
    let grown = try tollbook.importLogs([try write(line(2, 9) + log, to: "a.jsonl")])
    #expect(grown.requests == 0 && grown.tooOld == 5)
    #expect(try requests() == 7)
    // Read once more, from a folder, it is the log that it was.
    let again = try tollbook.importLogs([folder])
    #expect(again.requests == 0)
    #expect(try requests() == 7)
  }

  @Test func `a file of which all was left out is still a log`() throws {
    _ = try tollbook.importLogs([try write(log, to: "a.jsonl")])
    _ = try tollbook.forget(.before(cut))
    let old = try write(line(1, 7), to: "old.jsonl")
    let first = try tollbook.importLogs([old])
    #expect(first.tooOld == 1 && first.failure([old]) == nil)
    let again = try tollbook.importLogs([folder])
    #expect(!again.otherFiles.contains(old))
  }

  @Test func `after --before none the next import brings everything back`() throws {
    let path = try write(log, to: "a.jsonl")
    _ = try tollbook.importLogs([path])
    _ = try tollbook.forget(.before(cut))
    #expect(try tollbook.importLogs([path]).requests == 0)
    _ = try tollbook.liftForgetting(isTrial: true)
    #expect(try tollbook.importLogs([path]).requests == 0)
    _ = try tollbook.liftForgetting()
    #expect(try tollbook.importLogs([path], isTrial: true).requests == 4)
    #expect(try tollbook.importLogs([path]).requests == 4)
    #expect(try requests() == 10)
  }

  @Test func `what is read again, for whatever reason, stays away`() throws {
    let path = try write(log + "junk\n", to: "a.jsonl")
    _ = try tollbook.importLogs([path])
    _ = try tollbook.forget(.before(cut))
    let retried = try tollbook.retryQuarantine().summary
    #expect(retried.requests == 0 && retried.tooOld == 4)
    #expect(try requests() == 6)
    _ = try tollbook.forget(.file(path: path))
    let again = try tollbook.importLogs([path])
    #expect(again.requests == 6 && again.tooOld == 4)
  }
}
