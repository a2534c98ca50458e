import TestSupport
import Testing

@testable import TollbookKit

/// Several readings of a request, none like another: whatever their order, and over whichever files
/// they are spread, the ledger is the same.
struct ReadingOrderTests {
  private let folder: String

  init() throws { folder = try temporaryDirectory() }

  /// One reading: the same few counts, split up in one way or another.
  private static func reading(of request: Int, _ random: inout SeededRandom) -> String {
    func one(of choices: [String]) -> String { choices[Int(random.next() % UInt64(choices.count))] }
    func split(_ kind: String) -> String {
      let tokens = one(of: ["10", "20", "1e1", "30.0"])
      return #""promptTokensDetails":[{"modality":"\#(kind)","tokenCount":\#(tokens)}],"#
    }
    let details = one(of: ["", split("IMAGE"), split("AUDIO"), split("VIDEO")])
    let cached = one(of: [
      "", #""cachedContentTokenCount":40,"#, #""cachedContentTokenCount":900,"#,
    ])
    let output = one(of: ["5", "5", "5", "6"])
    let thoughts = one(of: ["", "", #""thoughtsTokenCount":2,"#])
    let usage =
      #"{"promptTokenCount":100,\#(details)\#(cached)\#(thoughts)"candidatesTokenCount":\#(output)}"#
    let second = one(of: ["00", "00", "01"])
    let others = [
      #""user":"u\#(request)""#, #""latency_ms":70"#, #""service_tier":"flex""#,
      #""provider":"google-vertex""#, #""model_version":"gemini-2.5-flash-001""#,
      #""feature":"chat""#, #""status":"incomplete""#,
    ].filter { _ in random.next() % 3 == 0 }
    return #"{"time":"2026-11-03T09:00:\#(second)Z","request_id":"r\#(request)","#
      + #""model":"gemini-2.5-flash","usageMetadata":\#(usage)"#
      + others.map { "," + $0 }.joined() + "}\n"
  }

  /// Every record of a ledger of its own that reads these files in this order, one import each.
  private func records(_ files: [[String]], _ name: String) throws -> [String] {
    try ledgerRecords(files.map { $0.joined() }, in: folder, name)
  }

  @Test(arguments: 1...24)
  func `any order and any split of readings gives the same ledger`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let lines = (0..<6).flatMap { request in
      (0..<3).map { _ in Self.reading(of: request, &random) }
    }
    let expected = try records([lines], "plain")
    #expect(try records([lines.shuffled(using: &random)], "shuffled") == expected)
    #expect(try records([lines.reversed()], "reversed") == expected)
    #expect(try records(lines.shuffled(using: &random).map { [$0] }, "single") == expected)
    var files = [[String]](repeating: [], count: 3)
    for line in lines.shuffled(using: &random) { files[Int(random.next() % 3)].append(line) }
    #expect(try records(files, "split") == expected)
  }
}
