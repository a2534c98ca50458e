import Foundation
import JSONText
import Quantities
import TestSupport
import Testing
import Usage

@testable import Importing

/// A response that is like an earlier one is read for what differs, and gives what it gives otherwise.
@Suite struct ResponsePatternTests {
  /// How the lines of a log are made: each choice is one of a few, as in a program's own logs.
  private struct Log {
    var random: SeededRandom
    let style: Int

    mutating func pick(_ choices: [String], _ usual: Int = 3) -> String {
      Int.random(in: 0..<usual, using: &random) > 0
        ? choices[0] : choices.randomElement(using: &random) ?? ""
    }

    /// A count, mostly good.
    mutating func count(_ largest: Int) -> String {
      let number = "\(Int.random(in: 0...largest, using: &random))"
      return pick(
        [
          number, "\"\(number)\"", "-\(number)", "\(number).0", "1e3", "null", "1.5", "true",
          "99999999999999", "\"x\"",
        ], 12)
    }

    mutating func usage() -> String {
      var members = [#""promptTokenCount":\#(count(4000))"#]
      let prompt = count(4000)
      if style & 1 != 0 { members.append(#""candidatesTokenCount":\#(count(900))"#) }
      if Int.random(in: 0..<4, using: &random) == 0 {
        members.append(#""cachedContentTokenCount":\#(count(9))"#)
        members.append(
          #""cacheTokensDetails":[{"modality":"\#(pick(["TEXT", "IMAGE"]))","tokenCount":\#(count(9))}]"#
        )
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        members.append(#""thoughtsTokenCount":\#(count(500))"#)
      }
      let modality = pick([#""TEXT""#, #""AUDIO""#, "2", #""<MediaModality.IMAGE: 'IMAGE'>""#], 5)
      members.append(#""promptTokensDetails":[{"modality":\#(modality),"tokenCount":\#(prompt)}]"#)
      if style & 2 != 0 {
        members.append(#""trafficType":"\#(pick(["ON_DEMAND", "PROVISIONED_THROUGHPUT"]))""#)
      }
      if style & 4 != 0 { members.append(#""newCount":\#(count(3))"#) }
      return pick(["{" + members.joined(separator: ",") + "}", "{}", "null"], 20)
    }

    mutating func line(_ number: Int) -> String {
      let text = String(repeating: pick(["so ", #"a\"b"#, "é"]), count: number % 7)
      let reason = pick([#""STOP""#, #""MAX_TOKENS""#, "1", "0", #""SAFETY""#], 4)
      let grounding = pick(
        ["", #","groundingMetadata":{"webSearchQueries":["a","\#(number)"]}"#], 15)
      var members = [
        #""candidates":[{"content":{"parts":[{"text":"\#(text)"}],"role":"model"},"#
          + #""finishReason":\#(reason),"avgLogprobs":-0.\#(number)\#(grounding)}]"#,
        #""usageMetadata":\#(usage())"#,
        #""modelVersion":"\#(pick(["gemini-2.5-flash", "gemini-2.5-pro", #"models\/gemini-x"#]))""#,
      ]
      let id = pick(
        ["\(number)abcdefghijklmnopqrst", "GhEraaiZ\(number)xx-_aaaaaaa", #"a\/\#(number)"#, ""], 6)
      members.append(pick([#""responseId":"\#(id)""#, #""responseId":\#(number)"#, #""x":1"#], 12))
      let second = String(format: "%02d:%02d", number / 60 % 60, number % 60)
      let time = pick(["2026-11-01T10:\(second).5Z", "2026-11-01", "soon", ""], 9)
      members.append(pick([#""createTime":"\#(time)""#, #""createTime":null"#], 12))
      let user = pick(["ann", "bob", #"c\u0061t"#, ""], 2)
      if style & 8 != 0 { members.append(#""user":"\#(user)""#) }
      if style & 16 != 0 {
        members.append(#""labels":{"who":{"id":"\#(user)"},"n":"\#(pick(["1", "2"]))"}"#)
      }
      if style & 32 != 0 {
        members.append(#""timestamp":"2026-11-02T00:00:\#(second.suffix(2))Z""#)
      }
      if style & 64 != 0 { members.append(#""model":"\#(pick(["mine", "theirs"]))""#) }
      if style & 128 != 0 {
        members.append(#""promptFeedback":{"blockReason":"\#(pick(["NONE", "X"]))"}"#)
      }
      if style & 256 != 0 { members.swapAt(0, members.count - 1) }
      if style & 512 != 0 { members.append(#""type":"\#(pick(["assistant", "user"]))""#) }
      return "{" + members.joined(separator: ",") + "}\n"
    }
  }

  private static let facts = SourceFacts(path: "log.jsonl", modifiedAt: testFileTime)

  /// The records of pieces, or nil where one could not be read by itself.
  private func pieces(_ text: String, _ options: ImportOptions) throws -> Yield? {
    let path = try temporaryDirectory() + "/log.jsonl"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let source = try FileSource(path: path)
    let plan = try #require(
      PiecePlan(
        source, from: nil, size: Int64(text.utf8.count), options: options, pieceSize: 30_000))
    let reader = PieceReader(options: options)
    let file = PiecedFile(source, plan, facts: Self.facts)
    var sum = PieceSum(plan)
    var yield = Yield()
    for number in 0..<plan.count {
      var piece = reader.read(number, of: file)
      guard let batch = sum.take(from: &piece) else { return nil }
      yield.records += batch.usage.records
      yield.quarantined += batch.quarantined
    }
    yield.counts = sum.outcome.counts
    return yield
  }

  @Test(arguments: 0..<UInt64(80))
  func `logs of any style give the same with patterns and without`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let style = Int.random(in: 0..<1024, using: &random)
    var options = ImportOptions()
    let fields = [
      [], ["user"], ["labels", "who", "id"], ["type"], ["modelVersion"], ["responseId"],
    ]
    options.userField = fields.randomElement(using: &random) ?? []
    if Bool.random(using: &random) { options.userHashKey = (1, 2) }
    if seed % 5 == 0 { options.serviceTier = .batch }
    if seed % 7 == 0 { options.inputExcludesCache = true }
    var log = Log(random: random, style: style)
    let text = (0..<700).map { log.line($0) }.joined()
    guard let pieces = try pieces(text, options) else { return }
    let whole = read(bytes: Array(text.utf8), options: options)
    // An id may come again: where both are whole, the ledger decides, so each is compared as it came.
    let repeated = Dictionary(grouping: pieces.records, by: \.key).filter { $0.value.count > 1 }
    func single(_ records: [UsageRecord]) -> [UsageRecord] {
      records.filter { repeated[$0.key] == nil }
        .map {
          var record = $0
          record.origin.byteOffset = 0
          return record
        }
        .sorted { $0.origin.line < $1.origin.line }
    }
    #expect(single(pieces.records) == single(whole.records), "seed \(seed), style \(style)")
    #expect(
      pieces.quarantined.map(\.place.line).sorted() == whole.quarantined.map(\.place.line).sorted(),
      "seed \(seed), style \(style)")
    #expect(
      pieces.counts.requests + pieces.counts.repeated
        == whole.counts.requests + whole.counts.repeated, "seed \(seed), style \(style)")
  }

  // MARK: What fits

  private static let response =
    #"{"candidates":[{"content":{"parts":[{"text":"so"}]},"finishReason":"STOP"}],"#
    + #""usageMetadata":{"promptTokenCount":7,"promptTokensDetails":[{"modality":"TEXT","#
    + #""tokenCount":7}]},"modelVersion":"gemini-2.5-flash","#
    + #""createTime":"2026-10-01T00:00:00Z","responseId":"id-1","user":"ann"}"#

  private static let row = UsageBatch.Row(
    key: RequestKey(high: 1, low: 1), occurredAt: testFileTime, series: 0,
    tokens: MeteredTokens(), flags: [.providerAssumed], line: 1)

  /// Whether a line has a pattern that is known; learns it, if it has none.
  private func isKnown(
    _ line: String, _ parser: JSONParser, _ patterns: ResponsePatterns, learning: Bool = false
  ) throws -> Bool {
    try Array(line.utf8).withUnsafeBufferPointer { text in
      try parser.parseLine(text)
      let number = parser.pattern
      let isKnown = number.flatMap { patterns[$0] } != nil
      if learning {
        try parser.parseAgain(text)
        parser.withRoot(of: text) {
          patterns.learn($0, text, by: parser, pattern: number, Self.row)
        }
      }
      return isKnown
    }
  }

  /// A parser that has met lines of the form of the response above.
  private func parser() throws -> JSONParser {
    let parser = JSONParser()
    let patterns = ResponsePatterns(userField: [])
    for _ in 0..<6 { #expect(try !isKnown(Self.response, parser, patterns)) }
    return parser
  }

  /// Whether a response fits the pattern of the one above, after these changes to its text.
  private func fits(_ changes: [(String, String)], userField: [String] = []) throws -> Bool {
    let parser = try parser()
    let patterns = ResponsePatterns(userField: userField)
    #expect(try !isKnown(Self.response, parser, patterns, learning: true))
    var changed = Self.response
    for (old, new) in changes { changed = changed.replacingOccurrences(of: old, with: new) }
    return try isKnown(changed, parser, patterns)
  }

  @Test func `id, time, counts and what was answered may differ`() throws {
    #expect(try fits([]))
    #expect(
      try fits([
        ("id-1", "id-2"), ("2026-10-01", "2026-10-02"), ("\":7", "\":812"),
        (#""so""#, #""oh \"no""#),
      ]))
  }

  @Test(
    arguments: [
      ("STOP", "STOQ"), ("TEXT", "AUDIO"), ("flash", "flasj"), ("gemini-2.5-flash", "gemini-2.5"),
      ("ann", "bob"), ("{", "{ "), (":7", #":"7""#), ("so", "s\u{1}"),
    ])
  func `what decides may not differ`(_ old: String, _ new: String) throws {
    #expect(try fits([]))
    let fits = try? fits([(old, new)])
    #expect(fits != true)
  }

  @Test func `the user may differ where it is asked for and means nothing else`() throws {
    #expect(try fits([("ann", "bob")], userField: ["user"]))
    #expect(try !fits([("ann", "bob")], userField: ["createTime"]))
    // A name that decides what a document is has no pattern at all.
    #expect(try !fits([], userField: ["modelVersion"]))
  }

  @Test func `two texts do not change places`() throws {
    // The same letters in a row, cut elsewhere.
    #expect(try !fits([("\"STOP\"", "\"STOPT\""), ("\"TEXT\"", "\"EXT\"")]))
  }

  @Test func `series are those of the batch, and a pattern is met again in the next`() throws {
    let parser = try parser()
    let patterns = ResponsePatterns(userField: [])
    #expect(try !isKnown(Self.response, parser, patterns, learning: true))
    #expect(try isKnown(Self.response, parser, patterns))
    patterns.beginBatch()
    #expect(try !isKnown(Self.response, parser, patterns, learning: true))
    #expect(try isKnown(Self.response, parser, patterns))
  }

  @Test func `texts that differ from line to line are given up`() throws {
    let parser = try parser()
    let patterns = ResponsePatterns(userField: [])
    func isKnown(_ number: Int, learning: Bool) throws -> Bool {
      let line = Self.response.replacingOccurrences(of: "flash", with: "flash-\(number)")
      return try self.isKnown(line, parser, patterns, learning: learning)
    }
    // Forty-eight are looked at.
    for number in 0..<60 { #expect(try !isKnown(number, learning: true)) }
    #expect(try isKnown(47, learning: false))
    #expect(try !isKnown(48, learning: false))
    // In the end not even those are looked for.
    for number in 100..<400 { #expect(try !isKnown(number, learning: true)) }
    #expect(try !isKnown(47, learning: false))
  }
}
