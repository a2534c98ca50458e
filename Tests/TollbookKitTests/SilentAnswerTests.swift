import Foundation
import SQLite
import TestSupport
import Testing

@testable import Ledger
@testable import TollbookKit

/// Responses without usage and error answers count once, under whatever names their logs are found.
struct SilentAnswerTests {
  private let folder: String
  private let tollbook: Tollbook

  init() throws {
    folder = try temporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: folder + "/logs", withIntermediateDirectories: true)
    tollbook = Tollbook(
      ledgerPath: folder + "/ledger.db", book: try .bundled(),
      now: try #require(Instant(iso8601: "2026-12-01T00:00:00Z")))
  }

  private func path(_ name: String) -> String { folder + "/logs/" + name }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
  }

  @discardableResult
  private func importFolder() throws -> ImportSummary {
    try tollbook.importLogs([folder + "/logs"])
  }

  private func line(_ id: Int) -> String {
    """
    {"time":"2026-11-03T09:00:00Z","request_id":"r\(id)","provider":"google-gemini-api",\
    "model":"gemini-2.5-flash","usageMetadata":{"promptTokenCount":\(id)}}\n
    """
  }

  private func blocked(_ id: String) -> String {
    #"{"candidates":[{"finishReason":"SAFETY"}],"responseId":"\#(id)"}"# + "\n"
  }

  private let failed =
    #"{"error":{"code":429,"message":"slow down","status":"RESOURCE_EXHAUSTED"}}"# + "\n"

  /// Responses without usage, and error answers, as the scope of a report counts them.
  private func counts() throws -> [Int?] {
    let counts = try #require(try tollbook.costReport(UsageQuestion()).report.scope).counts
    return [counts?.withoutUsage, counts?.errorBodies]
  }

  @Test func `in a copy, a part and a compressed copy they count once`() throws {
    let text = line(1) + blocked("s1") + failed + failed + blocked("s2") + line(2)
    try write(text, to: "app.log")
    try FileManager.default.copyItem(atPath: path("app.log"), toPath: path("copy.log"))
    let first = try importFolder()
    #expect(try counts() == [2, 2])
    // The summary says what the files held, each by itself.
    #expect(first.counts.withoutUsage == 4 && first.counts.errorBodies == 4)
    // So does the status of the ledger, where that is another number.
    let notes = try tollbook.status().notes
    #expect(notes.count == 2)
    #expect(notes.first?.hasPrefix("responses without usage in the files: 4;") == true)
    try write(line(1) + blocked("s1") + failed, to: "part.log")
    try Data(gzipped(Array(text.utf8))).write(to: URL(fileURLWithPath: path("packed.gz")))
    try importFolder()
    #expect(try counts() == [2, 2])
    try write(line(3) + failed + failed + failed + blocked("s3"), to: "other.log")
    try importFolder()
    // Three errors to the letter in one file: one more than there were in any other.
    #expect(try counts() == [3, 3])
    // It grows: what stands there once more is another.
    try write(
      line(3) + failed + failed + failed + blocked("s3") + failed + blocked("s3"), to: "other.log")
    try importFolder()
    #expect(try counts() == [3, 4])
    #expect(try tollbook.faults() == [])
    _ = try tollbook.forget(.file(path: path("other.log")))
    try FileManager.default.removeItem(atPath: path("other.log"))
    try importFolder()
    #expect(try counts() == [2, 2])
  }

  @Test(arguments: [false, true])
  func `one whose usage is known from elsewhere is none`(_ isLater: Bool) throws {
    let known =
      blocked("s1").replacing(
        #""responseId""#, with: #""usageMetadata":{"promptTokenCount":5},"responseId""#)
    try write(isLater ? blocked("s1") : known, to: "a.log")
    try importFolder()
    #expect(try counts() == [isLater ? 1 : 0, 0])
    try write(isLater ? known : blocked("s1"), to: "b.log")
    try importFolder()
    #expect(try counts() == [0, 0])
    #expect(try tollbook.usage(UsageQuestion()).total.requests == 1)
  }

  /// A ledger of the version before knows only how many there were in each file.
  @Test func `those of an older ledger count once for each content, until they are read again`()
    throws
  {
    try write(line(1) + blocked("s1") + failed, to: "app.log")
    try FileManager.default.copyItem(atPath: path("app.log"), toPath: path("copy.log"))
    try importFolder()
    do {
      let connection = try Connection(path: folder + "/ledger.db")
      try connection.execute(
        """
        DROP TABLE silent_answers;
        ALTER TABLE source_files DROP COLUMN former_without_usage;
        ALTER TABLE source_files DROP COLUMN former_error_bodies;
        \(Migrations.m012.sql)
        """)
    }
    #expect(try counts() == [1, 1])
    try write(line(1) + blocked("s1") + failed + failed, to: "app.log")
    try importFolder()
    // It goes on where it ended: one more.
    #expect(try counts() == [1, 2])
    try write(line(9) + blocked("s9"), to: "new.log")
    try importFolder()
    #expect(try counts() == [2, 2])
  }
}
