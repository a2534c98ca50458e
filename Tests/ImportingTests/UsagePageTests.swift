import Quantities
import Testing
import Usage

@testable import Importing

/// OpenAI's usage API, and rows of one's own that keep the usage object of any vendor.
@Suite struct UsagePageTests {
  static func page(_ results: String, start: Int = 1_754_956_800) -> String {
    """
    {"object":"page","data":[{"object":"bucket","start_time":\(start),\
    "end_time":\(start + 86_400),"results":[\(results)]}],"has_more":false,"next_page":null}
    """
  }

  static func result(_ input: Int, more: String = "") -> String {
    """
    {"object":"organization.usage.completions.result","input_tokens":\(input),"output_tokens":500,\
    "num_model_requests":270,"project_id":"proj_1","user_id":null,"api_key_id":null,\
    "model":"gpt-5-2025-08-07","batch":null,\(more)"input_cached_tokens":800,\
    "input_audio_tokens":100,"output_audio_tokens":20}
    """
  }

  @Test func `a result is one record that stands for its requests`() throws {
    let yield = read(UsagePageTests.page(UsagePageTests.result(1000)))
    let record = try #require(yield.records.first)
    let expected: [Meter: Int64] = [
      // 800 of the 900 text tokens were cached, and none of the audio.
      .textInput: 100, .cachedTextInput: 800, .audioInput: 100, .textOutput: 480, .audioOutput: 20,
    ]
    #expect(record.tokens == meters(expected))
    #expect(record.requests == 270)
    #expect(yield.counts.requests == 270)
    #expect(yield.counts.requestsInSums == 270)
    #expect(record.flags == .promptIsSum)
    #expect(record.occurredAt == Instant(seconds: 1_754_956_800))
    #expect(record.series.provider == .openAI)
    #expect(record.series.labels["project"] == "proj_1")
  }

  @Test func `a bucket that has grown is the same bucket, another group is not`() {
    func keys(_ text: String) -> [RequestKey] { read(text).records.map(\.key) }
    let then = keys(UsagePageTests.page(UsagePageTests.result(1000)))
    #expect(keys(UsagePageTests.page(UsagePageTests.result(2000))) == then)
    #expect(keys(UsagePageTests.page(UsagePageTests.result(1000), start: 1_754_870_400)) != then)
    for (old, new) in [
      ("\"batch\":null", "\"batch\":true"), ("\"proj_1\"", "\"proj_2\""),
      ("\"api_key_id\":null", "\"api_key_id\":\"key_1\""), ("gpt-5-2025", "gpt-5-mini-2025"),
    ] {
      #expect(keys(UsagePageTests.page(UsagePageTests.result(1000).replacing(old, new))) != then)
    }
  }

  @Test func `batch and tier are those of the group`() {
    func tier(_ text: String) -> ServiceTier? {
      read(UsagePageTests.page(text)).records.first?.series.serviceTier
    }
    let batch = UsagePageTests.result(1).replacing("\"batch\":null", "\"batch\":true")
      .replacing("800", "0").replacing("\"input_audio_tokens\":100", "\"input_audio_tokens\":0")
    #expect(tier(batch) == .batch)
    #expect(tier(UsagePageTests.result(1000, more: "\"service_tier\":\"flex\",")) == .flex)
  }

  @Test func `money is not usage, and what is not counted in tokens is set aside`() {
    let cost = """
      {"object":"organization.costs.result","amount":{"value":0.06,"currency":"usd"},\
      "line_item":null}
      """
    #expect(read(UsagePageTests.page(cost)).counts.notUsage == 1)
    #expect(read(UsagePageTests.page("")).counts.unrecognized == 0)
    let images = """
      {"object":"organization.usage.images.result","images":2,"num_model_requests":2}
      """
    let yield = read(UsagePageTests.page(images))
    #expect(yield.quarantined.map(\.code) == ["unsupported_unit"])
  }

  @Test func `the retired API and Elastic's events of it are read`() {
    let legacy = """
      {"object":"list","data":[{"aggregation_timestamp":1722902400,"n_requests":2,\
      "operation":"completion","snapshot_id":"gpt-4o-mini-2024-07-18","n_context_tokens_total":100,\
      "n_generated_tokens_total":18,"n_cached_context_tokens_total":30}],"ft_data":[]}
      """
    let event = """
      {"@timestamp":"2024-10-12T08:05:34.853Z","openai":{"usage":{"data":{"context_tokens_total":100,\
      "generated_tokens_total":18,"cached_context_tokens_total":30,"requests_total":2,\
      "snapshot_id":"gpt-4o-mini-2024-07-18","operation":"completion"}}}}
      """
    for text in [legacy, event, #"{"events":[\#(event)]}"#] {
      let yield = read(text)
      let expected = meters([.textInput: 70, .cachedTextInput: 30, .textOutput: 18])
      #expect(yield.records.map(\.tokens) == [expected])
      #expect(yield.records.map(\.requests) == [2])
      #expect(yield.records.first?.series.model == "gpt-4o-mini-2024-07-18")
    }
  }

  // MARK: Rows of one's own

  @Test(
    arguments: [
      (
        "openai", "gpt-5.4",
        #"{"prompt_tokens":10,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":4}}"#,
        [.textInput: 6, .cachedTextInput: 4, .textOutput: 5], Provider.openAI
      ),
      (
        "anthropic", "claude-sonnet-5",
        #"{"input_tokens":10,"output_tokens":5,"cache_read_input_tokens":4}"#,
        [.textInput: 10, .cachedTextInput: 4, .textOutput: 5], .anthropic
      ),
      (
        "bedrock", "amazon.nova-lite-v1:0",
        #"{"inputTokens":10,"outputTokens":5,"totalTokens":15}"#,
        [.textInput: 10, .textOutput: 5], .awsBedrock
      ),
      (
        "azure", "gpt-5.4",
        #"{"input_tokens":10,"output_tokens":5,"input_tokens_details":{"cached_tokens":4}}"#,
        [.textInput: 6, .cachedTextInput: 4, .textOutput: 5], .azureOpenAI
      ),
    ] as [(String, String, String, [Meter: Int64], Provider)])
  func `a row that keeps the usage object says what its names mean`(
    _ seller: String, _ model: String, _ usage: String, _ expected: [Meter: Int64],
    _ provider: Provider
  ) throws {
    let row = """
      {"timestamp":"\(R.time)","provider":"\(seller)","model":"\(model)","id":17,"usage":\(usage)}
      """
    // The same number in another file is another row: a number is not believed to be an id.
    let other = row.replacing("09:12", "09:13")
    let yield = read(row + "\n" + other)
    #expect(yield.records.map(\.tokens) == [meters(expected), meters(expected)])
    #expect(yield.records.map(\.series.provider) == [provider, provider])
    #expect(yield.records.first?.series.requestedModel == model)
    #expect(yield.records.first?.occurredAt == Instant(iso8601: R.time))
    // Tollbook's own line takes the same object.
    let line = row.replacing("timestamp", "time").replacing("\"provider\":\"\(seller)\",", "")
    #expect(read(line).records.map(\.tokens) == [meters(expected)])
  }

  @Test(arguments: [
    #"{"object":"batch","id":"batch_1","model":"gpt-5.4","usage":{"input_tokens":9}}"#,
    #"{"object":"thread.run.step","id":"step_1","usage":{"prompt_tokens":9}}"#,
    #"{"object":"response.input_tokens","input_tokens":11}"#, #"{"input_tokens":2095}"#,
    #"{"type":"message_batch","id":"msgbatch_1","request_counts":{"succeeded":2}}"#,
  ])
  func `what is counted elsewhere, or was not used, is no usage`(_ text: String) {
    let yield = read(text)
    #expect(yield.records.isEmpty)
    #expect(yield.counts.notUsage == 1)
    #expect(yield.quarantined.isEmpty)
  }

  @Test func `a run of an assistant is a request`() {
    let run = """
      {"object":"thread.run","id":"run_1","created_at":1762161164,"model":"gpt-4o",\
      "status":"completed","usage":{"prompt_tokens":9,"completion_tokens":3,"total_tokens":12}}
      """
    let yield = read(run + "\n" + run)
    #expect(Set(yield.records.map(\.key)).count == 1)
    #expect(yield.records.first?.tokens == meters([.textInput: 9, .textOutput: 3]))
    #expect(yield.records.first?.occurredAt == Instant(seconds: 1_762_161_164))
  }

  @Test func `a vendor's id makes a row the request that it is`() {
    let usage = #"{"prompt_tokens":10,"completion_tokens":5}"#
    let id = "chatcmpl-AbCdEfGhIjKlMnOpQrStUvWxYz012"
    let row = #"{"timestamp":"\#(R.time)","id":"\#(id)","model":"gpt-5.4","usage":\#(usage)}"#
    #expect(
      read(row).records.map(\.key)
        == read(OpenAITests.completion(usage, id: id)).records.map(\.key))
  }
}
