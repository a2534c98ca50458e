import Foundation
import SQLite
import TestSupport
import Testing

@testable import TollbookKit

/// What an import makes of files that change, grow, are no logs, or cannot be had.
struct ImportJobTests {
  let folder: String
  let tollbook: Tollbook

  init() throws {
    folder = try temporaryDirectory()
    tollbook = Tollbook(
      ledgerPath: folder + "/ledger.db", book: try .bundled(),
      now: try #require(Instant(iso8601: "2026-12-01T00:00:00Z")))
  }

  /// A usage line of 100 + 10 tokens.
  private func line(_ id: Int) -> String {
    """
    {"time":"2026-11-03T09:00:00Z","request_id":"r\(id)","provider":"google-gemini-api",\
    "model":"gemini-2.5-flash","usageMetadata":{"promptTokenCount":100,"candidatesTokenCount":10}}
    """
  }

  @discardableResult
  private func write(_ text: String, to name: String) throws -> String {
    let path = folder + "/" + name
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  @Test func `a log that has grown gives what is new`() throws {
    let path = try write(line(1) + "\n", to: "a.jsonl")
    #expect(try tollbook.importLogs([path]).requests == 1)
    try write(line(1) + "\n" + line(2) + "\n", to: "a.jsonl")
    let summary = try tollbook.importLogs([path])
    #expect(summary.requests == 1)
    #expect(summary.readBefore == 1)
    #expect(summary.duplicates == 0)
    #expect(summary.unchangedFiles == 0)
  }

  /// The last line is left for next time while somebody is still writing it.
  @Test func `a line that is not finished is read when it is`() throws {
    let half = String(line(2).prefix(60))
    let path = try write(line(1) + "\n" + half, to: "a.jsonl")
    let first = try tollbook.importLogs([path])
    #expect(first.requests == 1)
    #expect(first.counts.unfinishedLines == 1)
    try write(line(1) + "\n" + line(2) + "\n", to: "a.jsonl")
    #expect(try tollbook.importLogs([path]).requests == 1)
  }

  /// Skipping a file is a matter of speed: it must not change what the summary says.
  @Test func `an unchanged file counts as if it had been read again`() throws {
    let path = try write(line(1) + "\nnonsense\n{\"a\":1}\n" + line(1) + "\n", to: "a.jsonl")
    let first = try tollbook.importLogs([path])
    let again = try tollbook.importLogs([path])
    #expect(again.unchangedFiles == 1)
    #expect(again.requests == 0)
    #expect(first.duplicates == 1)
    #expect(again.duplicates == 1)
    #expect(again.readBefore == 1)
    #expect(again.counts.quarantined == first.counts.quarantined)
    #expect(again.counts.unrecognized == first.counts.unrecognized)
    #expect(again.quarantinedPlaces == first.quarantinedPlaces)
    #expect(!again.isClean)
  }

  @Test func `a file that is no log fails the second time too`() throws {
    let path = try write("just some notes\n", to: "notes.txt")
    for _ in 1...2 {
      let failure = try tollbook.importLogs([path]).failure([path])
      #expect(failure?.kind == .inputData)
      #expect(failure?.message == "\(path):1: this is not JSON")
    }
  }

  @Test func `other files in a folder are named and not counted as faults`() throws {
    try write(line(1) + "\n", to: "logs/a.jsonl")
    try write("# notes\n", to: "logs/README.md")
    try write(line(2) + "\n", to: "logs/.hidden.jsonl")
    for requests in [1, 0] {
      let summary = try tollbook.importLogs([folder + "/logs"])
      #expect(summary.requests == requests)
      #expect(summary.otherFiles == [folder + "/logs/README.md"])
      #expect(summary.isClean)
    }
  }

  @Test func `one file by two paths and a link to it is one file`() throws {
    try write(line(1) + "\n", to: "logs/a.jsonl")
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/logs/b.jsonl", withDestinationPath: folder + "/logs/a.jsonl")
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/logs/loop", withDestinationPath: folder + "/logs")
    let summary = try tollbook.importLogs([folder + "/logs", folder + "/./logs/a.jsonl"])
    #expect(summary.requests == 1)
    #expect(summary.files == 1)
    #expect(summary.unchangedFiles == 2)
  }

  @Test func `a path that is not there is an error before anything is made`() throws {
    let path = try write(line(1) + "\n", to: "a.jsonl")
    let error = #expect(throws: TollbookError.self) {
      try tollbook.importLogs([path, folder + "/missing"])
    }
    #expect(error?.kind == .noInput)
    #expect(!FileManager.default.fileExists(atPath: tollbook.ledgerPath))
  }

  /// SQLite waits five seconds for a lock; then somebody has to be told.
  @Test func `a ledger that another process holds is an error with a remedy`() throws {
    let path = try write(line(1) + "\n", to: "a.jsonl")
    _ = try tollbook.importLogs([path])
    let other = try Connection(path: tollbook.ledgerPath)
    try other.execute("BEGIN EXCLUSIVE")
    let error = #expect(throws: TollbookError.self) { try tollbook.usage(UsageQuestion()) }
    #expect(error?.kind == .busy)
    #expect(error?.message.hasSuffix("another process is writing to this ledger") == true)
    try other.execute("ROLLBACK")
    #expect(try tollbook.usage(UsageQuestion()).total.requests == 1)
  }

  @Test func `a damaged ledger is an error with a remedy`() throws {
    let path = try write(line(1) + "\n", to: "a.jsonl")
    _ = try tollbook.importLogs([path])
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: tollbook.ledgerPath))
    let length = try file.seekToEnd()
    try file.seek(toOffset: 8192)
    try file.write(contentsOf: Data(repeating: 0xff, count: Int(length) - 8192))
    try file.close()
    let error = #expect(throws: TollbookError.self) { try tollbook.usage(UsageQuestion()) }
    #expect(error?.kind == .inputOutput)
  }

  @Test func `a result is written whole or not at all, and a device stays a device`() throws {
    let path = folder + "/out.txt"
    try Files.write("one", to: path)
    try Files.write("two", to: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "two")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "ledger.db" }
        == ["out.txt"])
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link", withDestinationPath: path)
    try Files.write("three", to: folder + "/link")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "three")
    let error = #expect(throws: TollbookError.self) { try Files.write("x", to: folder) }
    #expect(error?.kind == .cannotCreate)
    #expect(throws: TollbookError.self) { try Files.write("x", to: "/dev/full") }
  }
}
