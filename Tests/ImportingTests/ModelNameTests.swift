import Testing
import Usage

@testable import Importing

/// Models that are written as addresses, and addresses in other texts: no key gets into a record.
@Suite struct ModelNameTests {
  static let key = "AIzaSyD-0123456789abcdefghijk"
  static let google = "generativelanguage.googleapis.com/v1beta/models/"

  static let names: [(text: String, model: String?)] = [
    ("https://\(google)gemini-2.5-flash:generateContent?key=\(key)", "gemini-2.5-flash"),
    ("https://me:\(key)@\(google)gemini-2.5-flash:countTokens#\(key)", "gemini-2.5-flash"),
    ("models/gemini-2.5-flash:generateContent?key=\(key)", "gemini-2.5-flash"),
    ("gemini-2.5-flash:streamGenerateContent?alt=sse&key=\(key)", "gemini-2.5-flash"),
    ("gemini-2.5-flash?key=\(key)", "gemini-2.5-flash"),
    ("gemini-2.5-flash&key=\(key)", "gemini-2.5-flash"),
    ("models%2Fgemini-2.5-flash%3Fkey%3D\(key)", "gemini-2.5-flash"),
    ("models%252Fgemini-2.5-flash%253Fkey%253D\(key)", "gemini-2.5-flash"),
    ("gemini-2.5-flash#\(key)", "gemini-2.5-flash"), ("?key=\(key)", nil), ("", nil),
    ("publishers/anthropic/models/claude-sonnet-4@20250514:rawPredict", "claude-sonnet-4@20250514"),
    ("https://x.openai.azure.com/openai/deployments/gpt-4o/chat/completions?v=1", "gpt-4o"),
    (
      "https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude-v2%3A1/invoke",
      "anthropic.claude-v2:1"
    ),
    ("https://u:\(key)@example.org/v1/chat?key=\(key)", "https://example.org/v1/chat"),
    ("google/gemini-2.5-pro", "gemini-2.5-pro"), ("models/gemini-2.5-pro", "gemini-2.5-pro"),
    ("tunedModels/mine:generateContent", "tunedModels/mine"),
  ]

  @Test(arguments: names)
  func `a model written as an address is the model alone`(_ name: (text: String, model: String?)) {
    #expect(ModelName.ofResource(name.text) == name.model)
  }

  @Test(arguments: [
    "llama3:8b", "anthropic.claude-3-haiku-20240307-v1:0", "ft:gpt-4o:org::id",
    "ft:gpt-4o-2024-08-06:my-org:custom_suffix:id", "claude-sonnet-4@20250514",
    "meta-llama/llama-3.3-70b:free", "us.anthropic.claude-opus-4-20250514-v1:0",
    "hf.co/bartowski/Llama-3.2-1B-Instruct-GGUF:Q8_0", "gpt-4o",
  ])
  func `a name with signs of its own stays as it is`(_ name: String) {
    #expect(ModelName.ofResource(name) == name)
    #expect(ModelName.plain(name) == name)
  }

  static let usage =
    #"{"promptTokenCount":10,"candidatesTokenCount":5,"totalTokenCount":15}"#
  static let answer =
    #"{"responseId":"x","candidates":[{"finishReason":"STOP"}],"usageMetadata":\#(usage)}"#

  @Test(arguments: [
    #""url":"/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse&key=KEY""#,
    #""url":"https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent?key=KEY""#,
    #""path":"/v1/projects/p/locations/l/publishers/google/models/gemini-2.5-flash:generateContent""#,
    #""request":{"uri":"/v1beta/models/gemini-2.5-flash:generateContent?key=KEY"}"#,
  ])
  func `a recorded call is of the model whose address was called`(_ member: String) {
    let yield = read(
      #"{"method":"POST",\#(member.replacing("KEY", Self.key)),"response":\#(Self.answer)}"#)
    #expect(yield.records.map(\.series.requestedModel) == ["gemini-2.5-flash"])
    #expect(yield.counts.modelsUnknown == 0)
  }

  @Test(arguments: ["/v1/models/gpt-4o", "/home/me/models/llama/answer.json", "/v1/messages"])
  func `an address at which no model answers names none`(_ address: String) {
    #expect(ModelName.called(at: address) == nil)
  }

  static let lines = [
    #"{"time":"\#(R.time)","request_id":"r","model":"ADDRESS","usageMetadata":\#(usage)}"#,
    #"{"responseId":"s","modelVersion":"gemini-2.5-flash?key=KEY","candidates":[],"usageMetadata":\#(usage)}"#,
    #"{"time":"\#(R.time)","model":"m","usageMetadata":\#(usage),"user":"ADDRESS"}"#,
    #"{"time":"\#(R.time)","model":"m","usageMetadata":\#(usage),"feature":"ADDRESS"}"#,
    #"{"time":"\#(R.time)","model":"m","usageMetadata":\#(usage),"platform":"/v1/x?key=KEY"}"#,
    #"{"time":"\#(R.time)","model":"m","usageMetadata":\#(usage),"labels":{"a":"postgres://u:KEY@h/d"}}"#,
    #"{"time":"\#(R.time)","model":"m","usageMetadata":\#(usage),"labels":{"ADDRESS":"b"}}"#,
    #"{"id":"gen-1","object":"chat.completion","model":"vendor/m?key=KEY","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2}}"#,
  ]

  @Test(arguments: lines)
  func `no record holds the key of an address`(_ line: String) {
    let address = "https://u:\(Self.key)@example.org/v1/models/m:generateContent?key=\(Self.key)"
    let yield = read(line.replacing("ADDRESS", address).replacing("KEY", Self.key))
    #expect(yield.records.count == 1)
    #expect(!String(reflecting: yield.records).contains(Self.key))
  }

  @Test func `a map's columns lose the keys of addresses, too`() throws {
    var options = ImportOptions()
    options.columns = try ColumnMap("time=t,model=m,model_version=v,input=i,user=u,label.at=l")
    let address = "https://example.org/models/m:predict?key=\(Self.key)"
    let yield = read(
      "t,m,v,i,u,l\n\(R.time),\(address),m?key=\(Self.key),7,\(address),\(address)\n",
      options: options)
    #expect(yield.records.map(\.series.requestedModel) == ["m"])
    #expect(yield.records.map(\.series.reportedModel) == ["m"])
    #expect(yield.records.map(\.user) == ["https://example.org/models/m:predict"])
    #expect(!String(reflecting: yield.records).contains(Self.key))
  }

  @Test func `a model given for all is read like any other`() {
    var options = ImportOptions()
    options.model = "models/m:generateContent?key=\(Self.key)"
    #expect(read(Self.answer, options: options).records.map(\.series.requestedModel) == ["m"])
  }

  @Test(arguments: [
    "chat", "a/b", "why? because", "what?", "C#", "#1", "u-17", "me@example.org", "a/b?c",
    "x ? y=1",
  ])
  func `a text that is no address stays as it is`(_ text: String) {
    #expect(PlainAddress.text(text) == text)
  }
}
