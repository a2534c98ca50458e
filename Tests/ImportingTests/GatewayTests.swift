import Quantities
import Testing
import Usage

@testable import Importing

/// The logs of gateways: LiteLLM's and Helicone's.
@Suite struct GatewayTests {
  // MARK: LiteLLM

  static func spendLog(
    _ counts: (Int, Int, Int), usage: String = "null", id: String = "chatcmpl-1",
    more: String = ""
  ) -> String {
    """
    {"request_id":"\(id)","call_type":"acompletion","api_key":"sk-secret","cache_hit":"False",\
    "startTime":"2025-01-24 09:20:46.847371","endTime":"2025-01-24 09:20:47.000000",\
    "model":"gpt-4o","spend":0.1,"prompt_tokens":\(counts.0),"completion_tokens":\(counts.1),\
    "total_tokens":\(counts.2),"custom_llm_provider":"openai","user":"u-1","end_user":"",\
    "team_id":"blue","messages":"{}","response":"{}","status":"success",\
    "metadata":{"usage_object":\(usage)}\(more)}
    """
  }

  private func tokens(_ text: String) -> MeteredTokens? {
    let yield = read(text)
    #expect(yield.records.count == 1 && yield.quarantined.isEmpty)
    return yield.records.first?.tokens
  }

  @Test func `a spend log is a request with its time, user and team`() throws {
    for size in readSizes {
      let yield = read(Self.spendLog((10, 20, 30)), largestRead: size)
      let record = try #require(yield.records.first)
      #expect(record.tokens == meters([.textInput: 10, .textOutput: 20]))
      #expect(record.occurredAt == Instant(iso8601: "2025-01-24T09:20:46.847371Z"))
      #expect(record.latencyMilliseconds == 152)
      #expect(record.series.provider == .openAI && record.series.model == "gpt-4o")
      #expect(record.user == "u-1" && record.series.labels["team"] == "blue")
      #expect(!record.flags.contains(.keyDerived))
    }
  }

  @Test func `cache and reasoning are inside, whoever the provider is`() {
    let usage = """
      {"prompt_tokens":1000,"cache_read_input_tokens":400,"cache_creation_input_tokens":100,\
      "prompt_tokens_details":{"cached_tokens":400,"text_tokens":500,\
      "cache_creation_token_details":{"ephemeral_5m_input_tokens":70,\
      "ephemeral_1h_input_tokens":30}},"completion_tokens_details":{"reasoning_tokens":15}}
      """
    let expected = meters([
      .textInput: 500, .cachedTextInput: 400, .cacheWrite5m: 70, .cacheWrite1h: 30,
      .textOutput: 5, .thinking: 15,
    ])
    #expect(tokens(Self.spendLog((1000, 20, 1020), usage: usage)) == expected)
    // Its database keeps the metadata as text; older versions another member.
    let asText = usage.replacing("\"", "\\\"")
    let text = Self.spendLog((1000, 20, 1020))
      .replacing(
        #"{"usage_object":null}"#, "\"{\\\"additional_usage_values\\\":\(asText)}\"")
    #expect(tokens(text) == expected)
  }

  @Test func `old rows of Anthropic leave the cache out of the prompt`() {
    // LiteLLM issue 15056: 31 fresh, 1253 written, 467 out; the total is 31 + 467.
    let usage = #"{"cache_creation_input_tokens":1253,"cache_read_input_tokens":0}"#
    #expect(
      tokens(Self.spendLog((31, 467, 498), usage: usage))
        == meters([.textInput: 31, .cacheWrite5m: 1253, .textOutput: 467]))
    // Fewer written than fresh: the text tokens, all of the prompt, say so.
    let small = """
      {"cache_read_input_tokens":20,"prompt_tokens_details":{"text_tokens":31}}
      """
    let yield = read(Self.spendLog((31, 467, 498), usage: small))
    #expect(yield.tokens == meters([.textInput: 31, .cachedTextInput: 20, .textOutput: 467]))
    #expect(yield.counts.residuals == 0)
  }

  @Test func `what LiteLLM's own cache answered was bought from nobody`() {
    let hit = Self.spendLog((10, 20, 30)).replacing(#""cache_hit":"False""#, #""cache_hit":"True""#)
    let yield = read(hit)
    #expect(yield.records.isEmpty && yield.counts.notUsage == 1)
  }

  @Test func `a failed call is an error`() {
    let failed = Self.spendLog((0, 0, 0)).replacing("success", "failure")
    #expect(read(failed).counts.errorBodies == 1)
  }

  @Test func `a row is the same request as the body it was, and as its copies`() throws {
    let body = """
      {"id":"chatcmpl-1","object":"chat.completion","model":"gemini-2.5-flash",\
      "usage":{"prompt_tokens":10,"completion_tokens":20,"total_tokens":30}}
      """
    let own = try #require(read(body).records.first)
    let list = "[\(Self.spendLog((10, 20, 30))),\(Self.spendLog((1, 1, 2), id: "x"))]"
    let records = read(list).records
    #expect(records.count == 2 && records.first?.key == own.key)
    let gemini = Self.spendLog((1000, 20, 1020), id: R.id).replacing("openai", "vertex_ai")
    #expect(read(gemini).records.first?.key == read(R.response).records.first?.key)
  }

  @Test func `a table of spend logs is recognised by its columns`() {
    let text = """
      request_id,call_type,startTime,endTime,model,custom_llm_provider,prompt_tokens,completion_tokens,total_tokens,metadata,messages
      chatcmpl-1,acompletion,2025-01-24 09:20:46.847,2025-01-24 09:20:47,openai/gpt-4o,openai,1000,20,1020,"{""usage_object"":{""prompt_tokens_details"":{""cached_tokens"":400}}}","a,b"

      """
    let yield = read(text, path: "spend.csv")
    #expect(yield.tokens == meters([.textInput: 600, .cachedTextInput: 400, .textOutput: 20]))
    #expect(yield.records.map(\.series.model) == ["gpt-4o"])
  }

  // MARK: Helicone

  static let request = """
    {"response_id":"r","response_status":200,"request_id":"0f7a","request_model":"claude-x",\
    "response_model":"claude-x-1","request_created_at":"2026-01-05 12:17:35.528","provider":"ANTHROPIC",\
    "request_user_id":"u-1","request_properties":{"App":"chat","Helicone-Session-Id":"s9"},\
    "delay_ms":812,"prompt_tokens":10,"completion_tokens":3,"total_tokens":13,\
    "prompt_cache_read_tokens":24091,"prompt_cache_write_tokens":170,\
    "cache_reference_id":"00000000-0000-0000-0000-000000000000","request_body":{"messages":[]}}
    """

  @Test func `a request's cache stands beside its prompt`() throws {
    for text in [Self.request, "[\n\(Self.request)\n]\n"] {
      let record = try #require(read(text).records.first)
      #expect(
        record.tokens
          == meters([
            .textInput: 10, .cachedTextInput: 24091, .cacheWrite5m: 170, .textOutput: 3,
          ]))
      #expect(record.residual == 0)
      #expect(record.occurredAt == Instant(iso8601: "2026-01-05T12:17:35.528Z"))
      #expect(record.series.provider == .anthropic)
      #expect(record.series.requestedModel == "claude-x")
      #expect(record.series.reportedModel == "claude-x-1")
      #expect(record.user == "u-1" && record.latencyMilliseconds == 812)
      #expect(record.series.labels["App"] == "chat")
      #expect(record.series.labels.pairs.count == 1)
    }
  }

  @Test func `what was not counted, failed, or came from Helicone's cache is told apart`() {
    let uncounted = Self.request.replacing(":24091", ":-1").replacing(":170", ":-1")
      .replacing(":10,", ":-1,").replacing(":3,", ":-1,")
    #expect(read(uncounted).counts.withoutUsage == 1)
    let failed = uncounted.replacing(":200", ":500")
    #expect(read(failed).counts.errorBodies == 1)
    let cached = Self.request.replacing("00000000-0000", "5b0c1d2e-0000")
    #expect(read(cached).counts.notUsage == 1)
  }

  @Test func `a body that was exported names the response`() {
    let body = Self.request.replacing(
      #""request_body":"#, #""response_body":{"id":"msg_01","usage":{}},"request_body":"#)
    let row = """
      {"id":"msg_01","in":1}
      """
    var options = ImportOptions()
    options.columns = try? ColumnMap("id=id,input=in")
    #expect(read(body).records.map(\.key) == read(row, options: options).records.map(\.key))
    #expect(read(Self.request).records.map(\.key) != read(body).records.map(\.key))
  }

  @Test func `Helicone's table is recognised by its columns`() {
    let text = #"""
      response_id,response_created_at,response_status,request_created_at,request_body,request_properties,request_user_id,model,prompt_tokens,completion_tokens,latency,cost
      "r1","2026-01-05 12:17:36","200","2026-01-05 12:17:35","{""""a"""":1}","","u-1","gpt-4o","10","3","812","0.1"
      "r2","2026-01-05 12:17:36","200","2026-01-05 12:17:35","","","u-1","gpt-4o","10","3","812","0.1"

      """#
    let yield = read(text, path: "output.csv")
    #expect(yield.tokens == meters([.textInput: 20, .textOutput: 6]))
    #expect(yield.records.map(\.user) == ["u-1", "u-1"])
    #expect(yield.quarantined.isEmpty)
  }
}
