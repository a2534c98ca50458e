import Quantities
import TestSupport
import Usage

/// One invented request, and how each kind of log writes it down.
struct InventedRequest {
  let number: Int
  /// The day of November 2026, from 1.
  let day: Int
  let second: Int
  let fresh: Int64
  let cached: Int64
  let output: Int64

  /// Requests of a seed; no two have the same counts.
  static func some(_ count: Int, seed: UInt64) -> [InventedRequest] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { number in
      InventedRequest(
        number: number, day: Int(random.next() % 28) + 1, second: Int(random.next() % 86_000),
        fresh: Int64(random.next() % 900) * 1000 + Int64(number),
        cached: Int64(random.next() % 3) * 500, output: Int64(random.next() % 900) + 2)
    }
  }

  /// What is to be counted of it.
  var tokens: MeteredTokens {
    var tokens = MeteredTokens()
    tokens[.textInput] = TokenCount(fresh)
    tokens[.cachedTextInput] = TokenCount(cached)
    tokens[.textOutput] = TokenCount(output)
    return tokens
  }

  var date: String { "2026-11-" + InventedRequest.two(day) }

  /// A time of its day, so many seconds later.
  private func time(_ later: Int = 0) -> String {
    let (minute, seconds) = (second + later).quotientAndRemainder(dividingBy: 60)
    return "\(date)T\(InventedRequest.two(minute / 60)):\(InventedRequest.two(minute % 60)):"
      + "\(InventedRequest.two(seconds))Z"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension InventedRequest {
  /// A kind of log.
  enum Log: CaseIterable {
    case gemini, geminiWithoutID, openAI, openAIStream, anthropicStream, claudeCode

    /// Whether it says when a request was; else everybody is told.
    var statesTimes: Bool { self != .anthropicStream && self != .geminiWithoutID }

    /// The model as the log says it.
    var model: String {
      switch self {
      case .gemini, .geminiWithoutID: "gemini-2.5-flash"
      case .openAI, .openAIStream: "gpt-5-mini"
      case .anthropicStream, .claudeCode: "claude-opus-4-6"
      }
    }
  }

  /// The pieces of the request: each stands in one file, with a line end; they may stand anywhere.
  func pieces(_ log: Log) -> [String] {
    switch log {
    case .gemini: [gemini(#","createTime":"\#(time())","responseId":"g-\#(number)""#)]
    case .geminiWithoutID: [gemini("")]
    case .openAI: [openAI("chat.completion", #"{"message":{"content":"a"}}"#, hasUsage: true)]
    case .openAIStream: [stream(chunks)]
    case .anthropicStream: [stream(events)]
    case .claudeCode: [session(1, 0), session(1, 2), session(output, 5, stop: "\"end_turn\"")]
    }
  }

  private func gemini(_ also: String) -> String {
    """
    {"candidates":[{"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":\(fresh + cached),\
    "cachedContentTokenCount":\(cached),"candidatesTokenCount":\(output),\
    "totalTokenCount":\(fresh + cached + output)},"modelVersion":"gemini-2.5-flash"\(also)}

    """
  }

  private func openAI(_ object: String, _ choice: String?, hasUsage: Bool) -> String {
    let usage = """
      ,"usage":{"prompt_tokens":\(fresh + cached),"completion_tokens":\(output),\
      "total_tokens":\(fresh + cached + output),\
      "prompt_tokens_details":{"cached_tokens":\(cached)}}
      """
    // 2026-11-01T00:00:00Z is 1793491200.
    return """
      {"id":"chatcmpl-\(number)","object":"\(object)","created":\
      \(1_793_491_200 + (day - 1) * 86_400 + second),"model":"gpt-5-mini",\
      "choices":[\(choice ?? "")]\(hasUsage ? usage : "")}

      """
  }

  private var chunks: [String] {
    [
      (#"{"index":0,"delta":{"content":"a"}}"#, false),
      (#"{"index":0,"delta":{},"finish_reason":"stop"}"#, false), (nil, true),
    ].map { openAI("chat.completion.chunk", $0.0, hasUsage: $0.1) }
  }

  private func usage(_ output: Int64) -> String {
    """
    {"input_tokens":\(fresh),"cache_read_input_tokens":\(cached),"output_tokens":\(output)}
    """
  }

  private var events: [String] {
    [
      """
      {"type":"message_start","message":{"id":"msg_\(number)","type":"message","role":"assistant",\
      "model":"claude-opus-4-6","content":[],"stop_reason":null,"usage":\(usage(1))}}
      """,
      #"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":\#(usage(output))}"#,
      #"{"type":"message_stop"}"#,
    ]
  }

  private func stream(_ events: [String]) -> String {
    events.map { "data: \($0.hasSuffix("\n") ? String($0.dropLast()) : $0)\n\n" }.joined()
  }

  /// A line for one block of an answer, seconds after its first.
  private func session(_ output: Int64, _ later: Int, stop: String = "null") -> String {
    """
    {"type":"assistant","sessionId":"s","uuid":"u-\(number)-\(later)","timestamp":\
    "\(time(later))","message":{"id":"msg_\(number)","model":"claude-opus-4-6",\
    "role":"assistant","stop_reason":\(stop),"usage":\(usage(output))}}

    """
  }
}
