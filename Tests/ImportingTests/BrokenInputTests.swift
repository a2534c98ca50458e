import Quantities
import Testing
import Usage

@testable import Importing

/// Damaged, cut, foreign and enormous input: it costs itself and nothing more.
@Suite struct BrokenInputTests {
  static func line(_ number: Int) -> String {
    response(#"{"promptTokenCount":\#(number)}"#, id: "line-\(number)")
  }

  private func prompts(_ yield: Yield) -> [Int64] { yield.records.map(\.tokens.prompt.value) }

  @Test(arguments: [
    "", "\n\n\n", " \t\r\n",
  ])
  func `an empty file is nothing and no fault`(_ text: String) {
    #expect(read(text).outcome == Yield().outcome)
  }

  @Test(arguments: Array(UInt8.min...UInt8.max))
  func `a file of one byte is at most one fault`(_ byte: UInt8) {
    let yield = read(bytes: [byte])
    #expect(yield.records.isEmpty)
    #expect(yield.counts.quarantined + yield.counts.unrecognized <= 1)
  }

  @Test(arguments: [
    ("{\"response\":{\"body\":", "}}"), ("{\"method\":\"m\",\"response\":[", "]}"),
    ("{\"response\":[{\"candidates\":[],\"method\":\"m\",\"response\":[", "]}]}"),
    ("{\"custom_id\":\"c\",\"response\":{\"body\":", "}}"), ("{\"events\":[", "]}"),
    ("{\"custom_id\":\"c\",\"result\":{\"message\":", "}}"),
    ("{\"object\":\"page\",\"data\":[", "]}"), ("{\"type\":\"message_start\",\"message\":", "}"),
  ])
  func `responses inside responses without end are not followed`(open: String, close: String) {
    let text = String(repeating: open, count: 120) + String(repeating: close, count: 120)
    #expect(read(text + "\n" + BrokenInputTests.line(1)).records.count <= 2)
  }

  @Test func `a binary file is one fault`() {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D]
    let yield = read(bytes: png + [UInt8](repeating: 0x0A, count: 9000))
    #expect(yield.quarantined.map(\.code) == ["binary"])
    #expect(yield.counts.quarantined == 1)
  }

  @Test func `a text that is no log is one fault, whatever its length`() {
    let prose = String(
      repeating: "It was a bright cold day in April.\nNobody counted.\n", count: 4000)
    let yield = read(prose)
    #expect(yield.quarantined.map(\.code) == ["not_json"])
    #expect(yield.counts.quarantined == 1)
    #expect(!yield.counts.foundAnything)
  }

  @Test func `JSON of another kind is counted apart from faults`() {
    let yield = read("{\"name\":\"package\",\"version\":1}\n\(BrokenInputTests.line(5))\n")
    #expect(yield.counts.unrecognized == 1)
    #expect(yield.counts.quarantined == 0)
    #expect(yield.quarantined.map(\.code) == ["unrecognized"])
    #expect(prompts(yield) == [5])
  }

  @Test(arguments: [
    #"{"candidates":[{"finishReason":"ST"#, #"{"usageMetadata":{"promptTokenCount":12"#,
    #"{"usageMetadata":{"promptTokenCount":12}"#, #"{"a":"\q"}"#, #"{"a":tru}"#, #"{"a" 1}"#, "{",
    #"{"a":"b"c"}"#, "plain text", "[INFO] started", "[1, 2", "{\"a\":\"\u{1}\"}", ",", "}", "]",
    "\"text", #"{"a":01}"#, #"[{"a":tr}]"#,
  ])
  func `a damaged line in a log costs itself`(_ damaged: String) {
    let text =
      [BrokenInputTests.line(1), damaged, BrokenInputTests.line(2), BrokenInputTests.line(3)]
      .joined(separator: "\n") + "\n"
    let whole = read(text)
    #expect(prompts(whole) == [1, 2, 3])
    #expect(whole.counts.quarantined == 1)
    #expect(whole.quarantined.first?.place.line == 2)
    // Of an array only the damaged element is set aside, one byte after its bracket.
    let start = Int64(BrokenInputTests.line(1).utf8.count + 1)
    let place = whole.quarantined.first?.place.byteOffset
    #expect(place == (damaged.hasPrefix("[{") ? start + 1 : start))
    for size in readSizes { #expect(read(text, largestRead: size).outcome == whole.outcome) }
  }

  /// Cut inside its brackets, so that only what follows can tell where it was cut.
  @Test(arguments: [
    #"{"usageMetadata":{"promptTokenCount":12"#, #"{"a":[{"b":1"#, #"{"a":{"b":"#, #"{"a":[1,"#,
    #"{"a":{"b":"c"}"#,
  ])
  func `indented lines after a cut one are read`(_ cut: String) {
    for end in ["\n", "", "\n" + BrokenInputTests.line(4), "\n{", "\n  }}}\n"] {
      for indent in ["  ", "\t", "                                                    "] {
        let text =
          "\(BrokenInputTests.line(1))\n\(cut)\n\(indent)\(BrokenInputTests.line(2))\n"
          + "\(indent)\(BrokenInputTests.line(3))\(end)"
        let whole = read(text)
        #expect(prompts(whole) == (end.hasSuffix("}") ? [1, 2, 3, 4] : [1, 2, 3]), "\(text)")
        #expect(whole.quarantined.first?.place.line == 2)
        for size in readSizes { #expect(read(text, largestRead: size).outcome == whole.outcome) }
      }
    }
    // Also where the cut line is the first, and nothing says yet that this is a log of lines.
    #expect(prompts(read("\(cut)\n  \(BrokenInputTests.line(2))\n")) == [2])
  }

  @Test(arguments: ["  ", ""])
  func `a cut element of an array costs itself, indented or not`(_ indent: String) {
    let text =
      "[\n\(indent)\(BrokenInputTests.line(1)),\n\(indent){\"a\":{\"b\":1\n"
      + "\(indent)\(BrokenInputTests.line(2)),\n\(indent)\(BrokenInputTests.line(3))\n]\n"
    let whole = read(text)
    #expect(prompts(whole) == [1, 2, 3])
    #expect(whole.counts.quarantined == 1)
    for size in readSizes { #expect(read(text, largestRead: size).outcome == whole.outcome) }
  }

  @Test func `the parts of a damaged value printed over many lines are no documents`() {
    let text = """
      {
        "usageMetadata": {
          "promptTokensDetails": [
            {"modality":"TEXT","tokenCount":12}
          ],
          "promptTokenCount": tru
        }
      }
      """
    let yield = read(text + "\n" + BrokenInputTests.line(2))
    #expect(yield.quarantined.map(\.code) == ["broken_json"])
    #expect(prompts(yield) == [2])
  }

  @Test func `bytes that are not UTF-8 cost their line`() {
    let bytes =
      Array(BrokenInputTests.line(1).utf8) + [0x0A] + Array("{\"a\":\"".utf8) + [0xFF, 0xFE]
      + Array("\"}\n".utf8) + Array(BrokenInputTests.line(2).utf8)
    let yield = read(bytes: bytes)
    #expect(prompts(yield) == [1, 2])
    #expect(yield.quarantined.map(\.explanation) == ["bytes that are not UTF-8"])
  }

  @Test func `zeros that a crash left in a log cost their line`() {
    let zeros = [UInt8](repeating: 0, count: 4096)
    let lines = (1...20).map { BrokenInputTests.line($0) + "\n" }.joined()
    let bytes = Array(lines.utf8) + zeros + Array(("\n" + BrokenInputTests.line(21)).utf8)
    let yield = read(bytes: bytes)
    #expect(prompts(yield) == Array(1...21))
    #expect(yield.counts.quarantined == 1)
  }

  @Test(arguments: readSizes)
  func `a cut pretty-printed object costs itself`(_ size: Int) {
    let cut = R.pretty.split(separator: "\n").prefix(12).joined(separator: "\n")
    let other = R.pretty.replacing(R.id, "other")
    for text in [cut + "\n" + R.pretty + "\n" + other, R.pretty + "\n" + cut + "\n" + other] {
      let yield = read(text, largestRead: size)
      #expect(yield.counts.quarantined == 1)
      #expect(yield.records.allSatisfy { $0.tokens == R.tokens })
      #expect(yield.records.count == 2)
    }
  }

  @Test(arguments: readSizes)
  func `a cut chunk array does not swallow the lines after it`(_ size: Int) {
    let ids = ["one", "two", "three"]
    let arrays = ids.map { id in
      "[" + R.chunks.map { $0.replacing(R.id, id) }.joined(separator: ",") + "]"
    }
    let cut = String(arrays[0].dropLast(40))
    let yield = read([cut, arrays[1], arrays[2]].joined(separator: "\n"), largestRead: size)
    #expect(yield.counts.quarantined == 1)
    #expect(yield.records.count == 3)
    #expect(yield.records.filter { $0.tokens == R.tokens }.count == 2)
    #expect(yield.counts.incomplete == 1)
  }

  @Test func `a half-written last line is left for next time`() {
    let log = BrokenInputTests.line(1) + "\n" + BrokenInputTests.line(2) + "\n"
    let next = "{\"text\":\"日本語 😀\"," + BrokenInputTests.line(3).dropFirst()
    let bytes = Array(next.utf8)
    for length in 1..<bytes.count {
      let yield = read(bytes: Array(log.utf8) + bytes[..<length])
      #expect(prompts(yield) == [1, 2], "cut at \(length)")
      #expect(yield.counts.unfinishedLines == 1, "cut at \(length)")
      #expect(yield.quarantined.isEmpty, "cut at \(length)")
    }
    #expect(prompts(read(bytes: Array(log.utf8) + bytes)) == [1, 2, 3])
  }

  @Test func `a line longer than 32 MiB is refused and the next one is read`() {
    var bytes = Array((BrokenInputTests.line(1) + "\n{\"candidates\":[{\"content\":\"").utf8)
    bytes += [UInt8](repeating: UInt8(ascii: "A"), count: 40 << 20)
    bytes += Array(("\"}]}\n" + BrokenInputTests.line(2) + "\n").utf8)
    let yield = read(bytes: bytes, largestRead: 1 << 16)
    #expect(prompts(yield) == [1, 2])
    #expect(yield.quarantined.map(\.code) == ["too_large"])
    #expect(yield.quarantined.map(\.explanation) == ["one value is longer than 32 MiB"])
    #expect(yield.quarantined.map(\.place.line) == [2])
  }

  @Test(arguments: ["{\"a\":\"FILL\"}", "data: {\"a\":\"FILL\"}\n", "[{\"a\":\"FILL\"}]", "FILL"])
  func `what does not fit the window is refused, whatever holds it`(_ form: String) throws {
    let large = form.replacing("FILL", String(repeating: "A", count: 3000))
    let text = [BrokenInputTests.line(1), "", large, "", BrokenInputTests.line(2), ""]
      .joined(separator: "\n")
    for size in [1, 7, 4096] {
      let found = frame(text, limit: 1024, largestRead: size)
      #expect(found.documents == 2, "\(form), \(size) bytes at a time")
      #expect(found.faults == 1, "\(form), \(size) bytes at a time")
      #expect(found.largestWindow <= 1024)
    }
  }

  @Test func `a long array on one line needs no room of its own`() {
    let array = "[" + (1...500).map { BrokenInputTests.line($0) }.joined(separator: ",") + "]"
    let found = frame(array, limit: 1024, largestRead: 100)
    #expect(found.documents == 500)
    #expect(found.faults == 0)
  }

  @Test func `documents glued into one long line need no room of their own`() {
    let glued = (1...500).map { BrokenInputTests.line($0) }.joined()
    let found = frame(glued, limit: 1024, largestRead: 100)
    #expect(found.documents == 500)
    #expect(found.faults == 0)
  }

  private func frame(
    _ text: String, limit: Int, largestRead: Int
  ) -> (documents: Int, faults: Int, largestWindow: Int) {
    var framer = DocumentFramer(
      MemorySource(Array(text.utf8), largestRead: largestRead), limit: limit,
      longestLine: 256)
    var found = (documents: 0, faults: 0, largestWindow: 0)
    do {
      while let item = try framer.next() {
        if case .document = item { found.documents += 1 }
        if case .unreadable = item { found.faults += 1 }
        found.largestWindow = max(found.largestWindow, framer.window.count)
      }
    } catch {
      Issue.record(error)
    }
    return found
  }
}
