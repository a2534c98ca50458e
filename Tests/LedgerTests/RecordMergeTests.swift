import Quantities
import TestSupport
import Testing
import Usage

@testable import Ledger

/// Several readings of one request, each of which leaves other things open: which were brought
/// together first makes no difference to any column.
struct RecordMergeTests {
  private static func seconds(_ seconds: Int64) -> Instant { Instant(seconds: seconds) }

  /// A reading with few values for each of its fields, so that many are equal.
  private static func reading(_ random: inout SeededRandom) -> UsageRecord {
    func one<Value>(of choices: [Value]) -> Value {
      choices[Int(random.next() % UInt64(choices.count))]
    }
    var labels = Labels()
    labels["project"] = one(of: [nil, "p1", "p2", ""])
    labels["feature"] = one(of: [nil, nil, "chat"])
    let notes: [RecordFlags] = [
      [], [], .incomplete, .batchFromShape, .detailsDisagree, .promptIsSum,
    ]
    var flags = one(of: notes)
    flags.formUnion(one(of: [[], .timeFilledIn, [.timeFilledIn, .timeGiven]]))
    flags.formUnion(one(of: [[], .providerAssumed, .sellerGiven]))
    flags.formUnion(one(of: [[], [], .tierGiven]))
    var requested = one(of: [nil, "gpt-5", "gpt-5-2026", "claude-opus-5"])
    let reported = one(of: [nil, nil, "gpt-5-2026-08-07", "claude-opus-5"])
    let guess = one(of: [RecordFlags.modelFilledIn, [.modelFilledIn, .modelGiven]])
    if reported == nil, requested == nil || one(of: [true, false]) {
      flags.formUnion(guess)
      requested = guess.contains(.modelGiven) ? requested ?? "gpt-5" : requested
    }
    var tokens = MeteredTokens()
    tokens[.textInput] = TokenCount(one(of: [100, 100, 90]))
    tokens[.textOutput] = TokenCount(one(of: [5, 5, 15]))
    return UsageRecord(
      key: RequestKey(high: 1, low: 2), occurredAt: seconds(one(of: [10, 20, 30])),
      series: UsageSeries(
        provider: one(of: [.openAI, .anthropic, .azureOpenAI]), requestedModel: requested,
        reportedModel: reported, serviceTier: one(of: [.standard, .standard, .batch, .flex]),
        labels: labels),
      user: one(of: [nil, "bob", "ann", "h:0123456789abcdef0123456789abcdef"]), tokens: tokens,
      reportedTotal: one(of: [nil, 105]), searchQueries: one(of: [0, 0, 1]),
      latencyMilliseconds: one(of: [nil, 7, 9]), flags: flags)
  }

  private static func merged(_ one: UsageRecord, _ other: UsageRecord) -> UsageRecord {
    RecordMerge.merged(one, with: other) ?? one
  }

  private static func orders(_ count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return orders(count - 1).flatMap { order in
      (0..<count).map { place in
        var longer = order
        longer.insert(count - 1, at: place)
        return longer
      }
    }
  }

  @Test(arguments: 1...60)
  func `readings in any order, brought together in any pairs, make one record`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<25 {
      let readings = (0..<4).map { _ in Self.reading(&random) }
      let expected = readings.dropFirst().reduce(readings[0], Self.merged)
      for order in Self.orders(4) {
        let some = order.map { readings[$0] }
        #expect(some.dropFirst().reduce(some[0], Self.merged) == expected)
        let pairs = Self.merged(Self.merged(some[0], some[1]), Self.merged(some[2], some[3]))
        #expect(pairs == expected)
      }
      // What is known already has nothing to add.
      for reading in readings { #expect(RecordMerge.merged(expected, with: reading) == nil) }
    }
  }

  /// A reading of everything, and of nothing but its counts.
  private func record(
    _ output: Int64, at second: Int64 = 30, _ flags: RecordFlags = [], user: String? = nil,
    requested: String? = nil, reported: String? = nil, latency: Int64? = nil
  ) -> UsageRecord {
    var tokens = MeteredTokens()
    tokens[.textOutput] = TokenCount(output)
    return UsageRecord(
      key: RequestKey(high: 1, low: 2), occurredAt: Self.seconds(second),
      series: UsageSeries(provider: .openAI, requestedModel: requested, reportedModel: reported),
      user: user, tokens: tokens, latencyMilliseconds: latency, flags: flags)
  }

  @Test func `the earliest time that is stated stands, before any that was guessed`() {
    let full = record(9, at: 10, .timeFilledIn)
    let late = record(1, at: 40)
    let early = record(2, at: 20)
    let found = Self.merged(Self.merged(full, late), early)
    #expect(found.occurredAt == Self.seconds(20))
    #expect(found.flags == [])
    #expect(found.tokens[.textOutput] == 9)
    #expect(Self.merged(full, record(1, at: 5, .timeFilledIn)).occurredAt == Self.seconds(5))
  }

  @Test func `the longest latency stands, and a hashed user before any name`() {
    let hash = "h:" + String(repeating: "0f", count: 16)
    let found = Self.merged(
      record(9, user: "Ann", latency: 7), record(1, user: hash, latency: 900))
    #expect(found.user == hash)
    #expect(found.latencyMilliseconds == 900)
    #expect(Self.merged(record(9, user: "bob"), record(1, user: "ann")).user == "ann")
  }

  @Test func `models that are stated complete each other, and the longer name stands`() {
    let found = Self.merged(
      record(9, requested: "router"), record(1, requested: "gpt-5", reported: "gpt-5-2026-08-07"))
    #expect(found.series.requestedModel == "router")
    #expect(found.series.reportedModel == "gpt-5-2026-08-07")
    let alias = Self.merged(record(9, reported: "gpt-5"), record(1, reported: "gpt-5-2026-08-07"))
    #expect(alias.series.reportedModel == "gpt-5-2026-08-07")
  }
}
