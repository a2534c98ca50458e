import Testing
import Usage

@testable import Importing

/// The beginning of a log: a first line that is still being written, and marks in the middle.
@Suite struct FirstLineTests {
  @Test(arguments: [1, 7, 40, 90])
  func `a file that holds the beginning of its first line is left for the next import`(
    length: Int
  ) throws {
    let text = String(R.response.prefix(length))
    for size in readSizes {
      let yield = read(text, largestRead: size)
      #expect(yield.counts.unfinishedLines == 1, "cut at \(length)")
      #expect(yield.quarantined.isEmpty && yield.records.isEmpty)
    }
  }

  @Test(arguments: ["{\"a\":1\n", "{\n\"a\":1", "x\n{\"a\":", "{\"a\" 1", "[{\"a\":1},{\"b\":"])
  func `what has a line end, or can never become JSON, is set aside as before`(_ text: String) {
    let yield = read(text)
    #expect(yield.counts.unfinishedLines == 0)
    #expect(!yield.quarantined.isEmpty)
  }

  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private func line(_ id: String) -> [UInt8] {
    Array(R.response.replacing("\"responseId\":\"", with: "\"responseId\":\"\(id)").utf8) + [0x0A]
  }

  @Test func `files that begin with a mark can be put together`() {
    let bytes = Self.mark + line("a") + line("b") + Self.mark + line("c") + line("d")
    for size in readSizes {
      let yield = read(bytes: bytes, largestRead: size)
      #expect(yield.quarantined.isEmpty)
      #expect(yield.counts.requests + yield.counts.repeated == 4)
    }
  }

  @Test func `a mark before the data of a stream is skipped, too`() {
    let stream = Array(StreamTests.sse(R.chunks).utf8)
    let once = read(bytes: stream)
    let yield = read(bytes: Self.mark + stream + Self.mark + stream)
    #expect(yield.quarantined.isEmpty)
    #expect(yield.records.first?.tokens == once.records.first?.tokens)
  }
}
