import Foundation
import Testing

@testable import SQLite

/// What is written to the disk early is part of its transaction like everything else.
struct EarlySyncTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A megabyte of notes.
  private func fill(_ connection: Connection) throws {
    let insert = try connection.prepare("INSERT INTO notes (text) VALUES (?)")
    for number in 0..<2000 {
      try insert.bind(1, String(repeating: "\(number % 10)", count: 500))
      try insert.run()
    }
  }

  /// A connection, in whose transaction notes are written; its cache holds so many kibibytes.
  private func beginNotes(_ path: String, cache: Int) throws -> Connection {
    let connection = try Connection(path: path)
    try connection.execute(
      "PRAGMA cache_size = -\(cache); BEGIN IMMEDIATE; CREATE TABLE notes (text TEXT)")
    try fill(connection)
    return connection
  }

  private func size(_ path: String) throws -> Int {
    try Data(contentsOf: URL(fileURLWithPath: path)).count
  }

  @Test(arguments: [true, false])
  func `early pages are in the file before the end and stay only if it is a commit`(
    commits: Bool
  ) throws {
    let path = folder.file("notes.db")
    // Half of the notes do not fit.
    let connection = try beginNotes(path, cache: 512)
    let early = EarlySync(connection)
    let spilled = try size(path)
    try early.start()
    // All 2000 notes of 500 bytes, not only those that found no room in the cache.
    #expect(spilled < 900_000)
    #expect(try size(path) > 1_000_000)
    try fill(connection)
    try early.start()
    try early.finish()
    try connection.execute(commits ? "COMMIT" : "ROLLBACK")
    if commits {
      let count = try Connection(path: path, mode: .readOnly)
        .prepare("SELECT COUNT(*), SUM(length(text)) FROM notes")
      #expect(try count.step())
      #expect(count.int64(0) == 4000)
      #expect(count.int64(1) == 2_000_000)
      let check = try connection.prepare("PRAGMA integrity_check")
      #expect(try check.step() && check.text(0) == "ok")
    } else {
      #expect(try size(path) == 0)
    }
  }

  @Test func `nothing is written early while everything finds room in the cache`() throws {
    let path = folder.file("notes.db")
    let connection = try beginNotes(path, cache: 16_384)
    let early = EarlySync(connection)
    try early.start()
    #expect(try size(path) == 0)
    try early.finish()
    try connection.execute("COMMIT")
    #expect(try size(path) > 1_000_000)
  }

  @Test func `nothing is written early while somebody reads`() throws {
    let path = folder.file("notes.db")
    let connection = try Connection(path: path, busyTimeoutMilliseconds: 0)
    try connection.execute(
      "PRAGMA cache_size = -512; CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('a')")
    let reader = try Connection(path: path, mode: .readOnly)
    let read = try reader.prepare("SELECT text FROM notes")
    #expect(try read.step())
    try connection.execute("BEGIN IMMEDIATE")
    try fill(connection)
    let before = try size(path)
    let early = EarlySync(connection)
    try early.start()
    try early.finish()
    #expect(try size(path) == before)
    read.reset()
    try connection.execute("COMMIT")
    #expect(try size(path) > before)
  }
}
