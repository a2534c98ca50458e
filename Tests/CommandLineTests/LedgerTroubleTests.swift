import Foundation
import SQLite
import TestSupport
import Testing

/// A ledger that cannot be written, or is none: said in words, with what to do, and left as it is.
struct LedgerTroubleTests {
  private static let question = ["cost", "--by", "month,model", "--format", "csv"]

  /// What a command says when it fails, in two lines.
  private func expectFailure(
    _ run: Desk.Run, _ status: Int32, _ message: String, next: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(run.status == status, sourceLocation: sourceLocation)
    #expect(run.stdout.isEmpty, sourceLocation: sourceLocation)
    #expect(
      run.stderr.hasPrefix("tollbook: error: \(message)"), "\(run.stderr)",
      sourceLocation: sourceLocation)
    #expect(run.stderr.contains(next), "\(run.stderr)", sourceLocation: sourceLocation)
  }

  @Test func `a full disk stops an import in words, and loses nothing once there is room`() throws {
    guard let disk = try SmallDisk(mebibytes: 1) else { return }
    defer { disk.remove() }
    let desk = try Desk()
    try CrashLog(seed: 9, lines: 9000).write(to: desk)
    try desk.write(Desk.referenceLine("r1"), to: "one.jsonl")
    try desk.output(["import", "logs", "one.jsonl"])
    let expected = try desk.output(Self.question)

    let ledger = ["--db", disk.folder + "/ledger.db"]
    // A new ledger comes into being with its first import, or not at all.
    try desk.output(["import", "one.jsonl"] + ledger)
    for _ in 1...2 {
      expectFailure(
        try desk.run(["import", "logs"] + ledger), 74, "\(ledger[1]): the disk is full",
        next: "free some space and run the same command again")
    }
    // What was committed before can be asked, and is sound.
    #expect(try desk.run(["verify"] + ledger).status == 0)
    #expect(try desk.run(["cost"] + ledger).status == 0)
    disk.change("size=64m")
    try desk.output(["import", "logs"] + ledger)
    #expect(try desk.output(Self.question + ledger) == expected)
    #expect(try desk.run(["verify"] + ledger).status == 0)
  }

  @Test func `a disk that takes no byte at all is named as full`() throws {
    guard let disk = try SmallDisk(mebibytes: 1) else { return }
    defer { disk.remove() }
    let desk = try Desk()
    try desk.write(Desk.referenceLine("r1"), to: "log.jsonl")
    let filler = try #require(
      FileManager.default.createFile(atPath: disk.folder + "/filler", contents: nil)
        ? FileHandle(forWritingAtPath: disk.folder + "/filler") : nil)
    #expect(throws: (any Error).self) {
      try filler.write(contentsOf: Data(count: 2 << 20))
    }
    let path = disk.folder + "/ledger.db"
    expectFailure(
      try desk.run(["import", "log.jsonl", "--db", path]), 74, "\(path): the disk is full",
      next: "free some space")
    expectFailure(try desk.run(["cost", "--db", path]), 66, path, next: "tollbook import")
  }

  @Test func `a ledger that cannot be written still answers, and an import says why it does not`()
    throws
  {
    let desk = try Desk()
    try desk.write(Desk.referenceLine("r1"), to: "log.jsonl")
    if geteuid() == 0 {
      // Permissions do not bind root; a file system mounted for reading binds everybody.
      guard let disk = try SmallDisk(mebibytes: 4) else { return }
      defer { disk.remove() }
      try expectReadOnly(desk, disk.folder) { disk.change($0 ? "ro" : "rw") }
    } else {
      let folder = desk.folder + "/place"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try expectReadOnly(desk, folder) { isReadOnly in
        chmod(folder + "/ledger.db", isReadOnly ? 0o444 : 0o644)
        chmod(folder, isReadOnly ? 0o555 : 0o755)
      }
    }
  }

  private func expectReadOnly(
    _ desk: Desk, _ folder: String, _ setReadOnly: (Bool) -> Void
  ) throws {
    let path = folder + "/ledger.db"
    try desk.output(["import", "log.jsonl", "--db", path])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    setReadOnly(true)
    defer { setReadOnly(false) }
    try desk.write(Desk.referenceLine("r2"), to: "log.jsonl")
    expectFailure(
      try desk.run(["import", "log.jsonl", "--db", path]), 73,
      "\(path): the ledger cannot be written", next: "permissions")
    // What changes nothing needs no leave to: of r1 and r2 one would be new.
    let trial = try desk.json(["import", "--dry-run", "log.jsonl", "--db", path])
    #expect(try trial.number("requests") == 1)
    let run = try desk.run(["usage", "--db", path, "--format", "json"])
    #expect(run.status == 0)
    #expect(try JSONObject(run.stdout).rows.first?.number("requests") == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    let other = folder + "/other.db"
    expectFailure(
      try desk.run(["import", "log.jsonl", "--db", other]), 73,
      "\(other): the ledger cannot be opened or made there", next: "--db PATH")
  }

  /// It waits for five seconds; reports wait for nobody.
  @Test func `a ledger that another process writes to is waited for, and then that is said`() throws
  {
    let desk = try Desk()
    try desk.write(Desk.referenceLine("r1"), to: "log.jsonl")
    try desk.output(["import", "log.jsonl"])
    try desk.write(Desk.referenceLine("r2"), to: "more.jsonl")
    let writer = try Connection(path: desk.ledger)
    try writer.execute("BEGIN IMMEDIATE")
    let start = ContinuousClock.now
    expectFailure(
      try desk.run(["import", "more.jsonl"]), 74,
      "ledger.db: another process is writing to this ledger", next: "run the same command again")
    #expect(ContinuousClock.now - start > .seconds(4.5), "it did not wait")
    #expect(try desk.json(["usage"]).rows.first?.number("requests") == 1)
    try writer.execute("COMMIT")
    try desk.output(["import", "more.jsonl"])
    #expect(try desk.json(["usage"]).rows.first?.number("requests") == 2)
  }

  @Test func `an import that follows a folder outlasts another writer`() throws {
    let desk = try Desk()
    try desk.write(Desk.referenceLine("r1"), to: "logs/a.jsonl")
    try desk.output(["import", "logs"])
    let writer = try Connection(path: desk.ledger)
    try writer.execute("BEGIN IMMEDIATE")
    try desk.write(Desk.referenceLine("r2"), to: "logs/b.jsonl")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try tollbookProgram())
    process.arguments = ["import", "--follow", "--interval", "1", "logs", "--db", desk.ledger]
    process.currentDirectoryURL = URL(fileURLWithPath: desk.folder)
    process.standardOutput = FileHandle.nullDevice
    let said = Pipe()
    process.standardError = said
    try process.run()
    // The first round gives up after five seconds; the next finds the ledger free.
    Thread.sleep(forTimeInterval: 6)
    try writer.execute("COMMIT")
    let end = Date() + 30
    while try desk.json(["usage"]).rows.first?.number("requests") != 2, Date() < end {
      Thread.sleep(forTimeInterval: 0.2)
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let words = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(words.contains("another process is writing to this ledger; trying again\n"))
    #expect(words.contains(": 1 request added\n"))
  }

  @Test func `a ledger of a newer version is left as it is, and an upgrade advised`() throws {
    let desk = try Desk()
    try desk.write(Desk.referenceLine("r1"), to: "log.jsonl")
    try desk.output(["import", "log.jsonl"])
    do {
      let connection = try Connection(path: desk.ledger)
      try connection.setUserVersion(try connection.userVersion + 1)
    }
    let before = try desk.ledgerBytes()
    for words in [["import", "log.jsonl"], ["cost"], ["verify"], ["forget", "--import", "1"]] {
      expectFailure(
        try desk.run(words), 78, "ledger.db: a newer Tollbook made this ledger",
        next: "Upgrade Tollbook")
    }
    #expect(try desk.ledgerBytes() == before)
  }

  @Test func `a log, another program's database and a folder are no ledgers`() throws {
    let desk = try Desk()
    try desk.write(Desk.referenceLine("r1"), to: "log.jsonl")
    try desk.write("", to: "folder/file")
    do {
      try Connection(path: desk.folder + "/theirs.db").execute("CREATE TABLE notes (text TEXT)")
    }
    let places = [
      ("log.jsonl", [65], "this is not a ledger, nor any SQLite file"),
      ("theirs.db", [65], "this SQLite file belongs to another program"),
      // What would be made there cannot be made; what would be read there is nothing of the kind.
      ("folder", [73, 65], "this is a folder, and a ledger is a file"),
    ]
    for (name, statuses, words) in places {
      let kept = try? Data(contentsOf: URL(fileURLWithPath: desk.folder + "/" + name))
      for (number, command) in [["import", "log.jsonl"], ["cost"]].enumerated() {
        expectFailure(
          try desk.run(command + ["--db", name]),
          Int32(number < statuses.count ? statuses[number] : statuses[0]), "\(name): \(words)",
          next: "--db")
      }
      #expect((try? Data(contentsOf: URL(fileURLWithPath: desk.folder + "/" + name))) == kept)
    }
  }
}
