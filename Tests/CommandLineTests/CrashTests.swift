import Foundation
import TestSupport
import Testing

/// An import that is killed leaves a ledger that opens, verifies, and completes on the next run.
struct CrashTests {
  /// 30,000 usage lines over a year, of some users, models and prompt lengths.
  private static func log(seed: UInt64) -> String {
    var random = SeededRandom(seed: seed)
    let models = ["gemini-2.5-flash", "gemini-2.5-pro", "gemini-3.8-flash"]
    var text = ""
    for number in 0..<30_000 {
      let day = random.next() % 28 + 1
      let month = random.next() % 12 + 1
      let hour = random.next() % 24
      let model = models[Int(random.next() % 3)]
      let prompt = random.next() % 400_000
      text += """
        {"time":"2026-\(two(month))-\(two(day))T\(two(hour)):\(two(random.next() % 60)):00Z",\
        "request_id":"r\(number)","provider":"google-gemini-api","model":"\(model)",\
        "usageMetadata":{"promptTokenCount":\(prompt),"candidatesTokenCount":\(prompt / 7)},\
        "user":"u\(random.next() % 500)"}

        """
    }
    return text
  }

  private static func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Starts an import and kills it after so long, if it has not ended by then.
  private func importAndKill(_ desk: Desk, after seconds: Double) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try tollbookProgram())
    process.arguments = ["import", "log.jsonl", "more.jsonl", "--db", desk.ledger]
    process.currentDirectoryURL = URL(fileURLWithPath: desk.folder)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    Thread.sleep(forTimeInterval: seconds)
    let isKilled = process.isRunning && kill(process.processIdentifier, SIGKILL) == 0
    process.waitUntilExit()
    return isKilled && process.terminationReason == .uncaughtSignal
  }

  @Test func `kill -9 at any moment of an import loses nothing that a second run does not bring`()
    throws
  {
    let seed: UInt64 = 20_261_130
    var random = SeededRandom(seed: seed)
    let whole = try Desk()
    try whole.write(Self.log(seed: seed), to: "log.jsonl")
    try whole.write(Desk.referenceLine("last", user: "u1"), to: "more.jsonl")
    let start = Date()
    try whole.output(["import", "log.jsonl", "more.jsonl"])
    let duration = Date().timeIntervalSince(start)
    let question = ["cost", "--by", "month,model", "--format", "csv"]
    let expected = try whole.output(question)

    var killed = 0
    for round in 0..<8 {
      let desk = try Desk()
      for name in ["log.jsonl", "more.jsonl"] {
        try FileManager.default.copyItem(
          atPath: whole.folder + "/" + name, toPath: desk.folder + "/" + name)
      }
      let part = Double(random.next() % 1000) / 1000
      // The last rounds fall near the end, where the rollup is written and committed.
      let moment = duration * (round < 5 ? part : 0.8 + part / 5)
      if try importAndKill(desk, after: moment) { killed += 1 }
      let context = Comment(rawValue: "seed \(seed), round \(round), \(moment) s of \(duration) s")
      if FileManager.default.fileExists(atPath: desk.ledger),
        try desk.run(["status"]).status != 66
      {
        #expect(try desk.run(["verify"]).status == 0, context)
      }
      let again = try desk.run(["import", "log.jsonl", "more.jsonl"])
      #expect(again.status == 0, context)
      #expect(try desk.output(question) == expected, context)
      // Once is enough: it takes longest of all, and the sums above are already those expected.
      if round == 7 { #expect(try desk.run(["verify"]).status == 0, context) }
    }
    #expect(killed >= 4, "the kills came too late to prove anything")
  }
}
