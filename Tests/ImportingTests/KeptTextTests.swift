import Testing
import Usage

@testable import Importing

/// No API key gets into a record, wherever somebody wrote it.
struct KeptTextTests {
  private static let openAI = "sk-proj-0123456789abcdefghijKLMN"
  private static let google = "AIzaSyD-0123456789abcdefghijk_LM"

  @Test(arguments: [
    openAI, google, "Bearer \(openAI)", "bearer abc12345", "key=\(google)", "\"\(openAI)\"",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
    "customer:\(openAI);x", "team/\(openAI)", "a@\(google)&b",
    "Bearer abc12345/abc12345+x==", "AKIA0123456789ABCDEF",
  ])
  func `of a key is kept that it was one`(_ text: String) {
    let kept = KeptText.text(text)
    #expect(kept.contains("key-"))
    for secret in [Self.openAI, Self.google, "abc12345", "eyJ", "AKIA"] {
      #expect(!kept.contains(secret))
    }
    // Of the same key the same, so that its owner is still one user.
    #expect(KeptText.text(text) == kept)
  }

  @Test func `what stands around a key stays, and two keys are two`() {
    let first = KeptText.text("Bearer \(Self.openAI)")
    #expect(first.hasPrefix("Bearer key-"))
    #expect(first.count == "Bearer key-".count + 16)
    #expect(first == "Bearer " + KeptText.text(Self.openAI))
    #expect(KeptText.text(Self.openAI) != KeptText.text(Self.openAI + "x"))
  }

  @Test(arguments: [
    "ann", "ann@example.org", "2f1c0c1e-7a44-4f0e-9a54-5a1d9b1d2c33", "sk-learn",
    "risk-20240307-team",
    "sklearn-experiment-number-12", "Bearer", "Bearer cats", "sk-ein-sehr-langer-name-ohne-zahl",
    "",
    "user_01HZX3YJ0T4S6V8W2A9B7C5D3E", "eyJ", "gemini-2.5-flash", "task-0123456789-0123456789",
  ])
  func `other texts stay as they are`(_ text: String) {
    #expect(KeptText.text(text) == text)
  }

  @Test func `labels named as headers that carry secrets are left out, those of keys are masked`() {
    #expect(KeptText.value("hunter2", ofLabel: "Authorization") == nil)
    #expect(KeptText.value("hunter2", ofLabel: "client-secret") == nil)
    #expect(KeptText.value("a=1; b=2", ofLabel: "Set-Cookie") == nil)
    let masked = KeptText.value("0123abcd", ofLabel: "x-api-key")
    #expect(masked?.hasPrefix("key-") == true)
    #expect(KeptText.value("0123abcd", ofLabel: "openai_api_key") == masked)
    #expect(masked == "key-short")
    let long = KeptText.value("0123abcd0123abcd", ofLabel: "x-api-key")
    #expect(long?.count == "key-".count + 16)
    #expect(KeptText.value("apikey_01", ofLabel: "api_key_id") == "apikey_01")
    #expect(KeptText.value("chat", ofLabel: "feature") == "chat")
    #expect(KeptText.value("7", ofLabel: "key") == "7")
  }

  @Test func `neither user, labels nor model of a record have a key`() throws {
    let line =
      #"{"time":"2026-11-03T09:00:00Z","request_id":"r1","model":"\#(Self.openAI)","#
      + #""user":"Bearer \#(Self.openAI)","labels":{"Authorization":"Bearer \#(Self.google)","#
      + #""note":"\#(Self.google)","team":"a"},"usageMetadata":{"promptTokenCount":10}}"#
    let record = try #require(read(line).records.first)
    let words = "\(record)"
    #expect(!words.contains(Self.openAI))
    #expect(!words.contains(Self.google))
    #expect(record.user?.hasPrefix("Bearer key-") == true)
    #expect(record.series.labels["team"] == "a")
    #expect(record.series.labels["Authorization"] == nil)
    #expect(record.series.labels["note"]?.hasPrefix("key-") == true)
  }

  @Test func `a text too long for a name is no model`() throws {
    let prompt = String(repeating: "please answer ", count: 20)
    #expect(ModelName.plain(prompt) == nil)
    #expect(ModelName.ofResource("models/" + prompt) == nil)
    let address = "https://example.org/" + String(repeating: "a/", count: 120) + "models/gemini-x"
    #expect(ModelName.ofResource(address) == "gemini-x")
  }
}
