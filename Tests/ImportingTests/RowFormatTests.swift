import Quantities
import Testing
import Usage

@testable import Importing

/// Rows that surround a response: batches, Vertex's log, recorded calls, an app's own log.
@Suite struct RowFormatTests {
  private func only(_ text: String, _ options: ImportOptions = ImportOptions()) -> UsageRecord? {
    let whole = read(text, options: options)
    for size in readSizes {
      #expect(read(text, options: options, largestRead: size).outcome == whole.outcome)
    }
    #expect(whole.quarantined.isEmpty)
    return whole.records.count == 1 ? whole.records[0] : nil
  }

  @Test func `rows of a Gemini batch are batch requests, failed rows are errors`() {
    let text = """
      {"key":"r-1","response":\(R.response)}
      {"key":"r-2","error":{"code":400,"message":"bad"}}
      {"response":\(response(R.usage, id: "b")),"metadata":{"key":"r-3"}}
      """
    let yield = read(text)
    #expect(yield.records.map(\.tokens) == [R.tokens, R.tokens])
    #expect(yield.records.allSatisfy { $0.series.serviceTier == .batch })
    #expect(yield.records.allSatisfy { $0.flags == .batchFromShape })
    #expect(yield.counts.batchFromShape == 2)
    #expect(yield.counts.errorBodies == 1)
  }

  @Test(arguments: [
    #"{"inlinedResponses":{"inlinedResponses":[ROWS]}}"#, #"{"inlinedResponses":[ROWS]}"#,
    #"{"name":"batches/1","done":true,"response":{"inlinedResponses":{"inlinedResponses":[ROWS]}}}"#,
    #"{"name":"batches/1","metadata":{"output":{"inlinedResponses":[ROWS]}}}"#,
    #"{"name":"batches/1","dest":{"inlined_responses":[ROWS]}}"#,
  ])
  func `inlined batch responses are found at every depth`(_ form: String) {
    let rows = """
      {"response":\(R.response)},{"error":{"code":3}},{"response":{}},\
      {"response":\(response(R.usage, id: "b")),"metadata":{"key":"k"}}
      """
    let yield = read(form.replacing("ROWS", rows))
    #expect(yield.records.map(\.tokens) == [R.tokens, R.tokens])
    #expect(yield.records.allSatisfy { $0.series.serviceTier == .batch })
    #expect(yield.counts.errorBodies == 1)
    #expect(yield.counts.withoutUsage == 1)
  }

  @Test func `a Vertex prediction row is a batch request of Vertex`() throws {
    let row = """
      {"request":{"contents":[],"model":"publishers/google/models/gemini-2.5-pro",\
      "labels":{"team":"a"}},"status":"","response":{"candidates":[{"finishReason":"STOP"}],\
      "usageMetadata":\(R.usage)},"processed_time":"2026-11-03T10:00:00.000+00:00"}
      """
    let record = try #require(only(row))
    #expect(record.tokens == R.tokens)
    #expect(record.series.provider == .googleVertex)
    #expect(record.series.serviceTier == .batch)
    #expect(record.series.requestedModel == "gemini-2.5-pro")
    #expect(record.series.labels["team"] == "a")
    #expect(record.occurredAt == Instant(iso8601: "2026-11-03T10:00:00Z"))
    let failed = #"{"request":{},"status":"Bad Request: {}","response":{},"processed_time":"x"}"#
    #expect(read(failed).counts.errorBodies == 1)
  }

  static let chunksAsString = "[\(R.chunks.joined(separator: ","))]".replacing("\\", "\\\\")
    .replacing("\"", "\\\"")

  @Test(arguments: [
    R.response, "[\(R.chunks.joined(separator: ","))]", "\"\(chunksAsString)\"",
    "\"\(R.response.replacing("\\", "\\\\").replacing("\"", "\\\""))\"",
  ])
  func `Vertex's log keeps a response as object, chunks or text`(_ full: String) throws {
    let row = """
      {"endpoint":"e","logging_time":"2026-11-03 09:13:00 UTC","model":\
      "publishers/google/models/gemini-2.5-flash","model_version":"1","request_id":"77",\
      "metadata":{"request_latency":812.4},"full_request":{"labels":[{"key":"team","value":"b"}]},\
      "full_response":\(full)}
      """
    let record = try #require(only(row))
    #expect(record.tokens == R.tokens)
    #expect(record.series.provider == .googleVertex)
    #expect(record.series.requestedModel == "gemini-2.5-flash")
    #expect(record.series.serviceTier == .standard)
    #expect(record.series.labels["team"] == "b")
    #expect(record.latencyMilliseconds == 812)
    #expect(record.occurredAt == Instant(iso8601: R.time))
    #expect(record.key == read(R.response).records.first?.key)
  }

  @Test func `BigQuery's typed export writes counts in quotes and times with UTC`() throws {
    let row = """
      {"logging_time":"2026-11-03 09:13:00.5 UTC","request_id":"9007199254740993",\
      "full_response":{"candidates":[{"finish_reason":"STOP"}],"usage_metadata":{\
      "prompt_token_count":"1000","cached_content_token_count":"400","candidates_token_count":"200",\
      "thoughts_token_count":"300","tool_use_prompt_token_count":"50","total_token_count":"1550",\
      "prompt_tokens_details":[{"modality":"TEXT","token_count":"1000"}],\
      "traffic_type":"ON_DEMAND"},"model_version":"gemini-2.5-flash"}}
      """
    let record = try #require(only(row))
    #expect(record.tokens == R.tokens)
    #expect(record.occurredAt == Instant(iso8601: "2026-11-03T09:13:00.5Z"))
    #expect(!record.flags.contains(.keyDerived))
  }

  @Test(arguments: [
    #"{"method":"generateContent","response":RESPONSE}"#,
    #"{"request":{"model":"models/gemini-2.5-flash"},"response":RESPONSE}"#,
    #"{"timestamp":"2026-11-03T09:00:00Z","response":{"status":200,"body":RESPONSE}}"#,
    #"{"method":"generateContentStream","response":[RESPONSE]}"#,
  ])
  func `a recorded call is the response in it, and no batch`(_ form: String) throws {
    let record = try #require(only(form.replacing("RESPONSE", R.response)))
    #expect(record.tokens == R.tokens)
    #expect(record.series.serviceTier == .standard)
  }

  @Test func `a response kept as text inside a row is read`() throws {
    let text = R.response.replacing("\\", "\\\\").replacing("\"", "\\\"")
    let record = try #require(only(#"{"request":"…","response":"\#(text)"}"#))
    #expect(record.tokens == R.tokens)
    let twice = text.replacing("\\", "\\\\").replacing("\"", "\\\"")
    #expect(read(#"{"response":"\"\#(twice)\""}"#).records.isEmpty)
  }

  @Test func `an app's own row lends its time and model to the usage in it`() throws {
    let row = """
      {"timestamp":"2026-11-03T09:12:44.120Z","level":"info","model":"gemini-2.5-flash",\
      "usage_metadata":\(R.snakeUsage)}
      """
    let record = try #require(only(row))
    #expect(record.tokens == R.tokens)
    #expect(record.series.requestedModel == "gemini-2.5-flash")
    #expect(record.occurredAt == Instant(iso8601: R.time))
  }

  @Test(arguments: [
    #"{"totalTokens":31,"promptTokensDetails":[{"modality":"TEXT","tokenCount":31}]}"#,
    #"{"total_tokens":31}"#, #"{"method":"countTokens","response":{"totalTokens":31}}"#,
    #"{"protoPayload":{"methodName":"GenerateContent"},"timestamp":"2026-11-03T09:00:00Z"}"#,
    #"{"name":"cachedContents/1","usageMetadata":{"totalTokenCount":5000},"expireTime":"x"}"#,
  ])
  func `what is known to carry no usage is counted as that`(_ text: String) {
    let yield = read(text)
    #expect(yield.counts.notUsage == 1)
    #expect(yield.records.isEmpty && yield.quarantined.isEmpty)
    #expect(yield.counts.requests + yield.counts.withoutUsage == 0)
  }

  @Test func `a format that is asked for refuses the others`() {
    var options = ImportOptions()
    options.format = .usageLine
    #expect(read(R.response, options: options).counts.unrecognized == 1)
    options.format = .gemini
    #expect(read(R.response, options: options).counts.requests == 1)
  }
}
