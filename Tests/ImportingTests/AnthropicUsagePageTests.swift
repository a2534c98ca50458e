import Quantities
import Testing
import Usage

@testable import Importing

/// Pages of Anthropic's usage report.
struct AnthropicUsagePageTests {
  static func page(_ results: String, start: String = "2026-11-01T00:00:00Z") -> String {
    """
    {"data":[{"starting_at":"\(start)","ending_at":"2026-11-02T00:00:00Z",\
    "results":[\(results)]}],"has_more":false,"next_page":null}
    """
  }

  static func result(_ input: Int, more: String = "\"context_window\":\"0-200k\"") -> String {
    """
    {"uncached_input_tokens":\(input),"cache_creation":{"ephemeral_1h_input_tokens":1000,\
    "ephemeral_5m_input_tokens":500},"cache_read_input_tokens":200,"output_tokens":700,\
    "server_tool_use":{"web_search_requests":10},"api_key_id":"apikey_1",\
    "workspace_id":"wrkspc_1","model":"claude-opus-4-6","service_tier":"batch",\(more)}
    """
  }

  @Test func `a result is one record of the start of its bucket`() throws {
    let yield = read(Self.page(Self.result(1500)))
    let record = try #require(yield.records.first)
    let expected: [Meter: Int64] = [
      .textInput: 1500, .cachedTextInput: 200, .cacheWrite5m: 500, .cacheWrite1h: 1000,
      .textOutput: 700,
    ]
    #expect(record.tokens == meters(expected))
    #expect(record.searchQueries == 10)
    #expect(record.requests == 0)
    #expect(record.flags == .promptIsSum)
    #expect(record.occurredAt == Instant(iso8601: "2026-11-01T00:00:00Z"))
    #expect(record.series.provider == .anthropic)
    #expect(record.series.reportedModel == "claude-opus-4-6")
    #expect(record.series.serviceTier == .batch)
    #expect(record.series.labels["project"] == "wrkspc_1")
    #expect(yield.counts.sums == 1)
    #expect(yield.counts.foundAnything)
  }

  /// Which side of 200,000 tokens a prompt is on is all that its price asks.
  @Test func `prompts beyond a context window are priced as such`() throws {
    let long = "\"context_window\":\"200k-1M\""
    let record = try #require(read(Self.page(Self.result(900_000, more: long))).records.first)
    #expect(!record.flags.contains(.promptIsSum))
    let fast = "\"context_window\":\"0-200k\",\"speed\":\"fast\",\"inference_geo\":\"us\""
    let other = try #require(read(Self.page(Self.result(1, more: fast))).records.first)
    #expect(other.flags == .promptIsSum)
    #expect(other.series.serviceTier == .fast)
    #expect(other.series.labels["inference_geo"] == "us")
  }

  @Test func `a bucket that has grown is the same bucket, another group is not`() {
    func keys(_ text: String) -> [RequestKey] { read(text).records.map(\.key) }
    let then = keys(Self.page(Self.result(1500)))
    #expect(then.count == 1)
    #expect(keys(Self.page(Self.result(2500))) == then)
    #expect(keys(Self.page(Self.result(1500), start: "2026-11-01T01:00:00Z")) != then)
    for (old, new) in [
      ("apikey_1", "apikey_2"), ("wrkspc_1", "wrkspc_2"), ("opus-4-6", "haiku-4-5"),
      ("batch", "standard"), ("0-200k", "200k-1M"),
    ] {
      #expect(keys(Self.page(Self.result(1500).replacing(old, with: new))) != then)
    }
  }

  @Test func `money and empty buckets are no usage`() {
    let cost = read(Self.page(#"{"currency":"USD","amount":"123.45","workspace_id":null}"#))
    #expect(cost.records == [])
    #expect(cost.counts.notUsage == 1)
    #expect(read(Self.page("")).counts.notUsage == 1)
    #expect(read(Self.page("")).quarantined == [])
  }
}
