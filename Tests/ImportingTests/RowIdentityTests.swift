import Testing
import Usage

@testable import Importing

/// A row of somebody's own that keeps a vendor's response id is the request that the vendor answered.
struct RowIdentityTests {
  private static let openAI =
    #""model":"gpt-5.4","usage":{"prompt_tokens":100,"completion_tokens":20}"#
  private static let anthropic =
    #""model":"claude-x","usage":{"input_tokens":100,"output_tokens":20}"#
  private static let google =
    #""model":"gemini-2.5-flash","usageMetadata":{"promptTokenCount":100,"candidatesTokenCount":20}"#
  /// A response id of 2026-11-03T09:12:44Z.
  private static let geminiID = IdentityTests.id(second: 1_793_697_164)

  private func key(_ line: String) throws -> RequestKey {
    let yield = read(line + "\n")
    #expect(yield.records.count == 1)
    return try #require(yield.records.first).key
  }

  /// Rows with a time and without, the id under each of its names, in front and behind.
  private static func rows(_ id: String, _ counts: String) -> [String] {
    let times = [
      "", #""time":"2026-11-03T09:12:45Z","#, #""time":"2026-11-03T09:12:59Z","#,
      #""timestamp":"2026-11-03T09:12:45Z","#,
    ]
    return times.flatMap { time in
      ["id", "response_id", "request_id"].flatMap { name in
        ["{\(time)\"\(name)\":\"\(id)\",\(counts)}", "{\(counts),\(time)\"\(name)\":\"\(id)\"}"]
      } + ["{\(time)\"id\":7,\"response_id\":\"\(id)\",\"request_id\":\"r1\",\(counts)}"]
    }
  }

  @Test func `whatever it stands under, a vendor's id is the key of the vendor's answer`() throws {
    let chat = "chatcmpl-AAAAAAAAAAAAAAAAAAAAAAAA"
    let body = try key(
      #"{"id":"\#(chat)","object":"chat.completion","created":1793697164,"choices":[{"index":0,"#
        + #""message":{"content":"x"},"finish_reason":"stop"}],\#(Self.openAI)}"#)
    for row in Self.rows(chat, Self.openAI) { #expect(try key(row) == body, "\(row)") }
    let message = try key(
      #"{"id":"msg_01AAAAAAAAAAAAAAAAAAAAAA","type":"message","role":"assistant","content":[],"#
        + #""stop_reason":"end_turn",\#(Self.anthropic)}"#)
    for row in Self.rows("msg_01AAAAAAAAAAAAAAAAAAAAAA", Self.anthropic) {
      #expect(try key(row) == message, "\(row)")
    }
  }

  @Test func `a Gemini id under request_id is one where it is of the row's time`() throws {
    let answer = try key(
      #"{"candidates":[{"finishReason":"STOP"}],\#(Self.google),"responseId":"\#(Self.geminiID)"}"#)
    for name in ["responseId", "request_id"] {
      #expect(
        try key(
          #"{"time":"2026-11-03T09:12:45Z","\#(name)":"\#(Self.geminiID)",\#(Self.google)}"#)
          == answer
      )
    }
    // Of another day it is an id of the app's own, that looks like one.
    let other = try key(
      #"{"time":"2026-11-08T09:12:45Z","request_id":"\#(Self.geminiID)",\#(Self.google)}"#)
    #expect(other != answer)
    #expect(other.high < 0)
  }

  @Test(arguments: ["msg_1", "chatcmpl-7", "run_0123456789abcdef0123456789"])
  func `an app's own id that begins as a vendor's is the number of a row`(_ id: String) throws {
    func row(_ second: Int) -> String {
      #"{"time":"2026-11-03T09:12:1\#(second)Z","id":"\#(id)",\#(Self.anthropic)}"#
    }
    #expect(try key(row(1)) != key(row(2)))
  }

  @Test func `ids of one's own are request ids under request_id, and numbers of rows under id`()
    throws
  {
    for counts in [Self.openAI, Self.anthropic, Self.google] {
      func row(_ second: Int, _ name: String) -> String {
        #"{"time":"2026-11-03T09:12:1\#(second)Z","\#(name)":"17",\#(counts)}"#
      }
      #expect(try key(row(1, "request_id")) == key(row(2, "request_id")))
      #expect(try key(row(1, "id")) != key(row(2, "id")))
    }
  }
}
