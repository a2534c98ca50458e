import Foundation
import Testing
import Usage

@testable import Importing

/// Compressed and recoded sources: what they hold is read, and what is damaged is said.
@Suite struct SourceTests {
  /// 200 lines of 1000 prompt and 200 candidate tokens, as `gzip -9` compresses them.
  static let deflated =
    Data(
      base64Encoded: """
        H4sIAAAAAAACA8XcvW4aURSF0T6PMbWJ7r7zT+sqRboo/ShMHBTDIMBNkN89cZc3WPUgnW4JmPOdR/N2W17Wr+t9OSz3\
        pdk/mst1O13u37bf6/l5ezvfm31KKU/Nj+V8OP770Hr7/1kt5f2pOW2H9fX7er0dt3Ozb17W0/F83NXP/e7n63L71Tw1\
        1/V22c639cvh4/mfXWnePz3U8MjhVQ5v5fBODu/l8EEOH+XwSQ6fKTKWOGpcKHKhyoUyF+pcKHSh0oVSF2pdpdZV+32O\
        WlepdZVaV6l1lVpXqXWVWlepdS21rqXWtfbHK7Wupda11LqWWtdS61pqXUut66h1HbWuo9Z19p86al1HreuodR21rqPW\
        ddS6nlrXU+t6al1PrevtawlqXU+t66l1PbWup9YN1LqBWjdQ6wZq3UCtG+w7WGrdQK0bqHUDtW6k1o3UupFaN1LrRmrd\
        SK0b7cIJtW6k1o3UuolaN1HrJmrdRK2bqHUTtW6i1k12u45aN1HrZmrdTK2bqXUztW6m1s3UuplaN1PrZrtKjHeJ7TJx\
        sdvExa4TF7tPXOxCcbEbxcWuFBe7U1zsUnGx6umEwqqHIwpcUeCMAncUOKTAJQVOKWxLERtTpOJyzKpne4rYoCK2qIhN\
        KmKbitioIraqiM0qYruKtDiYterZtCK2rYiNK2Lriti8IraviA0sYguL2MQiHb4TYNWzlUVsZhHbWcSGFrGlRWxqEdta\
        xMYWsbVFenwexapng4vY4iI2uYhtLmKji9jqIja7iO0uYsOLDPgqlFXPthex8UVsfRGbX8T2F7EBRmyBEZtgxDYYGfEx\
        PKuezTBiO4zYECO2xIhNMWJbjNgYI7bGiM0xMuEboFY9W2TEJhmxTUZslBFbZcRmGbFdRmyYEVtmZManjz/U+wu/HEzw\
        ymIAAA==
        """
    ).map { Array($0) } ?? []

  /// A gzip member that stores its bytes as they are.
  static func stored(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    var member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    let blocks = stride(from: 0, to: max(1, bytes.count), by: 60_000).map { start in
      bytes[start..<min(bytes.count, start + 60_000)]
    }
    for (number, block) in blocks.enumerated() {
      let count = UInt16(block.count)
      member += [number == blocks.count - 1 ? 1 : 0]
      for word in [count, ~count] { member += [UInt8(word & 0xFF), UInt8(word >> 8)] }
      member += block
    }
    for word in [checksum(bytes), UInt32(bytes.count)] {
      member += [0, 8, 16, 24].map { UInt8(word >> $0 & 0xFF) }
    }
    return member
  }

  /// CRC-32 as RFC 1952 defines it.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
  }

  @Test(arguments: readSizes)
  func `a compressed file is read as what it holds`(_ size: Int) {
    let yield = read(bytes: SourceTests.deflated, path: "log.jsonl.gz", largestRead: size)
    #expect(yield.counts.requests == 200)
    #expect(yield.tokens == meters([.textInput: 200 * 1000, .textOutput: 200 * 200]))
    #expect(yield.quarantined.isEmpty)
  }

  @Test(arguments: readSizes)
  func `a file of several members is read to its end, padding included`(_ size: Int) {
    let one = SourceTests.stored(R.response + "\n")
    let two = SourceTests.stored(response(R.usage, id: "other") + "\n")
    for bytes in [one + two, one + SourceTests.stored("") + two, one + two + [0, 0, 0, 0]] {
      let yield = read(bytes: bytes, largestRead: size)
      #expect(yield.records.map(\.tokens) == [R.tokens, R.tokens])
      #expect(yield.quarantined.isEmpty)
    }
  }

  @Test func `a record that spans two members is one record`() {
    let half = R.response.utf8.count / 2
    let front = String(R.response.prefix(half))
    let bytes = SourceTests.stored(front) + SourceTests.stored(String(R.response.dropFirst(half)))
    #expect(read(bytes: bytes).records.map(\.tokens) == [R.tokens])
  }

  @Test func `a cut gzip file gives what could be inflated and one fault`() {
    let whole = SourceTests.deflated
    for length in [12, 60, whole.count / 2, whole.count - 1] {
      for size in [1, Int.max] {
        let yield = read(bytes: Array(whole[..<length]), largestRead: size)
        #expect(yield.quarantined.map(\.code) == ["damaged"], "cut at \(length)")
        #expect(yield.quarantined.first?.explanation == "the gzip data end too early")
        #expect(yield.counts.requests <= 200)
      }
    }
    #expect(read(bytes: Array(whole[..<(whole.count - 1)])).counts.requests == 200)
  }

  @Test func `a damaged gzip file gives what came before the damage and one fault`() {
    let good = SourceTests.stored(R.response + "\n")
    for damage in [[0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF], Array("garbage".utf8)] {
      let yield = read(bytes: good + damage)
      #expect(yield.records.map(\.tokens) == [R.tokens])
      #expect(yield.quarantined.map(\.explanation) == ["the gzip data are damaged"])
    }
    var wrong = good
    wrong[good.count - 5] ^= 1
    #expect(read(bytes: wrong).quarantined.map(\.code) == ["damaged"])
  }

  @Test func `gzip of UTF-16 is read, too`() {
    let text = String(decoding: ArrangementTests.utf16(R.response, false), as: UTF8.self)
    // Every byte is ASCII or zero, so it survives as text.
    #expect(read(bytes: SourceTests.stored(text)).records.map(\.tokens) == [R.tokens])
  }

  @Test func `a file that cannot be opened says why`() {
    #expect(throws: SourceError.system(code: 2)) { try FileSource(path: "/nonexistent/file") }
    #expect(SourceError.system(code: 2).explanation == "no such file or directory")
  }

  @Test func `a folder is opened but cannot be read, which is one fault`() throws {
    let source = try FileSource(path: "/")
    var places: [QuarantinedPlace] = []
    let facts = SourceFacts(path: "/", modifiedAt: testFileTime)
    let counts = try LogReader(facts: facts, options: ImportOptions()).read(source) {
      places += $0.quarantined
    }.counts
    #expect(counts.quarantined == 1)
    #expect(places.map(\.code) == ["damaged"])
  }

  @Test func `an error of the receiver ends the reading and comes through`() {
    struct Full: Error {}
    let facts = SourceFacts(path: "x", modifiedAt: testFileTime)
    #expect(throws: Full.self) {
      try LogReader(facts: facts, options: ImportOptions()).read(
        MemorySource(Array(R.response.utf8))
      ) { _ in throw Full() }
    }
  }
}
