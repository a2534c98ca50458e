import Quantities
import Usage

@testable import Importing

/// The request that most published tools price wrongly: prompt 1000, of it cached 400, candidates
/// 200, thoughts 300, tool use 50, total 1550.
enum R {
  static let usage = """
    {"promptTokenCount":1000,"cachedContentTokenCount":400,"candidatesTokenCount":200,\
    "thoughtsTokenCount":300,"toolUsePromptTokenCount":50,"totalTokenCount":1550}
    """
  static let snakeUsage = """
    {"prompt_token_count":1000,"cached_content_token_count":400,"candidates_token_count":200,\
    "thoughts_token_count":300,"tool_use_prompt_token_count":50,"total_token_count":1550}
    """
  /// The same request as OpenAI would state it: 300 of 500 output tokens are reasoning.
  static let openAIUsage = """
    {"prompt_tokens":1000,"completion_tokens":500,"total_tokens":1500,"prompt_tokens_details":\
    {"cached_tokens":400},"completion_tokens_details":{"reasoning_tokens":300}}
    """
  static let id = "yoZFacS3BuWPmtkPqqTgiQg"
  static let time = "2026-11-03T09:12:44.120Z"
  static let response = """
    {"candidates":[{"content":{"parts":[{"text":"{[\\"hi\\n"}],"role":"model"},\
    "finishReason":"STOP","index":0}],"usageMetadata":\(usage),"modelVersion":"gemini-2.5-flash",\
    "createTime":"\(time)","responseId":"\(id)"}
    """

  /// A chunk of a stream; without a usage of its own unless one is given.
  static func chunk(_ usage: String? = nil, finish: String? = nil, id: String? = R.id) -> String {
    let reason = finish.map { ",\"finishReason\":\"\($0)\"" } ?? ""
    let counts = usage.map { ",\"usageMetadata\":\($0)" } ?? ""
    let name = id.map { ",\"responseId\":\"\($0)\"" } ?? ""
    return """
      {"candidates":[{"content":{"parts":[{"text":"a"}]}\(reason)}]\(counts),\
      "modelVersion":"gemini-2.5-flash","createTime":"\(time)"\(name)}
      """
  }

  /// Three chunks with running totals, the last with R's.
  static let chunks = [
    chunk("{\"promptTokenCount\":1000,\"totalTokenCount\":1000}"),
    chunk(
      """
      {"promptTokenCount":1000,"cachedContentTokenCount":400,"candidatesTokenCount":90,\
      "thoughtsTokenCount":300,"totalTokenCount":1390}
      """),
    chunk(usage, finish: "STOP"),
  ]

  /// R in meters that do not overlap: 1000 − 400 fresh, 400 cached, 50 tool use, 200 + 300 output.
  static let tokens = meters([
    .textInput: 600, .cachedTextInput: 400, .toolUseInput: 50, .textOutput: 200, .thinking: 300,
  ])

  /// Pretty-printed as REST answers are.
  static let pretty = """
    {
      "candidates": [
        {
          "content": {
            "parts": [
              { "text": "{ \\" } \\n" }
            ]
          },
          "finishReason": "STOP"
        }
      ],
      "usageMetadata": {
        "promptTokenCount": 1000,
        "cachedContentTokenCount": 400,
        "candidatesTokenCount": 200,
        "thoughtsTokenCount": 300,
        "toolUsePromptTokenCount": 50,
        "totalTokenCount": 1550
      },
      "modelVersion": "gemini-2.5-flash",
      "createTime": "\(time)",
      "responseId": "\(id)"
    }
    """
}

/// Tokens from a table.
func meters(_ counts: [Meter: Int64]) -> MeteredTokens {
  var tokens = MeteredTokens()
  for (meter, count) in counts { tokens[meter] = TokenCount(count) }
  return tokens
}

/// One response with this usage and nothing else that matters.
func response(_ usage: String, id: String = "id-1") -> String {
  """
  {"candidates":[{"finishReason":"STOP"}],"usageMetadata":\(usage),\
  "modelVersion":"gemini-2.5-flash","createTime":"\(R.time)","responseId":"\(id)"}
  """
}

extension Yield {
  /// Everything that must not depend on how many bytes arrive at once.
  var outcome: Outcome { Outcome(records: records, quarantined: quarantined, counts: counts) }

  struct Outcome: Equatable {
    let records: [UsageRecord]
    let quarantined: [QuarantinedPlace]
    let counts: ImportCounts
  }
}

/// How many bytes arrive at once: boundaries everywhere, and nowhere.
let readSizes = [1, 7, 4096, Int.max]
