import Foundation
import SQLite
import TestSupport
import Testing

@testable import Ledger
@testable import TollbookKit

/// The beginning of a log, then all of it, gives what all of it gives at once: cut wherever it may.
struct GrowthTests {
  /// What a ledger holds: records, sums, places, and what its files are said to hold.
  struct Holdings: Equatable {
    var records: [String] = []
    var sums: [String] = []
    var places: [String] = []
    var files: [String] = []
  }

  private let folder: String
  private let time = Date(timeIntervalSince1970: 1_764_500_000)

  init() throws { folder = try temporaryDirectory() }

  private func tollbook(_ name: String) throws -> Tollbook {
    let path = "\(folder)/\(name).db"
    for suffix in ["", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    return Tollbook(
      ledgerPath: path, book: try .bundled(),
      now: try #require(Instant(iso8601: "2026-12-01T00:00:00Z")))
  }

  /// Writes a file that always has the same time: what states none takes that.
  private func write(
    _ bytes: some Collection<UInt8>, to name: String = "log.jsonl"
  ) throws -> String {
    let path = folder + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
    return path
  }

  private func holdings(_ tollbook: Tollbook) throws -> Holdings {
    let connection = try Connection(path: tollbook.ledgerPath, mode: .readOnly)
    func rows(_ sql: String) throws -> [String] {
      let statement = try connection.prepare("SELECT json_array(\(sql) ORDER BY 1")
      var rows: [String] = []
      while try statement.step() { rows.append(statement.text(0)) }
      return rows
    }
    var found = Holdings()
    found.records = try rows(
      """
      key_high, key_low, occurred_at, text_input, cached_text_input, cache_write_5m, text_output,
      thinking, requests, search_queries, flags & 1) FROM usage_records
      """)
    found.sums = try rows(
      "sum(requests), sum(text_input), sum(text_output), sum(thinking)) FROM usage_rollup")
    found.places = try rows("line, byte_offset, code) FROM quarantine")
    found.files = try rows(
      "requests, duplicates, incomplete, without_usage, error_bodies, quarantined, unrecognized)"
        + " FROM source_files")
    return found
  }

  /// Imports a log at once, and cut at each place and then whole.
  private func check(_ log: String) throws {
    let bytes = Array(log.utf8)
    let whole = try tollbook("whole")
    _ = try whole.importLogs([try write(bytes)])
    let expected = try holdings(whole)
    for cut in cuts(in: bytes) {
      let grown = try tollbook("grown")
      _ = try grown.importLogs([try write(bytes.prefix(cut))])
      let summary = try grown.importLogs([try write(bytes)])
      let found = try holdings(grown)
      #expect(found == expected, "cut at \(cut) of \(bytes.count)")
      #expect(summary.counts.requests == Int(try whole.usage(UsageQuestion()).total.requests))
      if found != expected { return }
    }
  }

  /// Where a log is cut: around every line end, and inside every line.
  private func cuts(in bytes: [UInt8]) -> [Int] {
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }
    let around = ends.flatMap { [$0 - 1, $0, $0 + 1, $0 + 3, $0 + 40] }
    return Set(around).filter { $0 > 0 && $0 < bytes.count }.sorted()
  }

  private static let gemini = [
    #"{"candidates":[{"content":{"parts":[{"text":"a"}]}}],"usageMetadata":{"promptTokenCount":9}}"#,
    #"{"candidates":[{"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":8}}"#,
    #"{"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":8,"thoughtsTokenCount":5}}"#,
  ]

  private static func anthropic(_ id: String) -> [String] {
    [
      #"{"type":"message_start","message":{"id":"msg_\#(id)","type":"message","role":"assistant","model":"claude-opus-4-6","content":[],"stop_reason":null,"usage":{"input_tokens":69,"output_tokens":2}}}"#,
      #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}"#,
      #"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":53}}"#,
      #"{"type":"message_stop"}"#,
    ]
  }

  private static func openAI(_ id: String) -> [String] {
    [
      #"{"id":"chatcmpl-\#(id)","object":"chat.completion.chunk","created":1764500000,"model":"gpt-5-mini","choices":[{"index":0,"delta":{"content":"a"}}]}"#,
      #"{"id":"chatcmpl-\#(id)","object":"chat.completion.chunk","created":1764500003,"model":"gpt-5-mini","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#,
      #"{"id":"chatcmpl-\#(id)","object":"chat.completion.chunk","created":1764500003,"model":"gpt-5-mini","choices":[],"usage":{"prompt_tokens":20,"completion_tokens":7,"total_tokens":27}}"#,
    ]
  }

  private static let responses = [
    #"{"type":"response.created","response":{"id":"resp_1","object":"response","created_at":1764500000,"model":"gpt-5-mini","status":"in_progress","usage":null}}"#,
    #"{"type":"response.output_text.delta","delta":"a"}"#,
    #"{"type":"response.completed","response":{"id":"resp_1","object":"response","created_at":1764500000,"model":"gpt-5-mini","status":"completed","usage":{"input_tokens":20,"output_tokens":7,"total_tokens":27}}}"#,
  ]

  private static let converse = [
    #"{"messageStart":{"role":"assistant"}}"#,
    #"{"contentBlockDelta":{"delta":{"text":"a"},"contentBlockIndex":0}}"#,
    #"{"messageStop":{"stopReason":"end_turn"}}"#,
    #"{"metadata":{"usage":{"inputTokens":30,"outputTokens":4,"totalTokens":34},"metrics":{"latencyMs":9}}}"#,
  ]

  private static let live = [
    #"{"setupComplete":{}}"#,
    #"{"serverContent":{"modelTurn":{"parts":[{"text":"a"}]}}}"#,
    #"{"usageMetadata":{"promptTokenCount":11,"responseTokenCount":3,"totalTokenCount":14}}"#,
    #"{"serverContent":{"turnComplete":true}}"#,
    #"{"serverContent":{"modelTurn":{"parts":[{"text":"b"}]}}}"#,
    #"{"usageMetadata":{"promptTokenCount":21,"responseTokenCount":5,"totalTokenCount":26}}"#,
    #"{"serverContent":{"turnComplete":true}}"#,
  ]

  /// Several streams of each kind, as events and one document a line, and what else may stand there.
  private static let logs: [(name: String, text: String)] = {
    func events(_ lines: [String]) -> String { lines.map { "data: \($0)\n\n" }.joined() }
    func lines(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
    let two = anthropic("1") + anthropic("2")
    return [
      ("gemini events", events(gemini)),
      ("gemini events, twice", events(gemini + gemini.map { $0.replacing(":9", with: ":7") })),
      ("gemini array", "[" + gemini.joined(separator: ",\n") + "]\n"),
      ("gemini lines", lines(gemini)),
      ("anthropic events", events(two)),
      ("anthropic lines", lines(two)),
      ("anthropic, named events", two.map { "event: x\ndata: \($0)\n\n" }.joined()),
      ("openai events", events(openAI("1")) + "data: [DONE]\n\n" + events(openAI("2"))),
      (
        "openai lines, interleaved",
        lines(zip(openAI("1"), openAI("2")).flatMap { [$0, $1] })
      ),
      ("responses events", events(responses)),
      ("responses lines", lines(responses)),
      ("converse lines", lines(converse + converse.map { $0.replacing(":30", with: ":31") })),
      ("live lines", lines(live)),
      ("bad lines between", lines([gemini[1], "oops", gemini[2], "{\"a\":1}", "oops"])),
    ]
  }()

  @Test(arguments: logs.map(\.name))
  func `a stream that is read while it grows gives what it gives at once`(_ name: String) throws {
    let log = try #require(Self.logs.first { $0.name == name })
    try check(log.text)
  }

  @Test func `a table that is read while it grows gives what it gives at once`() throws {
    let spend = """
      request_id,call_type,model,prompt_tokens,completion_tokens,total_tokens,startTime
      ,acompletion,gpt-4o,10,5,15,2026-11-03T09:00:00Z
      ,acompletion,gpt-4o,173,5,178,2026-11-03T09:01:00Z

      """
    try check(spend)
  }

  /// What the file itself had brought is no duplicate, what another one had is one.
  @Test func `a log that is read whole again names what it had brought itself`() throws {
    let tollbook = try tollbook("own")
    let log = Self.gemini.dropLast().map { "data: \($0)\n\n" }.joined()
    let path = try write(Array(log.utf8))
    #expect(try tollbook.importLogs([path]).requests == 1)
    let other = Self.gemini.map { "data: \($0.replacing(":9", with: ":7"))\n\n" }.joined()
    let copy = try write(Array(other.utf8), to: "copy.jsonl")
    #expect(try tollbook.importLogs([copy]).requests == 1)
    let grown = try tollbook.importLogs([
      try write(Array((log + "data: [DONE]\n\n" + other + "data: [DONE]\n\n").utf8))
    ])
    #expect(grown.requests == 0)
    #expect(grown.readBefore == 1)
    #expect(grown.duplicates == 1)
    #expect(try tollbook.importLogs([path]).unchangedFiles == 1)
    #expect(try tollbook.usage(UsageQuestion()).total.requests == 2)
    #expect(try tollbook.faults() == [])
  }
}
