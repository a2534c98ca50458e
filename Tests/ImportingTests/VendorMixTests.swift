import TestSupport
import Testing
import Usage

@testable import Importing

/// Many vendors in one log: whatever the order and the repetitions, and whatever format is asked for.
@Suite struct VendorMixTests {
  static let bodies: [(format: InputFormat, line: String)] = [
    (.gemini, R.response),
    (.openAICompatible, OpenAITests.completion(R.openAIUsage)),
    (.openAIResponses, ResponsesTests.response("completed", ResponsesTests.usage)),
    (.anthropic, AnthropicTests.message(AnthropicTests.usage)),
    (
      .bedrock,
      BedrockTests.answer(BedrockTests.usage, more: #""ResponseMetadata":{"RequestId":"r"},"#)
    ),
    (.openAIUsage, UsagePageTests.page(UsagePageTests.result(1000))),
    (.usageRow, #"{"timestamp":"\#(R.time)","model":"m","usage":\#(R.openAIUsage)}"#),
    (.usageLine, OtherFormatTests.usageLine),
  ]

  @Test(arguments: 0..<UInt64(20))
  func `any order and any repetition gives the same requests`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let lines = VendorMixTests.bodies.map(\.line)
    let repeated = lines.filter { !$0.contains("timestamp") }.shuffled(using: &random).prefix(3)
    let mixed = (lines + repeated).shuffled(using: &random)
    let yield = read(mixed.joined(separator: "\n"))
    let found = Dictionary(yield.records.map { ($0.key, $0.tokens) }) { one, _ in one }
    let expected = Dictionary(
      uniqueKeysWithValues: lines.flatMap { read($0).records }.map { ($0.key, $0.tokens) })
    #expect(found == expected, "seed \(seed)")
    #expect(expected.count == lines.count)
  }

  @Test func `a format that is asked for is the only one that is read`() {
    // A row is anything that has a usage object.
    for (format, _) in VendorMixTests.bodies where format != .usageRow {
      var options = ImportOptions()
      options.format = format
      for (other, line) in VendorMixTests.bodies {
        // A usage line is a Gemini row of one's own as well.
        if format == .gemini, other == .usageLine { continue }
        let row = "{\"response\":\(line)}"
        let wanted = other == format ? 1 : 0
        #expect(read(line, options: options).records.count == wanted, "\(format): \(line)")
        guard ![.usageLine, .usageRow, .openAIUsage].contains(other) else { continue }
        #expect(read(row, options: options).records.count == wanted, "\(format): \(row)")
      }
    }
  }
}
