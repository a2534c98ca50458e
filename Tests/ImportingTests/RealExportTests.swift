import Foundation
import TestSupport
import Testing
import Usage

@testable import Importing

/// Real telemetry, gateway exports and tables, against totals that were computed independently.
@Suite struct RealExportTests {
  static let telemetry = ["5-otlp/", "6-openai-anthropic/langfuse/"]
  static let gateways = ["6-openai-anthropic/litellm__spend_logs_payload.json"]

  /// What the person who imports a trace says of its columns, and what of all else.
  static let maps: [(file: String, map: String)] = [
    (
      "7-traces/azure2023_code.csv",
      "time=TIMESTAMP,model:=gpt-4,input=ContextTokens,output=GeneratedTokens"
    ),
    (
      "7-traces/mooncake_synthetic_trace.jsonl",
      "time=timestamp,time_unit:=ms,time_base:=2026-11-01T00:00:00Z,input=input_length,"
        + "output=output_length"
    ),
    (
      "7-traces/entire_claude_code_usage__dev_to_2026-02-01.csv",
      "time=timestamp,user=user,label.session=session,model=model,input=input_tokens,"
        + "cache_write_5m=cache_write_5m,cache_write_1h=cache_write_1h,cache_read=cache_read,"
        + "output=output_tokens,id=message_id,provider:=anthropic"
    ),
    ("7-traces/servegen_deepseek-r1_hourly.csv", hourly),
    ("7-traces/servegen_m-large_hourly_week1.csv", hourly),
    ("7-traces/servegen_m-small_hourly_week1.csv", hourly),
  ]

  static let hourly =
    "time=hour,time_unit:=h,time_base:=2026-11-01T00:00:00Z,requests=requests,"
    + "input=input_tokens_est,output=output_tokens_est,user=client"

  private func expectations(_ inputs: String) throws -> [String: RealInputsTests.Expected] {
    let data = try Data(contentsOf: URL(fileURLWithPath: inputs + "/expected.json"))
    return try JSONDecoder().decode(RealInputsTests.Expectations.self, from: data).files
  }

  private func bytes(_ name: String, _ inputs: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: inputs + "/" + name)))
  }

  private func totals(_ records: [UsageRecord]) -> RealInputsTests.Totals {
    let tokens = records.reduce(into: MeteredTokens()) { $0 += $1.tokens }
    return RealInputsTests.Totals(
      requests: records.reduce(0) { $0 + $1.requests }, input: tokens.prompt.value,
      cached: tokens.cached.value, cacheWrite: tokens.cacheWrites.value,
      toolPrompt: tokens.toolUse.value, output: tokens.output.value,
      thinking: tokens.thinking.value, total: tokens.total.value)
  }

  @Test func `every real trace and gateway export gives the independently computed totals`() throws
  {
    guard let inputs = try requireInputs() else { return }
    let files = try expectations(inputs).filter { name, _ in
      (Self.telemetry + Self.gateways).contains { name.hasPrefix($0) }
    }
    #expect(files.count == 22)
    for (name, expected) in files.sorted(by: { $0.key < $1.key }) {
      for largestRead in [Int.max, 7] {
        let yield = read(
          bytes: try bytes(name, inputs), path: name, largestRead: largestRead)
        #expect(totals(yield.records) == expected.totals, "\(name), \(largestRead) at a time")
        #expect(yield.counts.withoutUsage == expected.responsesWithoutUsage, "\(name)")
        #expect(yield.counts.errorBodies == expected.errorBodies, "\(name)")
        #expect(yield.quarantined.isEmpty, "\(name): \(yield.quarantined)")
        #expect(yield.counts.foundAnything, "\(name)")
      }
    }
  }

  @Test func `every real table gives the independently computed totals with a map`() throws {
    guard let inputs = try requireInputs() else { return }
    let files = try expectations(inputs)
    for (name, text) in Self.maps {
      let expected = try #require(files[name])
      var options = ImportOptions()
      options.columns = try ColumnMap(text)
      for largestRead in [Int.max, 7] {
        let yield = read(
          bytes: try bytes(name, inputs), path: name, options: options, largestRead: largestRead)
        #expect(totals(yield.records) == expected.totals, "\(name), \(largestRead) at a time")
        #expect(yield.quarantined.isEmpty, "\(name): \(yield.quarantined.prefix(3))")
        #expect(Set(yield.records.map(\.key)).count == yield.records.count, "\(name)")
      }
    }
  }

  @Test func `a call that stands in several real files is one request, in any order`() throws {
    guard let inputs = try requireInputs() else { return }
    let files = try expectations(inputs)
    var random = SeededRandom(seed: 7)
    let names = files.keys.filter { name in Self.telemetry.contains { name.hasPrefix($0) } }
    // The events of one library repeat its spans; nothing else repeats anything.
    var expected = RealInputsTests.Totals(
      requests: 0, input: 0, cached: 0, cacheWrite: 0, toolPrompt: 0, output: 0, thinking: 0,
      total: 0)
    for name in names where name != "5-otlp/generated/google-genai__logs.jsonl" {
      let totals = try #require(files[name]).totals
      expected.requests += totals.requests
      expected.input += totals.input
      expected.cached += totals.cached
      expected.output += totals.output
      expected.thinking += totals.thinking
      expected.total += totals.total
    }
    for _ in 0..<5 {
      var known: [RequestKey: UsageRecord] = [:]
      for name in names.sorted().shuffled(using: &random) + names.sorted() {
        for record in read(bytes: try bytes(name, inputs), path: name).records {
          known[record.key] = known[record.key] ?? record
        }
      }
      #expect(totals(Array(known.values)) == expected)
    }
  }
}
