import Testing
import Usage

@testable import Importing

/// What cannot be priced is set aside and not counted as nothing.
struct LoneTotalTests {
  @Test(arguments: [
    #"{"responseId":"a","candidates":[{"finishReason":"STOP"}],"usageMetadata":{"totalTokenCount":30}}"#,
    #"{"time":"2026-11-03T09:12:45Z","request_id":"r","usageMetadata":{"totalTokenCount":30}}"#,
    #"{"id":"chatcmpl-a","object":"chat.completion","model":"x","choices":[{"index":0,"#
      + #""message":{"content":"x"},"finish_reason":"stop"}],"usage":{"total_tokens":30}}"#,
    #"{"id":"o1","traceId":"t1","type":"GENERATION","startTime":"2026-09-01T00:00:00Z","#
      + #""model":"gpt-5.4","usage":{"total":30}}"#,
  ])
  func `a total alone says nothing of input and output`(_ line: String) throws {
    let yield = read(line + "\n")
    #expect(yield.records.isEmpty)
    #expect(yield.quarantined.map(\.code) == ["total_only"])
    #expect(
      yield.quarantined.first?.explanation
        == "a total of 30 tokens, and nothing says how many of them are input")
  }

  @Test func `of many lines of one form those with a total alone are set aside`() throws {
    func line(_ number: Int, _ counts: String) -> String {
      #"{"candidates":[{"finishReason":"STOP"}],"usageMetadata":{\#(counts),"totalTokenCount":30},"#
        + #""createTime":"2026-11-03T09:12:45Z","responseId":"\#(IdentityTests.id(second: 1_793_697_000 + UInt32(number)))"}"#
        + "\n"
    }
    let text = (0..<60).map {
      line($0, $0 % 20 == 19 ? #""promptTokenCount":0"# : #""promptTokenCount":30"#)
    }.joined()
    let yield = read(text)
    #expect(yield.records.count == 57)
    #expect(yield.quarantined.map(\.place.line) == [20, 40, 60])
  }

  @Test func `usage of another unit is set aside`() throws {
    let yield = read(
      #"{"id":"o1","traceId":"t1","type":"GENERATION","startTime":"2026-09-01T00:00:00Z","#
        + #""model":"gpt-5.4","usage":{"input":1000,"output":500,"unit":"CHARACTERS"}}"# + "\n")
    #expect(yield.records.isEmpty)
    #expect(yield.quarantined.map(\.code) == ["unsupported_unit"])
  }
}
