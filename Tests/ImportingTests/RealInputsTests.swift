import Foundation
import TestSupport
import Testing
import Usage

@testable import Importing

/// Every real file of the vendors' APIs, against totals that were computed independently.
@Suite struct RealInputsTests {
  struct Expectations: Decodable {
    let files: [String: Expected]
  }

  struct Expected: Decodable {
    let kind: String
    let totals: Totals
    let models: [String: ModelTotals]
    let responsesWithoutUsage: Int
    let errorBodies: Int
    let badLines: Int
    let acceptAlso: [Alternative]?

    enum CodingKeys: String, CodingKey {
      case kind, totals, models
      case responsesWithoutUsage = "responses_without_usage"
      case errorBodies = "error_bodies"
      case badLines = "bad_lines"
      case acceptAlso = "accept_also"
    }
  }

  struct Totals: Decodable, Equatable {
    var requests: Int
    var input: Int64
    var cached: Int64
    var cacheWrite: Int64
    var toolPrompt: Int64
    var output: Int64
    var thinking: Int64
    var total: Int64

    enum CodingKeys: String, CodingKey {
      case requests, input, cached, output, thinking, total
      case cacheWrite = "cache_write"
      case toolPrompt = "tool_prompt"
    }
  }

  struct ModelTotals: Decodable, Equatable {
    var input: Int64 = 0
    var output: Int64 = 0
    var thinking: Int64 = 0
  }

  /// Other totals that a careful reader may defend: what they do not state is as expected.
  struct Alternative: Decodable {
    let why: String
  }

  static let folders = [
    "1-gemini-unary/", "2-sse-streams/", "3-batch-logging/", "6-openai-anthropic/",
  ]
  /// Exports of gateways and tracing tools, which are not the vendors' own.
  static let otherKinds = ["langfuse-trace", "litellm-spendlog"]

  @Test func `every file of an API gives the independently computed totals`() throws {
    guard let inputs = try requireInputs() else { return }
    let data = try Data(contentsOf: URL(fileURLWithPath: inputs + "/expected.json"))
    let all = try JSONDecoder().decode(Expectations.self, from: data).files
    let ours = all.filter { name, expected in
      Self.folders.contains { name.hasPrefix($0) } && !Self.otherKinds.contains(expected.kind)
    }
    #expect(ours.count > 390)
    for (name, expected) in ours.sorted(by: { $0.key < $1.key }) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: inputs + "/" + name))
      for largestRead in [Int.max, 7] {
        let yield = read(bytes: Array(bytes), path: name, largestRead: largestRead)
        #expect(totals(yield) == expected.totals, "\(name), read \(largestRead) bytes at a time")
        #expect(models(yield) == expected.models, "\(name)")
        #expect(yield.counts.withoutUsage == expected.responsesWithoutUsage, "\(name)")
        if !name.contains("1-gemini") { #expect(yield.counts.repeated == 0, "\(name)") }
        #expect(yield.counts.errorBodies == expected.errorBodies, "\(name)")
        #expect(yield.counts.quarantined == expected.badLines, "\(name): \(yield.quarantined)")
      }
    }
  }

  /// Whose bodies they are is in the name of each file; `nil` where the body does not show it.
  static let sellers: [(String, Provider?)] = [
    ("api.openai.com", .openAI), ("api.anthropic.com", .anthropic), ("anthropic__", .anthropic),
    ("bedrock-runtime", .awsBedrock), ("amazon-bedrock__", .awsBedrock), ("groq__", .groq),
    ("openrouter.ai", .openRouter), ("api.groq.com", .groq), ("api.mistral.ai", .mistral),
    ("api.deepseek.com", .deepSeek), ("deepseek__", .deepSeek), ("api.cerebras.ai", .cerebras),
    ("api.z.ai", .zAI), ("ollama.com", .ollama), ("azure__openai", .openAI), ("xai__", .xAI),
    ("azure__", .azureOpenAI), ("pydantic-ai-realtime-dev.openai.azure.com", .azureOpenAI),
    ("pydanticai7521574644.openai.azure.com", .azureOpenAI), ("openai__", .openAI),
    ("mistral__mistral-incremental", nil), ("mistral__", .mistral), ("router.huggingface.co", nil),
  ]

  @Test func `every body is known for the seller's whose it is, or its seller is assumed`() throws {
    guard let inputs = try requireInputs() else { return }
    var checked = 0
    for folder in ["pydantic-ai-json", "pydantic-ai-sse", "vercel-ai"] {
      let path = inputs + "/6-openai-anthropic/" + folder
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        let known = Self.sellers.first { name.hasPrefix($0.0) }
        guard let (_, seller) = known else { continue }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
        for record in read(bytes: Array(bytes), path: name).records {
          checked += 1
          #expect(record.series.provider == seller ?? .openAI, "\(name)")
          let isAssumed = record.flags.contains(.providerAssumed)
          #expect(isAssumed || seller != nil, "\(name)")
        }
      }
    }
    #expect(checked > 150)
  }

  private func models(_ yield: Yield) -> [String: ModelTotals] {
    var models: [String: ModelTotals] = [:]
    for record in yield.records {
      let model = record.series.model ?? "(unknown)"
      models[model, default: ModelTotals()].input += record.tokens.prompt.value
      models[model, default: ModelTotals()].output += record.tokens.output.value
      models[model, default: ModelTotals()].thinking += record.tokens.thinking.value
    }
    return models
  }

  private func totals(_ yield: Yield) -> Totals {
    let tokens = yield.tokens
    return Totals(
      requests: yield.counts.requests, input: tokens.prompt.value, cached: tokens.cached.value,
      cacheWrite: tokens.cacheWrites.value, toolPrompt: tokens.toolUse.value,
      output: tokens.output.value, thinking: tokens.thinking.value, total: tokens.total.value)
  }
}
