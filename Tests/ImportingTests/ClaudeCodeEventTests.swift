import Quantities
import Testing
import Usage

@testable import Importing

/// The requests that Claude Code notes in its telemetry: each once, with cache beside input.
@Suite struct ClaudeCodeEventTests {
  static var common: [(String, Any)] {
    [
      ("user.id", "u-1"), ("session.id", "s-1"), ("model", "claude-opus-4-6"),
      ("input_tokens", 3), ("output_tokens", 250), ("cache_read_tokens", "12000"),
      ("cache_creation_tokens", 800), ("cost_usd", 0.17), ("duration_ms", 4210),
    ]
  }

  static func record(
    _ attributes: [(String, Any)], time: String = "1796006044000000000",
    body: String = "claude_code.api_request"
  ) -> String {
    let list = attributes.map { OpenTelemetryTests.attribute($0.0, $0.1) }.joined(separator: ",")
    return """
      {"timeUnixNano":"\(time)","body":{"stringValue":"\(body)"},"attributes":[\(list)]}
      """
  }

  static func line(
    _ records: [String], service: String = "claude-code",
    scope: String = "com.anthropic.claude_code.events"
  ) -> String {
    """
    {"resourceLogs":[{"resource":{"attributes":[\
    \(OpenTelemetryTests.attribute("service.name", service))]},"scopeLogs":[{"scope":{"name":\
    "\(scope)"},"logRecords":[\(records.joined(separator: ","))]}]}]}
    """
  }

  @Test func `an event is a request with all its counts beside each other`() throws {
    let yield = read(Self.line([Self.record(Self.common + [("request_id", "req_1")])]))
    let record = try #require(yield.records.first)
    #expect(yield.records.count == 1 && yield.quarantined.isEmpty)
    #expect(
      record.tokens
        == meters([
          .textInput: 3, .cachedTextInput: 12000, .cacheWrite5m: 800, .textOutput: 250,
        ]))
    #expect(record.series.reportedModel == "claude-opus-4-6")
    #expect(record.series.provider == .anthropic)
    #expect(record.series.labels == Labels([Labels.platform: "claude-code"]))
    #expect(record.user == "u-1")
    #expect(record.latencyMilliseconds == 4210)
    #expect(record.occurredAt == Instant(seconds: 1_796_006_044))
    #expect(yield.counts.keysDerived == 0 && yield.counts.notUsage == 0)
  }

  @Test func `a request is known by its id, wherever and however often it is noted`() {
    let first = Self.record(Self.common + [("request_id", "req_1")])
    let again = Self.record(
      Self.common + [("request_id", "req_1")], time: "1796006099000000000")
    let other = Self.record(Self.common + [("request_id", "req_2")])
    let keys = read(Self.line([first, other])).records.map(\.key)
    #expect(Set(keys).count == 2)
    #expect(read(Self.line([again])).records.first?.key == keys.first)
  }

  @Test func `without an id it is known by its session, time and number`() {
    let first = Self.record(Self.common + [("event.sequence", 1)])
    let second = Self.record(Self.common + [("event.sequence", 2)])
    let later = Self.record(Self.common + [("event.sequence", 1)], time: "1796006045000000000")
    let yield = read(Self.line([first, second, later]))
    #expect(Set(yield.records.map(\.key)).count == 3)
    #expect(yield.counts.keysDerived == 0)
  }

  @Test func `its short name counts only where Claude Code wrote it`() {
    let named = Self.common + [("event.name", "api_request")]
    #expect(read(Self.line([Self.record(named, body: "x")])).records.count == 1)
    let other = Self.line([Self.record(named, body: "x")], service: "shop", scope: "shop")
    #expect(read(other).records.isEmpty)
  }

  @Test func `its other events are no requests`() {
    let event = Self.record(
      [("event.name", "user_prompt"), ("prompt_length", 12)], body: "claude_code.user_prompt")
    let yield = read(Self.line([event]))
    #expect(yield.records.isEmpty && yield.counts.notUsage == 1)
  }

  @Test func `the fast mode is a tier`() {
    let yield = read(Self.line([Self.record(Self.common + [("speed", "fast")])]))
    #expect(yield.records.map(\.series.serviceTier) == [.fast])
  }
}
