import Quantities
import Testing
import Usage

@testable import Importing

/// Spans, log records and metrics: names old and new, and every call once.
@Suite struct OpenTelemetryTests {
  /// An attribute as OTLP writes it.
  static func attribute(_ name: String, _ value: Any) -> String {
    let typed =
      switch value {
      case let number as Int: #"{"intValue":"\#(number)"}"#
      case let number as Double: #"{"doubleValue":\#(number)}"#
      default: #"{"stringValue":"\#(value)"}"#
      }
    return #"{"key":"\#(name)","value":\#(typed)}"#
  }

  /// A span with its attributes.
  static func span(
    _ id: String, parent: String? = nil, trace: String = "8b19ea1804f65d1de6876a5e5858d61b",
    kind: Int = 3, start: String = "1796006044000000000", _ attributes: [(String, Any)]
  ) -> String {
    let above = parent.map { #""parentSpanId":"\#($0)","# } ?? ""
    return """
      {"traceId":"\(trace)","spanId":"\(id)",\(above)"name":"x","kind":\(kind),\
      "startTimeUnixNano":"\(start)","endTimeUnixNano":"1796006044250000000","attributes":[\
      \(attributes.map { attribute($0.0, $0.1) }.joined(separator: ","))],"status":{}}
      """
  }

  /// A line of an exporter's file.
  static func line(_ spans: [String], scope: String = "x", service: String = "shop") -> String {
    """
    {"resourceSpans":[{"resource":{"attributes":[\(attribute("service.name", service))]},\
    "scopeSpans":[{"scope":{"name":"\(scope)"},"spans":[\(spans.joined(separator: ","))]}]}]}
    """
  }

  static func call(_ input: Int, _ output: Int) -> [(String, Any)] {
    [
      ("gen_ai.operation.name", "chat"), ("gen_ai.provider.name", "openai"),
      ("gen_ai.request.model", "gpt-4o"), ("gen_ai.response.model", "gpt-4o-2024-08-06"),
      ("gen_ai.usage.input_tokens", input), ("gen_ai.usage.output_tokens", output),
    ]
  }

  private func tokens(_ attributes: [(String, Any)], scope: String = "x") -> MeteredTokens? {
    let yield = read(Self.line([Self.span("aa", attributes)], scope: scope))
    #expect(yield.quarantined.isEmpty && yield.records.count == 1)
    return yield.records.first?.tokens
  }

  @Test func `a span is a request with its time, models, seller, tier and labels`() throws {
    let attributes =
      Self.call(100, 20) + [
        ("openai.response.service_tier", "priority"), ("user.id", "u-1"),
        ("gen_ai.response.id", "chatcmpl-1"),
      ]
    for size in readSizes {
      let yield = read(
        Self.line([Self.span("aa", attributes)]) + "\n", largestRead: size)
      let record = try #require(yield.records.first)
      #expect(yield.records.count == 1)
      #expect(record.tokens == meters([.textInput: 100, .textOutput: 20]))
      #expect(record.occurredAt == Instant(iso8601: "2026-11-30T02:34:04Z"))
      #expect(record.latencyMilliseconds == 250)
      #expect(record.series.provider == .openAI)
      #expect(record.series.requestedModel == "gpt-4o")
      #expect(record.series.reportedModel == "gpt-4o-2024-08-06")
      #expect(record.series.serviceTier == .priority)
      #expect(record.series.labels["service"] == "shop")
      #expect(record.user == "u-1")
      #expect(record.flags == [])
    }
  }

  struct Naming: Sendable {
    let names: [String]

    init(_ names: String...) { self.names = names }
  }

  /// Input, output, cache read, reasoning.
  @Test(arguments: [
    Naming(
      "gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens",
      "gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.reasoning.output_tokens"),
    Naming(
      "gen_ai.usage.prompt_tokens", "gen_ai.usage.completion_tokens",
      "gen_ai.usage.cache_read_input_tokens", "gen_ai.usage.reasoning_tokens"),
    Naming(
      "llm.usage.prompt_tokens", "llm.usage.completion_tokens",
      "gen_ai.usage.input_tokens.cached", "gen_ai.usage.output_tokens.reasoning"),
    Naming(
      "ai.usage.promptTokens", "ai.usage.completionTokens", "ai.usage.cachedInputTokens",
      "ai.usage.reasoningTokens"),
    Naming(
      "llm.token_count.prompt", "llm.token_count.completion",
      "llm.token_count.prompt_details.cache_read",
      "llm.token_count.completion_details.reasoning"),
  ])
  func `old and new names mean the same`(_ naming: Naming) {
    let counts = Array(zip(naming.names, [1000, 500, 400, 300] as [Any]))
    // Cached inside input, reasoning inside output: 600 + 400 and 200 + 300.
    let expected = meters([
      .textInput: 600, .cachedTextInput: 400, .textOutput: 200, .thinking: 300,
    ])
    #expect(tokens(counts) == expected)
    // As doubles, and beside names of today that say the same.
    let doubles = counts.map { ($0.0, Double($0.1 as? Int ?? 0) as Any) }
    #expect(tokens(doubles) == expected)
    #expect(
      tokens(
        counts + [("gen_ai.usage.input_tokens", 1000), ("gen_ai.usage.output_tokens", 500)])
        == expected)
  }

  @Test func `a name of today stands before an old one, in whatever order`() {
    let both: [(String, Any)] = [
      ("gen_ai.usage.prompt_tokens", 7), ("gen_ai.usage.input_tokens", 100),
    ]
    #expect(tokens(both)?.prompt == 100)
    #expect(tokens(both.reversed())?.prompt == 100)
  }

  @Test func `kinds of tokens and cache writes have meters of their own`() {
    let attributes: [(String, Any)] = [
      ("gen_ai.usage.input_tokens", 1000), ("gen_ai.usage.output_tokens", 50),
      ("gen_ai.usage.cache_read.input_tokens", 300),
      ("gen_ai.usage.cache_creation.input_tokens", 100),
      ("gen_ai.usage.text.input_tokens", 800), ("gen_ai.usage.audio.input_tokens", 200),
      ("gen_ai.usage.audio.cache_read.input_tokens", 50),
      ("gen_ai.usage.text.cache_read.input_tokens", 250),
      ("gen_ai.usage.image.output_tokens", 40),
    ]
    // Of 800 text tokens 300 were cached less 50 of audio; the writes are text.
    #expect(
      tokens(attributes)
        == meters([
          .textInput: 1000 - 200 - 250 - 100, .audioInput: 150, .cachedTextInput: 250,
          .cachedAudioInput: 50, .cacheWrite5m: 100, .textOutput: 10, .imageOutput: 40,
        ]))
  }

  // MARK: Exporters that break the convention

  @Test func `a cache larger than the input stands beside it`() {
    // As a writing agent's production spans had it: 3 fresh, 5758 read, 6174 written.
    let attributes: [(String, Any)] = [
      ("gen_ai.provider.name", "anthropic"), ("gen_ai.usage.input_tokens", 3),
      ("gen_ai.usage.cache_read.input_tokens", 5758),
      ("gen_ai.usage.cache_creation.input_tokens", 6174), ("gen_ai.usage.output_tokens", 10),
    ]
    #expect(
      tokens(attributes)
        == meters([
          .textInput: 3, .cachedTextInput: 5758, .cacheWrite5m: 6174, .textOutput: 10,
        ]))
  }

  @Test func `a total that only the cache reaches says that it stands beside the input`() {
    let counts: [(String, Any)] = [
      ("gen_ai.usage.input_tokens", 1000), ("gen_ai.usage.output_tokens", 10),
      ("gen_ai.usage.cache_read_input_tokens", 400),
    ]
    #expect(
      tokens(counts + [("gen_ai.usage.total_tokens", 1410)])
        == meters([.textInput: 1000, .cachedTextInput: 400, .textOutput: 10]))
    #expect(
      tokens(counts + [("gen_ai.usage.total_tokens", 1010)])
        == meters([.textInput: 600, .cachedTextInput: 400, .textOutput: 10]))
  }

  @Test func `a library that is known to leave the cache out is believed to`() {
    let counts: [(String, Any)] = [
      ("gen_ai.usage.input_tokens", 1000), ("gen_ai.usage.output_tokens", 10),
      ("gen_ai.usage.cache_read_input_tokens", 400),
    ]
    #expect(tokens(counts, scope: "opentelemetry.instrumentation.bedrock")?.prompt == 1400)
    #expect(tokens(counts, scope: "opentelemetry.instrumentation.anthropic")?.prompt == 1000)
  }

  @Test func `more reasoning than output stands beside it`() {
    #expect(
      tokens([
        ("gen_ai.usage.input_tokens", 1000), ("gen_ai.usage.output_tokens", 200),
        ("gen_ai.usage.reasoning.output_tokens", 300),
      ]) == meters([.textInput: 1000, .textOutput: 200, .thinking: 300]))
  }

  // MARK: Every call once

  @Test func `an agent that repeats the sum of its calls is not counted, in any order`() {
    let agent: [(String, Any)] = [
      ("gen_ai.operation.name", "invoke_agent"), ("gen_ai.usage.input_tokens", 30),
      ("gen_ai.usage.output_tokens", 3),
    ]
    let spans = [
      Self.span("a1", agent),
      Self.span("b1", parent: "a1", [("gen_ai.operation.name", "execute_tool")]),
      Self.span("c1", parent: "b1", Self.call(10, 1)),
      Self.span("c2", parent: "a1", Self.call(20, 2)),
    ]
    for order in permutations(spans) {
      for text in [Self.line(order), order.map { Self.line([$0]) }.joined(separator: "\n")] {
        let yield = read(text)
        #expect(yield.records.reduce(0) { $0 + $1.requests } == 2)
        #expect(yield.tokens == meters([.textInput: 30, .textOutput: 3]))
        #expect(yield.counts.repeated == 1)
      }
    }
    // An agent whose calls nobody recorded is all there is.
    #expect(read(Self.line([spans[0]])).tokens.prompt == 30)
  }

  @Test func `two libraries that record one call are one request`() {
    let outer = Self.span("a1", Self.call(10, 1) + [("gen_ai.response.id", "chatcmpl-1")])
    let inner = Self.span(
      "b1", parent: "a1",
      Self.call(10, 1) + [
        ("gen_ai.response.id", "chatcmpl-1"), ("gen_ai.usage.cache_read.input_tokens", 4),
      ])
    for order in [[outer, inner], [inner, outer]] {
      let yield = read(Self.line(order))
      #expect(yield.records.map(\.tokens.cached) == [4])
      #expect(yield.counts.repeated == 1)
    }
    // Side by side, in two traces, the response's id still says so.
    let other = Self.span(
      "c1", trace: "aaaa", Self.call(10, 1) + [("gen_ai.response.id", "chatcmpl-1")])
    #expect(read(Self.line([inner, other])).records.map(\.tokens.cached) == [4])
    #expect(read(Self.line([other, inner])).records.map(\.tokens.cached) == [4])
  }

  @Test func `a call and its event are one request, with and without a response's id`() {
    for id in [[], [("gen_ai.response.id", "chatcmpl-1" as Any)]] {
      let attributes = (Self.call(10, 1) + id).map { Self.attribute($0.0, $0.1) }
      let event = """
        {"resourceLogs":[{"resource":{},"scopeLogs":[{"scope":{},"logRecords":[{\
        "observedTimeUnixNano":"1796006044250000000","traceId":"8B19EA1804F65D1DE6876A5E5858D61B",\
        "spanId":"AA","eventName":"gen_ai.client.inference.operation.details","attributes":[\
        \(attributes.joined(separator: ","))]}]}]}]}
        """
      let span = Self.line([Self.span("aa", Self.call(10, 1) + id)])
      #expect(read(span).records.map(\.key) == read(event).records.map(\.key))
      #expect(read(span + "\n" + event).tokens.prompt == 10)
      #expect(
        read(event).records.map(\.occurredAt) == [Instant(iso8601: "2026-11-30T02:34:04.25Z")])
    }
  }

  @Test func `a Gemini span is the same request as the response itself`() throws {
    let own = try #require(read(R.response).records.first)
    for provider in ["gcp.gemini", "gcp.vertex_ai", "gemini"] {
      let span = Self.span(
        "aa",
        [
          ("gen_ai.provider.name", provider), ("gen_ai.response.id", R.id),
          ("gen_ai.usage.input_tokens", 1000), ("gen_ai.response.model", "gemini-2.5-flash"),
        ])
      #expect(read(Self.line([span])).records.map(\.key) == [own.key])
    }
  }

  @Test func `tools, created agents and fetched responses use nothing themselves`() {
    for operation in ["execute_tool", "create_agent", "fetch_response"] {
      let attributes = Self.call(10, 1).dropFirst() + [("gen_ai.operation.name", operation)]
      let yield = read(Self.line([Self.span("aa", Array(attributes))]))
      #expect(yield.records.isEmpty && yield.counts.withoutUsage == 0)
    }
  }

  @Test func `a failed call is an error, one that was never measured is without usage`() {
    let failed = Self.span(
      "aa", [("gen_ai.operation.name", "chat"), ("error.type", "429")])
    let unmeasured = Self.span("bb", [("gen_ai.operation.name", "chat")])
    let yield = read(Self.line([failed, unmeasured]))
    #expect(yield.counts.errorBodies == 1 && yield.counts.withoutUsage == 1)
    let cut = Self.span("cc", Self.call(10, 1) + [("error.type", "timeout")])
    #expect(read(Self.line([cut])).records.map { $0.flags.contains(.incomplete) } == [true])
  }

  @Test(arguments: [
    #"{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"a","spanId":"b","attributes":[]}]}]}]}"#,
    #"{"resourceLogs":[]}"#, #"{"resourceSpans":{}}"#,
  ])
  func `what is known to carry no usage is counted as that`(_ text: String) {
    let yield = read(text)
    #expect(yield.counts.notUsage == 1)
    #expect(yield.records.isEmpty && yield.quarantined.isEmpty)
  }

  @Test(arguments: [
    #"{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"gen_ai.client.token.usage"}]}]}]}"#,
    #"{"type":"metric","name":"gen_ai.client.token.usage","attributes":{"a":1}}"#,
  ])
  func `metrics are said to be metrics, and not to carry no usage`(_ text: String) {
    let yield = read(text)
    #expect(yield.counts.metrics == 1 && yield.counts.notUsage == 0)
    #expect(yield.counts.foundAnything)
    #expect(yield.records.isEmpty && yield.quarantined.isEmpty)
  }

  @Test func `spans one by one, as exporters print them, are read too`() {
    let usage = """
      "attributes":{"gen_ai.operation.name":"chat","gen_ai.usage.input_tokens":10,\
      "gen_ai.usage.output_tokens":1,"gen_ai.input.messages":"x"}
      """
    let forms = [
      #"{"type":"span","traceId":"t","spanId":"s","endTime":[1796006044,5],\#(usage)}"#,
      #"{"name":"chat","context":{"trace_id":"0xT","span_id":"0xs"},"parent_id":null,"start_time":"2026-11-30T02:34:04Z",\#(usage)}"#,
      #"{"traceId":"t","spanId":"s","startTimeUnixNano":1796006044000000000,\#(usage)}"#,
    ]
    for form in forms {
      let yield = read(form)
      #expect(yield.tokens == meters([.textInput: 10, .textOutput: 1]))
      #expect(yield.records.map(\.occurredAt.slot) == [Instant(iso8601: "2026-11-30T02:30:00Z")])
    }
    // An app's log line with the ids of a span is none.
    let log = #"{"trace_id":"t","span_id":"s","attributes":{"a":1},"message":"x"}"#
    #expect(read(log).counts.unrecognized == 1)
  }

  @Test func `the address says who answered a request in OpenAI's protocol`() {
    let cases: [(String, String, Provider)] = [
      ("openai", "api.groq.com", .groq), ("openai", "me.openai.azure.com", .azureOpenAI),
      ("openai", "10.0.0.1", .openAI),
      ("gcp.gen_ai", "us-aiplatform.googleapis.com", .googleVertex),
      ("google", "generativelanguage.googleapis.com", .googleGeminiAPI),
      ("aws.bedrock", "x", .awsBedrock), ("az.ai.openai", "x", .azureOpenAI),
    ]
    for (provider, address, expected) in cases {
      let span = Self.span(
        "aa",
        [
          ("gen_ai.system", provider), ("server.address", address),
          ("gen_ai.usage.input_tokens", 1),
        ])
      #expect(read(Self.line([span])).records.map(\.series.provider) == [expected])
    }
  }

  @Test func `an attribute that is no count sets the call aside, and only that`() {
    let bad = Self.span("aa", [("gen_ai.usage.input_tokens", "many")])
    let yield = read(Self.line([bad, Self.span("bb", Self.call(1, 1))]))
    #expect(yield.quarantined.map(\.code) == ["bad_count"])
    #expect(yield.records.count == 1)
  }

  private func permutations(_ items: [String]) -> [[String]] {
    guard items.count > 1 else { return [items] }
    return items.indices.flatMap { index -> [[String]] in
      var rest = items
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }
}
