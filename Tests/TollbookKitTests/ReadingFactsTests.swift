import TestSupport
import Testing

@testable import TollbookKit

/// Three and four readings of one request, each of which leaves other things open: whatever their
/// order, and over whichever files they are spread, the record is the same.
struct ReadingFactsTests {
  private let folder: String

  init() throws { folder = try temporaryDirectory() }

  /// One reading as a row of its own; a row without a time has that of its file.
  private static func row(of request: Int, _ random: inout SeededRandom) -> String {
    func one(of choices: [String]) -> String { choices[Int(random.next() % UInt64(choices.count))] }
    let output = one(of: ["5", "5", "9"])
    let cached = one(of: ["", #","prompt_tokens_details":{"cached_tokens":4}"#])
    let members = [
      one(of: ["", #""time":"2026-11-03T23:59:58Z""#, #""time":"2026-11-04T00:00:02Z""#]),
      one(of: [#""model":"gpt-5""#, #""model":"gpt-5-mini""#, ""]),
      one(of: ["", #""model_version":"gpt-5-2026-08-07""#, #""model_version":"gpt-5.4""#]),
      one(of: ["", "", #""provider":"openai""#, #""provider":"azure-openai""#]),
      one(of: ["", "", #""service_tier":"flex""#, #""service_tier":"batch""#]),
      one(of: ["", #""user":"ann""#, #""user":"bob""#, #""user":"""#]),
      one(of: ["", #""latency_ms":70"#, #""latency_ms":900"#]),
      one(of: ["", #""feature":"chat""#, #""feature":"search""#]),
      one(of: ["", #""labels":{"team":"a"}"#, #""labels":{"team":"b"}"#]),
      one(of: ["", "", #""status":"incomplete""#]),
      #""usage":{"prompt_tokens":10,"completion_tokens":\#(output)\#(cached)}"#,
    ].filter { !$0.isEmpty }
    return #"{"request_id":"r\#(request)",\#(members.joined(separator: ","))}"# + "\n"
  }

  @Test(arguments: 1...40)
  func `readings that leave things open make one record in any order`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let lines = (0..<8).flatMap { request in
      (0..<(3 + request % 2)).map { _ in Self.row(of: request, &random) }
    }
    let expected = try ledgerRecords([lines.joined()], in: folder, "plain")
    #expect(expected.count == 8)
    for way in 1...3 {
      let shuffled = lines.shuffled(using: &random)
      #expect(try ledgerRecords([shuffled.joined()], in: folder, "one-\(way)") == expected)
      var files = [String](repeating: "", count: 4)
      for line in shuffled { files[Int(random.next() % 4)] += line }
      #expect(try ledgerRecords(files, in: folder, "files-\(way)") == expected)
    }
  }

  /// An answer without a time, a gateway's row of the last second of a day, and a session's line of
  /// the next: the fullest is the answer.
  private static let kinds = [
    #"{"id":"msg_01A","type":"message","role":"assistant","model":"claude-opus-4-6","content":[],"#
      + #""stop_reason":"end_turn","usage":{"input_tokens":100,"output_tokens":50,"#
      + #""server_tool_use":{"web_search_requests":1}}}"#,
    #"{"request_id":"msg_01A","call_type":"acompletion","startTime":"2026-11-03 23:59:58","#
      + #""endTime":"2026-11-04 00:00:03","model":"claude-opus-4-6","prompt_tokens":100,"#
      + #""completion_tokens":50,"total_tokens":150,"user":"u-1"}"#,
    #"{"type":"assistant","sessionId":"s","uuid":"u","timestamp":"2026-11-04T00:00:02Z","#
      + #""message":{"id":"msg_01A","model":"claude-opus-4-6","role":"assistant","#
      + #""stop_reason":"end_turn","usage":{"input_tokens":100,"output_tokens":50}}}"#,
  ].map { $0 + "\n" }

  @Test func `an answer without a time has the earliest that a log of it states`() throws {
    // 2026-11-03T23:59:58Z
    let time = 1_793_750_398_000_000
    for (number, order) in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
      .enumerated()
    {
      let texts = order.map { Self.kinds[$0] }
      for (way, files) in [("one", [texts.joined()]), ("three", texts)] {
        let found = try ledgerRecords(files, in: folder, "\(way)-\(number)")
        #expect(found.count == 1)
        #expect(found.allSatisfy { $0.contains(",\(time),") && $0.contains("\"u-1\"") })
      }
    }
  }
}
