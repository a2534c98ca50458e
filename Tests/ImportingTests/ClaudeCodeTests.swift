import Quantities
import Testing
import Usage

@testable import Importing

/// Claude Code's session logs: one message on many lines, in many files.
@Suite struct ClaudeCodeTests {
  /// A line about an answer of 10 fresh, 400 cached and 90 written input tokens.
  static func line(
    _ id: String = "msg_01A", output: Int = 1, stop: String? = "null", request: String = "req_1",
    seconds: Int = 0, also: String = ""
  ) -> String {
    let reason = stop.map { "\"stop_reason\":\($0)," } ?? ""
    return """
      {"parentUuid":null,"cwd":"/Users/anna/src/shop","sessionId":"s-1","version":"2.1.7",\
      "message":{"model":"claude-opus-4-6","id":"\(id)","role":"assistant","content":\
      [{"type":"text","text":"hi"}],\(reason)"usage":{"input_tokens":10,\
      "cache_creation_input_tokens":90,"cache_read_input_tokens":400,\
      "output_tokens":\(output),"service_tier":"standard","cache_creation":\
      {"ephemeral_5m_input_tokens":30,"ephemeral_1h_input_tokens":60}}},"requestId":"\(request)",\
      "type":"assistant","uuid":"u-\(seconds)-\(output)"\(also),\
      "timestamp":"2026-02-13T14:33:0\(seconds).000Z"}
      """
  }

  static func tokens(output: Int64) -> MeteredTokens {
    meters([
      .textInput: 10, .cachedTextInput: 400, .cacheWrite5m: 30, .cacheWrite1h: 60,
      .textOutput: output,
    ])
  }

  @Test func `a line says when, what, by whom and where, and nothing else`() throws {
    let yield = read(ClaudeCodeTests.line(output: 850, stop: "\"end_turn\""))
    let record = try #require(yield.records.first)
    #expect(record.tokens == ClaudeCodeTests.tokens(output: 850))
    #expect(record.occurredAt == Instant(iso8601: "2026-02-13T14:33:00Z"))
    #expect(record.series.provider == .anthropic)
    #expect(record.series.model == "claude-opus-4-6")
    #expect(record.series.serviceTier == .standard)
    #expect(record.series.labels == Labels(["platform": "claude-code", "project": "shop"]))
    #expect(record.flags == [])
    #expect(yield.quarantined.isEmpty)
  }

  @Test func `of the lines of one message the largest counts, whatever their order`() {
    let lines = [(1, 0), (1, 1), (850, 2)].map { output, seconds in
      ClaudeCodeTests.line(
        output: output, stop: output == 850 ? "\"tool_use\"" : "null", seconds: seconds)
    }
    for order in [[0, 1, 2], [2, 1, 0], [0, 2, 1], [2, 2, 0]] {
      let yield = read(order.map { lines[$0] }.joined(separator: "\n"))
      #expect(yield.records.map(\.tokens) == [ClaudeCodeTests.tokens(output: 850)])
      // The first block was there at 14:33:00, on whichever line it is written down.
      #expect(yield.records.first?.occurredAt == Instant(iso8601: "2026-02-13T14:33:00Z"))
      #expect(yield.counts.incomplete == 0)
      #expect(yield.counts.repeated == 0)
    }
  }

  @Test func `of lines that say the same the earliest is when it happened`() {
    let lines = [3, 1, 2].map { ClaudeCodeTests.line(output: 9, seconds: $0) }
    let times = read(lines.joined(separator: "\n")).records.map(\.occurredAt)
    #expect(times == [Instant(iso8601: "2026-02-13T14:33:01Z")])
  }

  @Test func `a message whose end no line states is a lower bound`() {
    let text = ClaudeCodeTests.line() + "\n" + ClaudeCodeTests.line(output: 354, seconds: 1)
    #expect(read(text).records.map(\.flags) == [.incomplete])
    // Logs that never wrote a reason say nothing about an end.
    #expect(read(ClaudeCodeTests.line(stop: nil)).records.map(\.flags) == [[]])
  }

  @Test func `sidechains and forks repeat a message under other request and session ids`() {
    let first = ClaudeCodeTests.line(output: 850)
    let side = ClaudeCodeTests.line(
      output: 850, request: "req_2", seconds: 5, also: #","isSidechain":true"#)
    let fork = first.replacing("\"s-1\"", "\"s-2\"")
    #expect(read([first, side, fork].joined(separator: "\n")).records.count == 1)
    #expect(Set([first, side, fork].flatMap { read($0).records.map(\.key) }).count == 1)
  }

  @Test func `an answer of a proxy whose id repeats is known by its request`() {
    let lines = ["req_1", "req_2", "req_1"].map {
      ClaudeCodeTests.line("chatcmpl-mock", output: 850, request: $0)
    }
    #expect(read(lines.joined(separator: "\n")).records.count == 2)
    // What sold it is a guess then, and is marked as one.
    #expect(read(lines[0]).records.map(\.series.provider) == [.anthropic])
    #expect(read(lines[0]).records.first?.flags.contains(.providerAssumed) == true)
  }

  @Test(arguments: [
    ("msg_bdrk_01A", Provider.awsBedrock), ("msg_vrtx_01A", .googleVertex),
    ("msg_01A", .anthropic),
  ])
  func `the form of an id says who answered`(_ id: String, _ provider: Provider) {
    #expect(read(ClaudeCodeTests.line(id)).records.map(\.series.provider) == [provider])
  }

  @Test func `a subagent that is logged only inside progress lines is counted`() throws {
    let inner = """
      {"type":"assistant","message":{"id":"msg_02","model":"claude-haiku-4-5","role":"assistant",\
      "content":[],"stop_reason":"end_turn","usage":{"input_tokens":7,"output_tokens":3}},\
      "requestId":"req_9","uuid":"u-9","timestamp":"2026-02-13T14:34:00Z"}
      """
    let outer = """
      {"type":"progress","sessionId":"s-1","cwd":"/srv/shop","uuid":"u-8","data":{"type":\
      "agent_progress","message":\(inner),"prompt":"private"},"timestamp":"2026-02-13T14:35:00Z"}
      """
    let record = try #require(read(outer + "\n" + outer).records.first)
    #expect(record.tokens == meters([.textInput: 7, .textOutput: 3]))
    #expect(record.occurredAt == Instant(iso8601: "2026-02-13T14:34:00Z"))
    #expect(record.series.labels["project"] == "shop")
    // The same message in the subagent's own file is the same request.
    #expect(read(inner).records.map(\.key) == [record.key])
  }

  @Test func `lines that are no answers are known, not set aside`() {
    let lines = [
      #"{"type":"summary","summary":"s","leafUuid":"u"}"#,
      #"{"type":"file-history-snapshot","messageId":"m","snapshot":{}}"#,
      #"{"type":"user","sessionId":"s","uuid":"u","message":{"role":"user","content":"hi"}}"#,
      #"{"type":"queue-operation","sessionId":"s","operation":"dequeue"}"#,
      #"{"type":"a-kind-of-next-year"}"#,
      ClaudeCodeTests.line("msg_s").replacing("claude-opus-4-6", "<synthetic>"),
    ]
    let yield = read(lines.joined(separator: "\n"))
    #expect(yield.records.isEmpty)
    #expect(yield.counts.notUsage == lines.count)
    #expect(yield.quarantined.isEmpty)
  }

  @Test func `what the program believed it cost is not read`() {
    let line = ClaudeCodeTests.line(output: 850, also: #","costUSD":999.5"#)
    #expect(read(line).records.map(\.tokens) == [ClaudeCodeTests.tokens(output: 850)])
  }

  @Test func `objects glued into one line are read one by one`() {
    let text = (0..<3).map { ClaudeCodeTests.line("msg_\($0)", output: 5) }.joined()
    #expect(read(text).records.count == 3)
  }

  @Test func `a message is the same records in a session as in the API's own answer`() {
    let message = """
      {"id":"msg_01A","type":"message","role":"assistant","model":"claude-opus-4-6","content":[],\
      "stop_reason":"end_turn","usage":{"input_tokens":10,"output_tokens":20,"iterations":\
      [{"type":"message","input_tokens":10,"output_tokens":20},{"type":"advisor_message",\
      "model":"claude-fable-5","input_tokens":300,"output_tokens":40}]}}
      """
    let line = """
      {"type":"assistant","sessionId":"s","uuid":"u","timestamp":"2026-02-13T14:33:00Z",\
      "message":\(message)}
      """
    let (body, session) = (read(message).records, read(line + "\n" + line).records)
    #expect(session.map(\.tokens.total.value) == [30, 340])
    #expect(session.map(\.requests) == [1, 0])
    #expect(session.map(\.key) == body.map(\.key))
    #expect(session.map(\.tokens) == body.map(\.tokens))
    #expect(session.map(\.series.model) == ["claude-opus-4-6", "claude-fable-5"])
    #expect(session.map(\.series.model) == body.map(\.series.model))
  }

  @Test func `the result of a streamed run sums its messages, and is not added to them`() {
    let answer = """
      {"type":"assistant","message":{"id":"msg_07","model":"claude-opus-4-6","role":"assistant",\
      "content":[],"stop_reason":"end_turn","usage":{"input_tokens":7,"output_tokens":3}},\
      "session_id":"s","uuid":"u"}
      """
    let result = """
      {"type":"result","subtype":"success","session_id":"s","uuid":"v","total_cost_usd":0.1,\
      "usage":{"input_tokens":7,"output_tokens":3},"result":"done"}
      """
    #expect(read(answer + "\n" + result).tokens == meters([.textInput: 7, .textOutput: 3]))
  }

  @Test func `a copy with a count that cannot be is set aside, and the others count`() {
    let good = ClaudeCodeTests.line(output: 850)
    for (bad, code) in [
      ("-5", "bad_count"), ("\"many\"", "bad_count"), ("1e99", "count_too_large"),
      ("99999999999999", "count_too_large"),
    ] {
      let text = good + "\n" + good.replacing(":850,", ":\(bad),") + "\n" + good
      let yield = read(text)
      #expect(yield.records.map(\.tokens) == [ClaudeCodeTests.tokens(output: 850)], "\(bad)")
      #expect(yield.quarantined.map(\.code) == [code], "\(bad)")
      #expect(yield.quarantined.map(\.place.line) == [2], "\(bad)")
    }
    // Numbers in quotes are numbers.
    #expect(read(good.replacing(":850,", ":\"850\",")).records.first?.tokens.output == 850)
  }

  @Test(
    arguments: [
      ("/Users/anna/src/shop", "shop"), ("/home/anna", nil), ("/Users/anna/", nil),
      ("C:\\\\Users\\\\anna", nil), ("C:\\\\work\\\\shop", "shop"), ("/root", nil),
      ("/root/shop", "shop"), ("/app", "app"), ("/var/home/anna", nil), ("/", nil),
      ("", nil),
    ] as [(String, String?)])
  func `a project is the name of its folder, and a home folder is none`(
    _ folder: String, _ project: String?
  ) {
    let line = ClaudeCodeTests.line().replacing("/Users/anna/src/shop", folder)
    #expect(read(line).records.map { $0.series.labels["project"] } == [project])
  }
}
