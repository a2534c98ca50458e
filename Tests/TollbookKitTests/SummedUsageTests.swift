import Ledger
import TestSupport
import Testing

@testable import TollbookKit

/// Usage that is summed before it is priced costs what it costs quarter by quarter.
struct SummedUsageTests {
  /// Requests of models whose price changes, around the instants at which any price does.
  private func records(_ book: PriceBook, seed: UInt64) -> [UsageRecord] {
    var random = SeededRandom(seed: seed)
    func pick<Element>(_ choices: [Element]) -> Element {
      choices[Int(random.next() % UInt64(choices.count))]
    }
    let edges = book.edges.sorted()
    let models = book.providers.flatMap { provider in
      book.modelNames(of: provider).map { (provider, $0) }
    }
    return (0..<160).map { number in
      var tokens = MeteredTokens()
      tokens[.textInput] = TokenCount(pick([10, 200_000, 200_001, 272_001]))
      tokens[.cachedTextInput] = TokenCount(pick([0, 0, 7]))
      tokens[.textOutput] = TokenCount(Int64(random.next() % 5000))
      tokens[.imageOutput] = TokenCount(pick([0, 0, 0, 3]))
      let (provider, model) = pick(models)
      let offset: Int64 = pick([0, -1, 1, -900_000_000, 899_999_999, 5_000_000_000_000])
      return UsageRecord(
        key: RequestKey(high: -1, low: Int64(number)),
        occurredAt: pick(edges).adding(microseconds: offset),
        series: UsageSeries(
          provider: provider, requestedModel: pick([nil, model, "no-such-model"]),
          reportedModel: pick([model, model, nil]), serviceTier: pick(ServiceTier.allCases)),
        user: pick([nil, "ann", "bob"]), tokens: tokens)
    }
  }

  private func ledger(_ records: [UsageRecord], _ book: PriceBook) throws -> String {
    let path = try temporaryDirectory() + "/ledger.db"
    let ledger = try Ledger(
      path: path, access: .readWrite, thresholds: book.contextThresholds)
    let writer = try LedgerWriter(ledger)
    try writer.begin()
    let number = try ledger.beginImport(at: Instant(seconds: 0), toolVersion: "", options: "")
    let reading = try ledger.beginReading(
      ofFile: ledger.addSourceFile("a"), importNumber: number, beginsAt: 0)
    _ = try writer.add(records, reading: reading)
    try writer.commit()
    return path
  }

  /// What can be compared of a result, group by group.
  private func figures(_ usage: GroupedUsage) -> [String] {
    (usage.groups + [usage.total]).map { group in
      "\(group.values) \(group.requests) \(group.tokens) \(group.cost.decimal) "
        + "\(group.unpricedRequests) \(group.unpricedTokens) \(group.list)"
    } + usage.unpriced.map { "\($0)" } + usage.uncertain.map { "\($0)" }
  }

  @Test(arguments: UInt64(0)..<6, ["UTC", "America/New_York", "Asia/Kolkata"])
  func `cost by spans of time is the cost by quarters of an hour`(
    seed: UInt64, zone: String
  ) throws {
    let book = try PriceBook.bundled()
    let records = records(book, seed: seed)
    let path = try ledger(records, book)
    let tollbook = Tollbook(
      ledgerPath: path, book: book, zone: try TimeZones.named(zone), now: Instant(seconds: 0))
    let kept = try Ledger(path: path, access: .readOnly, thresholds: book.contextThresholds)
    let ends = [records[0].occurredAt.slot, records[1].occurredAt.slot].sorted()
    for keys in [
      [], [.model], [.day], [.week, .serviceTier], [.month, .provider], [.user, .month],
    ]
      as [[GroupKey]]
    {
      for period in [Period.always, Period(from: ends[0], until: ends[1])] {
        for time in [PriceTime.then, .day(Day(number: 20_500))] {
          let question = UsageQuestion(by: keys, period: period, valuation: time)
          let rows = try kept.rollupRows(
            in: period, thresholds: book.contextThresholds, byUser: keys.contains(.user))
          let plain = GroupedUsage(
            rows, by: keys, zone: tollbook.zone,
            valuation: Valuation(book: book, basis: time.basis))
          #expect(
            try figures(tollbook.usage(question)) == figures(plain), "seed \(seed), \(keys)")
        }
      }
    }
  }
}
