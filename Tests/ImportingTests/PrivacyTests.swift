import Testing

@testable import Importing

/// Prompts, answers, keys and addresses never leave a log through the quarantine.
@Suite struct PrivacyTests {
  static let secrets = ["AIzaSySecretKey", "my private prompt", "https://example.org/?key=K3Y"]

  static let holders: [String] = [
    #"{"SECRET":1"#, #"{"error_text":"SECRET""#, #"{"a":"SECRET\q"}"#, "SECRET", "[SECRET]",
    #"{"usageMetadata":{"promptTokenCount":"SECRET"}}"#,
    #"{"usageMetadata":{"SECRET":-1,"promptTokenCount":-1}}"#,
    #"{"usageMetadata":{"promptTokenCount":1,"promptTokensDetails":[{"modality":"SECRET","tokenCount":-1}]}}"#,
    #"{"time":"SECRET","model":"SECRET","usageMetadata":{"promptTokenCount":1}}"#,
    #"{"time":"2026-11-03T09:12:44Z","provider":"SECRET","usageMetadata":{"promptTokenCount":1}}"#,
    #"{"time":"2026-11-03T09:12:44Z","service_tier":"SECRET","usageMetadata":{"promptTokenCount":1}}"#,
    #"{"full_response":"{SECRET"}"#, "data: {\"SECRET\":\n\n", "data: SECRET\n\n",
    #"{"SECRET":{}}"#,
    #"{"usage":{"prompt_tokens":"SECRET"},"object":"chat.completion","model":"gemini-SECRET"}"#,
    #"{"object":"interaction","usage":{"total_input_tokens":"SECRET"}}"#,
    #"{"object":"chat.completion","model":"SECRET","choices":[],"usage":{"prompt_tokens":"SECRET"}}"#,
    #"{"object":"response","status":"completed","usage":{"input_tokens":-1,"SECRET":-1}}"#,
    #"{"type":"message","role":"SECRET","usage":{"input_tokens":"SECRET"}}"#,
    #"{"type":"message_delta","delta":{"SECRET":1},"usage":{"output_tokens":1.5}}"#,
    #"{"stopReason":"SECRET","usage":{"inputTokens":"SECRET"}}"#,
    #"{"object":"page","data":[{"results":[{"object":"SECRET","input_tokens":1,"x":"SECRET"}]}]}"#,
    #"{"text":"SECRET","usage":{"type":"duration","seconds":"SECRET"}}"#,
    #"{"model":"SECRET","usage":{"prompt_tokens":"SECRET"}}"#,
  ]

  @Test(arguments: holders)
  func `a fault shows nothing of the text it was found in`(_ holder: String) {
    for secret in PrivacyTests.secrets {
      let yield = read(holder.replacing("SECRET", secret) + "\n" + R.response)
      #expect(!yield.quarantined.isEmpty)
      for place in yield.quarantined {
        #expect(!place.explanation.contains(secret))
        #expect(!place.code.contains(secret))
      }
    }
  }

  static let answers: [String] = [
    OpenAITests.completion(R.openAIUsage).replacing("\"content\":\"a\"", "\"content\":\"SECRET\""),
    ResponsesTests.response("completed", ResponsesTests.usage, more: "\"instructions\":\"SECRET\",")
      .replacing("\"output\":[]", "\"output\":[{\"type\":\"message\",\"content\":\"SECRET\"}]"),
    ResponsesTests.response(
      "completed", ResponsesTests.usage, more: "\"metadata\":{\"a\":\"SECRET\"},"),
    AnthropicTests.message(AnthropicTests.usage).replacing("\"text\":\"a\"", "\"text\":\"SECRET\""),
    BedrockTests.answer(BedrockTests.usage).replacing("\"text\":\"a\"", "\"text\":\"SECRET\""),
    UsagePageTests.page(
      UsagePageTests.result(1000).replacing("\"api_key_id\":null", "\"api_key_id\":\"SECRET\"")),
    #"{"custom_id":"SECRET","response":{"body":\#(OpenAITests.completion(R.openAIUsage))}}"#,
    #"{"timestamp":"\#(R.time)","prompt":"SECRET","model":"m","usage":\#(R.openAIUsage)}"#,
  ]

  @Test(arguments: answers)
  func `no vendor's record holds anything of a prompt, an answer, a note or a key`(
    _ holder: String
  ) {
    let text = holder.replacing("SECRET", "my-private-answer")
    #expect(text.contains("my-private-answer"))
    let yield = read(text)
    #expect(yield.records.count == 1)
    #expect(!String(reflecting: yield.records).contains("my-private-answer"))
  }

  @Test func `a record holds nothing of a prompt or an answer`() {
    let text = R.response.replacing("hi", "my-private-answer")
    #expect(text.contains("my-private-answer"))
    #expect(!String(reflecting: read(text).records).contains("my-private-answer"))
  }
}
