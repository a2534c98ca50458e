import Quantities
import Testing
import Usage

@testable import Importing

/// Langfuse's observations, however they were exported.
@Suite struct LangfuseTests {
  static func observation(
    _ id: String, parent: String? = nil, type: String = "GENERATION", _ usage: String,
    metadata: String = "{}"
  ) -> String {
    """
    {"id":"\(id)","traceId":"t1","type":"\(type)","startTime":"2025-08-26T19:41:03.041Z",\
    "endTime":"2025-08-26T19:41:04.983Z","parentObservationId":\(parent.map { "\"\($0)\"" } ?? "null"),\
    "model":"gpt-4o","level":"DEFAULT","environment":"staging","input":"x","usageDetails":\(usage),\
    "metadata":\(metadata)}
    """
  }

  static func trace(_ observations: [String]) -> String {
    """
    {"trace":{"id":"t1","timestamp":"2025-08-26T19:41:00Z","userId":"u-1","name":"x"},\
    "observations":[\(observations.joined(separator: ","))]}
    """
  }

  struct Case: Sendable {
    let usage: String
    let tokens: [Meter: Int64]

    init(_ usage: String, _ tokens: [Meter: Int64]) {
      self.usage = usage
      self.tokens = tokens
    }
  }

  @Test(arguments: [
    Case(#"{"input":168,"output":19,"total":187}"#, [.textInput: 168, .textOutput: 19]),
    Case(#"{"input":168,"output":19}"#, [.textInput: 168, .textOutput: 19]),
    // 6 + 2055 is the total: reasoning is inside.
    Case(
      #"{"total":2061,"input":6,"completion_details.reasoning":1104,"output":2055}"#,
      [.textInput: 6, .textOutput: 951, .thinking: 1104]),
    // 179 + 35 + 64 is the total: reasoning stands beside.
    Case(
      #"{"input":179,"output":35,"total":278,"input_cache_read":0,"output_reasoning":64}"#,
      [.textInput: 179, .textOutput: 35, .thinking: 64]),
    // 100 + 900 + 50 = 1050: the cache stands beside.
    Case(
      #"{"input":100,"input_cached_tokens":900,"output":50,"total":1050}"#,
      [.textInput: 100, .cachedTextInput: 900, .textOutput: 50]),
    // 1000 + 50: inside.
    Case(
      #"{"input":1000,"input_cached_tokens":900,"output":50,"total":1050}"#,
      [.textInput: 100, .cachedTextInput: 900, .textOutput: 50]),
    // Everything beside: 100 + 900 + 20 + 30 + 50 + 40 = 1140.
    Case(
      #"""
      {"input":100,"input_cached_tokens":900,"input_audio_tokens":20,"output":50,
      "output_reasoning_tokens":40,"output_audio_tokens":30,"total":1140}
      """#,
      [
        .textInput: 100, .cachedTextInput: 900, .audioInput: 20, .textOutput: 50, .audioOutput: 30,
        .thinking: 40,
      ]),
    // No total: Anthropic's names stand beside, details in dots are inside.
    Case(
      #"{"input":3,"cache_read_input_tokens":2,"cache_creation_input_tokens":1,"output":50}"#,
      [.textInput: 3, .cachedTextInput: 2, .cacheWrite5m: 1, .textOutput: 50]),
    Case(
      #"{"input":30,"prompt_details.cache_read":20,"completion_details.reasoning":5,"output":50}"#,
      [.textInput: 10, .cachedTextInput: 20, .textOutput: 45, .thinking: 5]),
    // The classes of cache writes split the count beside them.
    Case(
      #"""
      {"input":3,"cache_creation_input_tokens":100,"cache_creation.ephemeral_5m_input_tokens":60,
      "cache_creation.ephemeral_1h_input_tokens":40,"output":5,"total":108}
      """#,
      [.textInput: 3, .cacheWrite5m: 60, .cacheWrite1h: 40, .textOutput: 5]),
    // A total that nothing adds up to is a checksum and no more.
    Case(#"{"input":5,"output":845,"total":2023}"#, [.textInput: 5, .textOutput: 845]),
    Case(
      #"{"promptTokens":5,"completionTokens":6,"totalTokens":11}"#, [.textInput: 5, .textOutput: 6]),
  ])
  func `what is inside what the total says, else the names`(_ example: Case) {
    let yield = read(Self.trace([Self.observation("a", example.usage)]))
    #expect(yield.records.map(\.tokens) == [meters(example.tokens)])
    #expect(yield.quarantined.isEmpty)
  }

  @Test func `a trace gives its user, times and environment`() throws {
    for size in readSizes {
      let yield = read(
        Self.trace([Self.observation("a", #"{"input":1,"output":2,"total":3}"#)]),
        largestRead: size)
      let record = try #require(yield.records.first)
      #expect(record.user == "u-1")
      #expect(record.occurredAt == Instant(iso8601: "2025-08-26T19:41:03.041Z"))
      #expect(record.latencyMilliseconds == 1942)
      #expect(record.series.labels["environment"] == "staging")
      #expect(record.series.model == "gpt-4o")
      #expect(record.reportedTotal == 3)
    }
  }

  @Test func `an observation counts only if none below it states usage`() {
    let usage = #"{"input":10,"output":1,"total":11}"#
    let observations = [
      Self.observation("a", type: "AGENT", #"{"input":44,"output":180,"total":224}"#),
      Self.observation("b", parent: "a", type: "SPAN", "{}"),
      Self.observation("c", parent: "b", usage),
      Self.observation("d", parent: "a", usage),
    ]
    let whole = read(Self.trace(observations))
    #expect(whole.tokens == meters([.textInput: 20, .textOutput: 2]))
    #expect(whole.counts.requests == 2 && whole.counts.repeated == 1)
    // The same, one a line as exports have them, in both directions.
    for lines in [observations, observations.reversed()] {
      let yield = read(lines.joined(separator: "\n"))
      #expect(Set(yield.records.map(\.key)) == Set(whole.records.map(\.key)))
    }
  }

  @Test func `a list that repeats the observations adds nothing`() {
    let usage = #"{"input":10,"output":1,"total":11}"#
    let sent = #"{"attributes":{"gen_ai.response.id":"chatcmpl-9","gen_ai.system":"azure"}}"#
    let rich = Self.observation("a", usage, metadata: sent)
    let plain = Self.observation("a", usage)
    let text = #"{"trace":{"id":"t1","observations":[\#(plain)]},"observations":[\#(rich)]}"#
    let yield = read(text)
    #expect(yield.counts.requests == 1)
    #expect(yield.records.map(\.series.provider) == [.azureOpenAI])
    // The response's id is the same in an OpenTelemetry span.
    let span = OpenTelemetryTests.span(
      "ffff", OpenTelemetryTests.call(10, 1) + [("gen_ai.response.id", "chatcmpl-9")])
    #expect(read(OpenTelemetryTests.line([span])).records.map(\.key) == yield.records.map(\.key))
  }

  @Test func `an observation is the same request as the span it was`() {
    let span = OpenTelemetryTests.span("0a1b", trace: "c0ffee", OpenTelemetryTests.call(10, 1))
    let row = """
      {"id":"0a1b","trace_id":"c0ffee","type":"GENERATION","parent_observation_id":"",\
      "start_time":"2026-11-30 02:34:04.000000","provided_model_name":"gpt-4o",\
      "usage_details":{"input":10,"output":1,"total":11},"user_id":"u-2"}
      """
    let own = read(OpenTelemetryTests.line([span])).records
    #expect(read(row).records.map(\.key) == own.map(\.key))
    #expect(read(row).records.map(\.user) == ["u-2"])
  }

  @Test func `a table of observations is recognised by its columns`() {
    let text = #"""
      "id","trace_id","type","parent_observation_id","start_time","provided_model_name","input","usage_details"
      "a","t1","AGENT","","2025-08-26 19:41:03.041000","gpt-4o","secret","{""input"":44,""output"":9,""total"":53}"
      "b","t1","GENERATION","a","2025-08-26 19:41:03.041000","gpt-4o","a
      b","{""input"":10,""output"":1,""total"":11}"
      "c","t1","SPAN","a","2025-08-26 19:41:03.041000","","","{}"

      """#
    for size in readSizes {
      let yield = read(text, path: "observations.csv", largestRead: size)
      #expect(yield.tokens == meters([.textInput: 10, .textOutput: 1]))
      #expect(yield.records.map(\.origin.line) == [3])
      #expect(yield.records.map(\.occurredAt) == [Instant(iso8601: "2025-08-26T19:41:03.041Z")])
      #expect(yield.quarantined.isEmpty)
    }
  }

  @Test func `pages of the API, errors, other units and unmeasured calls are told apart`() {
    let page = """
      {"data":[\(Self.observation("a", #"{"input":1,"output":1,"total":2}"#)),\
      \(Self.observation("b", "{}"))],"meta":{"page":1}}
      """
    let yield = read(page)
    #expect(yield.counts.requests == 1 && yield.counts.withoutUsage == 1)
    let failed = Self.observation("a", "{}").replacing("DEFAULT", "ERROR")
    #expect(read(Self.trace([failed])).counts.errorBodies == 1)
    let characters = Self.observation("a", #"{"input":1,"output":1,"unit":"CHARACTERS"}"#)
    #expect(read(Self.trace([characters])).records.isEmpty)
    let vertex = Self.observation("a", #"{"input":1}"#)
      .replacing("gpt-4o", "projects/p/locations/l/publishers/google/models/gemini-2.5-flash")
    let records = read(Self.trace([vertex])).records
    #expect(records.map(\.series.provider) == [.googleVertex])
    #expect(records.map(\.series.model) == ["gemini-2.5-flash"])
  }
}
