import Quantities
import Testing
import Usage

@testable import Importing

/// Running totals, repeats and cut streams: the field's signature double counts.
@Suite struct StreamTests {
  static func sse(_ chunks: [String]) -> String { chunks.map { "data: \($0)\n\n" }.joined() }

  @Test func `a cumulative stream is not summed`() {
    let chunks = (1...10).map { step in
      R.chunk(
        """
        {"promptTokenCount":100,"candidatesTokenCount":\(step * 20),\
        "totalTokenCount":\(100 + step * 20)}
        """, finish: step == 10 ? "STOP" : nil)
    }
    let yield = read(StreamTests.sse(chunks))
    // Summing would give 1000 in and 1100 out.
    #expect(yield.records.map(\.tokens) == [meters([.textInput: 100, .textOutput: 200])])
    #expect(yield.counts.requests == 1)
    #expect(yield.counts.repeated == 0)
  }

  @Test func `a first chunk of zeros and chunks without usage do not win (go-genai issue 15)`() {
    let zeros = #"{"promptTokenCount":0,"candidatesTokenCount":0,"totalTokenCount":0}"#
    let chunks = [
      R.chunk(zeros), R.chunk("null"), R.chunk(), R.chunk(R.usage), R.chunk(zeros, finish: "STOP"),
    ]
    #expect(read(StreamTests.sse(chunks)).records.map(\.tokens) == [R.tokens])
  }

  @Test func `a field that the last chunk leaves out keeps its value`() {
    let chunks = [
      R.chunk(#"{"promptTokenCount":1000,"cachedContentTokenCount":400}"#),
      R.chunk(#"{"thoughtsTokenCount":300,"toolUsePromptTokenCount":50}"#),
      R.chunk(#"{"candidatesTokenCount":200,"totalTokenCount":1550}"#, finish: "STOP"),
    ]
    #expect(read(StreamTests.sse(chunks)).records.map(\.tokens) == [R.tokens])
  }

  @Test func `a last chunk whose total adds up is complete as it is`() {
    let chunks = [
      R.chunk(#"{"promptTokenCount":100,"thoughtsTokenCount":70,"totalTokenCount":170}"#),
      R.chunk(
        #"{"promptTokenCount":100,"candidatesTokenCount":50,"totalTokenCount":150}"#,
        finish: "STOP"),
    ]
    #expect(
      read(StreamTests.sse(chunks)).records.map(\.tokens)
        == [meters([.textInput: 100, .textOutput: 50])])
  }

  @Test(arguments: readSizes)
  func `streams whose chunks are interleaved are told apart by their ids`(_ size: Int) {
    let one = R.chunks
    let two = R.chunks.map { $0.replacing(R.id, "zoZFacS3BuWPmtkPqqTgiQg") }
    let text = zip(one, two).map { "data: \($0)\n\ndata: \($1)\n\n" }.joined()
    let yield = read(text, largestRead: size)
    #expect(yield.records.map(\.tokens) == [R.tokens, R.tokens])
    #expect(Set(yield.records.map(\.key)).count == 2)
  }

  @Test func `two hops of a continued answer are two requests and are summed`() {
    // Each hop sends the prompt again, so 100 + 150 prompt tokens are billed.
    let hops = [
      R.chunk(
        #"{"promptTokenCount":100,"candidatesTokenCount":50,"totalTokenCount":150}"#,
        finish: "MAX_TOKENS", id: "hop-1"),
      R.chunk(
        #"{"promptTokenCount":150,"candidatesTokenCount":30,"totalTokenCount":180}"#,
        finish: "STOP", id: "hop-2"),
    ]
    let yield = read(StreamTests.sse(hops))
    #expect(yield.records.map(\.tokens.prompt) == [100, 150])
    #expect(yield.tokens == meters([.textInput: 100 + 150, .textOutput: 50 + 30]))
  }

  @Test(arguments: [1, 2])
  func `a cut stream is kept as a lower bound and marked`(_ count: Int) throws {
    let yield = read(StreamTests.sse(Array(R.chunks.prefix(count))))
    let record = try #require(yield.records.first)
    #expect(record.flags.contains(.incomplete))
    #expect(yield.counts.incomplete == 1)
    let expected =
      count == 1
      ? meters([.textInput: 1000])
      : meters([.textInput: 600, .cachedTextInput: 400, .textOutput: 90, .thinking: 300])
    #expect(record.tokens == expected)
  }

  @Test func `a stream cut inside an event keeps what came before it`() throws {
    let text = StreamTests.sse(Array(R.chunks.prefix(2))) + "data: {\"candidates\":[{\"content"
    for size in readSizes {
      let yield = read(text, largestRead: size)
      #expect(yield.records.first?.tokens.thinking == 300)
      #expect(yield.records.first?.flags.contains(.incomplete) == true)
      #expect(yield.quarantined.map(\.code) == ["ends_too_early"])
    }
  }

  @Test(arguments: ["data: ERROR\n\n", "ERROR\n"])
  func `an error in the middle of a stream marks it and is no request`(_ form: String) {
    let error = #"{"error":{"code":499,"message":"cancelled","status":"CANCELLED"}}"#
    let finished = R.chunk(R.usage, finish: "STOP")
    let yield = read(StreamTests.sse([R.chunks[0], finished]) + form.replacing("ERROR", error))
    #expect(yield.records.map(\.tokens) == [R.tokens])
    #expect(yield.counts.incomplete == 1)
    #expect(yield.counts.errorBodies == 0)
  }

  @Test func `an error body alone is counted as one`() {
    let error = """
      {"error": {"code": 429, "message": "quota", "status": "RESOURCE_EXHAUSTED"}}
      """
    for text in [error, "[\(error)]", "\(error)\n\(error)"] {
      let yield = read(text)
      #expect(yield.records.isEmpty)
      #expect(yield.counts.errorBodies == (text == error || text.hasPrefix("[") ? 1 : 2))
      #expect(yield.quarantined.isEmpty)
    }
  }

  @Test func `the same response twice nearby is one request and one repeat`() {
    let yield = read(R.response + "\n" + response(R.usage, id: "other-id") + "\n" + R.response)
    #expect(yield.records.map(\.tokens) == [R.tokens, R.tokens])
    #expect(yield.counts.requests == 2)
    #expect(yield.counts.repeated == 1)
  }

  @Test func `the same response far apart comes twice under one key, for the ledger to see`() {
    let between = (0..<600).map { response(#"{"promptTokenCount":1}"#, id: "between-\($0)") }
    let yield = read(([R.response] + between + [R.response]).joined(separator: "\n"))
    #expect(yield.records.count == 602)
    #expect(Set(yield.records.map(\.key)).count == 601)
    #expect(yield.records.first?.key == yield.records.last?.key)
  }

  @Test func `a thousand interleaved streams are more than are kept open, and none is lost`() {
    // Beyond 512 open responses the oldest is handed out: same keys, for the ledger to join.
    let first = (0..<1000).map { R.chunk(#"{"promptTokenCount":7}"#, finish: "STOP", id: "s\($0)") }
    let yield = read((first + first).joined(separator: "\n"))
    #expect(Set(yield.records.map(\.key)).count == 1000)
    #expect(yield.records.allSatisfy { $0.tokens == meters([.textInput: 7]) })
  }
}
