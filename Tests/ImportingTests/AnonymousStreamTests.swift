import Quantities
import Testing
import Usage

@testable import Importing

/// Responses without an id, in and beside event streams: none is lost, none is split.
@Suite struct AnonymousStreamTests {
  /// A chunk or a response of Gemini's: open without a reason for its end.
  static func gemini(
    _ prompt: Int, _ output: Int, ends: Bool = true, model: String = "gemini-2.5-pro",
    time: String = "2026-10-21T20:34:26Z"
  ) -> String {
    """
    {"modelVersion":"\(model)","createTime":"\(time)","candidates":[{"content":{"parts":[]}\
    \(ends ? #","finishReason":"STOP""# : "")}],"usageMetadata":{"promptTokenCount":\(prompt),\
    "candidatesTokenCount":\(output),"totalTokenCount":\(prompt + output)}}
    """
  }

  /// A chunk of OpenAI's without an id.
  static func chat(
    _ choices: String, usage: (Int, Int)? = nil, kind: String = "chat.completion.chunk",
    created: Int = 1_790_005_000
  ) -> String {
    let usage = usage.map { prompt, output in
      #","usage":{"prompt_tokens":\#(prompt),"completion_tokens":\#(output),"#
        + #""total_tokens":\#(prompt + output)}"#
    }
    return #"{"object":"\#(kind)","created":\#(created),"model":"gpt-4o","choices":[\#(choices)]"#
      + (usage ?? "") + "}"
  }

  static let open = #"{"index":0,"delta":{"content":"a"},"finish_reason":null}"#
  static let stop = #"{"index":0,"delta":{},"finish_reason":"stop"}"#

  /// Prompt and answer of every request, in the order of the prompts.
  static func counts(_ text: String) -> [[Int64]] {
    var all: [[Int64]] = []
    for size in readSizes {
      let found = read(text, largestRead: size).records
        .map { [$0.tokens.prompt.value, $0.tokens.output.value] }
        .sorted { $0.lexicographicallyPrecedes($1) }
      if all.isEmpty { all = found }
      #expect(found == all)
    }
    return all
  }

  @Test func `whole responses on lines of their own after an event are each a request`() {
    let identified = AnonymousStreamTests.gemini(10, 4).dropLast() + #","responseId":"g47"}"#
    let lines = [
      AnonymousStreamTests.gemini(2775, 1648, model: "gemini-3.1-flash-lite"),
      AnonymousStreamTests.gemini(111, 22, model: "gemini-3.8-flash"),
    ].joined(separator: "\n")
    #expect(
      AnonymousStreamTests.counts("data: \(identified)\n\n\(lines)\n")
        == [[10, 4], [111, 22], [2775, 1648]])
    let stray = "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"
    #expect(AnonymousStreamTests.counts(stray + lines) == [[111, 22], [2775, 1648]])
    // Two that are equal to the letter are two, as in a log without events.
    let same = AnonymousStreamTests.gemini(5, 6)
    #expect(AnonymousStreamTests.counts("\(stray)\(same)\n\(same)\n") == [[5, 6], [5, 6]])
  }

  @Test func `a whole response on a line of its own ends the stream before it`() {
    let stream = StreamTests.sse([
      AnonymousStreamTests.gemini(11, 2, ends: false), AnonymousStreamTests.gemini(11, 4),
    ])
    let lines = [5, 6].map {
      AnonymousStreamTests.chat(AnonymousStreamTests.stop, usage: ($0, 2), kind: "chat.completion")
    }
    #expect(
      AnonymousStreamTests.counts(stream + lines.joined(separator: "\n"))
        == [[5, 2], [6, 2], [11, 4]])
    // Also where the model, the time and the prompt are the same, and where the stream goes on.
    let same = stream + AnonymousStreamTests.gemini(11, 4) + "\n" + stream
    #expect(AnonymousStreamTests.counts(same) == [[11, 4], [11, 4], [11, 4]])
  }

  @Test(arguments: [
    AnonymousStreamTests.gemini(12, 3, ends: false),
    AnonymousStreamTests.gemini(11, 3, ends: false),
    AnonymousStreamTests.gemini(12, 3), AnonymousStreamTests.gemini(11, 3, model: "gemini-x"),
    AnonymousStreamTests.gemini(11, 3, time: "2026-10-22T20:34:26Z"),
  ])
  func `a finished stream ends where another begins`(_ next: String) {
    let first = [
      AnonymousStreamTests.gemini(11, 2, ends: false), AnonymousStreamTests.gemini(11, 4),
    ]
    let prompt: Int64 = next.contains("\"promptTokenCount\":12,") ? 12 : 11
    #expect(
      AnonymousStreamTests.counts(StreamTests.sse(first + [next]))
        == [[11, 4], [prompt, 3]].sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test func `a chunk of nothing but usage belongs to the stream that it follows`() {
    // OpenAI's last chunk, here with a second later than the others, then the next stream.
    let chat = [
      AnonymousStreamTests.chat(AnonymousStreamTests.open),
      AnonymousStreamTests.chat(AnonymousStreamTests.stop),
      AnonymousStreamTests.chat("", usage: (7, 3), created: 1_790_005_001),
    ]
    #expect(AnonymousStreamTests.counts(StreamTests.sse(chat)) == [[7, 3]])
    let next = chat.map { $0.replacing(":7,", ":8,").replacing(":10}", ":11}") }
    #expect(AnonymousStreamTests.counts(StreamTests.sse(chat + next)) == [[7, 3], [8, 3]])
    let usage = #"{"usageMetadata":{"promptTokenCount":11,"candidatesTokenCount":9}}"#
    let stream = [AnonymousStreamTests.gemini(11, 4), usage]
    #expect(AnonymousStreamTests.counts(StreamTests.sse(stream)) == [[11, 9]])
  }

  /// A response as the first Gemini models gave it: without a time or the name of the model.
  static func nameless(_ prompt: Int, _ output: Int) -> String {
    gemini(prompt, output).replacing(
      #""modelVersion":"gemini-2.5-pro","createTime":"2026-10-21T20:34:26Z","#, with: "")
  }

  @Test func `chunks that all name a reason for their end are one stream`() {
    // As those of the first Gemini models do.
    let chunks = [2, 5, 9].map { AnonymousStreamTests.nameless(11, $0) }
    #expect(AnonymousStreamTests.counts(StreamTests.sse(chunks)) == [[11, 9]])
    #expect(AnonymousStreamTests.counts("[\(chunks.joined(separator: ",\n"))]") == [[11, 9]])
  }

  /// They have no id and no time of their own, and the same prompt: that they are two is all there is.
  @Test(arguments: [(8, 8), (8, 5), (5, 8)])
  func `streams of one chunk are each a request`(_ first: Int, _ second: Int) {
    let chunks = [first, second].map { AnonymousStreamTests.gemini(11, $0) }
    let expected = [first, second].sorted().map { [11, Int64($0)] }
    let stream = StreamTests.sse(chunks)
    #expect(AnonymousStreamTests.counts(stream) == expected)
    #expect(AnonymousStreamTests.counts("[\(chunks.joined(separator: ",\n"))]") == expected)
    // A copy of the file has the same keys, and what is the same to the letter in it has two.
    let keys = Set(read(stream).records.map(\.key))
    #expect(keys.count == 2)
    #expect(Set(read(stream, path: "copy.txt").records.map(\.key)) == keys)
    if first >= second {
      let nameless = [first, second].map { AnonymousStreamTests.nameless(11, $0) }
      #expect(AnonymousStreamTests.counts(StreamTests.sse(nameless)) == expected)
    }
  }

  @Test func `an error on a line of its own cuts the stream, and not what came alone`() {
    let error = #"{"error":{"code":499,"message":"cancelled","status":"CANCELLED"}}"#
    let stream = StreamTests.sse([AnonymousStreamTests.gemini(11, 2, ends: false)])
    let cut = read(stream + error + "\n")
    #expect(cut.counts.incomplete == 1 && cut.counts.errorBodies == 0)
    let alone = read("data: {}\n\n" + AnonymousStreamTests.gemini(5, 6) + "\n" + error + "\n")
    #expect(alone.counts.incomplete == 0 && alone.counts.errorBodies == 1)
  }
}
