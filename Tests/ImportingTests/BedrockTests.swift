import Quantities
import Testing
import Usage

@testable import Importing

/// Bedrock's answers, streams and invocation log.
@Suite struct BedrockTests {
  static let usage = """
    {"inputTokens":3,"outputTokens":288,"totalTokens":2865,"cacheReadInputTokens":500,\
    "cacheReadInputTokenCount":500,"cacheWriteInputTokens":2074,"cacheWriteInputTokenCount":2074,\
    "cacheDetails":[{"inputTokens":74,"ttl":"1h"},{"inputTokens":2000,"ttl":"5m"}]}
    """
  static let tokens = meters([
    .textInput: 3, .cachedTextInput: 500, .cacheWrite5m: 2000, .cacheWrite1h: 74, .textOutput: 288,
  ])

  static func answer(_ usage: String, more: String = "") -> String {
    """
    {"output":{"message":{"role":"assistant","content":[{"text":"a"}]}},"stopReason":"end_turn",\
    "metrics":{"latencyMs":812},\(more)"usage":\(usage)}
    """
  }

  @Test func `the cache stands beside the input`() throws {
    let yield = read(BedrockTests.answer(BedrockTests.usage))
    let record = try #require(yield.records.first)
    #expect(record.tokens == BedrockTests.tokens)
    #expect(record.residual == 0)
    #expect(record.series.provider == .awsBedrock)
    #expect(record.latencyMilliseconds == 812)
    // The model stands in the request's address only.
    #expect(yield.counts.modelsUnknown == 1)
  }

  @Test func `a total that leaves the cache out says that the input includes it`() throws {
    let usage = """
      {"inputTokens":600,"outputTokens":10,"totalTokens":610,"cacheReadInputTokens":500}
      """
    let record = try #require(read(BedrockTests.answer(usage)).records.first)
    #expect(record.tokens == meters([.textInput: 100, .cachedTextInput: 500, .textOutput: 10]))
  }

  @Test func `a stream counts its metadata, wherever that stands`() {
    let events = [
      #"{"messageStart":{"role":"assistant"}}"#,
      #"{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"text":"a"}}}"#,
      #"{"metadata":{"usage":\#(BedrockTests.usage),"metrics":{"latencyMs":9}}}"#,
      #"{"messageStop":{"stopReason":"end_turn"}}"#,
    ]
    let yield = read(events.joined(separator: "\n"))
    #expect(yield.records.map(\.tokens) == [BedrockTests.tokens])
    #expect(yield.counts.withoutUsage + yield.counts.unrecognized == 0)
    #expect(read(events.prefix(2).joined(separator: "\n")).counts.withoutUsage == 1)
    // Two that were cut, and one that was not.
    let three = events.prefix(2) + events.prefix(2) + events
    #expect(read(three.joined(separator: "\n")).counts.withoutUsage == 2)
  }

  @Test func `the request id of AWS is the request, in a body and in the log`() throws {
    let id = "ff4b6c63-5561-4431-93b8-06a817275900"
    let body = BedrockTests.answer(
      BedrockTests.usage, more: "\"ResponseMetadata\":{\"RequestId\":\"\(id)\"},")
    let row = """
      {"schemaType":"ModelInvocationLog","schemaVersion":"1.0","timestamp":"2025-03-11T00:38:02Z",\
      "accountId":"123456789012","region":"us-east-1","requestId":"\(id)","operation":"Converse",\
      "identity":{"arn":"arn:aws:iam::123456789012:user/anna"},"requestMetadata":{"team":"search"},\
      "modelId":"arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.amazon.nova-lite-v1:0",\
      "input":{"inputBodyJson":{"messages":["private"]},"inputTokenCount":4,\
      "cacheReadInputTokenCount":7,"cacheWriteInputTokenCount":2},\
      "output":{"outputTokenCount":38}}
      """
    let record = try #require(read(row).records.first)
    #expect(record.key == read(body).records.first?.key)
    let expected: [Meter: Int64] = [
      .textInput: 4, .cachedTextInput: 7, .cacheWrite5m: 2, .textOutput: 38,
    ]
    #expect(record.tokens == meters(expected))
    #expect(record.series.model == "us.amazon.nova-lite-v1:0")
    #expect(record.series.labels["team"] == "search")
    #expect(record.occurredAt == Instant(iso8601: "2025-03-11T00:38:02Z"))
    let text = String(reflecting: record)
    for secret in ["123456789012", "anna", "private"] { #expect(!text.contains(secret)) }
  }

  @Test func `the log's body knows more than the counts beside it`() throws {
    let message = AnthropicTests.message(AnthropicTests.usage, id: "msg_bdrk_01A")
    let row = """
      {"schemaType":"ModelInvocationLog","timestamp":"2025-03-11T00:38:02Z","requestId":"r",\
      "modelId":"anthropic.claude-sonnet-5-v1:0","input":{"inputTokenCount":16},\
      "output":{"outputBodyJson":\(message),"outputTokenCount":344}}
      """
    let record = try #require(read(row).records.first)
    #expect(record.tokens == AnthropicTests.tokens)
    #expect(record.key == read(message).records.first?.key)
    #expect(record.series.model == "anthropic.claude-sonnet-5-v1:0")
    #expect(record.series.provider == .awsBedrock)
  }

  @Test func `a row of the log without an answer is an error`() {
    let row = #"{"schemaType":"ModelInvocationLog","requestId":"r","errorCode":"Throttling"}"#
    #expect(read(row).counts.errorBodies == 1)
  }

  @Test func `a message and nothing else is an error of AWS`() {
    let yield = read(#"{"message":"This model is not available."}"#)
    #expect(yield.counts.errorBodies == 1)
    #expect(yield.quarantined.isEmpty)
  }

  @Test(arguments: [
    (#""serviceTier":{"type":"flex"},"#, ServiceTier.flex),
    (#""serviceTier":{"type":"reserved"},"#, .provisioned), ("", .standard),
  ])
  func `the tier that served it is in the answer`(_ more: String, _ tier: ServiceTier) throws {
    let text = BedrockTests.answer(BedrockTests.usage, more: more)
    #expect(try #require(read(text).records.first).series.serviceTier == tier)
  }
}
