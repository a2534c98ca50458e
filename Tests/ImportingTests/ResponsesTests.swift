import Quantities
import Testing
import Usage

@testable import Importing

/// OpenAI's Responses API and its other endpoints.
@Suite struct ResponsesTests {
  static let usage = """
    {"input_tokens":9463,"input_tokens_details":{"cached_tokens":8320},"output_tokens":582,\
    "output_tokens_details":{"reasoning_tokens":512},"total_tokens":10045}
    """
  static let tokens = meters([
    .textInput: 9463 - 8320, .cachedTextInput: 8320, .textOutput: 582 - 512, .thinking: 512,
  ])

  static func response(_ status: String, _ usage: String = "null", more: String = "") -> String {
    """
    {"id":"resp_1","object":"response","created_at":1762161164,"status":"\(status)",\
    "model":"gpt-5-2025-08-07","error":null,"service_tier":"auto",\(more)"output":[],"usage":\(usage)}
    """
  }

  static func event(_ type: String, _ response: String) -> String {
    #"{"type":"response.\#(type)","sequence_number":1,"response":\#(response)}"#
  }

  static let delta = #"{"type":"response.output_text.delta","sequence_number":2,"delta":"a"}"#

  @Test(arguments: readSizes)
  func `a stream counts the response that ends it, once`(_ size: Int) throws {
    for end in ["completed", "incomplete"] {
      let events = [
        ResponsesTests.event("created", ResponsesTests.response("in_progress")),
        ResponsesTests.event("in_progress", ResponsesTests.response("in_progress")),
        ResponsesTests.delta,
        ResponsesTests.event(end, ResponsesTests.response(end, ResponsesTests.usage)),
      ]
      for text in [StreamTests.sse(events), events.joined(separator: "\n")] {
        let yield = read(text, largestRead: size)
        #expect(yield.records.map(\.tokens) == [ResponsesTests.tokens])
        #expect(yield.counts.incomplete + yield.counts.repeated == 0)
        #expect(yield.records.first?.series.model == "gpt-5-2025-08-07")
        #expect(yield.records.first?.occurredAt == Instant(seconds: 1_762_161_164))
      }
    }
  }

  @Test func `the body that is fetched later is the same request`() {
    let body = ResponsesTests.response("completed", ResponsesTests.usage)
    let stream = StreamTests.sse([ResponsesTests.event("completed", body)])
    #expect(read(body).records.map(\.key) == read(stream).records.map(\.key))
    #expect(read(body + "\n" + body).counts.repeated == 1)
  }

  @Test func `a stream without its end has no usage, even if only its middle is there`() {
    let begun = StreamTests.sse([
      ResponsesTests.event("created", ResponsesTests.response("in_progress")),
      ResponsesTests.delta,
    ])
    #expect(read(begun).counts.withoutUsage == 1)
    #expect(read(ResponsesTests.delta + "\n" + ResponsesTests.delta).counts.withoutUsage == 1)
    #expect(read(ResponsesTests.response("queued")).counts.withoutUsage == 1)
  }

  @Test func `a response that failed is an error, unless it states what it used`() {
    let failed = ResponsesTests.response("failed").replacing("\"error\":null", "\"error\":{}")
    #expect(read(ResponsesTests.event("failed", failed)).counts.errorBodies == 1)
    let used = ResponsesTests.response("failed", ResponsesTests.usage)
      .replacing("\"error\":null", "\"error\":{}")
    #expect(read(used).records.map(\.tokens) == [ResponsesTests.tokens])
  }

  @Test func `a complete response that used nothing is a request of no tokens`() {
    let zero = #"{"input_tokens":0,"output_tokens":0,"total_tokens":0}"#
    let yield = read(ResponsesTests.response("completed", zero))
    #expect(yield.records.map(\.tokens) == [MeteredTokens()])
    #expect(yield.counts.withoutUsage == 0)
  }

  @Test func `web searches are counted by the call`() throws {
    let output = """
      "output":[{"type":"web_search_call","action":{"type":"search","query":"x"}},\
      {"type":"web_search_call","action":{"type":"open_page"}},{"type":"web_search_call"},\
      {"type":"message"}]
      """
    let text = ResponsesTests.response("completed", ResponsesTests.usage)
      .replacing("\"output\":[]", output)
    #expect(try #require(read(text).records.first).searchQueries == 2)
  }

  @Test(arguments: [
    ("\"content_filters\":null,", Provider.azureOpenAI, false),
    ("\"billing\":{\"payer\":\"developer\"},", .openAI, false), ("", .openAI, true),
  ])
  func `who sold it shows in members that only one sends`(
    _ more: String, _ provider: Provider, _ isAssumed: Bool
  ) throws {
    let text = ResponsesTests.response("completed", ResponsesTests.usage, more: more)
    let yield = read(text)
    let record = try #require(yield.records.first)
    #expect(record.series.provider == provider)
    #expect(record.flags.contains(.providerAssumed) == isAssumed)
    #expect(yield.counts.providersAssumed == (isAssumed ? 1 : 0))
    var options = ImportOptions()
    options.provider = .openRouter
    let said = read(text, options: options)
    #expect(said.records.first?.series.provider == .openRouter)
    #expect(said.counts.providersAssumed == 0)
  }

  @Test func `a Realtime session's responses are of the model that the session names`() throws {
    let events = [
      #"{"type":"session.created","event_id":"e1","session":{"model":"gpt-realtime"}}"#,
      #"{"type":"rate_limits.updated","event_id":"e2"}"#,
      """
      {"type":"response.done","event_id":"e3","response":{"object":"realtime.response",\
      "id":"resp_r","status":"completed","usage":{"total_tokens":253,"input_tokens":132,\
      "output_tokens":121,"input_token_details":{"text_tokens":119,"audio_tokens":13,\
      "cached_tokens":64,"cached_tokens_details":{"text_tokens":60,"audio_tokens":4}},\
      "output_token_details":{"text_tokens":30,"audio_tokens":91}}}}
      """,
    ]
    let yield = read(events.joined(separator: "\n"))
    let record = try #require(yield.records.first)
    let expected: [Meter: Int64] = [
      .textInput: 119 - 60, .audioInput: 13 - 4, .cachedTextInput: 60, .cachedAudioInput: 4,
      .textOutput: 30, .audioOutput: 91,
    ]
    #expect(record.tokens == meters(expected))
    #expect(record.series.model == "gpt-realtime")
    #expect(yield.counts.unrecognized == 0)
  }

  // MARK: Other endpoints

  @Test(
    arguments: [
      (
        """
        {"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.1]}],\
        "model":"text-embedding-3-small","usage":{"prompt_tokens":8,"total_tokens":8}}
        """, [.textInput: 8]
      ),
      (
        """
        {"created":1762161164,"data":[{"b64_json":"QUJD"}],"usage":{"input_tokens":50,\
        "output_tokens":1056,"total_tokens":1106,"input_tokens_details":{"text_tokens":10,\
        "image_tokens":40}}}
        """, [.textInput: 10, .imageInput: 40, .imageOutput: 1056]
      ),
      (
        """
        {"text":"hello","usage":{"type":"tokens","input_tokens":14,"output_tokens":45,\
        "total_tokens":59,"input_token_details":{"text_tokens":2,"audio_tokens":12}}}
        """, [.textInput: 2, .audioInput: 12, .textOutput: 45]
      ),
      (
        """
        {"type":"speech.audio.done","usage":{"input_tokens":14,"output_tokens":101,\
        "total_tokens":115}}
        """, [.textInput: 14, .audioOutput: 101]
      ),
    ] as [(String, [Meter: Int64])])
  func `embeddings, images, transcripts and speech are counted in their own meters`(
    _ text: String, _ expected: [Meter: Int64]
  ) {
    let yield = read(text)
    #expect(yield.records.map(\.tokens) == [meters(expected)])
    #expect(yield.records.map(\.residual) == [0])
  }

  @Test func `seconds of audio are set aside, since there is no meter for them`() {
    let yield = read(#"{"text":"hello","usage":{"type":"duration","seconds":9}}"#)
    #expect(yield.quarantined.map(\.code) == ["unsupported_unit"])
    #expect(!yield.quarantined[0].explanation.contains("hello"))
  }
}
