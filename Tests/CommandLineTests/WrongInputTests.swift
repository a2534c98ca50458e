import Foundation
import SQLite
import TestSupport
import Testing

/// Every wrong input has one clear first line, a next step, an exit code, and nothing on stdout.
struct WrongInputTests {
  /// A desk with one good log, its ledger, and everything that can be mistaken for one of them.
  private func desk() throws -> Desk {
    let desk = try Desk()
    try desk.write(Desk.referenceLine("r1"), to: "log.jsonl")
    try desk.write("some notes\n", to: "papers/notes.txt")
    try desk.write(Data((0..<4000).map { UInt8($0 * 7 % 251) }), to: "papers/photo.bin")
    try desk.write("{\"name\": \"package\", \"version\": 3}\n", to: "other.json")
    try desk.write("", to: "empty.jsonl")
    // With a line end: without one somebody would still be writing it.
    try desk.write("{\"time\":\"2026-11-03T09:12:44Z\",\n", to: "half.jsonl")
    try FileManager.default.createDirectory(
      atPath: desk.folder + "/hollow", withIntermediateDirectories: true)
    try Connection(path: desk.folder + "/theirs.db").execute(
      "PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)")
    try desk.output(["import", "log.jsonl"])
    try desk.write(
      """
      {"schema": "tollbook.scenario/1", "features": [{"name": "chat", "model": "gemini-2.5-flash",
      "calls_per_active_user_per_day": "3", "input_tokens": 600, "output_tokens": 400}]}
      """, to: "plan.json")
    return desk
  }

  /// Every file of a folder with its bytes.
  private func files(of desk: Desk) throws -> [String: Data] {
    var files: [String: Data] = [:]
    let names = FileManager.default.enumerator(atPath: desk.folder)
    while let name = names?.nextObject() as? String {
      files[name] = FileManager.default.contents(atPath: desk.folder + "/" + name)
    }
    return files
  }

  private func check(_ wrong: WrongInput, _ run: Desk.Run) {
    let context = Comment(rawValue: "\(wrong.testDescription)\n\(run.stderr)")
    #expect(run.status == wrong.status, context)
    #expect(run.stdout.isEmpty, context)
    let lines = run.stderr.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.first == "tollbook: error: \(wrong.message)", context)
    #expect(lines.dropFirst().contains { $0.contains(wrong.next) }, context)
    // One line that says what is wrong, one or two that say what to do, each with its end.
    #expect(run.stderr.components(separatedBy: "error:").count == 2, context)
    #expect((3...4).contains(lines.count) && lines.last == "", context)
  }

  @Test(arguments: [WrongInput.imports, WrongInput.questions, WrongInput.outlooks])
  func `a wrong input is answered with its place, its reason and the next step`(
    table: [WrongInput]
  ) throws {
    let desk = try desk()
    for wrong in table {
      let words = wrong.command.split(separator: " ").map(String.init)
      let before = try files(of: desk)
      let run = try desk.run(words)
      check(wrong, run)
      // A failed import may have kept what it set aside; nothing else may change.
      let after = try files(of: desk)
      #expect(after.keys.sorted() == before.keys.sorted(), "\(wrong.testDescription)")
      for (name, bytes) in before where name != "ledger.db" {
        #expect(after[name] == bytes, "\(wrong.testDescription) changed \(name)")
      }
    }
  }
}
