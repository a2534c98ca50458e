import TestSupport
import Testing
import Usage

@testable import Importing

/// Random damage to telemetry, exports and tables: as `FuzzTests` holds all other formats to it.
@Suite struct ExportFuzzTests {
  static let samples: [[UInt8]] =
    [
      OpenTelemetryTests.line([
        OpenTelemetryTests.span("a1", OpenTelemetryTests.call(30, 3)),
        OpenTelemetryTests.span("b1", parent: "a1", OpenTelemetryTests.call(10, 1)),
      ]) + "\n"
        + #"{"type":"span","traceId":"t","spanId":"s","endTime":[1796006044,5],"attributes":{"gen_ai.usage.input_tokens":5}}"#,
      LangfuseTests.trace([
        LangfuseTests.observation("a", #"{"input":44,"output":18,"total":62}"#),
        LangfuseTests.observation("b", parent: "a", #"{"input":4,"output":8,"total":12}"#),
      ]),
      GatewayTests.spendLog((10, 20, 30)) + "\n" + GatewayTests.request,
      TableTests.plain, TableTests.plain.replacing(",", "\t"),
      TableTests.plain.replacing("ann", "\"a \"\"n\"\",\n n\""),
      "Time,Model,In,Cached,Out,Who,App\n" + String(repeating: "\"\",,1,,2,a,\"\"\n", count: 20),
    ].map { Array($0.utf8) } + [[0xFF, 0xFE] + ArrangementTests.utf16(TableTests.plain, false)]

  @Test(arguments: 0..<UInt64(6))
  func `random damage is survived, and reads the same in any pieces`(_ seed: UInt64) throws {
    var options = ImportOptions()
    options.columns = try ColumnMap(TableTests.map)
    var random = SeededRandom(seed: seed)
    for round in 0..<150 {
      let sample = ExportFuzzTests.samples.randomElement(using: &random) ?? []
      let text = FuzzTests.damaged(sample, &random)
      let name = "seed \(seed), round \(round)"
      for options in [options, ImportOptions()] {
        let whole = read(bytes: text, options: options)
        let found = whole.records.count + whole.quarantined.count + whole.counts.notUsage
        #expect(found <= text.count + 2, "\(name)")
        for record in whole.records {
          #expect(Meter.allCases.allSatisfy { record.tokens[$0].value >= 0 }, "\(name)")
          #expect(record.tokens.cached <= record.tokens.prompt, "\(name)")
        }
        let size = Int.random(in: 1...40, using: &random)
        let parts = read(bytes: text, options: options, largestRead: size)
        #expect(parts.outcome == whole.outcome, "\(name), \(size) at a time")
      }
    }
  }
}
