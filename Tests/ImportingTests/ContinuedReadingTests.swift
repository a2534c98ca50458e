import Testing

@testable import Importing

/// Reading a log that has grown goes on where it stopped, or says that it cannot.
struct ContinuedReadingTests {
  /// Three lines of which the second is damaged; 10, 20 and 30 prompt tokens.
  private static let lines = [
    line("a", prompt: 10),
    line("x", prompt: -1),
    line("b", prompt: 20),
    line("c", prompt: 30),
  ]

  private static func line(_ id: String, prompt: Int) -> String {
    """
    {"time":"2026-11-03T09:00:00Z","request_id":"\(id)","model":"m",\
    "usageMetadata":{"promptTokenCount":\(prompt)}}
    """
  }

  @Test func `wherever a log is cut, its two parts give what it gives whole`() throws {
    let bytes = Array((Self.lines.joined(separator: "\n") + "\n").utf8)
    let whole = read(bytes: bytes)
    #expect(whole.records.map(\.tokens.prompt.value) == [10, 20, 30])
    for cut in 1..<bytes.count {
      let first = read(bytes: Array(bytes[..<cut]))
      guard let next = first.next else {
        // Nothing could be read of it yet.
        #expect(first.records.isEmpty, "cut at \(cut)")
        continue
      }
      let rest = read(bytes: Array(bytes[Int(next.byteOffset)...]), from: next)
      #expect(first.records + rest.records == whole.records, "cut at \(cut)")
      #expect(first.quarantined + rest.quarantined == whole.quarantined, "cut at \(cut)")
      #expect(rest.next == whole.next, "cut at \(cut)")
    }
  }

  /// The same document may follow again, and would then be taken for the one that was read.
  @Test func `documents without an id are read from the beginning`() {
    let line = #"{"candidates":[],"usageMetadata":{"promptTokenCount":10}}"# + "\n"
    #expect(read(line).records.count == 1)
    #expect(read(line).next == nil)
  }

  @Test func `an array, an event stream, a decoded text are read from the beginning`() {
    let response = #"{"responseId":"abc","usageMetadata":{"promptTokenCount":10}}"#
    #expect(read("[\n\(response)\n]\n").next == nil)
    #expect(read("data: \(response)\n\n").next == nil)
    #expect(read(bytes: [0xEF, 0xBB, 0xBF] + Array("\(response)\n".utf8)).next == nil)
    #expect(read("\(response)\n").next?.byteOffset == Int64(response.utf8.count + 1))
    #expect(read("").next == nil)
  }
}
