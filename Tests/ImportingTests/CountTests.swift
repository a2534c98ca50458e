import Quantities
import Testing
import Usage

@testable import Importing

/// What the counts of one response mean: every known way to get them wrong.
@Suite struct CountTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let usage: String
    let expected: MeteredTokens
    var residual: Int64 = 0
    var flags: RecordFlags = []
  }

  static let cases: [Case] = [
    Case(
      testDescription: "candidates missing: the budget went into thinking (CLIProxyAPI issue 5733)",
      usage: #"{"promptTokenCount":21,"thoughtsTokenCount":60,"totalTokenCount":81}"#,
      expected: meters([.textInput: 21, .thinking: 60])),
    Case(
      testDescription: "thoughts missing",
      usage: #"{"promptTokenCount":15,"candidatesTokenCount":359,"totalTokenCount":374}"#,
      expected: meters([.textInput: 15, .textOutput: 359])),
    Case(
      testDescription: "thoughts beside candidates (vercel/ai issue 6082)",
      usage: """
        {"promptTokenCount":7477,"candidatesTokenCount":2060,"thoughtsTokenCount":1939,\
        "totalTokenCount":11476}
        """,
      expected: meters([.textInput: 7477, .textOutput: 2060, .thinking: 1939])),
    Case(
      testDescription: "thoughts inside candidates are taken out once",
      usage: """
        {"promptTokenCount":100,"candidatesTokenCount":250,"thoughtsTokenCount":150,\
        "totalTokenCount":350}
        """,
      expected: meters([.textInput: 100, .textOutput: 250 - 150, .thinking: 150]),
      flags: .thoughtsInsideCandidates),
    Case(
      testDescription: "tool use does not make thoughts look inside (litellm PR 24622)",
      usage: """
        {"promptTokenCount":100,"candidatesTokenCount":250,"thoughtsTokenCount":150,\
        "toolUsePromptTokenCount":150,"totalTokenCount":650}
        """,
      expected: meters([.textInput: 100, .textOutput: 250, .thinking: 150, .toolUseInput: 150])),
    Case(
      testDescription: "a total beyond the parts is a residual, not a charge",
      usage: #"{"promptTokenCount":10,"candidatesTokenCount":5,"totalTokenCount":20}"#,
      expected: meters([.textInput: 10, .textOutput: 5]), residual: 20 - 15),
    Case(
      testDescription: "a total below the parts is a negative residual",
      usage: #"{"promptTokenCount":10,"candidatesTokenCount":5,"totalTokenCount":12}"#,
      expected: meters([.textInput: 10, .textOutput: 5]), residual: 12 - 15),
    Case(
      testDescription: "cached beyond text: its own details say where it belongs (litellm 18768)",
      usage: """
        {"promptTokenCount":5000,"cachedContentTokenCount":4000,"promptTokensDetails":[\
        {"modality":"TEXT","tokenCount":673},{"modality":"AUDIO","tokenCount":4327}],\
        "cacheTokensDetails":[{"modality":"TEXT","tokenCount":500},\
        {"modality":"AUDIO","tokenCount":3500}]}
        """,
      expected: meters([
        .textInput: 173, .audioInput: 827, .cachedTextInput: 500, .cachedAudioInput: 3500,
      ])),
    Case(
      testDescription: "cached beyond text without details: text first, never below zero",
      usage: """
        {"promptTokenCount":5000,"cachedContentTokenCount":4000,"promptTokensDetails":[\
        {"modality":"TEXT","tokenCount":673},{"modality":"AUDIO","tokenCount":4327}]}
        """,
      expected: meters([
        .audioInput: 4327 - (4000 - 673), .cachedTextInput: 673, .cachedAudioInput: 4000 - 673,
      ])),
    Case(
      testDescription: "an image answer without a TEXT entry: the rest is text",
      usage: """
        {"promptTokenCount":8,"candidatesTokenCount":1320,"candidatesTokensDetails":[\
        {"modality":"IMAGE","tokenCount":1290}]}
        """,
      expected: meters([.textInput: 8, .textOutput: 30, .imageOutput: 1290])),
    Case(
      testDescription: "details beyond the count: the count is kept",
      usage: """
        {"promptTokenCount":10,"promptTokensDetails":[{"modality":"IMAGE","tokenCount":258}]}
        """,
      expected: meters([.textInput: 10]), flags: .detailsDisagree),
    Case(
      testDescription: "every modality, by word and by number of the enumeration",
      usage: """
        {"prompt_token_count":15,"prompt_tokens_details":[{"modality":1,"token_count":1},\
        {"modality":2,"token_count":2},{"modality":"VIDEO","token_count":3},\
        {"modality":"audio","token_count":4},{"modality":"DOCUMENT","token_count":5}]}
        """,
      expected: meters([
        .textInput: 1, .imageInput: 2, .videoInput: 3, .audioInput: 4, .documentInput: 5,
      ])),
    Case(
      testDescription: "counts in quotes and with a zero fraction",
      usage: #"{"promptTokenCount":"12","candidatesTokenCount":3.0,"totalTokenCount":"15"}"#,
      expected: meters([.textInput: 12, .textOutput: 3])),
    Case(
      testDescription: "of a repeated key the last counts",
      usage: #"{"promptTokenCount":900,"promptTokenCount":12}"#,
      expected: meters([.textInput: 12])),
    Case(
      testDescription: "a null is a missing count",
      usage: #"{"promptTokenCount":12,"candidatesTokenCount":null,"cacheTokensDetails":null}"#,
      expected: meters([.textInput: 12])),
  ]

  @Test(arguments: cases)
  func `counts become meters that do not overlap`(_ sample: Case) throws {
    let yield = read(response(sample.usage))
    let record = try #require(yield.records.first)
    #expect(record.tokens == sample.expected)
    #expect(record.residual == TokenCount(sample.residual))
    #expect(record.flags.subtracting(.providerAssumed) == sample.flags)
    #expect(yield.counts.residuals == (sample.residual == 0 ? 0 : 1))
    #expect(yield.counts.residualTokens == sample.residual)
    #expect(
      yield.counts.thoughtsInsideCandidates == (sample.flags == .thoughtsInsideCandidates ? 1 : 0))
  }

  @Test(arguments: [
    (#"{"promptTokenCount":-1}"#, "promptTokenCount is negative"),
    (#"{"promptTokenCount":"-7"}"#, "promptTokenCount is negative"),
    (#"{"promptTokenCount":1.5}"#, "promptTokenCount is not a whole number"),
    (#"{"promptTokenCount":"many"}"#, "promptTokenCount is not a whole number"),
    (#"{"promptTokenCount":""}"#, "promptTokenCount is not a whole number"),
    (#"{"promptTokenCount":[]}"#, "promptTokenCount is not a whole number"),
    (#"{"promptTokenCount":true}"#, "promptTokenCount is not a whole number"),
    (#"{"promptTokenCount":1000000000001}"#, "promptTokenCount is beyond a trillion tokens"),
    (#"{"promptTokenCount":1.000000000001e12}"#, "promptTokenCount is beyond a trillion tokens"),
    (#"{"promptTokenCount":1e99}"#, "promptTokenCount is beyond a trillion tokens"),
    (
      #"{"promptTokenCount":1e99999999999999999999}"#,
      "promptTokenCount is beyond a trillion tokens"
    ),
    (#"{"promptTokenCount":-1e99}"#, "promptTokenCount is negative"),
    (#"{"promptTokenCount":1e-3}"#, "promptTokenCount is not a whole number"),
    (#"{"promptTokenCount":1.25e1}"#, "promptTokenCount is not a whole number"),
    (#"{"promptTokenCount":1e-99999999999999999999}"#, "promptTokenCount is not a whole number"),
    (#"{"promptTokenCount":"1e"}"#, "promptTokenCount is not a whole number"),
    (#"{"promptTokenCount":"0x10"}"#, "promptTokenCount is not a whole number"),
    (
      #"{"totalTokenCount":99999999999999999999999999}"#,
      "totalTokenCount is beyond a trillion tokens"
    ),
    (
      #"{"promptTokenCount":1,"promptTokensDetails":[{"modality":"TEXT","tokenCount":-9}]}"#,
      "tokenCount is negative"
    ),
    (
      #"{"promptTokenCount":700,"cachedContentTokenCount":900}"#,
      "cached tokens (900) exceed prompt tokens (700)"
    ),
  ])
  func `a count that cannot be right is set aside and the next line is read`(
    _ usage: String, _ explanation: String
  ) {
    let yield = read(response(usage) + "\n" + response(R.usage, id: "id-2"))
    #expect(yield.quarantined.map(\.explanation) == [explanation])
    let isCache = explanation.hasPrefix("cached")
    let isLarge = explanation.hasSuffix("trillion tokens")
    let code =
      isCache ? "cached_exceeds_prompt" : isLarge ? "count_too_large" : "bad_count"
    #expect(yield.quarantined.map(\.code) == [code])
    #expect(
      (yield.quarantined.first?.remedy?.contains("--input-excludes-cache") == true) == isCache)
    #expect(yield.quarantined.map(\.place) == [SourcePlace(line: 1, byteOffset: 0)])
    #expect(yield.counts.quarantined == 1)
    #expect(yield.records.map(\.tokens) == [R.tokens])
  }

  @Test func `cached beyond the prompt is added where the source leaves it out`() throws {
    var options = ImportOptions()
    options.inputExcludesCache = true
    let usage = #"{"promptTokenCount":700,"cachedContentTokenCount":900}"#
    let record = try #require(read(response(usage), options: options).records.first)
    #expect(record.tokens == meters([.textInput: 700, .cachedTextInput: 900]))
    #expect(record.tokens.prompt == 1600)
  }

  @Test(arguments: [
    #"{"promptTokenCount":0,"totalTokenCount":0}"#, "{}", "null", #"{"trafficType":"ON_DEMAND"}"#,
  ])
  func `a response without usage is counted and is not a request of zero`(_ usage: String) {
    let yield = read(response(usage))
    #expect(yield.records.isEmpty)
    #expect(yield.counts.withoutUsage == 1)
    #expect(yield.quarantined.isEmpty)
  }

  @Test func `a blocked prompt still bills its prompt tokens`() throws {
    let text = """
      {"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":9,\
      "totalTokenCount":9},"modelVersion":"gemini-2.5-pro"}
      """
    let record = try #require(read(text).records.first)
    #expect(record.tokens == meters([.textInput: 9]))
    #expect(!record.flags.contains(.incomplete))
  }

  @Test func `search queries are counted once each, empty ones not`() throws {
    let text = """
      {"candidates":[{"finishReason":"STOP","groundingMetadata":{"webSearchQueries":\
      ["a","b","a",""]}}],"usageMetadata":{"promptTokenCount":1}}
      """
    #expect(try #require(read(text).records.first).searchQueries == 2)
  }

  @Test(arguments: [
    (#""trafficType":"ON_DEMAND_FLEX""#, Provider.googleVertex, ServiceTier.flex),
    (#""trafficType":"PROVISIONED_THROUGHPUT""#, .googleVertex, .provisioned),
    (#""traffic_type":"TrafficType.ON_DEMAND_PRIORITY""#, .googleVertex, .priority),
    (#""serviceTier":"flex""#, .googleGeminiAPI, .flex),
    (#""serviceTier":"unspecified""#, .googleGeminiAPI, .standard),
  ])
  func `the tier that served says which provider it was`(
    _ member: String, _ provider: Provider, _ tier: ServiceTier
  ) throws {
    let record = try #require(read(response("{\"promptTokenCount\":5,\(member)}")).records.first)
    #expect(record.series.provider == provider)
    #expect(record.series.serviceTier == tier)
    #expect(!record.flags.contains(.providerAssumed))
  }

  /// Doubles are printed in many ways, and every one of them says exactly one number.
  @Test(arguments: [
    ("1000", 1000), ("1000.0", 1000), ("1000.000000000000000000000", 1000), ("1e3", 1000),
    ("1E+3", 1000), ("12E2", 1200), ("1.25e3", 1250), ("1.5e1", 15), ("100e-2", 1),
    ("0.5e1", 5), ("0.0000000000000000005e19", 5), ("0e99", 0), ("-0", 0), ("-0.0e5", 0),
    ("\"1000\"", 1000), ("\"1e3\"", 1000), ("\"1000.00\"", 1000), ("\"0001000\"", 1000),
    ("123456789012", 123_456_789_012), ("1.23456789012e11", 123_456_789_012),
    ("123456789012000000000e-9", 123_456_789_012), ("1000000000000", 1_000_000_000_000),
    ("1e12", 1_000_000_000_000), ("\"00000000001000000000000\"", 1_000_000_000_000),
  ])
  func `a whole number is read exactly in every notation`(_ text: String, _ count: Int64) {
    let usage = #"{"promptTokenCount":\#(text),"candidatesTokenCount":1}"#
    let yield = read(response(usage))
    #expect(yield.quarantined == [])
    #expect(yield.records.map(\.tokens) == [meters([.textInput: count, .textOutput: 1])])
  }

  /// As in files of their own: the reading that can be metered counts, the others are set aside.
  @Test(arguments: [[0, 1, 2], [1, 0, 2], [2, 1, 0], [1, 2, 0]])
  func `a reading whose counts cannot be costs the other readings nothing`(_ order: [Int]) {
    let readings = [
      response(R.usage, id: "id-1"),
      response(#"{"promptTokenCount":700,"cachedContentTokenCount":900}"#, id: "id-1"),
      response(#"{"promptTokenCount":7000000,"candidatesTokenCount":-1}"#, id: "id-1"),
    ]
    let yield = read(order.map { readings[$0] }.joined(separator: "\n") + "\n")
    #expect(yield.records.map(\.tokens) == [R.tokens])
    #expect(yield.quarantined.map(\.code).sorted() == ["bad_count", "cached_exceeds_prompt"])
    #expect(yield.counts.repeated == 0)
  }
}
