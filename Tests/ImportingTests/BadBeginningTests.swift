import TestSupport
import Testing

@testable import Importing

/// A log that begins with something else is a log all the same.
struct BadBeginningTests {
  private let good = #"{"responseId":"a","usageMetadata":{"promptTokenCount":7}}"# + "\n"

  private let other = #"{"responseId":"b","usageMetadata":{"promptTokenCount":7}}"# + "\n"

  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  /// More bad lines than are kept one by one.
  @Test(arguments: [10_001, 60_000])
  func `lines behind any number of bad ones are read`(_ count: Int) {
    let yield = read(String(repeating: "bad line\n", count: count) + good + "worse\n" + other)
    #expect(yield.tokens.total == 14)
    // The first ten thousand by themselves, the rest with the last of them; then one more.
    #expect(yield.quarantined.count == 10_001)
    #expect(yield.counts.quarantined == 10_001)
    #expect(
      yield.quarantined[9999].explanation
        == "this is not JSON; nor could \(count == 10_001 ? "1 place" : "50,000 places") after it be "
        + "read")
    #expect(yield.quarantined.last?.place.line == Int64(count) + 2)
  }

  @Test func `bad lines and nothing else are one thing that is no log`() {
    let yield = read(String(repeating: "bad line\n", count: 60_000))
    #expect(yield.quarantined.map(\.place.line) == [1])
    #expect(yield.quarantined.map(\.explanation) == ["this is not JSON"])
    #expect(yield.counts.quarantined == 1)
  }

  /// A block that was never written before the machine went down, or room that was set aside.
  @Test(arguments: [1, 511, 512, 20_000], [1, 700, .max])
  func `zero bytes before, between and behind lines cost nothing but themselves`(
    _ count: Int, _ largestRead: Int
  ) {
    let line = Array(good.utf8)
    let other = Array(other.utf8)
    let before = read(bytes: zeros(count) + line + other, largestRead: largestRead)
    #expect(before.records.count == 2)
    #expect(before.quarantined.map(\.code) == ["zero_bytes"])
    // Not by the file they stand in: through standard input it is another each time.
    #expect(before.quarantined.map(\.content) == [Int64(count)])
    let between = read(bytes: line + zeros(count) + other, largestRead: largestRead)
    #expect(between.records.count == 2)
    #expect(between.quarantined.map(\.place) == [SourcePlace(line: 2, byteOffset: 58)])
    let onLine = read(
      bytes: line.dropLast() + zeros(count) + [10] + other, largestRead: largestRead)
    #expect(onLine.records.count == 2)
    #expect(onLine.quarantined.map(\.code) == ["zero_bytes"])
    let behind = read(bytes: line + zeros(count), largestRead: largestRead)
    #expect(behind.records.count == 1)
    // They may still be written to.
    #expect(behind.quarantined == [])
    #expect(behind.counts.unfinishedLines == 1)
    #expect(behind.next == SourcePlace(line: 2, byteOffset: 58))
  }

  /// The first bytes of real files of these kinds.
  @Test(
    arguments: [
      Array("SQLite format 3\0".utf8) + [16, 0, 1, 1, 0, 64, 32, 32, 0, 0, 0, 5],
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 73, 72, 68, 82],
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 74, 70, 73, 70, 0, 1],
      [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 0, 0],
      Array("name.txt".utf8) + [UInt8](repeating: 0, count: 92) + Array("0000644\00001750\0".utf8),
    ] as [[UInt8]])
  func `files of other kinds are set aside unread`(_ start: [UInt8]) {
    for zeros in [0, 2048] {
      let bytes = zeros == 0 ? start : self.zeros(zeros) + start
      let yield = read(bytes: bytes + Array("\n\(good)".utf8) + self.zeros(600))
      #expect(yield.quarantined.map(\.code) == ["binary"])
      #expect(yield.records == [])
    }
  }

  @Test func `nothing but zero bytes is no log`() {
    let yield = read(bytes: zeros(5000))
    #expect(yield.quarantined.map(\.code) == ["zero_bytes"])
    #expect(yield.quarantined.allSatisfy { $0.isNoLog })
  }

  /// Compressed, cut, under Windows: it is the same text.
  @Test func `a place is known by its text and not by what stands around it`() {
    let cut = "{\"b\":[1,\n"
    let first = read("oops \n" + good + cut)
    let second = read(good + other + "oops\r\n" + cut + good)
    #expect(first.quarantined.map(\.code) == ["not_json", "ends_too_early"])
    #expect(second.quarantined.map(\.code) == ["not_json", "ends_too_early"])
    #expect(first.quarantined.map(\.content) == second.quarantined.map(\.content))
    #expect(first.quarantined[0].content != first.quarantined[1].content)
    #expect(first.quarantined.allSatisfy { $0.content != nil })
  }
}
