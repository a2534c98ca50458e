import Foundation
import TestSupport
import Testing
import Usage

@testable import Importing

/// Every real Gemini file, against totals that were computed independently.
@Suite struct RealInputsTests {
  struct Expectations: Decodable {
    let files: [String: Expected]
  }

  struct Expected: Decodable {
    let kind: String
    let totals: Totals
    let responsesWithoutUsage: Int
    let errorBodies: Int
    let badLines: Int
    let acceptAlso: [Alternative]?

    enum CodingKeys: String, CodingKey {
      case kind, totals
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

  struct Alternative: Decodable {
    let why: String
  }

  static let folders = ["1-gemini-unary/", "2-sse-streams/", "3-batch-logging/"]

  @Test func `every Gemini file gives the independently computed totals`() throws {
    guard let inputs = try requireInputs() else { return }
    let data = try Data(contentsOf: URL(fileURLWithPath: inputs + "/expected.json"))
    let all = try JSONDecoder().decode(Expectations.self, from: data).files
    let gemini = all.filter { name, expected in
      Self.folders.contains { name.hasPrefix($0) } && !expected.kind.hasPrefix("openai")
    }
    #expect(gemini.count > 200)
    for (name, expected) in gemini.sorted(by: { $0.key < $1.key }) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: inputs + "/" + name))
      for largestRead in [Int.max, 7] {
        let yield = read(bytes: Array(bytes), path: name, largestRead: largestRead)
        #expect(totals(yield) == expected.totals, "\(name), read \(largestRead) bytes at a time")
        #expect(yield.counts.withoutUsage == expected.responsesWithoutUsage, "\(name)")
        #expect(yield.counts.errorBodies == expected.errorBodies, "\(name)")
        #expect(yield.counts.quarantined == expected.badLines, "\(name): \(yield.quarantined)")
      }
    }
  }

  private func totals(_ yield: Yield) -> Totals {
    let tokens = yield.tokens
    return Totals(
      requests: yield.counts.requests, input: tokens.prompt.value, cached: tokens.cached.value,
      cacheWrite: tokens.cacheWrites.value, toolPrompt: tokens.toolUse.value,
      output: tokens.output.value, thinking: tokens.thinking.value, total: tokens.total.value)
  }
}
