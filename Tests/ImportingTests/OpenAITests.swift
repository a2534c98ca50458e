import Quantities
import Testing
import Usage

@testable import Importing

/// Chat completions of OpenAI and of those who speak its API: what their counts mean.
@Suite struct OpenAITests {
  static func completion(
    _ usage: String, model: String = "gpt-5.4", more: String = "", id: String = "chatcmpl-1"
  ) -> String {
    """
    {"id":"\(id)","object":"chat.completion","created":1762161164,"model":"\(model)",\(more)\
    "choices":[{"index":0,"message":{"content":"a"},"finish_reason":"stop"}],"usage":\(usage)}
    """
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let usage: String
    var model = "gpt-5.4"
    let expected: [Meter: Int64]
    var residual: Int64 = 0
  }

  static let cases: [Case] = [
    Case(
      testDescription: "what was read from a cache and written to one are parts of the prompt",
      usage: """
        {"prompt_tokens":4020,"completion_tokens":5,"total_tokens":4025,"prompt_tokens_details":\
        {"cached_tokens":1000,"cache_write_tokens":3000,"audio_tokens":0}}
        """,
      expected: [.textInput: 20, .cachedTextInput: 1000, .cacheWrite30m: 3000, .textOutput: 5]),
    Case(
      testDescription: "the twelve-hour class is taken out of the writes",
      usage: """
        {"prompt_tokens":1000,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":200,\
        "cache_write_tokens_details":{"ttl_30m_tokens":200,"ttl_12h_tokens":300},\
        "cache_write_tokens":500}}
        """,
      expected: [
        .textInput: 300, .cachedTextInput: 200, .cacheWrite30m: 200, .cacheWrite12h: 300,
        .textOutput: 5,
      ]),
    Case(
      testDescription: "audio is a part of prompt and completion, and reasoning of the completion",
      usage: """
        {"prompt_tokens":81,"completion_tokens":72,"total_tokens":153,"prompt_tokens_details":\
        {"audio_tokens":69,"text_tokens":12},"completion_tokens_details":{"audio_tokens":40,\
        "reasoning_tokens":20,"text_tokens":12}}
        """,
      expected: [
        .textInput: 12, .audioInput: 69, .textOutput: 12, .audioOutput: 40, .thinking: 20,
      ]),
    Case(
      testDescription: "rejected predictions are completion",
      usage: """
        {"prompt_tokens":10,"completion_tokens":30,"completion_tokens_details":\
        {"rejected_prediction_tokens":12,"accepted_prediction_tokens":5}}
        """,
      expected: [.textInput: 10, .textOutput: 30]),
    Case(
      testDescription: "xAI counts reasoning beside the completion, and the total shows it",
      usage: """
        {"prompt_tokens":12,"completion_tokens":1,"total_tokens":303,"prompt_tokens_details":\
        {"cached_tokens":11},"completion_tokens_details":{"reasoning_tokens":290}}
        """,
      model: "grok-3-mini",
      expected: [.textInput: 1, .cachedTextInput: 11, .textOutput: 1, .thinking: 290]),
    Case(
      testDescription: "xAI without a total is known by a member that only xAI sends",
      usage: """
        {"prompt_tokens":12,"completion_tokens":1,"completion_tokens_details":\
        {"reasoning_tokens":290},"cost_in_usd_ticks":1466250}
        """,
      model: "grok-3-mini", expected: [.textInput: 12, .textOutput: 1, .thinking: 290]),
    Case(
      testDescription: "DeepSeek's cache hits are part of the prompt",
      usage: """
        {"prompt_tokens":563,"completion_tokens":116,"prompt_cache_hit_tokens":512,\
        "prompt_cache_miss_tokens":51,"completion_tokens_details":{"reasoning_tokens":60}}
        """,
      model: "deepseek-v4-flash",
      expected: [.textInput: 51, .cachedTextInput: 512, .textOutput: 56, .thinking: 60]),
    Case(
      testDescription: "Mistral's cached tokens stand at the top",
      usage: #"{"prompt_tokens":64,"completion_tokens":6,"num_cached_tokens":32}"#,
      model: "mistral-medium-latest",
      expected: [.textInput: 32, .cachedTextInput: 32, .textOutput: 6]),
    Case(
      testDescription: "LiteLLM's Anthropic names are inside the prompt where the total says so",
      usage: """
        {"prompt_tokens":700,"completion_tokens":50,"total_tokens":750,\
        "cache_read_input_tokens":400,"cache_creation_input_tokens":200}
        """,
      model: "claude-sonnet-4-5",
      expected: [.textInput: 100, .cachedTextInput: 400, .cacheWrite5m: 200, .textOutput: 50]),
    Case(
      testDescription: "and beside it where the total says that",
      usage: """
        {"prompt_tokens":100,"completion_tokens":50,"total_tokens":750,\
        "cache_read_input_tokens":400,"cache_creation_input_tokens":200}
        """,
      model: "claude-sonnet-4-5",
      expected: [.textInput: 100, .cachedTextInput: 400, .cacheWrite5m: 200, .textOutput: 50]),
    Case(
      testDescription: "a total beyond the parts is a residual, unless the model is Google's",
      usage: #"{"prompt_tokens":10,"completion_tokens":5,"total_tokens":40}"#,
      expected: [.textInput: 10, .textOutput: 5], residual: 40 - 15),
  ]

  @Test(arguments: cases)
  func `counts become meters that do not overlap`(_ example: Case) throws {
    let text = OpenAITests.completion(example.usage, model: example.model)
    let record = try #require(read(text).records.first)
    #expect(record.tokens == meters(example.expected))
    #expect(record.residual.value == example.residual)
  }

  @Test(arguments: [
    (
      #"{"prompt_tokens":700,"completion_tokens":1,"prompt_tokens_details":{"cached_tokens":900}}"#,
      "cached_exceeds_prompt"
    ),
    (
      """
      {"prompt_tokens":700,"completion_tokens":1,"prompt_tokens_details":{"cached_tokens":500,\
      "cache_write_tokens":201}}
      """, "cache_writes_exceed_prompt"
    ),
    (
      """
      {"prompt_tokens":700,"completion_tokens":9,"completion_tokens_details":\
      {"reasoning_tokens":10}}
      """, "thinking_exceeds_output"
    ),
    (#"{"prompt_tokens":-7,"completion_tokens":1}"#, "bad_count"),
    (#"{"prompt_tokens":7,"prompt_tokens_details":{"cached_tokens":1.5}}"#, "bad_count"),
  ])
  func `what cannot be is set aside and never becomes negative`(_ usage: String, _ code: String) {
    let yield = read(OpenAITests.completion(usage) + "\n" + R.response)
    #expect(yield.quarantined.map(\.code) == [code])
    #expect(yield.records.map(\.tokens) == [R.tokens])
  }

  @Test func `a log that leaves the cache out of its prompt says so with an option`() throws {
    var options = ImportOptions()
    options.inputExcludesCache = true
    let usage = """
      {"prompt_tokens":100,"completion_tokens":1,"prompt_tokens_details":{"cached_tokens":900,\
      "cache_write_tokens":50}}
      """
    let record = try #require(read(OpenAITests.completion(usage), options: options).records.first)
    let expected: [Meter: Int64] = [
      .textInput: 100, .cachedTextInput: 900, .cacheWrite30m: 50, .textOutput: 1,
    ]
    #expect(record.tokens == meters(expected))
    #expect(record.tokens.prompt == 1050)
  }

  @Test(arguments: [
    ("default", ServiceTier.standard), ("auto", .standard), ("flex", .flex),
    ("priority", .priority), ("fast", .priority), ("scale", .provisioned), ("on_demand", .standard),
  ])
  func `the tier is the one that the response names`(_ word: String, _ tier: ServiceTier) throws {
    let text = OpenAITests.completion(
      #"{"prompt_tokens":1}"#, more: "\"service_tier\":\"\(word)\",")
    #expect(try #require(read(text).records.first).series.serviceTier == tier)
  }

  // MARK: Streams

  static func chunk(_ rest: String, id: String = "chatcmpl-2", model: String = "gpt-5.4") -> String
  {
    """
    {"id":"\(id)","object":"chat.completion.chunk","created":1762161164,"model":"\(model)",\(rest)}
    """
  }

  static let opening = #""choices":[{"delta":{"role":"assistant","content":"a"}}],"usage":null"#
  static let closing = #""choices":[{"delta":{},"finish_reason":"stop"}],"usage":null"#
  static let usage =
    #""choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2,"total_tokens":9}"#

  @Test(arguments: readSizes)
  func `a stream's usage stands in a last chunk without choices (docker-agent 2848)`(_ size: Int) {
    let chunks = [OpenAITests.opening, OpenAITests.closing, OpenAITests.usage]
      .map { OpenAITests.chunk($0) }
    let expected = [meters([.textInput: 7, .textOutput: 2])]
    for text in [
      StreamTests.sse(chunks) + "data: [DONE]\n\n", chunks.joined(separator: "\n"),
      "[" + chunks.joined(separator: ",\n") + "]",
      #"{"method":"chat","response":[\#(chunks.joined(separator: ","))]}"#,
    ] {
      let yield = read(text, largestRead: size)
      #expect(yield.records.map(\.tokens) == expected)
      #expect(yield.counts.incomplete + yield.counts.repeated == 0)
    }
  }

  @Test func `a stream that was not asked for its usage has none, and one that broke is an error`()
  {
    let silent = [OpenAITests.opening, OpenAITests.closing].map { OpenAITests.chunk($0) }
    #expect(read(StreamTests.sse(silent)).counts.withoutUsage == 1)
    let broken = [OpenAITests.chunk(OpenAITests.opening), #"{"error":{"code":"overloaded"}}"#]
    let counts = read(StreamTests.sse(broken)).counts
    #expect(counts.errorBodies == 1)
    #expect(counts.withoutUsage == 0)
    // A running total before the error is a lower bound.
    let partly = [
      OpenAITests.chunk(#""choices":[{"delta":{"content":"a"}}],"usage":{"prompt_tokens":7}"#),
      #"{"error":{"code":"overloaded"}}"#,
    ]
    #expect(read(StreamTests.sse(partly)).counts.incomplete == 1)
  }

  @Test func `what Azure sends before the first chunk is no response`() throws {
    let preamble =
      #"{"choices":[],"created":0,"id":"","model":"","object":"","prompt_filter_results":[{}]}"#
    let chunks = [
      OpenAITests.chunk(#""choices":[{"delta":{"content":"a"},"content_filter_results":{}}]"#),
      OpenAITests.chunk(OpenAITests.closing), OpenAITests.chunk(OpenAITests.usage),
    ]
    let yield = read(StreamTests.sse([preamble] + chunks))
    #expect(yield.records.map(\.series.provider) == [.azureOpenAI])
    #expect(yield.counts.withoutUsage + yield.counts.unrecognized == 0)
  }

  @Test func `chunks of Groq's compound models have ids of their own and are one response`() {
    func stream(_ seed: Int) -> [String] {
      let last = """
        "choices":[{"delta":{},"finish_reason":"stop"}],"x_groq":{"usage":{"queue_time":0.2,\
        "prompt_tokens":5003,"completion_tokens":359,"total_tokens":5362}}
        """
      return (1...3).map {
        OpenAITests.chunk(
          OpenAITests.opening, id: "chatcmpl-\(seed)-\($0)", model: "groq/compound")
      } + [OpenAITests.chunk(last, id: "stub", model: "groq/compound")]
    }
    for text in [
      StreamTests.sse(stream(1)) + "data: [DONE]\n\n" + StreamTests.sse(stream(2)),
      (stream(1) + stream(2)).joined(separator: "\n"),
    ] {
      let yield = read(text)
      let one = meters([.textInput: 5003, .textOutput: 359])
      #expect(yield.records.map(\.tokens) == [one, one])
      #expect(Set(yield.records.map(\.key)).count == 2)
      #expect(yield.records.allSatisfy { $0.series.provider == .groq })
      #expect(yield.counts.withoutUsage == 0)
    }
  }

  @Test func `a server that does not know the time sends 0, which is none`() throws {
    let text = OpenAITests.completion(#"{"prompt_tokens":1}"#).replacing("1762161164", "0")
    let yield = read(text)
    #expect(yield.records.map(\.occurredAt) == [testFileTime])
    #expect(yield.counts.timesFilledIn == 1)
  }

  // MARK: Batches and rows

  @Test func `a row of a batch is batch, and its request is the body's`() throws {
    let body = OpenAITests.completion(
      #"{"prompt_tokens":632,"completion_tokens":44}"#, more: "\"service_tier\":\"default\",")
    let row = """
      {"id":"batch_req_1","custom_id":"outcome-0","response":{"status_code":200,"request_id":"q",\
      "body":\(body)},"error":null}
      """
    let record = try #require(read(row).records.first)
    #expect(record.tokens == meters([.textInput: 632, .textOutput: 44]))
    #expect(record.series.serviceTier == .batch)
    #expect(record.key == read(body).records.first?.key)
    let failed = [
      #"{"id":"b","custom_id":"c","response":null,"error":{"code":"batch_expired"}}"#,
      #"{"id":"b","custom_id":"c","response":{"status_code":400,"body":{"error":{}}},"error":null}"#,
    ]
    let counts = read(failed.joined(separator: "\n")).counts
    #expect(counts.errorBodies == 2)
  }

  @Test func `a batch of embeddings is told apart by the ids of its rows`() {
    let rows = (1...2).map {
      """
      {"id":"batch_req_\($0)","custom_id":"r","response":{"status_code":200,"body":{"object":\
      "list","data":[{"object":"embedding","embedding":[0.1]}],"model":"text-embedding-3-small",\
      "usage":{"prompt_tokens":8,"total_tokens":8}}},"error":null}
      """
    }
    let yield = read(rows.joined(separator: "\n"))
    #expect(yield.records.map(\.tokens) == [meters([.textInput: 8]), meters([.textInput: 8])])
    #expect(Set(yield.records.map(\.key)).count == 2)
    #expect(yield.counts.keysDerived == 0)
  }

  @Test func `the tier that was served stands before the one that was asked for`() {
    func tier(_ more: String) -> ServiceTier? {
      let body = OpenAITests.completion(#"{"prompt_tokens":7}"#, more: more)
      let row = #"{"request":{"service_tier":"flex"},"response":\#(body)}"#
      return read(row).records.first?.series.serviceTier
    }
    #expect(tier("") == .flex)
    #expect(tier("\"service_tier\":\"default\",") == .standard)
  }

  @Test func `a row of an app's log says when, which model was asked for, and for whom`() throws {
    var options = ImportOptions()
    options.userField = ["uid"]
    let body = OpenAITests.completion(#"{"prompt_tokens":7}"#, model: "gpt-5.4-2026-03-05")
      .replacing("\"created\":1762161164,", "")
    for response in [body, "{\"status\":200,\"body\":\(body)}"] {
      let row = """
        {"timestamp":"\(R.time)","model":"gpt-5.4","uid":"anna","response":\(response)}
        """
      let record = try #require(read(row, options: options).records.first)
      #expect(record.series.requestedModel == "gpt-5.4")
      #expect(record.series.reportedModel == "gpt-5.4-2026-03-05")
      #expect(record.occurredAt == Instant(iso8601: R.time))
      #expect(record.user == "anna")
    }
  }
}
