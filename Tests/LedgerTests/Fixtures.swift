import Foundation
import Pricing
import Quantities
import TestSupport
import Testing
import Usage

@testable import Ledger

/// A ledger in a folder of its own, and short ways to fill it and look into it.
struct Fixture {
  let path: String
  let ledger: Ledger

  /// A new ledger whose rollup keeps prompts over 200,000 tokens apart, unless told otherwise.
  init(thresholds: [TokenCount] = [200_000]) throws {
    path = try temporaryDirectory() + "/ledger.db"
    ledger = try Ledger(
      path: path, access: .readWrite, thresholds: ContextThresholds(thresholds))
  }

  /// Adds records in one transaction, as if they came from a file of that name.
  @discardableResult
  func add(_ records: [UsageRecord], file: String = "a.jsonl") throws -> LedgerWriter.Outcome {
    let writer = try LedgerWriter(ledger)
    try writer.begin()
    let outcome = try writer.add(records, reading: try beginReading(file))
    try writer.commit()
    return outcome
  }

  /// Notes the reading of a file inside an open transaction, and gives its number.
  func beginReading(_ name: String) throws -> Int64 { try beginReading(name, of: ledger) }

  /// The same in another connection to the ledger.
  func beginReading(_ name: String, of ledger: Ledger) throws -> Int64 {
    let number = try ledger.beginImport(
      at: Instant(seconds: 0), toolVersion: "test", options: "")
    let file = try ledger.sourceFile(name)?.number ?? ledger.addSourceFile(name)
    return try ledger.beginReading(ofFile: file, importNumber: number, beginsAt: 0)
  }

  /// What verification says against the real price book; empty if all is well.
  func faults() throws -> [String] { try ledger.verify(book: Fixture.book()).faults }

  /// The built-in price book of the Gemini API, read once.
  static func book() throws -> PriceBook { try loadedBook.get() }

  private static let loadedBook: Result<PriceBook, any Error> = Result {
    let name = "pricing/google-gemini-api.json"
    let bytes = Array(try Repository.text(name).utf8)
    return try PriceBook.load([PriceBookSource(name: name, bytes: bytes)], overlays: [])
  }

  /// A record with `input` text tokens and `output` text tokens.
  static func record(
    _ key: Int64, at time: Instant = Instant(seconds: 1_790_000_000), input: Int64 = 100,
    output: Int64 = 10, user: String? = nil, model: String = "gemini-2.5-flash",
    flags: RecordFlags = []
  ) -> UsageRecord {
    var tokens = MeteredTokens()
    tokens[.textInput] = TokenCount(input)
    tokens[.textOutput] = TokenCount(output)
    return UsageRecord(
      key: RequestKey(high: -1, low: key), occurredAt: time, series: series(model), user: user,
      tokens: tokens, flags: flags)
  }

  static func series(_ model: String, tier: ServiceTier = .standard, feature: String? = nil)
    -> UsageSeries
  {
    UsageSeries(
      provider: .googleGeminiAPI, requestedModel: model, reportedModel: model, serviceTier: tier,
      labels: Labels(feature.map { [Labels.feature: $0] } ?? [:]))
  }
}

extension [UsageRecord] {
  /// The sum of something that each record counts.
  func sum(of count: KeyPath<UsageRecord, Int>) -> Int { reduce(0) { $0 + $1[keyPath: count] } }
}

/// The instant of a text such as `2026-11-30T12:00:00Z`.
func instant(_ text: String) throws -> Instant { try #require(Instant(iso8601: text)) }

/// What a rollup must hold, added up in the plainest way: one dictionary, one request at a time.
struct PlainRollup: Equatable {
  struct Key: Hashable {
    let slot: Instant
    let series: UsageSeries
    let over: Int64
    let mask: Int64
    let user: String?
  }

  struct Sum: Equatable {
    var requests = 0
    var tokens = MeteredTokens()
  }

  private(set) var sums: [Key: Sum] = [:]

  /// Sums records, each in the quarter of an hour that contains it.
  init(_ records: [UsageRecord], over thresholds: [Int64], byUser: Bool = false) {
    for record in records {
      let length: Int64 = 15 * 60 * 1_000_000
      let time = record.occurredAt.microseconds
      let quarter = time >= 0 ? time / length : -((-time + length - 1) / length)
      let key = Key(
        slot: Instant(microseconds: quarter * length), series: record.series,
        over: record.flags.contains(.promptIsSum)
          ? 0 : thresholds.filter { $0 < record.tokens.prompt.value }.max() ?? 0,
        mask: record.tokens.mask, user: byUser ? record.user : nil)
      sums[key, default: Sum()].requests += record.requests
      sums[key, default: Sum()].tokens += record.tokens
    }
  }

  /// The rows of a ledger in the same form; two rows of one key are a fault.
  init(_ rows: [RollupRow]) {
    for row in rows {
      let key = Key(
        slot: row.slot, series: row.series, over: row.contextOver.value, mask: row.tokens.mask,
        user: row.user)
      #expect(sums[key] == nil, "two rows of one key: \(key)")
      sums[key] = Sum(requests: row.requests, tokens: row.tokens)
    }
  }
}
