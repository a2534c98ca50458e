import Foundation
import Quantities
import TestSupport
import Testing
import Usage

@testable import Importing

/// A file that is read piece by piece gives what it gives in one go.
@Suite struct PieceTests {
  private static let facts = SourceFacts(path: "log.jsonl", modifiedAt: testFileTime)

  /// Reads a file as several threads would, one piece after the other.
  private static func readPieces(
    _ bytes: [UInt8], size: Int64, options: ImportOptions = ImportOptions(),
    from start: SourcePlace? = nil
  ) throws -> (yield: Yield, pieces: Int)? {
    let path = try temporaryDirectory() + "/log.jsonl"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let source = try FileSource(path: path)
    guard
      let plan = PiecePlan(
        source, from: start, size: Int64(bytes.count), options: options, pieceSize: size)
    else { return nil }
    var yield = Yield()
    func add(_ batch: LogReader.Batch) {
      yield.records += batch.usage.records
      yield.quarantined += batch.quarantined
    }
    let reader = PieceReader(options: options)
    let file = PiecedFile(source, plan, facts: facts)
    var sum = PieceSum(plan)
    for number in 0..<plan.count {
      var piece = reader.read(number, of: file)
      if let batch = sum.take(from: &piece) {
        add(batch)
        continue
      }
      let rest = sum.isEmpty ? start : sum.place
      if let rest { #expect(source.skip(to: rest.byteOffset)) }
      let outcome = try LogReader(facts: facts, options: options).read(
        source, from: rest, after: sum.isEmpty ? nil : sum, add)
      (yield.counts, yield.next) = (outcome.counts, outcome.next)
      return (yield, number)
    }
    (yield.counts, yield.next) = (sum.outcome.counts, sum.outcome.next)
    return (yield, plan.count)
  }

  /// Whether two readings found the same; where a repeat was noticed does not matter, since the
  /// ledger notices the others.
  private static func expectSame(_ pieces: Yield, _ whole: Yield, _ comment: Comment) {
    func once(_ records: [UsageRecord]) -> Set<UsageRecord> {
      var seen: Set<RequestKey> = []
      return Set(
        records.sorted { $0.origin.line < $1.origin.line }.filter {
          seen.insert($0.key).inserted
        }.map {
          var record = $0
          record.origin.byteOffset = 0
          return record
        })
    }
    #expect(once(pieces.records) == once(whole.records), comment)
    // What is wrong with a count is noticed when its response leaves the assembler.
    func inOrder(_ places: [QuarantinedPlace]) -> [QuarantinedPlace] {
      places.sorted { ($0.place.byteOffset, $0.code) < ($1.place.byteOffset, $1.code) }
    }
    #expect(inOrder(pieces.quarantined) == inOrder(whole.quarantined), comment)
    #expect(pieces.next == whole.next, comment)
    #expect(
      pieces.counts.requests + pieces.counts.repeated
        == whole.counts.requests + whole.counts.repeated, comment)
    var (counts, others) = (pieces.counts, whole.counts)
    (counts.requests, counts.repeated) = (0, 0)
    (others.requests, others.repeated) = (0, 0)
    // A repeat that the ledger has to notice was looked at like any other response.
    if whole.counts.repeated > 0 { counts.providersAssumed = others.providersAssumed }
    #expect(counts == others, comment)
  }

  /// A response of one line, whose id is its number.
  private static func line(_ number: Int, text: String = "so", model: String = "gemini-2.5-flash")
    -> String
  {
    #"{"candidates":[{"content":{"parts":[{"text":"\#(text)"}]},"finishReason":"STOP"}],"#
      + #""usageMetadata":{"promptTokenCount":\#(number + 1),"totalTokenCount":\#(number + 1)},"#
      + #""modelVersion":"\#(model)","createTime":"2026-10-01T00:00:00Z","#
      + #""responseId":"id-\#(number)"}"#
  }

  /// A log of good lines with a few of a kind among them, in which `#` is a number.
  private static func log(_ random: inout SeededRandom, oddities: [String], oneIn: Int) -> [UInt8] {
    var log = ""
    var ends: [String] = []
    let lineEnd = Bool.random(using: &random) ? "\n" : "\r\n"
    for number in 0..<Int.random(in: 1...60, using: &random) {
      let isOdd = Int.random(in: 0..<oneIn, using: &random) == 0
      let text = String(repeating: "é\\\\ ", count: Int.random(in: 0...40, using: &random))
      var next = isOdd ? oddities.randomElement(using: &random) ?? "" : line(number, text: text)
      next.replace("#", with: "\(number)")
      // A stream ends some lines after it has begun.
      let parts = next.split(separator: "…").map(String.init)
      if parts.count == 2 { ends.append(parts[1]) }
      log += (parts.first ?? "") + lineEnd
      if !ends.isEmpty, Bool.random(using: &random) { log += ends.removeFirst() + lineEnd }
    }
    if Bool.random(using: &random) { log.removeLast() }
    if Int.random(in: 0..<4, using: &random) == 0 { log += line(99).prefix(40) }
    return Array(log.utf8)
  }

  /// What costs itself and nothing more.
  private static let brokenLines = [
    "", "   ", "not json", "[INFO] started", #"{"a":tru}"#, #"{"a":"\#u{1}"}"#, "{}", "12", "\"x\"",
    #"{"error":{"code":429,"message":"slow down"}}"#, #"{"hello":"world"}"#,
    #"{"totalTokens":12}"#, line(3),
    #"{"usageMetadata":{"promptTokenCount":1,"cachedContentTokenCount":5},"responseId":"c\#u{23}","#
      + #""candidates":[{"finishReason":"STOP"}]}"#,
  ]

  /// A chunk without an id.
  private static func chunk(_ output: Int, ends: Bool = false) -> String {
    #"{"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":\#(output)},"#
      + #""candidates":[{"content":{}\#(ends ? #","finishReason":"STOP""# : "")}]}"#
  }

  /// What belongs together, or spans lines, or has no id.
  private static let parts = [
    #"{"candidates":[{"content":{"parts":[{"text":"a"}]}}],"responseId":"s\#u{23}"}…"#
      + #"{"candidates":[{"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":7},"#
      + #""responseId":"s\#u{23}"}"#,
    "{\n \"usageMetadata\":{\"promptTokenCount\":4}\n}", line(70) + line(71), "{\"a\":",
    "[" + line(80) + ",\n" + line(81) + "]", "data: " + line(90) + "\n",
    #"{"usageMetadata":{"promptTokenCount":9},"candidates":[{"finishReason":"STOP"}]}"#,
    #"{"type":"message_stop"}"#, chunk(2), chunk(3) + "\n" + chunk(5) + "\n" + chunk(8, ends: true),
    chunk(5) + "…" + chunk(8, ends: true),
    #"{"id":"chatcmpl-\#u{23}","object":"chat.completion.chunk","model":"x","choices":[{"delta":{}}]}"#,
  ]

  @Test(arguments: 0..<UInt64(120))
  func `pieces of any size give what the whole gives`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let oddities = seed % 3 == 0 ? Self.brokenLines + Self.parts : Self.brokenLines
    let bytes = Self.log(&random, oddities: oddities, oneIn: Int.random(in: 2...20, using: &random))
    let whole = read(bytes: bytes)
    for size in [64, 300, 1000, Int64.random(in: 64...4096, using: &random)] {
      guard let (pieces, _) = try Self.readPieces(bytes, size: size) else { continue }
      Self.expectSame(pieces, whole, "seed \(seed), pieces of \(size)")
    }
  }

  @Test(arguments: 0..<UInt64(30))
  func `the rest of a file in pieces is the rest of it`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let bytes = Self.log(&random, oddities: Self.brokenLines, oneIn: 6)
    let half = bytes.count / 2
    guard let end = bytes[..<half].lastIndex(of: 0x0A) else { return }
    let lines = bytes[...end].count { $0 == 0x0A }
    let start = SourcePlace(line: Int64(lines + 1), byteOffset: Int64(end + 1))
    let whole = read(bytes: Array(bytes[(end + 1)...]), from: start)
    guard let (pieces, _) = try Self.readPieces(bytes, size: 200, from: start) else { return }
    Self.expectSame(pieces, whole, "seed \(seed)")
  }

  @Test func `a log of whole responses is read in pieces to its end`() throws {
    let bytes = Array((0..<200).map { Self.line($0) + "\n" }.joined().utf8)
    let (yield, pieces) = try #require(try Self.readPieces(bytes, size: 512))
    #expect(pieces == (bytes.count + 511) / 512)
    #expect(yield.records.map(\.origin.line) == (1...200).map { Int64($0) })
    #expect(yield.tokens[.textInput].value == 200 * 201 / 2)
    #expect(yield.next == SourcePlace(line: 201, byteOffset: Int64(bytes.count)))
  }

  @Test func `documents without an id are told apart across pieces`() throws {
    let anonymous =
      #"{"candidates":[{"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":9}}"# + "\n"
    let bytes = Array((Self.line(1) + "\n" + String(repeating: anonymous, count: 40)).utf8)
    let (yield, pieces) = try #require(try Self.readPieces(bytes, size: 256))
    #expect(pieces == (bytes.count + 255) / 256)
    #expect(Set(yield.records.map(\.key)).count == 41)
    #expect(Set(yield.records.map(\.key)) == Set(read(bytes: bytes).records.map(\.key)))
    #expect(yield.next == nil)
  }

  @Test func `a stream makes its piece and all that follows be read in one go`() throws {
    var lines = (0..<100).map { Self.line($0) }
    lines.replaceSubrange(50...51, with: Self.parts[0].split(separator: "…").map(String.init))
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    let (yield, pieces) = try #require(try Self.readPieces(bytes, size: 1000))
    #expect(pieces > 2)
    #expect(pieces < bytes.count / 1000)
    #expect(yield.records.count == 99)
    Self.expectSame(yield, read(bytes: bytes), "a stream in the middle")
  }

  @Test func `a stream without an id is one request wherever pieces end`() throws {
    let stream = [Self.chunk(2), Self.chunk(5), Self.chunk(8, ends: true)]
    let lines = (0..<20).map { Self.line($0) } + stream + (20..<40).map { Self.line($0) }
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    let whole = read(bytes: bytes)
    // 1 + 2 + … + 40 of the lines, and 9 + 8 of the stream.
    #expect(whole.tokens.total.value == 40 * 41 / 2 + 9 + 8)
    for size in stride(from: Int64(64), to: 2000, by: 37) {
      let (yield, _) = try #require(try Self.readPieces(bytes, size: size))
      Self.expectSame(yield, whole, "pieces of \(size)")
    }
  }

  @Test(arguments: ["\u{FEFF}", "[", "\u{1F}\u{8B}", "time,model\n", "data: "])
  func `what is no log of lines from its beginning is not cut`(_ beginning: String) throws {
    let lines = beginning + (0..<20).map { Self.line($0) + "\n" }.joined()
    #expect(try Self.readPieces(Array(lines.utf8), size: 64) == nil)
  }

  @Test func `a line longer than pieces belongs to the one where it begins`() throws {
    let long = Self.line(7, text: String(repeating: "long ", count: 4000))
    let bytes = Array([Self.line(1), long, Self.line(2), ""].joined(separator: "\n").utf8)
    let (yield, pieces) = try #require(try Self.readPieces(bytes, size: 300))
    #expect(pieces == (bytes.count + 299) / 300)
    Self.expectSame(yield, read(bytes: bytes), "a long line")
  }
}
