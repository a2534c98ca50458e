import Foundation
import TestSupport
import Testing
import Usage

@testable import Importing

/// Random damage: nothing crashes or hangs, no count grows beyond what was read, and how many bytes
/// arrive at once never matters.
@Suite struct FuzzTests {
  static let samples: [[UInt8]] =
    [
      R.response + "\n" + R.response.replacing(R.id, "b") + "\n",
      R.pretty + "\n" + R.pretty.replacing(R.id, "c"),
      "[" + R.chunks.joined(separator: "\n,\n") + "]",
      ArrangementTests.sse + "data: [DONE]\n\n" + ArrangementTests.sse.replacing(R.id, "d"),
      #"{"key":"k","response":\#(R.response)}"# + "\n" + #"{"key":"k2","error":{"code":1}}"#,
      OtherFormatTests.usageLine + "\n" + OtherFormatTests.usageLine.replacing("123", "124"),
      OtherFormatTests.interaction("completed"),
      [OtherFormatTests.speech, OtherFormatTests.turn(5, 6), OtherFormatTests.turnEnd]
        .joined(separator: "\n"),
      OtherFormatTests.completion(#"{"prompt_tokens":7,"completion_tokens":2,"total_tokens":30}"#),
      #"{"logging_time":"2026-11-03 09:13:00 UTC","full_response":"\#(RowFormatTests.chunksAsString)"}"#,
    ].map { Array($0.utf8) } + (sessions + vendors).map { Array($0.utf8) } + [
      SourceTests.deflated, [0xFF, 0xFE] + ArrangementTests.utf16(R.response, false),
    ]

  /// Session logs of every agent.
  static let sessions: [String] = [
    ClaudeCodeTests.line("msg_1", output: 40) + "\n" + ClaudeCodeTests.line("msg_2", output: 80),
    CodexTests.parent + "\n" + CodexTests.child(turns: true, metas: true),
    CodexTests.child(turns: false, metas: false),
    [OtherAgentTests.header, OtherAgentTests.answer(), OtherAgentTests.answer("b")]
      .joined(separator: "\n"),
    #"{"sessionId":"s","messages":[\#(OtherAgentTests.answer()),\#(OtherAgentTests.answer("c"))]}"#,
    OtherAgentTests.qwen + "\n" + OtherAgentTests.qwen.replacing("q-1", "q-2"),
    OtherAgentTests.start + "\n" + OtherAgentTests.shutdown(1, input: 100, output: 50),
  ]

  /// The other vendors' formats, each as a body, as a stream, and in a row of something.
  static let vendors: [String] = [
    OpenAITests.cases.map { OpenAITests.completion($0.usage, model: $0.model) }
      .joined(separator: "\n"),
    StreamTests.sse(
      [OpenAITests.opening, OpenAITests.closing, OpenAITests.usage].map { OpenAITests.chunk($0) }),
    #"{"id":"b","custom_id":"c","response":{"body":\#(OpenAITests.completion(R.openAIUsage))}}"#,
    ResponsesTests.response("completed", ResponsesTests.usage),
    StreamTests.sse([
      ResponsesTests.event("created", ResponsesTests.response("in_progress")),
      ResponsesTests.delta,
      ResponsesTests.event("completed", ResponsesTests.response("completed", ResponsesTests.usage)),
    ]),
    AnthropicTests.message(AnthropicTests.usage),
    StreamTests.sse([
      AnthropicTests.start(#"{"input_tokens":1128,"output_tokens":2}"#),
      AnthropicTests.delta(
        """
        {"input_tokens":682,"output_tokens":1320,"iterations":[\
        \(AnthropicTests.iteration("compaction", 60_385, 592)),\
        \(AnthropicTests.iteration("message", 682, 1320))]}
        """), #"{"type":"message_stop"}"#,
    ]),
    #"{"custom_id":"r","result":{"message":\#(AnthropicTests.message(AnthropicTests.usage))}}"#,
    BedrockTests.answer(BedrockTests.usage)
      + "\n" + #"{"messageStart":{}}"# + "\n" + #"{"metadata":{"usage":\#(BedrockTests.usage)}}"#,
    UsagePageTests.page(UsagePageTests.result(1000) + "," + UsagePageTests.result(2000)),
    #"{"timestamp":"\#(R.time)","model":"m","usage":\#(R.openAIUsage)}"#,
  ]

  /// Pieces that mean something to some reader.
  static let words: [[UInt8]] = [
    "{", "}", "[", "]", "\"", "\\", ",", ":", "\n", "\r\n", "\n\n", "data: ", "data:", ": ",
    "[DONE]",
    "null", "-1", "1e9", "99999999999999999999", "{}", "[]", "{\"error\":{}}", "\u{FEFF}", "\u{0}",
    "\\ud800", "\"usageMetadata\":", "\"response\":", "\"time\":", "\"message\":", "\"payload\":",
    "\"tokens\":", "\"type\":\"assistant\"", "\"sessionId\":", "\"data\":", "\"usage\":",
    "\"type\":", "\"object\":\"page\",", "\"custom_id\":\"\",", "9223372036854775807", "1000000000000",
  ].map { Array($0.utf8) }

  @Test(arguments: 0..<UInt64(6))
  func `random damage is survived, and reads the same in any pieces`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for round in 0..<150 {
      let text = FuzzTests.damaged(FuzzTests.samples.randomElement(using: &random) ?? [], &random)
      check(text, "seed \(seed), round \(round)", &random)
    }
  }

  @Test func `random damage to real files is survived`() throws {
    guard let inputs = try requireInputs() else { return }
    var random = SeededRandom(seed: 42)
    for folder in RealInputsTests.folders + [SessionInputsTests.folder] {
      let root = inputs + "/" + folder
      let names = FileManager.default.enumerator(atPath: root)?.allObjects.compactMap {
        $0 as? String
      }
      for name in (names ?? []).sorted().shuffled(using: &random).prefix(40) {
        guard let data = FileManager.default.contents(atPath: root + name), data.count < 20_000
        else {
          continue
        }
        check(FuzzTests.damaged(Array(data), &random), folder + name, &random)
      }
    }
  }

  private func check(_ text: [UInt8], _ name: String, _ random: inout SeededRandom) {
    let whole = read(bytes: text)
    let counts = whole.counts
    // Every thing that is counted takes at least two bytes of text: "{}". Inflated or recoded text
    // is not longer than 1100 times its source.
    let most = (text.count + 2) * (text.starts(with: [0x1F, 0x8B]) ? 1100 : 1)
    #expect(
      whole.records.count + counts.withoutUsage + counts.errorBodies + counts.notUsage
        + counts.quarantined + counts.unrecognized <= most, "\(name)")
    #expect(whole.records.map(\.requests).reduce(0, +) == counts.requests, "\(name)")
    #expect(counts.incomplete <= counts.requests, "\(name)")
    for record in whole.records {
      #expect(Meter.allCases.allSatisfy { record.tokens[$0].value >= 0 }, "\(name)")
      #expect(record.tokens.cached <= record.tokens.prompt, "\(name)")
    }
    let size = Int.random(in: 1...40, using: &random)
    #expect(read(bytes: text, largestRead: size).outcome == whole.outcome, "\(name), \(size)")
  }

  static func damaged(_ sample: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var text = sample
    for _ in 0..<Int.random(in: 1...4, using: &random) where !text.isEmpty {
      let place = Int.random(in: 0..<text.count, using: &random)
      let end = min(text.count, place + Int.random(in: 0...30, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: text[place] = UInt8.random(in: 0...255, using: &random)
      case 1: text.removeSubrange(place..<end)
      case 2:
        text.insert(contentsOf: FuzzTests.words.randomElement(using: &random) ?? [], at: place)
      case 3: text.removeSubrange(place...)
      case 4: text.insert(contentsOf: text[place..<end], at: place)
      default:
        text.replaceSubrange(place..<end, with: FuzzTests.words.randomElement(using: &random) ?? [])
      }
    }
    return text
  }
}
