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

  @Test func `a record holds nothing of a prompt or an answer`() {
    let text = R.response.replacing("hi", "my-private-answer")
    #expect(text.contains("my-private-answer"))
    #expect(!String(reflecting: read(text).records).contains("my-private-answer"))
  }
}
