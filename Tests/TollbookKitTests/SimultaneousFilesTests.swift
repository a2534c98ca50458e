import Foundation
import Importing
import Quantities
import SQLite
import TestSupport
import Testing

@testable import Ledger
@testable import TollbookKit

/// Large files of one time, which are read in turns, give what they give one after the other.
struct SimultaneousFilesTests {
  private static let linesOfFile = 6_000
  private let folder: String

  init() throws {
    folder = try temporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: folder + "/logs", withIntermediateDirectories: true)
  }

  /// A response of 600 bytes: a file of 6,000 has more than three megabytes.
  private static func line(_ number: Int, _ seconds: Int, _ tokens: Int, user: Int) -> String {
    let second = UInt32(1_793_700_000 + seconds)
    return """
      {"candidates":[{"content":{"parts":[{"text":"\(String(repeating: "x", count: 400))"}]},\
      "finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":\(tokens)},"user":"u\(user)",\
      "modelVersion":"gemini-2.5-flash","createTime":"\(Instant(seconds: Int64(second)))",\
      "responseId":"\(id(second, number))"}

      """
  }

  /// An id as the Gemini API makes them, which begins with its second.
  private static func id(_ second: UInt32, _ number: Int) -> String {
    let bytes = withUnsafeBytes(of: second.littleEndian) { Data($0) }
    let rest = withUnsafeBytes(of: number) { Data($0) } + Data(repeating: 7, count: 5)
    return (bytes + rest).base64EncodedString().prefix(23)
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
  }

  /// A stream of two lines, around which no piece can be read by itself.
  private static let stream = """
    {"candidates":[{"content":{"parts":[{"text":"a"}]}}],"responseId":"s"}
    {"candidates":[{"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":7},"responseId":"s"}

    """

  /// What is set aside, has no usage, or has no id, each told by every file, and by some twice.
  private static let odd = [
    "oops\n", "{\"a\":1}\n", "{\"candidates\":[{\"finishReason\":\"SAFETY\"}]}\n",
    "{\"candidates\":[{\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":9},"
      + "\"createTime\":\"2026-11-03T09:00:00Z\"}\n",
  ]

  /// The log of one of several servers: every third of its lines another one has too, with more tokens.
  private static func log(_ number: Int, from start: Int, _ random: inout SeededRandom) -> String {
    var text = ""
    for index in 0..<linesOfFile {
      let isShared = index % 3 == 0
      text += line(
        isShared ? index : number << 32 + index, start + index * 10,
        100 + index % 7 + (isShared ? number : 0), user: index % 11)
      if random.next() % 500 == 0 { text += odd[Int(random.next() % UInt64(odd.count))] }
    }
    return text
  }

  private func path(_ name: String) -> String { "\(folder)/logs/\(name).jsonl" }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_795_996_800)], ofItemAtPath: path(name))
  }

  private func tollbook(_ name: String) throws -> Tollbook {
    Tollbook(
      ledgerPath: "\(folder)/\(name).db", book: try .bundled(),
      now: try #require(Instant(iso8601: "2026-12-01T00:00:00Z")))
  }

  /// Everything but which of several files a thing was found in first.
  private func contents(_ name: String) throws -> [[String]] {
    let path = "\(folder)/\(name).db"
    let connection = try Connection(path: path, mode: .readOnly)
    let questions = [
      "SELECT code || ' ' || occurrence || ' ' || content FROM quarantine ORDER BY 1",
      "SELECT key_high || ' ' || key_low || ' ' || occurrence FROM silent_answers ORDER BY 1",
      "SELECT path || ' ' || (requests + duplicates) || ' ' || next_line FROM source_files ORDER BY 1",
    ]
    return try [ledgerRecords(path)]
      + questions.map { question in
        let statement = try connection.prepare(question)
        var rows: [String] = []
        while try statement.step() { rows.append(statement.text(0)) }
        return rows
      }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `files of one time give the same together and one after the other`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try write(Self.log(1, from: 0, &random), to: "a")
    var cut = Self.log(2, from: 0, &random)
    if seed > 1 {
      // Not all of it can be read in pieces.
      let middle = cut.index(cut.startIndex, offsetBy: cut.count / Int(seed))
      let end = try #require(cut[middle...].firstIndex(of: "\n"))
      cut.insert(contentsOf: Self.stream, at: cut.index(after: end))
    }
    try write(cut, to: "b")
    try write(Self.log(3, from: 20_000, &random), to: "c")
    // After all others, and one that is too short to be read in pieces.
    try write(Self.log(4, from: 200_000, &random), to: "d")
    try write(Self.line(-1, 5, 3, user: 1), to: "e")

    let together = try tollbook("together")
    let summary = try together.importLogs([folder + "/logs"])
    var sum = ImportSummary()
    let turns = try tollbook("turns")
    for name in ["a", "b", "c", "d", "e"] { sum += try turns.importLogs([path(name)]) }
    #expect(summary.requests == sum.requests)
    // Whether the fuller telling comes first depends on the order, and changes nothing else.
    #expect(summary.completed + summary.duplicates == sum.completed + sum.duplicates)
    #expect(summary.requests > 3 * Self.linesOfFile)
    #expect(summary.files == 5)
    #expect(summary.counts == sum.counts)
    #expect(try contents("together") == contents("turns"))
    #expect(try together.faults() == [])
    // Nothing is new, and nothing is read again.
    let again = try together.importLogs([folder + "/logs"])
    #expect(again.requests == 0)
    #expect(again.unchangedFiles == 5)
  }

  @Test func `files that overlap are read together, and no others`() throws {
    var random = SeededRandom(seed: 1)
    for (name, start) in [("a", 0), ("b", 40_000), ("c", 200_000), ("d", 260_000), ("e", 219_000)] {
      try write(Self.log(start, from: start, &random), to: name)
    }
    let kit = try tollbook("ledger")
    let discovery = try SourceDiscovery([folder + "/logs"], now: kit.now)
    let options = ImportOptions()
    func turns() throws -> [[Int]] {
      try kit.withLedger(.importing) { ledger in
        let recognition = SourceRecognition(ledger: ledger, optionsDigest: options.digest)
        let files = try SimultaneousFiles(discovery.sources, recognition, options)
        return discovery.sources.indices.map { files.turn(of: $0) }
      }
    }
    // a ends at 59,990 seconds, long after b has begun; e at 278,990, d at 319,990.
    #expect(try turns() == [[0, 1], [], [2, 3, 4], [], []])
    _ = try kit.importLogs([path("d")])
    #expect(try turns() == [[0, 1], [], [2, 4], [3], []])
  }

  @Test func `a copy among files of one time is not read`() throws {
    var random = SeededRandom(seed: 5)
    let log = Self.log(1, from: 0, &random)
    try write(log, to: "a")
    try write(log, to: "b")
    try write(Self.log(2, from: 0, &random), to: "c")
    let kit = try tollbook("ledger")
    let summary = try kit.importLogs([folder + "/logs"])
    #expect((summary.files, summary.unchangedFiles) == (2, 1))
    #expect(try kit.faults() == [])
  }

  @Test func `how far files are that are read together goes up to all of their bytes`() throws {
    var random = SeededRandom(seed: 7)
    try write(Self.log(1, from: 0, &random), to: "a")
    try write(Self.log(2, from: 0, &random), to: "b")
    var seen: [ImportProgress] = []
    _ = try tollbook("ledger").importLogs([folder + "/logs"]) { seen.append($0) }
    let last = try #require(seen.last)
    #expect(last.bytes == last.bytesInAll)
    #expect(last.files == 2)
    #expect(seen.map(\.bytes) == seen.map(\.bytes).sorted())
    #expect(seen.allSatisfy { $0.bytes <= $0.bytesInAll })
    #expect(seen.count > 7)
  }
}
