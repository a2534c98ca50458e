import TestSupport
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
    // Of ASCII every second byte is zero.
    let wide: [UInt8] = [0xFF, 0xFE] + Array("\(response)\n".utf8).flatMap { [$0, 0] }
    #expect(read(bytes: wide).records.count == 1)
    #expect(read(bytes: wide).next == nil)
    #expect(read("\(response)\n").next?.byteOffset == Int64(response.utf8.count + 1))
    #expect(read("").next == nil)
  }

  /// Three bytes of a mark come first, and are bytes of the file like all others.
  @Test func `offsets in a file with a byte-order mark are those of the file`() throws {
    let good = #"{"responseId":"abc","usageMetadata":{"promptTokenCount":10}}"# + "\n"
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = mark + Array((good + "{\"a\":tru}\n" + good).utf8)
    for size in readSizes {
      let yield = read(bytes: bytes, largestRead: size)
      #expect(
        yield.quarantined.map(\.place)
          == [SourcePlace(line: 2, byteOffset: Int64(3 + good.utf8.count))])
      #expect(yield.next == SourcePlace(line: 4, byteOffset: Int64(bytes.count)))
    }
    let first = read(bytes: mark + Array("{\"a\":tru}\n\(good)".utf8))
    #expect(first.quarantined.map(\.place) == [SourcePlace(line: 1, byteOffset: 3)])
    let packed = read(bytes: gzipped(bytes))
    #expect(packed.quarantined.map(\.place.byteOffset) == [Int64(3 + good.utf8.count)])
    // A row of a table, and the line that tells Excel its delimiter.
    var options = ImportOptions()
    options.columns = try ColumnMap("input=In,output=Out")
    let table = read(
      bytes: mark + Array("In,Out\n1,x\n".utf8), path: "t.csv", options: options)
    #expect(table.quarantined.map(\.place) == [SourcePlace(line: 2, byteOffset: 10)])
    let hinted = read(
      bytes: mark + Array("sep=;\nIn;Out\n1;x\n".utf8), path: "t.csv", options: options)
    #expect(hinted.quarantined.map(\.place) == [SourcePlace(line: 3, byteOffset: 16)])
  }
}
