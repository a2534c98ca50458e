import Quantities
import Testing
import Usage

@testable import Importing

/// Session logs of Gemini CLI, Qwen Code and Copilot.
@Suite struct OtherAgentTests {
  // MARK: Gemini CLI

  static func answer(
    _ id: String = "a", _ tokens: String = OtherAgentTests.tokens, also: String = ""
  ) -> String {
    """
    {"id":"\(id)","timestamp":"2026-04-23T12:53:11.257Z","type":"gemini","content":"hi",\
    "tokens":\(tokens),"model":"gemini-2.5-flash"\(also)}
    """
  }

  /// The reference record in Gemini CLI's words: 1000 + 200 + 300 + 50 = 1550.
  static let tokens = """
    {"input":1000,"output":200,"cached":400,"thoughts":300,"tool":50,"total":1550}
    """

  static let header = """
    {"sessionId":"s","projectHash":"9da8","startTime":"2026-04-23T12:52:52.759Z","kind":"main"}
    """

  @Test func `a session is the same as JSON and as JSON lines`() throws {
    let user = #"{"id":"u","timestamp":"2026-04-23T12:53:00Z","type":"user","content":"private"}"#
    let whole = """
      {"sessionId":"s","projectHash":"9da8","messages":[\(user),\(Self.answer()),\
      \(Self.answer("b"))]}
      """
    let change = #"{"$set":{"lastUpdated":"2026-04-23T12:53:11.257Z"}}"#
    let texts = [
      whole,
      [Self.header, user, Self.answer(), change, Self.answer(), Self.answer("b")]
        .joined(separator: "\n"),
    ]
    for text in texts {
      let yield = read(text)
      #expect(yield.records.map(\.tokens) == [R.tokens, R.tokens])
      #expect(yield.quarantined.isEmpty)
      #expect(yield.counts.residuals == 0)
      let record = try #require(yield.records.first)
      #expect(record.series.provider == .googleGeminiAPI)
      #expect(record.series.model == "gemini-2.5-flash")
      #expect(record.series.labels == Labels(["platform": "gemini-cli"]))
      #expect(record.flags == [.providerAssumed])
      #expect(record.occurredAt == Instant(iso8601: "2026-04-23T12:53:11.257Z"))
    }
    #expect(Book(texts.map { read($0) }).totals.requests == 2)
  }

  @Test func `the total says whether the input includes what was cached`() {
    // 600 fresh + 400 cached + 200 + 300 + 50 = 1550: here they stand beside each other.
    let beside = Self.tokens.replacing("\"input\":1000", "\"input\":600")
    #expect(read(Self.answer("a", beside)).records.map(\.tokens) == [R.tokens])
  }

  @Test func `an answer is written again when its tools have run`() {
    let early = Self.answer("a", "null")
    let text = [Self.header, early, Self.answer(), Self.answer("a", also: ",\"toolCalls\":[]")]
    let yield = read(text.joined(separator: "\n"))
    #expect(yield.records.map(\.tokens) == [R.tokens])
    #expect(yield.counts.withoutUsage == 0)
    #expect(read(Self.header + "\n" + early).counts.withoutUsage == 1)
  }

  @Test func `an answer of zeros was cancelled, and is no request`() {
    let zeros = #"{"input":0,"output":0,"cached":0,"thoughts":0,"tool":0,"total":0}"#
    let yield = read(Self.answer("a", zeros))
    #expect(yield.records.isEmpty)
    #expect(yield.counts.withoutUsage == 1)
  }

  @Test func `the sums of a session are never added to its answers`() {
    let result = """
      {"session_id":"s","response":"hello","stats":{"models":{"gemini-2.5-flash":{"tokens":\
      {"prompt":1000,"candidates":200,"total":1550,"cached":400,"thoughts":300,"tool":50}}}}}
      """
    let yield = read(Self.answer() + "\n" + result)
    #expect(yield.tokens == R.tokens)
    #expect(yield.quarantined.isEmpty)
  }

  @Test func `the list of a project's prompts is known for what it is`() {
    let logs = """
      [{"sessionId":"s","messageId":0,"type":"user","message":"private","timestamp":\
      "2026-04-23T12:53:00Z"}]
      """
    #expect(read(logs).quarantined.isEmpty)
  }

  // MARK: Qwen Code

  static let qwen = """
    {"uuid":"q-1","parentUuid":"u","sessionId":"s","timestamp":"2026-06-15T14:40:22.909Z","type":\
    "assistant","cwd":"/srv/qwentest","version":"0.18.1","model":"coder-model","message":{"role":\
    "model","parts":[{"text":"hi"}]},"usageMetadata":\(R.usage)}
    """

  @Test func `Qwen Code counts as Gemini does, and its telemetry repeats its answers`() throws {
    let telemetry = """
      {"uuid":"q-0","sessionId":"s","timestamp":"2026-06-15T14:40:22.908Z","type":"system",\
      "subtype":"ui_telemetry","systemPayload":{"uiEvent":{"event.name":"qwen-code.api_response",\
      "response_id":"chatcmpl-mock","input_token_count":1000,"output_token_count":200}}}
      """
    let other = Self.qwen.replacing("q-1", "q-2")
    let yield = read([telemetry, Self.qwen, telemetry, other, Self.qwen].joined(separator: "\n"))
    #expect(yield.records.map(\.tokens) == [R.tokens, R.tokens])
    let record = try #require(yield.records.first)
    #expect(record.series.provider == .alibaba)
    #expect(record.series.model == "coder-model")
    #expect(record.series.labels == Labels(["platform": "qwen-code", "project": "qwentest"]))
    #expect(record.flags == [.providerAssumed])
    #expect(yield.quarantined.isEmpty)
  }

  // MARK: Copilot

  static func shutdown(_ minute: Int, input: Int, output: Int, also: String = "") -> String {
    """
    {"type":"session.shutdown","id":"e-\(minute)","timestamp":"2026-01-02T01:0\(minute):00Z",\
    "data":{"modelMetrics":{"claude-opus-4.6":{"usage":{"inputTokens":\(input),"outputTokens":\
    \(output),"cacheReadTokens":20,"cacheWriteTokens":30,"reasoningTokens":10},"requests":\
    {"count":3,"cost":999}}\(also)}}}
    """
  }

  static let start = """
    {"type":"session.start","timestamp":"2026-01-02T01:00:00Z","data":{"sessionId":"s",\
    "context":{"cwd":"/home/anna/shop"}}}
    """

  @Test func `a later shutdown of a session replaces the earlier one`() throws {
    let lines = [
      Self.start, Self.shutdown(1, input: 100, output: 50),
      Self.shutdown(2, input: 200, output: 80),
    ]
    for text in [lines.joined(separator: "\n"), [lines[0], lines[2]].joined(separator: "\n")] {
      let record = try #require(read(text).records.first)
      #expect(read(text).records.count == 1)
      // 20 and 30 of the 200 are cache; 10 of the 80 are reasoning.
      #expect(
        record.tokens
          == meters([
            .textInput: 150, .cachedTextInput: 20, .cacheWrite5m: 30, .textOutput: 70,
            .thinking: 10,
          ]))
      #expect(record.series.provider == .githubCopilot)
      #expect(record.flags == [.promptIsSum])
      #expect(record.requests == 3)
      #expect(record.series.labels == Labels(["platform": "copilot", "project": "shop"]))
    }
    let parts = [lines[0] + "\n" + lines[1], lines[0] + "\n" + lines[2]]
    #expect(Book(parts.map { read($0) }).totals.total == 280)
  }

  @Test func `sums of a session that began in another file are set aside`() {
    let lines = [
      Self.start, Self.shutdown(1, input: 100, output: 50),
      Self.shutdown(2, input: 200, output: 80),
    ]
    let whole = read(lines.joined(separator: "\n"))
    let tail = read(lines[2])
    #expect(tail.records.isEmpty)
    #expect(tail.quarantined.map(\.code) == ["running_total"])
    #expect(Book([tail, whole, tail]).totals.total == 280)
    let named = lines[2].replacing("\"data\":{", with: "\"data\":{\"sessionId\":\"s\",")
    let head = read(lines.dropLast().joined(separator: "\n"))
    for order in [[head, read(named)], [read(named), head]] {
      #expect(Book(order).totals.total == 280)
    }
  }

  @Test func `sums that fall were begun anew, and both are kept`() {
    let lines = [
      Self.start, Self.shutdown(1, input: 200, output: 80),
      Self.shutdown(2, input: 100, output: 50),
      Self.shutdown(3, input: 150, output: 60),
    ]
    let yield = read(lines.joined(separator: "\n"))
    #expect(yield.tokens.total.value == 200 + 80 + 150 + 60)
    // A log that had not grown that far gives the same requests their keys.
    let early = read(lines.dropLast().joined(separator: "\n"))
    #expect(Book([early, yield, early]).totals.total == 490)
  }

  @Test func `each model of a session has a record, and other sessions have their own`() {
    let also = #","gpt-5.4":{"usage":{"inputTokens":5,"outputTokens":1}}"#
    let text = Self.start + "\n" + Self.shutdown(1, input: 100, output: 50, also: also)
    #expect(read(text).records.count == 2)
    let other = text.replacing("\"sessionId\":\"s\"", "\"sessionId\":\"t\"")
    #expect(Book([read(text), read(other)]).totals.total == 2 * (150 + 6))
  }

  @Test func `cache that exceeds the input stands beside it`() {
    let yield = read(Self.start + "\n" + Self.shutdown(1, input: 40, output: 50))
    // 40 + 20 + 30, where 40 cannot hold 50.
    #expect(yield.tokens.prompt == 90)
  }

  // MARK: All of them

  @Test(arguments: InputFormat.allCases.filter(\.isSessionLog))
  func `a format that is asked for takes its own lines only`(_ format: InputFormat) {
    let texts: [InputFormat: String] = [
      .claudeCode: ClaudeCodeTests.line(), .codex: CodexTests.count(1, 1),
      .geminiCLI: Self.answer(), .qwenCode: Self.qwen,
      .copilot: Self.start + "\n" + Self.shutdown(1, input: 100, output: 50),
    ]
    var options = ImportOptions()
    options.format = format
    for (other, text) in texts {
      #expect(read(text, options: options).records.count == (other == format ? 1 : 0), "\(other)")
    }
  }
}
