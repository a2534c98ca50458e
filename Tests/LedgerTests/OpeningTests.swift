import Foundation
import Quantities
import SQLite
import TestSupport
import Testing
import Usage

@testable import Ledger

/// Files that are no ledger are refused and left as they are, byte by byte.
struct OpeningTests {
  /// What opening a path comes to; nil if it can be opened.
  private func refusal(_ path: String, _ access: Ledger.Access = .readWrite) -> SQLiteError.Kind? {
    do {
      _ = try Ledger(path: path, access: access)
      return nil
    } catch let error as SQLiteError {
      return error.kind
    } catch {
      Issue.record(error)
      return nil
    }
  }

  private func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `another program's database is refused and not one byte of it changes`(
    journalMode: String
  ) throws {
    let path = try temporaryDirectory() + "/theirs.db"
    do {
      let theirs = try Connection(path: path)
      try theirs.execute(
        "PRAGMA journal_mode = \(journalMode); CREATE TABLE notes (text TEXT); "
          + "INSERT INTO notes VALUES ('keep me')")
    }
    let before = try bytes(path)
    for access in [Ledger.Access.readWrite, .readOnly] {
      #expect(refusal(path, access) == .foreignDatabase)
    }
    #expect(try bytes(path) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: (path as NSString).deletingLastPathComponent)
        == ["theirs.db"])
  }

  @Test func `a database marked by another application is refused`() throws {
    let path = try temporaryDirectory() + "/theirs.db"
    do { try Connection(path: path).execute("PRAGMA application_id = 1196444487") }
    #expect(refusal(path) == .foreignDatabase)
  }

  @Test func `a ledger of a newer version is refused and left as it is`() throws {
    let path = try temporaryDirectory() + "/newer.db"
    do { _ = try Ledger(path: path, access: .readWrite) }
    let known = Migrations.all.count
    do { try Connection(path: path).setUserVersion(Int32(known) + 1) }
    let before = try bytes(path)
    #expect(refusal(path) == .newerDatabase(found: known + 1, known: known))
    #expect(try bytes(path) == before)
  }

  @Test func `what is no database is refused and left as it is`() throws {
    let path = try temporaryDirectory() + "/notes.txt"
    let text = Data(String(repeating: "not a database ", count: 100).utf8)
    try text.write(to: URL(fileURLWithPath: path))
    #expect(refusal(path) == .notADatabase)
    #expect(refusal(path, .readOnly) == .notADatabase)
    #expect(try bytes(path) == text)
  }

  @Test func `a folder, a path below a file and a missing folder cannot be opened`() throws {
    let folder = try temporaryDirectory()
    try Data().write(to: URL(fileURLWithPath: folder + "/file"))
    for path in [folder, folder + "/file/ledger.db", folder + "/missing/ledger.db", ""] {
      #expect(refusal(path) == .cannotOpen, "\(path)")
    }
  }

  @Test func `a file of no length becomes a ledger`() throws {
    let path = try temporaryDirectory() + "/empty.db"
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(refusal(path) == nil)
    let ledger = try Ledger(path: path, access: .readOnly)
    #expect(try ledger.requestCount() == 0)
    #expect(try ledger.extent() == nil)
  }

  @Test func `opening a ledger again changes nothing in it`() throws {
    let fixture = try Fixture()
    try fixture.add([Fixture.record(1, user: "ann")])
    let before = try bytes(fixture.path)
    for access in [Ledger.Access.readWrite, .readOnly] {
      let ledger = try Ledger(
        path: fixture.path, access: access, thresholds: ContextThresholds([200_000]))
      #expect(try ledger.requestCount() == 1)
    }
    #expect(try bytes(fixture.path) == before)
  }

  /// Another process may be importing while somebody asks what it cost.
  @Test func `a ledger can be read while another connection is writing to it`() throws {
    let fixture = try Fixture()
    try fixture.add([Fixture.record(1)])
    let writer = try LedgerWriter(fixture.ledger)
    try writer.begin()
    _ = try writer.add([Fixture.record(2)], reading: try fixture.beginReading("b.jsonl"))
    let reader = try Ledger(path: fixture.path, access: .readOnly)
    #expect(try reader.requestCount() == 1)
    let start = ContinuousClock.now
    #expect(throws: SQLiteError.self) {
      try reader.keepAtOnce(try Fixture.book(), digest: "d", at: Instant(seconds: 0))
    }
    #expect(ContinuousClock.now - start < .seconds(2), "a report waits for nobody")
    #expect(try reader.priceBooks().isEmpty)
    try writer.commit()
    #expect(try reader.requestCount() == 2)
  }

  @Test func `a ledger made for an import comes into being with it, or not at all`() throws {
    let path = try temporaryDirectory() + "/new.db"
    do {
      let ledger = try Ledger(
        path: path, access: .importing, thresholds: ContextThresholds([200_000]))
      try ledger.keep(try Fixture.book(), digest: "d", at: Instant(seconds: 0))
      #expect(try bytes(path).isEmpty)
    }
    #expect(try bytes(path).isEmpty, "what nobody committed is not there")
    do {
      let ledger = try Ledger(
        path: path, access: .importing, thresholds: ContextThresholds([200_000]))
      try ledger.keep(try Fixture.book(), digest: "d", at: Instant(seconds: 0))
      let writer = try LedgerWriter(ledger)
      try writer.begin()
      try writer.commit()
    }
    let ledger = try Ledger(path: path, access: .readOnly)
    #expect(ledger.thresholds == ContextThresholds([200_000]))
    #expect(try ledger.priceBooks().map(\.digest) == ["d"])
    #expect(try ledger.verify(book: Fixture.book()).faults == [])
  }
}
