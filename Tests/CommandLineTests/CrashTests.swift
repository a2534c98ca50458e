import Foundation
import TestSupport
import Testing

/// An import that is killed leaves a ledger that opens, verifies, and completes on the next run.
struct CrashTests {
  private static let question = ["cost", "--by", "month,model", "--format", "csv"]

  /// How many imports are killed: 20, or what `$TOLLBOOK_CRASH_ROUNDS` says.
  private static let rounds =
    ProcessInfo.processInfo.environment["TOLLBOOK_CRASH_ROUNDS"].flatMap { Int($0) } ?? 20

  private func start(_ desk: Desk, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try tollbookProgram())
    process.arguments = arguments + ["--db", desk.ledger]
    process.currentDirectoryURL = URL(fileURLWithPath: desk.folder)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Kills a process after so long; gives how long it ran if it had ended by then, else nil.
  private func end(_ process: Process, after seconds: Double) -> Double? {
    let start = Date()
    while process.isRunning, -start.timeIntervalSinceNow < seconds { usleep(500) }
    let isKilled = process.isRunning && kill(process.processIdentifier, SIGKILL) == 0
    process.waitUntilExit()
    let wasKilled = isKilled && process.terminationReason == .uncaughtSignal
    return wasKilled ? nil : -start.timeIntervalSinceNow
  }

  /// What a kill left verifies, and reading everything again gives the same as if it had not been.
  private func expectCompletion(_ desk: Desk, _ expected: String, _ context: Comment) throws {
    if FileManager.default.fileExists(atPath: desk.ledger), try desk.run(["status"]).status != 66 {
      #expect(try desk.run(["verify"]).status == 0, context)
    }
    #expect(try desk.run(["import", "logs"]).status == 0, context)
    #expect(try desk.output(Self.question) == expected, context)
  }

  @Test func `kill -9 at any moment of an import loses nothing that a second run does not bring`()
    throws
  {
    let seed: UInt64 = 20_261_130
    var random = SeededRandom(seed: seed)
    let log = CrashLog(seed: seed, lines: 3000)
    let whole = try Desk()
    try log.write(to: whole)
    let start = Date()
    try whole.output(["import", "logs"])
    // Lowered whenever a kill came too late: the machine may be busier now than it will be.
    var duration = Date().timeIntervalSince(start)
    let expected = try whole.output(Self.question)

    var killed = 0
    for round in 0..<3 * Self.rounds where killed < Self.rounds {
      let desk = try Desk()
      // A third of the ledgers hold a part already: their long log has grown since.
      if round % 3 == 2 {
        try desk.write(log.long.prefix(1200).joined(), to: "logs/a.jsonl")
        try desk.output(["import", "logs"])
      }
      try log.write(to: desk)
      let part = Double(random.next() % 1000) / 1000
      // Every fourth falls near the end, where the last of the rollup is written and committed.
      let moment = duration * (round % 4 == 3 ? 0.8 + part / 5 : part)
      if let ran = end(try self.start(desk, ["import", "logs"]), after: moment) {
        duration = min(duration, ran)
      } else {
        killed += 1
      }
      try expectCompletion(
        desk, expected, "seed \(seed), round \(round), \(moment) s of \(duration) s")
      // Now and then is enough: the sums above are already those expected.
      if round % 5 == 4 { #expect(try desk.run(["verify"]).status == 0) }
      try FileManager.default.removeItem(atPath: desk.folder)
    }
    #expect(killed == Self.rounds, "the kills came too late to prove anything")
  }

  /// While it is followed, the log grows in pieces that end anywhere in a line.
  @Test func `kill -9 of an import that follows a folder loses nothing either`() throws {
    let seed: UInt64 = 4
    var random = SeededRandom(seed: seed)
    let log = CrashLog(seed: seed, lines: 600)
    let whole = try Desk()
    try log.write(to: whole)
    try whole.output(["import", "logs"])
    let expected = try whole.output(Self.question)

    for round in 0..<max(3, Self.rounds / 10) {
      let desk = try Desk()
      try log.write(to: desk)
      try desk.write("", to: "logs/a.jsonl")
      let follower = try start(desk, ["import", "--follow", "--interval", "1", "logs"])
      let file = try #require(FileHandle(forWritingAtPath: desk.folder + "/logs/a.jsonl"))
      var rest = Data(log.long.joined().utf8)[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int(random.next() % 20_000) + 1)
        rest = rest.dropFirst(piece.count)
        try file.write(contentsOf: piece)
        Thread.sleep(forTimeInterval: Double(random.next() % 200) / 1000)
      }
      try file.close()
      let moment = Double(random.next() % 1500) / 1000
      #expect(end(follower, after: moment) == nil, "it ended by itself")
      try expectCompletion(desk, expected, "seed \(seed), round \(round)")
      #expect(try desk.run(["verify"]).status == 0)
    }
  }
}
