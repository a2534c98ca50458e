import Quantities
import Testing
import Usage

@testable import Importing

/// Interactions, Live sessions, OpenAI-compatible bodies and Tollbook's own lines.
@Suite struct OtherFormatTests {
  private func tokens(_ text: String) -> [MeteredTokens] { read(text).records.map(\.tokens) }

  // MARK: Interactions

  static let interactionUsage = """
    {"total_input_tokens":1000,"total_cached_tokens":400,"total_output_tokens":200,\
    "total_thought_tokens":300,"total_tool_use_tokens":50,"total_tokens":1550,\
    "input_tokens_by_modality":[{"modality":"text","tokens":1000}],\
    "grounding_tool_count":[{"type":"google_search","count":2},{"type":"google_maps","count":1}]}
    """

  static func interaction(_ status: String, usage: Bool = true) -> String {
    """
    {"object":"interaction","id":"v1_abc","status":"\(status)","model":"gemini-3-pro-preview",\
    "created":"\(R.time)"\(usage ? ",\"usage\":\(interactionUsage)" : "")}
    """
  }

  @Test func `an interaction is R, with its searches`() throws {
    let record = try #require(read(OtherFormatTests.interaction("completed")).records.first)
    #expect(record.tokens == R.tokens)
    #expect(record.searchQueries == 2 + 1)
    #expect(record.series.model == "gemini-3-pro-preview")
    #expect(record.occurredAt == Instant(iso8601: R.time))
    #expect(record.residual == 0)
  }

  @Test func `the events of an interaction are one request`() {
    let begin = OtherFormatTests.interaction("in_progress", usage: false)
    let end = OtherFormatTests.interaction("completed")
    let events = """
      event: interaction.start
      data: {"event_type":"interaction.start","interaction":\(begin)}

      event: content.delta
      data: {"event_type":"content.delta","delta":{"text":"a"}}

      event: interaction.complete
      data: {"event_type":"interaction.complete","interaction":\(end)}

      data: [DONE]

      """
    for size in readSizes {
      let yield = read(events, largestRead: size)
      #expect(yield.records.map(\.tokens) == [R.tokens])
      #expect(yield.counts.incomplete == 0)
    }
    #expect(read(OtherFormatTests.interaction("cancelled")).counts.incomplete == 1)
  }

  @Test func `the earlier name of thought tokens is read, too`() {
    let old = OtherFormatTests.interaction("completed").replacing("thought", "reasoning")
    #expect(tokens(old) == [R.tokens])
  }

  @Test func `counts beyond all reason are set aside, not added up`() {
    let huge = OtherFormatTests.interaction("completed")
      .replacing("\"count\":2", "\"count\":9223372036854775807")
      .replacing("\"count\":1", "\"count\":9223372036854775807")
    #expect(read(huge).quarantined.map(\.code) == ["count_too_large"])
    let split = OtherFormatTests.interaction("completed")
      .replacing("\"tokens\":1000", "\"tokens\":-9223372036854775808")
    #expect(read(split).quarantined.map(\.code) == ["bad_count"])
  }

  // MARK: Live

  static func turn(_ prompt: Int, _ answer: Int) -> String {
    """
    {"usageMetadata":{"promptTokenCount":\(prompt),"responseTokenCount":\(answer),\
    "totalTokenCount":\(prompt + answer),"responseTokensDetails":[{"modality":"AUDIO",\
    "tokenCount":\(answer)}]}}
    """
  }

  static let speech = #"{"serverContent":{"modelTurn":{"parts":[{"text":"a"}]}}}"#
  static let turnEnd = #"{"serverContent":{"turnComplete":true}}"#

  @Test func `every turn bills its context again, and repeats within a turn do not`() {
    let session = [
      #"{"setupComplete":{}}"#, OtherFormatTests.speech, OtherFormatTests.turn(150, 20),
      OtherFormatTests.turn(150, 40), OtherFormatTests.turn(150, 40), OtherFormatTests.turnEnd,
      OtherFormatTests.speech, OtherFormatTests.turnEnd, OtherFormatTests.turn(230, 40),
      OtherFormatTests.speech, OtherFormatTests.turn(310, 9), OtherFormatTests.turnEnd,
    ]
    let yield = read(session.joined(separator: "\n"))
    #expect(
      yield.records.map(\.tokens)
        == [(150, 40), (230, 40), (310, 9)].map { meters([.textInput: $0, .audioOutput: $1]) })
    #expect(yield.counts.incomplete == 0)
    #expect(Set(yield.records.map(\.key)).count == 3)
  }

  @Test func `a session that was cut keeps its last turn as incomplete`() {
    let yield = read(
      [OtherFormatTests.speech, OtherFormatTests.turn(150, 20)].joined(separator: "\n"))
    #expect(yield.records.map(\.tokens.prompt) == [150])
    #expect(yield.counts.incomplete == 1)
  }

  @Test func `the SDK's messages with nulls are messages of the same session`() {
    let message = """
      {"setup_complete":null,"server_content":null,"tool_call":null,"go_away":null,\
      "usage_metadata":{"prompt_token_count":5,"response_token_count":2,"total_token_count":7}}
      """
    let end =
      #"{"setup_complete":null,"server_content":{"turn_complete":true},"usage_metadata":null}"#
    let yield = read([message, end].joined(separator: "\n"))
    #expect(yield.records.map(\.tokens) == [meters([.textInput: 5, .textOutput: 2])])
    #expect(yield.counts.incomplete == 0)
  }

  // MARK: OpenAI-compatible

  static func completion(_ usage: String, model: String = "gemini-2.5-flash") -> String {
    """
    {"id":"chat-1","object":"chat.completion","created":1762161164,"model":"\(model)",\
    "choices":[{"index":0,"finish_reason":"stop"}],"usage":\(usage)}
    """
  }

  @Test(
    arguments: [
      // 102 + 758 is not 1725: the rest is thinking (discuss.ai.google.dev/t/98760).
      (
        #"{"prompt_tokens":102,"completion_tokens":758,"total_tokens":1725}"#,
        [.textInput: 102, .textOutput: 758, .thinking: 1725 - 102 - 758]
      ),
      (
        """
        {"prompt_tokens":1000,"completion_tokens":500,"total_tokens":1500,"prompt_tokens_details":\
        {"cached_tokens":400},"completion_tokens_details":{"reasoning_tokens":300}}
        """,
        [.textInput: 600, .cachedTextInput: 400, .textOutput: 200, .thinking: 300]
      ),
      (
        #"{"prompt_tokens":9,"completion_tokens":1,"prompt_tokens_details":null}"#,
        [.textInput: 9, .textOutput: 1]
      ),
    ] as [(String, [Meter: Int64])])
  func `a completion's hidden thinking is output`(_ usage: String, _ expected: [Meter: Int64])
    throws
  {
    let record = try #require(read(OtherFormatTests.completion(usage)).records.first)
    #expect(record.tokens == meters(expected))
    #expect(record.residual == 0)
    #expect(record.occurredAt == Instant(seconds: 1_762_161_164))
  }

  @Test func `a streamed completion counts its last chunk, which has no choices`() {
    let chunk = """
      {"id":"c-2","object":"chat.completion.chunk","created":1762161164,"model":"gemini-2.5-pro",\
      "choices":[{"delta":{"content":"a"},"finish_reason":null}],"usage":null}
      """
    let last = chunk.replacing(
      #"[{"delta":{"content":"a"},"finish_reason":null}],"usage":null"#,
      #"[],"usage":{"prompt_tokens":7,"completion_tokens":2,"total_tokens":9}"#)
    let finish = chunk.replacing("\"finish_reason\":null", "\"finish_reason\":\"stop\"")
    let stream = StreamTests.sse([chunk, finish, last]) + "data: [DONE]\n\n"
    let yield = read(stream)
    #expect(yield.records.map(\.tokens) == [meters([.textInput: 7, .textOutput: 2])])
    #expect(yield.counts.incomplete == 0)
    #expect(read(StreamTests.sse([chunk])).counts.withoutUsage == 1)
  }

  @Test func `a batch row of the OpenAI-compatible endpoint is a batch request`() throws {
    let body = OtherFormatTests.completion(#"{"prompt_tokens":7,"completion_tokens":2}"#)
    let row = #"{"id":"b","custom_id":"r-1","response":{"status_code":200,"body":\#(body)}}"#
    let record = try #require(read(row).records.first)
    #expect(record.tokens == meters([.textInput: 7, .textOutput: 2]))
    #expect(record.series.serviceTier == .batch)
  }

  @Test func `a completion of another vendor's model is not Google's`() {
    let other = OtherFormatTests.completion(#"{"prompt_tokens":1}"#, model: "gpt-5.4")
    #expect(read(other).records.map(\.series.provider) == [.openAI])
    let ours = OtherFormatTests.completion(#"{"prompt_tokens":1}"#, model: "google/gemini-2.5-pro")
    #expect(read(ours).records.first?.series.model == "gemini-2.5-pro")
  }

  // MARK: Usage lines

  static let usageLine = """
    {"time":"\(R.time)","request_id":"req-000123","provider":"google-gemini-api",\
    "model":"gemini-2.5-flash","model_version":"gemini-2.5-flash-001","service_tier":"flex",\
    "usageMetadata":\(R.usage),"user":"u-17","feature":"chat","app_version":"2.3.0",\
    "platform":"ios","latency_ms":812.6,"status":"ok","labels":{"country":"JP"}}
    """

  /// Anthropic's fast serving has a price of its own; to OpenAI the word means priority.
  @Test(arguments: [
    (#""provider":"anthropic","service_tier":"fast""#, #"{"input_tokens":9}"#, ServiceTier.fast),
    (#""service_tier":"fast","provider":"openai""#, #"{"input_tokens":9}"#, .priority),
    (#""model":"claude-opus-5""#, #"{"input_tokens":9,"speed":"fast"}"#, .fast),
    (#""model":"claude-opus-5""#, #"{"input_tokens":9,"speed":"standard"}"#, .standard),
  ])
  func `a usage line says which tier served it`(
    _ members: String, _ usage: String, _ tier: ServiceTier
  ) {
    let line = #"{"time":"\#(R.time)","request_id":"r",\#(members),"usage":\#(usage)}"#
    #expect(read(line + "\n").records.map(\.series.serviceTier) == [tier])
  }

  /// 30 days are 30 × 86,400,000 milliseconds.
  @Test(arguments: [
    ("2592000000", Int64?(2_592_000_000)), ("2592000001", nil), ("1e30", nil), ("-5", nil),
    ("9223372036854775807", nil), ("0", 0),
  ])
  func `a latency that nobody waits for is not stated`(_ text: String, _ latency: Int64?) {
    let line = OtherFormatTests.usageLine.replacing("812.6", with: text)
    #expect(read(line).records.map(\.latencyMilliseconds) == [latency])
  }

  @Test func `a usage line says everything about its request`() throws {
    let record = try #require(read(OtherFormatTests.usageLine).records.first)
    #expect(record.tokens == R.tokens)
    #expect(record.occurredAt == Instant(iso8601: R.time))
    #expect(record.series.requestedModel == "gemini-2.5-flash")
    #expect(record.series.reportedModel == "gemini-2.5-flash-001")
    #expect(record.series.serviceTier == .flex)
    #expect(record.user == "u-17")
    #expect(record.latencyMilliseconds == 812)
    #expect(
      record.series.labels
        == Labels(["feature": "chat", "app_version": "2.3.0", "platform": "ios", "country": "JP"]))
    #expect(record.flags == [])
  }

  @Test(arguments: [
    ("\"incomplete\"", 1, 1, 0), ("\"ok\"", 1, 0, 0), ("200", 1, 0, 0), ("\"error\"", 1, 0, 0),
    ("503", 1, 0, 0), ("null", 1, 0, 0),
  ])
  func `a status with counts is a request`(
    _ status: String, _ requests: Int, _ incomplete: Int, _ errors: Int
  ) {
    let counts = read(OtherFormatTests.usageLine.replacing("\"ok\"", status)).counts
    #expect(counts.requests == requests)
    #expect(counts.incomplete == incomplete)
    #expect(counts.errorBodies == errors)
  }

  @Test func `a failed request without counts is an error, a good one is without usage`() {
    let line = #"{"time":"2026-11-03T09:12:44Z","model":"m","status":STATUS}"#
    #expect(read(line.replacing("STATUS", "503")).counts.errorBodies == 1)
    #expect(read(line.replacing("STATUS", "\"ok\"")).counts.withoutUsage == 1)
  }

  @Test(arguments: [
    ("\"\(R.time)\"", "\"yesterday\"", "time"), ("\"flex\"", "\"cheap\"", "service_tier"),
    ("\"google-gemini-api\"", "\"Google Gemini\"", "provider"),
  ])
  func `a field that cannot be right is named and its line set aside`(
    _ good: String, _ bad: String, _ field: String
  ) {
    let yield = read(OtherFormatTests.usageLine.replacing(good, bad) + "\n" + R.response)
    #expect(yield.quarantined.map(\.code) == ["bad_field"])
    #expect(yield.quarantined.first?.explanation.hasPrefix(field + " is not ") == true)
    #expect(yield.counts.quarantined == 1)
    #expect(yield.records.map(\.tokens) == [R.tokens])
  }
}
