import Quantities
import Testing
import Usage

@testable import Importing

/// R in every arrangement in which logs keep it: always the same record.
@Suite struct ArrangementTests {
  struct Arrangement: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]

    init(_ name: String, _ text: String) {
      testDescription = name
      bytes = Array(text.utf8)
    }

    init(_ name: String, bytes: [UInt8]) {
      testDescription = name
      self.bytes = bytes
    }
  }

  static let sse = R.chunks.map { "data: \($0)\n\n" }.joined()

  static let arrangements: [Arrangement] = [
    Arrangement("unary", R.response),
    Arrangement("unary with spaces around it", "\n\n  \(R.response)\r\n\n"),
    Arrangement("pretty-printed", R.pretty),
    Arrangement("pretty-printed, CRLF", R.pretty.replacingLineEnds("\r\n")),
    Arrangement("in an array", "[\(R.response)]"),
    Arrangement("in a pretty-printed array", "[\n\(R.pretty)\n]\n"),
    Arrangement("a JSON line", R.response + "\n"),
    Arrangement("a JSON line, CRLF", R.response + "\r\n"),
    Arrangement("a byte-order mark", "\u{FEFF}" + R.response),
    Arrangement("glued to itself", R.response + R.response),
    Arrangement("repeated, in an array", "[\(R.response),\(R.response)]"),
    Arrangement("SSE", sse),
    Arrangement("SSE, CRLF", sse.replacingLineEnds("\r\n")),
    Arrangement("SSE, CR", sse.replacingLineEnds("\r")),
    Arrangement("SSE, byte-order mark", "\u{FEFF}" + sse),
    Arrangement("SSE without spaces", R.chunks.map { "data:\($0)\n\n" }.joined()),
    Arrangement("SSE without empty lines", R.chunks.map { "data: \($0)\n" }.joined()),
    Arrangement("SSE without its last line end", String(sse.dropLast(2))),
    Arrangement(
      "SSE with comments, names, ids and [DONE]",
      ": keep-alive\n\nretry: 10\n"
        + R.chunks.map { "event: message\nid: 4\n: note\ndata: \($0)\n\n" }.joined()
        + "data: [DONE]\n\n"),
    Arrangement(
      "SSE with data over several lines",
      R.pretty.split(separator: "\n").map { "data: \($0)\n" }.joined() + "\n"),
    Arrangement("SSE with empty events", "data:\n\ndata:   \n\n" + sse),
    Arrangement("chunk array", "[" + R.chunks.joined(separator: "\n,\r\n") + "]"),
    Arrangement("chunk array in a line", "[" + R.chunks.joined(separator: ",") + "]\n"),
    Arrangement("chunks as JSON lines", R.chunks.joined(separator: "\n")),
    Arrangement("UTF-16LE with a mark", bytes: [0xFF, 0xFE] + utf16(R.response, false)),
    Arrangement("UTF-16BE with a mark", bytes: [0xFE, 0xFF] + utf16(R.response, true)),
    Arrangement("UTF-16LE without a mark", bytes: utf16(sse, false)),
    Arrangement("UTF-16BE without a mark", bytes: utf16(sse, true)),
    Arrangement(
      "SDK's snake_case with nulls",
      """
      {"sdk_http_response":null,"candidates":[{"content":{"parts":null},"finish_reason":"STOP",\
      "grounding_metadata":null}],"create_time":"2026-11-03 09:12:44.120000+00:00",\
      "prompt_feedback":null,"response_id":"\(R.id)","model_version":"gemini-2.5-flash",\
      "usage_metadata":\(R.snakeUsage.dropLast()),"cache_tokens_details":null,"traffic_type":null}}
      """),
    Arrangement(
      "SDK's enumerations printed with their types",
      """
      {"candidates":[{"finish_reason":"<FinishReason.STOP: 'STOP'>"}],"create_time":"\(R.time)",\
      "response_id":"\(R.id)","model_version":"gemini-2.5-flash","usage_metadata":\
      \(R.snakeUsage.dropLast()),"prompt_tokens_details":[{"modality":"MediaModality.TEXT",\
      "token_count":1000}],"cache_tokens_details":[{"modality":"<MediaModality.TEXT: 'TEXT'>",\
      "token_count":400}]}}
      """),
    Arrangement(
      "a full resource name",
      R.response.replacing("\"gemini-2.5-flash\"", "\"models/gemini-2.5-flash\"")),
  ]

  @Test(arguments: arrangements)
  func `the same record comes from every arrangement and any read size`(
    _ arrangement: Arrangement
  ) throws {
    for size in readSizes {
      let yield = read(bytes: arrangement.bytes, largestRead: size)
      #expect(yield.records.count == 1, "reading \(size) bytes at a time")
      let record = try #require(yield.records.first)
      #expect(record.tokens == R.tokens)
      #expect(record.reportedTotal == 1550)
      #expect(record.residual == 0)
      #expect(record.occurredAt == Instant(iso8601: R.time))
      #expect(record.series.model == "gemini-2.5-flash")
      #expect(record.series.provider == .googleGeminiAPI)
      #expect(record.key == read(R.response).records.first?.key)
      #expect(record.flags == [.providerAssumed])
      #expect(yield.quarantined.isEmpty)
      #expect(yield.counts.incomplete == 0)
    }
  }

  static func utf16(_ text: String, _ isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let (upper, lower) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [upper, lower] : [lower, upper]
    }
  }

  @Test func `an id-less stream is one request and an id-less list is many`() {
    let stream = R.chunks.map { $0.replacing(",\"responseId\":\"\(R.id)\"", "") }
    #expect(read("[" + stream.joined(separator: ",") + "]").records.map(\.tokens) == [R.tokens])
    #expect(
      read(stream.map { "data: \($0)\n\n" }.joined()).records.map(\.tokens) == [R.tokens])

    let list = [10, 20, 30].map { count in
      """
      {"candidates":[{"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":\(count)}}
      """
    }
    let yield = read("[" + list.joined(separator: ",") + "]")
    #expect(yield.records.map(\.tokens) == [10, 20, 30].map { meters([.textInput: $0]) })
  }

  @Test func `a huge array on one line is taken apart element by element`() {
    // 7000 responses of 177 bytes: beyond what is read as one document.
    let elements = (0..<7000).map { response("{\"promptTokenCount\":\($0 + 1)}", id: "r\($0)") }
    let text = "[" + elements.joined(separator: ",") + "]"
    #expect(text.utf8.count > 1 << 20)
    let yield = read(text)
    #expect(yield.counts.requests == 7000)
    #expect(yield.tokens == meters([.textInput: 7000 * 7001 / 2]))
    #expect(yield.quarantined.isEmpty)
  }
}

extension String {
  func replacingLineEnds(_ end: String) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end)
  }

  func replacing(_ part: String, _ other: String) -> String {
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      result += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
