import Foundation
import TestSupport
import Testing

@testable import TollbookKit

/// The folders in which coding agents keep their sessions are imported as they are.
struct SessionFolderTests {
  let home: String
  let tollbook: Tollbook

  init() throws {
    home = try temporaryDirectory()
    tollbook = Tollbook(
      ledgerPath: home + "/ledger.db", book: try .bundled(),
      now: try #require(Instant(iso8601: "2026-12-01T00:00:00Z")))
  }

  private func write(_ text: String, to name: String) throws {
    let path = home + "/" + name
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  private func claude(_ id: String, _ output: Int) -> String {
    """
    {"type":"assistant","sessionId":"s","uuid":"u-\(id)","timestamp":"2026-02-13T14:33:27Z",\
    "message":{"id":"msg_\(id)","model":"claude-opus-4-6","role":"assistant","stop_reason":\
    "end_turn","usage":{"input_tokens":100,"output_tokens":\(output)}}}\n
    """
  }

  private func codex(_ thread: String, parent: String?, _ count: Int) -> String {
    let fork = parent.map { ",\"forked_from_id\":\"\($0)\"" } ?? ""
    let meta = """
      {"timestamp":"2026-05-01T10:00:00Z","type":"session_meta","payload":{"id":"\(thread)"\(fork)}}\n
      """
    return (1...count).reduce(meta) { text, number in
      text + """
        {"timestamp":"2026-05-01T10:0\(number):00Z","type":"event_msg","payload":{"type":\
        "token_count","info":{"last_token_usage":{"input_tokens":100,"output_tokens":10},\
        "total_token_usage":{"input_tokens":\(number)00,"output_tokens":\(number)0}}}}\n
        """
    }
  }

  private func gemini(_ ids: [String]) -> String {
    let messages = ids.map {
      """
      {"id":"\($0)","type":"gemini","timestamp":"2026-04-23T12:53:11Z","model":\
      "gemini-2.5-flash","tokens":{"input":100,"output":10,"total":110}}
      """
    }
    return """
      {"sessionId":"s","projectHash":"h","messages":[\(messages.joined(separator: ","))]}
      """
  }

  @Test func `every agent's folder gives its requests, and nothing beside them is in the way`()
    throws
  {
    let project = ".claude/projects/-home-anna-shop/"
    try write(claude("1", 10) + claude("2", 10), to: project + "0b5c.jsonl")
    try write(claude("2", 10) + claude("3", 10), to: project + "0b5c/subagents/agent-a1.jsonl")
    try write(#"{"agentType":"Explore"}"#, to: project + "0b5c/subagents/agent-a1.meta.json")
    try write("file list\n", to: project + "0b5c/tool-results/b1.txt")
    try write("# Notes\n", to: project + "memory/MEMORY.md")
    try write(
      #"{"version":1,"entries":[{"sessionId":"0b5c","fullPath":"/x"}]}"#,
      to: project + "sessions-index.json")
    try write(codex("p", parent: nil, 2), to: ".codex/sessions/2026/05/01/rollout-p.jsonl")
    try write(codex("c", parent: "p", 3), to: ".codex/sessions/2026/05/01/rollout-c.jsonl")
    try write(codex("p", parent: nil, 2), to: ".codex/archived_sessions/rollout-p.jsonl")
    try write(gemini(["a"]), to: ".gemini/tmp/9da8/chats/session-2026-04-23T12-52-s.json")
    try write(gemini(["a", "b"]), to: ".gemini/tmp/9da8/chats/session-2026-04-23T12-53-s.json")
    try write(
      #"[{"sessionId":"s","messageId":0,"type":"user","message":"hi","timestamp":"x"}]"#,
      to: ".gemini/tmp/9da8/logs.json")
    try write("ls\n", to: ".gemini/tmp/9da8/shell_history")
    let expected = [
      (".claude/projects", 3), (".codex/sessions", 3), (".codex/archived_sessions", 0),
      (".gemini/tmp", 2),
    ]
    for (folder, requests) in expected {
      let summary = try tollbook.importLogs([home + "/" + folder])
      #expect(summary.requests == requests, "\(folder)")
      #expect(summary.counts.quarantined == 0, "\(folder): \(summary.quarantinedPlaces)")
      #expect(summary.counts.unrecognized == 0, "\(folder): \(summary.quarantinedPlaces)")
    }
    let again = try tollbook.importLogs(expected.reversed().map { home + "/" + $0.0 })
    #expect(again.requests == 0)
    let usage = try tollbook.usage(UsageQuestion(by: [.label("platform")])).groups
    #expect(
      Set(usage.map { "\($0.values[0] ?? "–") \($0.requests)" })
        == ["claude-code 3", "codex 3", "gemini-cli 2"])
  }

  @Test(arguments: [["whole", "pieces"], ["pieces", "whole"], ["pieces"]])
  func `a rollout and its pieces count once, whichever is read first`(order: [String]) throws {
    let lines = codex("p", parent: nil, 4).split(separator: "\n").map { $0 + "\n" }
    try write(lines.joined(), to: "whole/rollout.jsonl")
    try write(lines[..<2].joined(), to: "pieces/rollout-1.jsonl")
    try write(lines[2...].joined(), to: "pieces/rollout-2.jsonl")
    for folder in order + order { _ = try tollbook.importLogs([home + "/" + folder]) }
    let usage = try tollbook.usage(UsageQuestion(by: [.label("platform")])).groups
    #expect(usage.map(\.requests) == [4])
    #expect(usage.map(\.tokens.total.value) == [4 * 110])
    #expect(try tollbook.verify().isSound)
  }
}
