import Foundation
import TestSupport
import Testing
import Usage

@testable import Importing

/// What holds for the session logs of every agent: damage costs itself, arrangement does not
/// matter, and nothing but counts, times and names leaves a log.
@Suite struct SessionLogTests {
  /// Ten answers in the log of each agent, one a line where the log is made of lines, and the lines
  /// that have to come first.
  struct Log: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let head: [String]
    let answers: [String]

    var lines: [String] { head + answers }
  }

  static let logs: [Log] = [
    Log(
      testDescription: "Claude Code", head: [],
      answers: (0..<10).flatMap { number in
        [1, 40 + number].map { ClaudeCodeTests.line("msg_\(number)", output: $0) }
      }),
    Log(
      testDescription: "Codex", head: [CodexTests.meta(0, "t"), CodexTests.model(0, "m")],
      answers: (0..<10).map { CodexTests.count($0 + 1, $0 + 1) }),
    Log(
      testDescription: "Gemini CLI", head: [OtherAgentTests.header],
      answers: (0..<10).map { OtherAgentTests.answer("a\($0)") }),
    Log(
      testDescription: "Qwen Code", head: [],
      answers: (0..<10).map { OtherAgentTests.qwen.replacing("q-1", "q-\($0)") }),
  ]

  @Test(arguments: logs)
  func `answers in any order, in any files, repeated, are the same requests`(_ log: Log) {
    let whole = Book([read(log.lines.joined(separator: "\n"))])
    #expect(whole.totals.requests == 10)
    for seed in 0..<UInt64(20) {
      var random = SeededRandom(seed: seed)
      let isOrdered = log.testDescription == "Codex"
      var files: [[String]] = Array(repeating: log.head, count: 3)
      for line in isOrdered ? log.answers : log.answers.shuffled(using: &random) {
        for _ in 0..<Int.random(in: 1...2, using: &random) {
          files[Int.random(in: 0..<3, using: &random)].append(line)
        }
      }
      let book = Book(
        files.shuffled(using: &random).map { read($0.joined(separator: "\n"), largestRead: 11) })
      #expect(book.totals == whole.totals, "seed \(seed)")
      #expect(book.times == whole.times, "seed \(seed)")
    }
  }

  @Test(arguments: logs)
  func `a log that grows gives its old requests their old keys`(_ log: Log) {
    let bytes = Array(log.lines.joined(separator: "\n").utf8)
    let whole = Set(read(bytes: bytes).records.map(\.key))
    for length in stride(from: 0, to: bytes.count, by: 37) {
      let yield = read(bytes: Array(bytes[..<length]))
      #expect(whole.isSuperset(of: yield.records.map(\.key)), "cut at \(length)")
      #expect(yield.quarantined.count <= 1, "cut at \(length)")
    }
  }

  @Test(arguments: logs)
  func `a damaged line costs itself`(_ log: Log) {
    let last = log.answers.count - 1
    let damages: [(String) -> String] = [
      { String($0.dropLast(40)) }, { "\u{0}\u{0}\u{0}\u{0}" + $0 }, { "][" + $0 },
      { $0.replacing("{", "{\u{1}") },
    ]
    for (number, damage) in damages.enumerated() {
      var lines = log.answers
      lines[last] = damage(lines[last])
      let text = (log.head + lines + [log.answers[0]]).joined(separator: "\n")
      for size in [1, 7, Int.max] {
        let yield = read(text, largestRead: size)
        #expect(Book([yield]).totals.requests >= 9, "damage \(number)")
        #expect(yield.quarantined.count == 1, "damage \(number), \(size) bytes at a time")
      }
    }
  }

  @Test(arguments: logs)
  func `a line that is longer than any document is refused, and the others are read`(_ log: Log) {
    let long = log.answers[0].replacing("2026-", String(repeating: "9", count: 33 << 20) + "2026-")
    let text = (log.lines + [long, log.answers[0]]).joined(separator: "\n")
    let yield = read(text, largestRead: 1 << 16)
    #expect(Book([yield]).totals.requests == 10)
    #expect(yield.quarantined.map(\.code) == ["too_large"])
  }

  // MARK: Privacy

  static let secret = "my-private-words"

  /// Lines with something private in every place where logs have it.
  static let privateLines: [String] = [
    ClaudeCodeTests.line().replacing("\"hi\"", "\"\(secret)\""),
    ClaudeCodeTests.line().replacing("/Users/anna/src", "/Users/\(secret)/src"),
    ClaudeCodeTests.line().replacing("/Users/anna/src/shop", "/home/\(secret)"),
    ClaudeCodeTests.line().replacing("\"s-1\"", "\"\(secret)\""),
    #"{"type":"user","uuid":"u","message":{"role":"user","content":"\#(secret)"}}"#,
    #"{"type":"summary","leafUuid":"u","summary":"\#(secret)"}"#,
    #"{"type":"user","uuid":"u","toolUseResult":{"stdout":"\#(secret)"}}"#,
    CodexTests.meta(
      0, "t", also: #","instructions":"\#(secret)","git":{"repository_url":"https://\#(secret)@x"}"#
    ),
    CodexTests.model(0, "m").replacing("/home/anna", "/home/\(secret)"),
    CodexTests.event(0, "response_item", #"{"type":"message","content":"\#(secret)"}"#),
    CodexTests.event(0, "event_msg", #"{"type":"token_count","info":{"\#(secret)":-1}}"#),
    OtherAgentTests.answer(also: #","thoughts":[{"subject":"\#(secret)"}]"#),
    OtherAgentTests.qwen.replacing("\"hi\"", "\"\(secret)\""),
    OtherAgentTests.start.replacing("\"sessionId\":\"s\"", "\"prompt\":\"\(secret)\""),
    OtherAgentTests.shutdown(1, input: 100, output: 50, also: #","privatePrompt":"\#(secret)""#),
  ]

  /// Lines whose faults must not show them.
  static let faultyLines: [String] = [
    ClaudeCodeTests.line(output: 85).replacing(":85,", ":\"\(secret)\","),
    ClaudeCodeTests.line(output: 85).replacing("\"input_tokens\"", "\"\(secret)\":-1,\"x\""),
    CodexTests.count(1, 1).replacing("\"input_tokens\":1000", "\"input_tokens\":\"\(secret)\""),
    OtherAgentTests.answer("a", #"{"input":"\#(secret)","\#(secret)":-1}"#),
    OtherAgentTests.qwen.replacing("1000", "\"\(secret)\""),
    #"{"type":"assistant","message":{"\#(secret)":"#, #"{"\#(secret)":{}}"#,
  ]

  @Test(arguments: privateLines + faultyLines)
  func `nothing of what was said, run or named leaves a log`(_ line: String) {
    #expect(line.contains(Self.secret))
    let yield = read(CodexTests.count(9, 9) + "\n" + line + "\n" + CodexTests.count(10, 10))
    #expect(!yield.records.isEmpty)
    #expect(!String(reflecting: yield.records).contains(Self.secret))
    #expect(!String(reflecting: yield.quarantined).contains(Self.secret))
  }
}
