import Quantities
import Testing
import Usage

@testable import Importing

/// Anthropic's messages: what their counts mean, and how their streams, batches and parts add up.
@Suite struct AnthropicTests {
  static let usage = """
    {"input_tokens":16,"cache_creation_input_tokens":7049,"cache_read_input_tokens":13637,\
    "cache_creation":{"ephemeral_5m_input_tokens":7000,"ephemeral_1h_input_tokens":49},\
    "output_tokens":344,"output_tokens_details":{"thinking_tokens":33},"service_tier":"standard"}
    """
  static let tokens = meters([
    .textInput: 16, .cachedTextInput: 13637, .cacheWrite5m: 7000, .cacheWrite1h: 49,
    .textOutput: 344 - 33, .thinking: 33,
  ])

  static func message(_ usage: String, id: String = "msg_01A", reason: String = "\"end_turn\"")
    -> String
  {
    """
    {"id":"\(id)","type":"message","role":"assistant","model":"claude-sonnet-5",\
    "content":[{"type":"text","text":"a"}],"stop_reason":\(reason),"usage":\(usage)}
    """
  }

  static func start(_ usage: String, id: String = "msg_01A") -> String {
    #"{"type":"message_start","message":\#(message(usage, id: id, reason: "null"))}"#
  }

  static func delta(_ usage: String, reason: String = "\"end_turn\"") -> String {
    #"{"type":"message_delta","delta":{"stop_reason":\#(reason)},"usage":\#(usage)}"#
  }

  private func record(_ text: String) throws -> UsageRecord {
    let yield = read(text)
    #expect(yield.records.count == 1)
    return try #require(yield.records.first)
  }

  @Test func `the prompt is the sum of fresh, read and written tokens`() throws {
    let record = try record(AnthropicTests.message(AnthropicTests.usage))
    #expect(record.tokens == AnthropicTests.tokens)
    #expect(record.tokens.prompt.value == 16 + 13637 + 7049)
    #expect(record.series.provider == .anthropic)
    #expect(record.flags.contains(.providerAssumed) == false)
  }

  @Test func `an hour's cache writes are not priced at five minutes (ccstats 86)`() throws {
    let usage = """
      {"input_tokens":1,"cache_creation_input_tokens":900,"output_tokens":1,\
      "cache_creation":{"ephemeral_1h_input_tokens":900,"ephemeral_5m_input_tokens":0}}
      """
    #expect(try record(AnthropicTests.message(usage)).tokens[.cacheWrite1h] == 900)
    // Without classes they are the default's, and beyond their sum as well.
    let bare = #"{"input_tokens":1,"cache_creation_input_tokens":900,"output_tokens":1}"#
    #expect(try record(AnthropicTests.message(bare)).tokens[.cacheWrite5m] == 900)
    let more = try record(
      AnthropicTests.message(usage.replacing("tokens\":900,\"output", "tokens\":950,\"output")))
    #expect(more.tokens[.cacheWrite1h] == 900)
    #expect(more.tokens[.cacheWrite5m] == 50)
    let fewer = try record(
      AnthropicTests.message(usage.replacing("tokens\":900,\"output", "tokens\":800,\"output")))
    #expect(fewer.tokens.cacheWrites == 800)
    #expect(fewer.flags.contains(.detailsDisagree))
  }

  // MARK: Streams

  @Test(arguments: readSizes)
  func `the last counts of a stream stand, and nothing is added up (csharp 74)`(_ size: Int) {
    let first = """
      {"input_tokens":2,"cache_creation_input_tokens":3000,"cache_read_input_tokens":500,\
      "cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":3000},\
      "output_tokens":1}
      """
    let events = [
      AnthropicTests.start(first), #"{"type":"ping"}"#,
      #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}"#,
      AnthropicTests.delta(#"{"output_tokens":90}"#, reason: "null"),
      AnthropicTests.delta(
        """
        {"input_tokens":6,"cache_creation_input_tokens":3400,"cache_read_input_tokens":null,\
        "output_tokens":198}
        """),
      #"{"type":"message_stop"}"#,
    ]
    // What was written in addition is of the class that all before it was of.
    let expected = meters([
      .textInput: 6, .cachedTextInput: 500, .cacheWrite1h: 3400, .textOutput: 198,
    ])
    for text in [
      StreamTests.sse(events), events.joined(separator: "\n"),
      "[" + events.joined(separator: ",") + "]",
    ] {
      let yield = read(text, largestRead: size)
      #expect(yield.records.map(\.tokens) == [expected])
      #expect(yield.records.first?.series.model == "claude-sonnet-5")
      #expect(yield.counts.incomplete + yield.counts.repeated == 0)
    }
  }

  @Test func `the first chunk is not the request (ccusage 901)`() throws {
    let cut = [AnthropicTests.start(#"{"input_tokens":17,"output_tokens":1}"#)]
    let yield = read(StreamTests.sse(cut))
    #expect(yield.records.map(\.tokens) == [meters([.textInput: 17, .textOutput: 1])])
    #expect(yield.counts.incomplete == 1)
    let whole = cut + [AnthropicTests.delta(#"{"output_tokens":850}"#)]
    #expect(try record(StreamTests.sse(whole)).tokens[.textOutput] == 850)
    // Begun again, it is still the same message.
    #expect(try record(StreamTests.sse(cut + whole)).tokens[.textOutput] == 850)
  }

  @Test func `where no reason is given, the end of the message ends it`() {
    let events = [
      AnthropicTests.start(#"{"input_tokens":17,"output_tokens":1}"#),
      AnthropicTests.delta(#"{"output_tokens":65}"#, reason: "null"), #"{"type":"message_stop"}"#,
    ]
    let counts = read(events.joined(separator: "\n")).counts
    #expect(counts.requests == 1)
    #expect(counts.incomplete + counts.repeated == 0)
  }

  @Test func `two messages in one stream are two requests`() {
    let events = ["msg_1", "msg_2"].flatMap {
      [
        AnthropicTests.start(#"{"input_tokens":17,"output_tokens":1}"#, id: $0),
        AnthropicTests.delta(#"{"output_tokens":65}"#), #"{"type":"message_stop"}"#,
      ]
    }
    #expect(read(StreamTests.sse(events)).records.map(\.tokens.output) == [65, 65])
  }

  @Test func `an error cuts the message that began`() {
    let events = [
      AnthropicTests.start(#"{"input_tokens":17,"output_tokens":1}"#),
      #"{"type":"error","error":{"type":"overloaded_error"}}"#,
    ]
    for text in [StreamTests.sse(events), events.joined(separator: "\n")] {
      let counts = read(text).counts
      #expect(counts.incomplete == 1)
      #expect(counts.errorBodies == 0)
    }
    #expect(read(events[1]).counts.errorBodies == 1)
  }

  @Test func `a stream whose beginning is in another file is no second request`() {
    let usage = #"{"input_tokens":630,"output_tokens":850}"#
    let events = [
      AnthropicTests.start(#"{"input_tokens":630,"output_tokens":1}"#), #"{"type":"ping"}"#,
      AnthropicTests.delta(usage), #"{"type":"message_stop"}"#,
    ]
    let next = [
      AnthropicTests.start(#"{"input_tokens":17,"output_tokens":1}"#, id: "msg_next"),
      AnthropicTests.delta(#"{"output_tokens":65}"#), #"{"type":"message_stop"}"#,
    ]
    for write in [StreamTests.sse, { $0.joined(separator: "\n") }] {
      for cut in 1...2 {
        let first = read(write(Array(events[..<cut])))
        #expect(first.records.map(\.tokens) == [meters([.textInput: 630, .textOutput: 1])])
        #expect(first.counts.incomplete == 1)
        let rest = read(write(events[cut...] + next))
        #expect(rest.records.map(\.tokens) == [meters([.textInput: 17, .textOutput: 65])])
        #expect(rest.quarantined.map(\.code) == ["stream_without_start"])
        #expect(rest.counts.quarantined == 1)
      }
    }
  }

  // MARK: Parts

  static func iteration(_ type: String, _ input: Int, _ output: Int, model: String? = nil) -> String
  {
    let name = model.map { "\"model\":\"\($0)\"," } ?? ""
    return #"{"type":"\#(type)",\#(name)"input_tokens":\#(input),"output_tokens":\#(output)}"#
  }

  private func usage(_ input: Int, _ output: Int, _ iterations: [String]) -> String {
    """
    {"input_tokens":\(input),"output_tokens":\(output),\
    "iterations":[\(iterations.joined(separator: ","))]}
    """
  }

  @Test func `a compaction is billed beyond the counts at the top`() throws {
    let text = AnthropicTests.message(
      usage(
        682, 1320,
        [
          AnthropicTests.iteration("compaction", 60_385, 592),
          AnthropicTests.iteration("message", 682, 1320),
        ]))
    let yield = read(text)
    #expect(yield.records.map(\.tokens.prompt) == [682, 60_385])
    #expect(yield.records.map(\.tokens.output) == [1320, 592])
    #expect(yield.records.map(\.requests) == [1, 0])
    #expect(yield.records.map(\.series.model) == ["claude-sonnet-5", "claude-sonnet-5"])
    #expect(yield.counts.requests == 1)
    // Each run is banded by its own prompt: 60,385 tokens are not 61,067.
    #expect(yield.records.allSatisfy { !$0.flags.contains(.promptIsSum) })
  }

  @Test func `an advisor is billed as the model that it is`() {
    let counts = usage(
      2390, 133,
      [
        AnthropicTests.iteration("message", 1128, 110),
        AnthropicTests.iteration("advisor_message", 2518, 10, model: "claude-opus-4-8"),
        AnthropicTests.iteration("message", 1262, 23),
      ])
    for text in [
      AnthropicTests.message(counts),
      StreamTests.sse([
        AnthropicTests.start(#"{"input_tokens":1128,"output_tokens":2}"#),
        AnthropicTests.delta(counts),
      ]),
    ] {
      let yield = read(text)
      #expect(yield.records.map(\.series.model) == ["claude-sonnet-5", "claude-opus-4-8"])
      #expect(yield.records.map(\.tokens.prompt) == [2390, 2518])
      #expect(yield.records.map(\.requests) == [1, 0])
      // The counts at the top are of two runs.
      #expect(yield.records.map { $0.flags.contains(.promptIsSum) } == [true, false])
      #expect(read(text + "\n" + text).records.count == 2)
    }
  }

  @Test func `a refusal and the model that answered instead are both billed`() {
    let counts = usage(
      412, 264,
      [
        AnthropicTests.iteration("message", 408, 0, model: "claude-fable-5"),
        AnthropicTests.iteration("fallback_message", 412, 264, model: "claude-opus-4-8"),
      ])
    let yield = read(AnthropicTests.message(counts))
    #expect(yield.records.map(\.series.model) == ["claude-opus-4-8", "claude-fable-5"])
    #expect(yield.records.map(\.tokens.prompt) == [412, 408])
    #expect(yield.records.map(\.tokens.output) == [264, 0])
    #expect(yield.counts.requests == 1)
  }

  @Test func `parts of a message without an id are counted with it`() {
    let text = AnthropicTests.message(
      usage(
        682, 1320,
        [
          AnthropicTests.iteration("compaction", 60_385, 592),
          AnthropicTests.iteration("message", 682, 1320),
        ]), id: "")
    #expect(read(text).records.map(\.tokens.prompt) == [682 + 60_385])
  }

  // MARK: What else a message says

  @Test(arguments: [
    (#""service_tier":"priority""#, ServiceTier.priority), (#""service_tier":"batch""#, .batch),
    (#""service_tier":"standard","speed":"fast""#, .fast), (#""speed":"standard""#, .standard),
  ])
  func `the tier is the one that served it, and speed has a price of its own`(
    _ members: String, _ tier: ServiceTier
  ) throws {
    let text = AnthropicTests.message("{\"input_tokens\":1,\(members)}")
    #expect(try record(text).series.serviceTier == tier)
  }

  @Test func `searches are counted, and the prompts of tool runs are a sum`() throws {
    let searched = try record(
      AnthropicTests.message(
        """
        {"input_tokens":22397,"output_tokens":637,"server_tool_use":{"web_search_requests":2,\
        "web_fetch_requests":0}}
        """))
    #expect(searched.searchQueries == 2)
    #expect(searched.flags.contains(.promptIsSum))
    let executed = AnthropicTests.message(#"{"input_tokens":950648,"output_tokens":13856}"#)
      .replacing(#"{"type":"text","text":"a"}"#, #"{"type":"server_tool_use","name":"bash"}"#)
    #expect(try record(executed).flags.contains(.promptIsSum))
    #expect(try !record(AnthropicTests.message(AnthropicTests.usage)).flags.contains(.promptIsSum))
  }

  @Test(arguments: [
    ("msg_01A", Provider.anthropic), ("msg_bdrk_01A", .awsBedrock), ("msg_vrtx_01A", .googleVertex),
  ])
  func `the id shows who sold it`(_ id: String, _ provider: Provider) throws {
    let text = AnthropicTests.message(AnthropicTests.usage, id: id)
    #expect(try record(text).series.provider == provider)
  }

  @Test func `inference in the United States is a label`() throws {
    let text = AnthropicTests.message(#"{"input_tokens":1,"inference_geo":"us"}"#)
    #expect(try record(text).series.labels["inference_geo"] == "us")
    let anywhere = AnthropicTests.message(#"{"input_tokens":1,"inference_geo":"global"}"#)
    #expect(try record(anywhere).series.labels.isEmpty)
  }

  @Test func `a batch's results are batch, whatever they are wrapped in`() throws {
    let message = AnthropicTests.message(AnthropicTests.usage)
    for row in [
      #"{"custom_id":"r-1","result":{"type":"succeeded","message":\#(message)}}"#,
      #"{"custom_id":"r-1","message":\#(message)}"#,
      #"{"custom_id":"r-1","status":"","response":\#(message)}"#,
    ] {
      let record = try record(row)
      #expect(record.tokens == AnthropicTests.tokens)
      #expect(record.series.serviceTier == .batch)
      #expect(record.key == read(message).records.first?.key)
    }
    let failed = [
      #"{"custom_id":"r-2","result":{"type":"errored","error":{"type":"error"}}}"#,
      #"{"custom_id":"r-3","result":{"type":"expired"}}"#,
    ]
    #expect(read(failed.joined(separator: "\n")).counts.errorBodies == 2)
  }
}
