import Foundation
import SQLite
import TestSupport
import Testing

@testable import Ledger
@testable import TollbookKit

/// A place that could not be read is one place, under whatever names its log is found.
struct PlacesSetAsideTests {
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

  private func line(_ id: Int) -> String {
    """
    {"time":"2026-11-03T09:00:00Z","request_id":"r\(id)","provider":"google-gemini-api",\
    "model":"gemini-2.5-flash","usageMetadata":{"promptTokenCount":\(id)}}\n
    """
  }

  private func path(_ name: String) -> String { folder + "/logs/" + name }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
  }

  @discardableResult
  private func importFolder() throws -> ImportSummary {
    try tollbook.importLogs([folder + "/logs"])
  }

  private func ledger() throws -> Ledger {
    try Ledger(path: folder + "/ledger.db", access: .readOnly)
  }

  /// The places as `quarantine list` has them, and as the scope of a report counts them.
  private func places() throws -> [String] {
    let places = try ledger().setAsidePlaces(limit: 99)
    #expect(try ledger().placesSetAside() == places.count)
    let scope = try #require(try tollbook.costReport(UsageQuestion()).report.scope)
    #expect(scope.counts?.quarantined == places.count)
    return places.map { "\($0.path.split(separator: "/").last ?? ""):\($0.line) \($0.code)" }
  }

  /// A bad line, JSON of no known kind, a count that cannot be, twice the same bad line.
  private var bad: String {
    line(1) + "oops\n" + line(2) + "{\"a\":1}\n" + line(3)
      + line(4).replacingOccurrences(of: "Count\":4", with: "Count\":-4") + "oops\n" + line(5)
  }

  private let badPlaces = ["2 not_json", "4 unrecognized", "6 bad_count", "7 not_json"]

  private func expected(_ name: String) -> [String] { badPlaces.map { "\(name):\($0)" } }

  @Test func `a log that is renamed, copied and compressed has its places once`() throws {
    try write(bad, to: "app.log")
    try importFolder()
    let kinds = try places().map { $0.split(separator: " ").last }
    #expect(kinds.count == 4)
    try FileManager.default.moveItem(atPath: path("app.log"), toPath: path("app.log.1"))
    try importFolder()
    // The place is where the log is now.
    #expect(try places().allSatisfy { $0.hasPrefix("app.log.1:") })
    #expect(try places().count == 4)
    try FileManager.default.copyItem(atPath: path("app.log.1"), toPath: path("copy.log"))
    try Data(gzipped(Array(bad.utf8))).write(to: URL(fileURLWithPath: path("packed.gz")))
    let summary = try importFolder()
    #expect(summary.requests == 0)
    #expect(try places().count == 4)
    #expect(try tollbook.retryQuarantine().missing == [])
    #expect(try places().count == 4)
  }

  @Test func `a log that was rotated twice keeps its places, and new ones count`() throws {
    try write(bad, to: "app.log")
    try importFolder()
    try FileManager.default.moveItem(atPath: path("app.log"), toPath: path("app.log.1"))
    try write(line(6) + "other\n", to: "app.log")
    try importFolder()
    #expect(try places().count == 5)
    try FileManager.default.moveItem(atPath: path("app.log.1"), toPath: path("app.log.2"))
    try FileManager.default.moveItem(atPath: path("app.log"), toPath: path("app.log.1"))
    try write(line(7) + "third\n", to: "app.log")
    try importFolder()
    #expect(try places().count == 6)
    #expect(try places().filter { $0.hasPrefix("app.log.2:") }.count == 4)
    #expect(try importFolder().unchangedFiles == 3)
  }

  @Test func `a log that was cut off at either end and written on has old places once`() throws {
    try write(bad, to: "app.log")
    try importFolder()
    // Its first lines are gone, and others have come.
    try write(line(2) + "{\"a\":1}\n" + line(3) + "oops\n" + line(8), to: "app.log")
    let summary = try importFolder()
    #expect(summary.requests == 1)
    #expect(try places().count == 4)
    try write("short\n", to: "app.log")
    try write(line(1), to: "other.log")
    try importFolder()
    // What was there is still known, as the requests are; that the file is no log any more is new.
    #expect(try places().count == 4)
  }

  @Test(arguments: [false, true])
  func `a log whose end was cut off still has the places that stood there`(
    _ isCutAtPlace: Bool
  ) throws {
    // Long enough to be the same log to everybody afterwards.
    let long = (10..<60).map(line).joined() + bad
    try write(long, to: "app.log")
    try importFolder()
    let before = try places()
    #expect(before.count == 4)
    // The third place and the fourth are gone, or the last alone.
    let rest = (10..<60).map(line).joined() + line(1) + "oops\n" + line(2) + "{\"a\":1}\n"
    try write(isCutAtPlace ? rest + line(3) : rest, to: "app.log")
    let summary = try importFolder()
    #expect(summary.requests == 0)
    #expect(try places().sorted() == before.sorted())
    _ = try tollbook.retryQuarantine()
    #expect(try places().sorted() == before.sorted())
    // It grows again: what is new is known beside what was.
    try write(rest + line(3) + "other\n" + line(70), to: "app.log")
    #expect(try importFolder().requests == 1)
    #expect(try places().count == 5)
    // All of it comes back, and some of that can be read by now.
    try write(long.replacing("oops\n\(line(5))", with: line(80) + line(5)), to: "app.log")
    #expect(try importFolder().requests == 1)
  }

  /// As a ledger of the version before kept them: each place known by nothing but its row.
  @Test(arguments: [false, true])
  func `places of an older ledger count once when their log is renamed`(
    _ knowsContents: Bool
  ) throws {
    try write(bad, to: "app.log")
    try write(line(20), to: "b.log")
    try importFolder()
    let connection = try Connection(path: folder + "/ledger.db")
    try connection.execute(
      """
      UPDATE quarantine SET content = NULL, occurrence = 0;
      \(Migrations.m009.sql)
      """)
    if !knowsContents {
      try connection.execute(
        """
        UPDATE source_files
        SET head_length = 0, head_hash = '', read_length = 0, read_hash = '', next_line = 0
        """)
    }
    try connection.close()
    try FileManager.default.moveItem(atPath: path("app.log"), toPath: path("app.log.1"))
    #expect(try importFolder().requests == 0)
    #expect(try places().sorted() == expected("app.log.1").sorted())
    try FileManager.default.copyItem(atPath: path("app.log.1"), toPath: path("copy.log"))
    #expect(try importFolder().requests == 0)
    #expect(try places().count == 4)
  }

  @Test func `the same bad line again, in a log that grows, is another place`() throws {
    try write(line(1) + "oops\n", to: "app.log")
    try importFolder()
    for count in 2...4 {
      let handle = try #require(FileHandle(forWritingAtPath: path("app.log")))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data((line(count) + "oops\n").utf8))
      try handle.close()
      try importFolder()
      #expect(try places().count == count)
    }
    // Read at once, it has as many.
    let other = Tollbook(ledgerPath: folder + "/other.db", book: tollbook.book, now: tollbook.now)
    _ = try other.importLogs([path("app.log")])
    let whole = try Ledger(path: folder + "/other.db", access: .readOnly)
    #expect(try whole.placesSetAside() == 4)
  }

  @Test func `a place that was mended is gone, and forgetting its file takes the others`() throws {
    try write(bad, to: "app.log")
    try importFolder()
    try write(
      bad.replacingOccurrences(of: "{\"a\":1}\n", with: line(9)), to: "app.log")
    try importFolder()
    #expect(try places().count == 3)
    _ = try tollbook.forget(.file(path: path("app.log")))
    #expect(try places() == [])
    try importFolder()
    #expect(try places().count == 3)
  }

  @Test func `a file in a folder that is no log is looked at once`() throws {
    try write("just some notes\n", to: "notes.txt")
    try write(line(1), to: "a.jsonl")
    let first = try importFolder()
    let second = try importFolder()
    #expect(first.otherFiles == [path("notes.txt")])
    #expect(second.otherFiles == [path("notes.txt")])
    #expect(try ledger().imports().count == 1)
    try write(line(2), to: "notes.txt")
    #expect(try importFolder().requests == 1)
  }

  @Test func `an import's number is never given again`() throws {
    try write(line(1), to: "a.jsonl")
    try importFolder()
    try write(line(2), to: "b.jsonl")
    try importFolder()
    _ = try tollbook.forget(.importNumber(2))
    #expect(try ledger().imports().map(\.number) == [1])
    try importFolder()
    #expect(try ledger().imports().map(\.number) == [3, 1])
    _ = try tollbook.forget(.importNumber(3))
    _ = try tollbook.forget(.importNumber(1))
    try importFolder()
    #expect(try ledger().imports().map(\.number) == [4])
  }
}
