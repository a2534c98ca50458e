import TestSupport
import Testing

@testable import TollbookKit

/// Two readings of one request in any two forms that tell its id: which came first, and whether one
/// file has both, makes no difference to what is known of it.
struct ReadingPairTests {
  private let folder: String

  init() throws { folder = try temporaryDirectory() }

  /// What one vendor's logs say of one request, with a prompt and an output of their own.
  struct Vendor: CustomTestStringConvertible, Sendable {
    let name: String
    let forms: @Sendable (_ id: Int, _ prompt: Int, _ output: Int) -> [String]
    var testDescription: String { name }
  }

  private static func events(_ events: [String]) -> String {
    events.map { "data: \($0)\n\n" }.joined()
  }

  private static func lines(_ events: [String]) -> String {
    events.map { $0 + "\n" }.joined()
  }

  /// A whole stream and one that was cut, as events and as lines.
  private static func streams(_ chunks: [String]) -> [String] {
    let cut = Array(chunks.prefix(1))
    return [events(chunks), lines(chunks), events(cut), lines(cut)]
  }

  private static let anthropic = Vendor(name: "Anthropic") { id, prompt, output in
    func message(_ output: Int, _ stop: String) -> String {
      #"{"id":"msg_01A\#(id)","type":"message","role":"assistant","model":"claude-opus-4-6","content":[],"#
        + #""stop_reason":\#(stop),"usage":{"input_tokens":\#(prompt),"output_tokens":\#(output)}}"#
    }
    func session(_ output: Int, _ stop: String) -> String {
      #"{"type":"assistant","sessionId":"s","uuid":"u\#(output)","requestId":"r","#
        + #""timestamp":"2026-02-13T14:33:00Z","message":\#(message(output, stop))}"#
    }
    let end = "\"end_turn\""
    let chunks = [
      #"{"type":"message_start","message":\#(message(1, "null"))}"#,
      #"{"type":"message_delta","delta":{"stop_reason":\#(end)},"usage":{"output_tokens":\#(output)}}"#,
      #"{"type":"message_stop"}"#,
    ]
    let whole = message(output, end)
    return streams(chunks)
      + lines([
        whole, session(1, "null"), session(output, end),
        #"{"custom_id":"c","result":{"type":"succeeded","message":\#(whole)}}"#,
        spendLog("msg_01A\(id)", prompt, output),
      ]).split(separator: "\n").map { $0 + "\n" }
  }

  private static func spendLog(_ id: String, _ prompt: Int, _ output: Int) -> String {
    #"{"request_id":"\#(id)","call_type":"acompletion","startTime":"2026-01-24 09:20:46.8","#
      + #""model":"gpt-4o","prompt_tokens":\#(prompt),"completion_tokens":\#(output),"#
      + #""total_tokens":\#(prompt + output),"user":"u-1"}"#
  }

  private static let completions = Vendor(name: "Chat Completions") { id, prompt, output in
    let usage =
      #""usage":{"prompt_tokens":\#(prompt),"completion_tokens":\#(output),"total_tokens":\#(prompt + output)}"#
    func chunk(_ rest: String) -> String {
      #"{"id":"chatcmpl-\#(id)","object":"chat.completion.chunk","created":1770000000,"model":"gpt-4o",\#(rest)}"#
    }
    let body =
      #"{"id":"chatcmpl-\#(id)","object":"chat.completion","created":1770000000,"model":"gpt-4o","#
      + #""choices":[{"index":0,"finish_reason":"stop"}],\#(usage)}"#
    let running =
      #""usage":{"prompt_tokens":\#(prompt),"completion_tokens":1,"total_tokens":\#(prompt + 1)}"#
    return streams([
      chunk(#""choices":[{"index":0,"finish_reason":null}],\#(running)"#),
      chunk(#""choices":[{"index":0,"finish_reason":"stop"}]"#), chunk(#""choices":[],\#(usage)"#),
    ])
      + [
        body, #"{"custom_id":"c","response":{"status_code":200,"body":\#(body)}}"#,
        spendLog("chatcmpl-\(id)", prompt, output),
      ].map { $0 + "\n" }
  }

  private static let responses = Vendor(name: "Responses") { id, prompt, output in
    func body(_ status: String, _ output: Int) -> String {
      #"{"id":"resp_\#(id)","object":"response","created_at":1770000000,"status":"\#(status)","#
        + #""model":"gpt-5","usage":{"input_tokens":\#(prompt),"output_tokens":\#(output),"#
        + #""total_tokens":\#(prompt + output)}}"#
    }
    let whole = body("completed", output)
    return streams([
      #"{"type":"response.in_progress","response":\#(body("in_progress", 1))}"#,
      #"{"type":"response.completed","response":\#(whole)}"#,
    ])
      + [
        whole, body("in_progress", 1),
        #"{"custom_id":"c","response":{"status_code":200,"body":\#(whole)}}"#,
        spendLog("resp_\(id)", prompt, output),
      ].map { $0 + "\n" }
  }

  private static let gemini = Vendor(name: "Gemini") { id, prompt, output in
    func body(_ output: Int, _ reason: String) -> String {
      #"{"responseId":"g-\#(id)","modelVersion":"gemini-2.5-flash","candidates":[{"index":0\#(reason)}],"#
        + #""usageMetadata":{"promptTokenCount":\#(prompt),"candidatesTokenCount":\#(output),"#
        + #""totalTokenCount":\#(prompt + output)},"createTime":"2026-01-05T12:17:35Z"}"#
    }
    let whole = body(output, #","finishReason":"STOP""#)
    return streams([body(1, ""), body(output - 1, ""), whole])
      + [
        whole, #"{"key":"k","response":\#(whole)}"#,
        #"{"response":\#(whole),"processed_time":"2026-01-05T12:20:00Z","status":""}"#,
        #"{"logging_time":"2026-01-05 12:17:36 UTC","full_response":\#(whole)}"#,
        #"[\#(body(1, "")),\#(whole)]"#,
      ].map { $0 + "\n" }
  }

  @Test(arguments: [anthropic, completions, responses, gemini])
  func `two readings are one request, whatever their order`(_ vendor: Vendor) throws {
    // Every pair is of a request of its own, known again by its prompt.
    let number = vendor.forms(0, 0, 0).count
    let pairs = (0..<2 * number * number).map { pair in
      let isSame = pair >= number * number
      let first = vendor.forms(pair, 1000 + pair, 850)[pair % number]
      let prompt = isSame ? 1000 + pair : 2000 + pair
      return (first, vendor.forms(pair, prompt, isSame ? 850 : 900)[pair / number % number])
    }
    let (first, second) = (pairs.map(\.0).joined(), pairs.map(\.1).joined())
    let expected = try ledgerRecords([first, second], in: folder, "files")
    #expect(expected.count == pairs.count)
    for (way, files) in [
      ("swapped", [second, first]), ("one", [pairs.map { $0.0 + $0.1 }.joined()]),
      ("reversed", [pairs.map { $0.1 + $0.0 }.joined()]), ("apart", [first + second]),
    ] {
      let found = try ledgerRecords(files, in: folder, way)
      #expect(Set(found).subtracting(expected) == [], "\(way)")
    }
  }

  @Test func `the API's answer stands before a session's placeholder in the same file`() throws {
    let forms = Self.anthropic.forms(1, 100, 850)
    let second = Self.anthropic.forms(2, 100, 850)[4]
    let (body, session) = (forms[4], forms[5])
    for (number, text) in [body + session, session + body, body + second + session].enumerated() {
      let records = try ledgerRecords([text], in: folder, "\(number)")
      #expect(records.allSatisfy { $0.contains(",850,") })
    }
  }
}
