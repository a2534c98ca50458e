import Quantities
import TestSupport
import Testing
import Usage

@testable import Ledger

/// Whatever is imported, in whatever order and portions: the derived tables are those of the records.
struct RollupPropertyTests {
  @Test(arguments: UInt64(0)..<24)
  func `the rollup is the sum of the records, however they arrive`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    let records = random.records(120)
    let fixture = try Fixture()
    for _ in 1...2 {
      for part in random.split(random.retold(records)) { try fixture.add(part) }
      let rows = try fixture.ledger.rollupRows(
        in: .always, thresholds: ContextThresholds([200_000]))
      #expect(PlainRollup(rows) == PlainRollup(records, over: [200_000]), "seed \(seed)")
      #expect(try fixture.ledger.requestCount() == records.sum(of: \.requests), "seed \(seed)")
      #expect(try fixture.faults() == [], "seed \(seed)")
    }
    #expect(try fixture.ledger.incompleteRequests(in: .always) == 0, "seed \(seed)")
  }

  @Test(arguments: UInt64(100)..<108)
  func `a transaction that is given up leaves no trace`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    let records = random.records(60)
    let fixture = try Fixture()
    let writer = try LedgerWriter(fixture.ledger)
    for part in random.split(random.retold(records)) {
      for isGivenUp in [true, false] {
        try writer.begin()
        _ = try writer.add(part, reading: try fixture.beginReading("a.jsonl"))
        if isGivenUp { writer.rollBack() } else { try writer.commit() }
      }
    }
    let rows = try fixture.ledger.rollupRows(in: .always, thresholds: ContextThresholds([200_000]))
    #expect(PlainRollup(rows) == PlainRollup(records, over: [200_000]), "seed \(seed)")
    #expect(try fixture.faults() == [], "seed \(seed)")
  }

  @Test(arguments: UInt64(200)..<212)
  func `rows by user add up to the rows of all`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    let records = random.records(80)
    let fixture = try Fixture()
    try fixture.add(records)
    let thresholds = ContextThresholds([200_000])
    let byUser = try fixture.ledger.rollupRows(in: .always, thresholds: thresholds, byUser: true)
    #expect(PlainRollup(byUser) == PlainRollup(records, over: [200_000], byUser: true))
    let all = try fixture.ledger.rollupRows(in: .always, thresholds: thresholds)
    #expect(byUser.map(\.requests).reduce(0, +) == all.map(\.requests).reduce(0, +))
    for meter in Meter.allCases {
      let sums = [byUser, all].map { rows in rows.map { $0.tokens[meter].value }.reduce(0, +) }
      #expect(sums[0] == sums[1], "\(meter), seed \(seed)")
    }
  }

  /// A ledger of another price book: what it keeps apart is not what is asked for.
  @Test(arguments: UInt64(300)..<308)
  func `thresholds that the rollup does not keep apart are taken from the records`(
    seed: UInt64
  ) throws {
    var random = RandomRecords(seed: seed)
    let records = random.records(80)
    let fixture = try Fixture(thresholds: [])
    try fixture.add(records)
    for thresholds: [Int64] in [[], [200_000], [200_000, 272_000], [272_000]] {
      let asked = ContextThresholds(thresholds.map { TokenCount($0) })
      let rows = try fixture.ledger.rollupRows(in: .always, thresholds: asked)
      #expect(PlainRollup(rows) == PlainRollup(records, over: thresholds), "seed \(seed)")
    }
  }

  @Test func `opening with a new threshold makes the rollup anew and keeps the old one apart`()
    throws
  {
    var random = RandomRecords(seed: 400)
    let records = random.records(150)
    let fixture = try Fixture(thresholds: [200_000])
    try fixture.add(Array(records.prefix(100)))
    let ledger = try Ledger(
      path: fixture.path, access: .readWrite, thresholds: ContextThresholds([272_000]))
    #expect(ledger.thresholds == ContextThresholds([200_000, 272_000]))
    let rows = try ledger.rollupRows(in: .always, thresholds: ledger.thresholds)
    let plain = PlainRollup(Array(records.prefix(100)), over: [200_000, 272_000])
    #expect(PlainRollup(rows) == plain)

    // The first connection is still open, as another process would be: it must follow.
    try fixture.add(Array(records.suffix(50)))
    #expect(try fixture.faults() == [])
    let all = try ledger.rollupRows(in: .always, thresholds: ledger.thresholds)
    #expect(PlainRollup(all) == PlainRollup(records, over: [200_000, 272_000]))
  }

  @Test(arguments: UInt64(500)..<508)
  func `a period holds the slots that begin in it`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    let records = random.records(100)
    let fixture = try Fixture()
    try fixture.add(records)
    let edges = records.map(\.occurredAt.slot).sorted()
    let from = edges[Int(random.number(below: 100))]
    let until = edges[Int(random.number(below: 100))]
    let period = Period(from: min(from, until), until: max(from, until))
    let inside = records.filter { period.contains($0.occurredAt) }
    let thresholds = ContextThresholds([200_000])
    let rows = try fixture.ledger.rollupRows(in: period, thresholds: thresholds)
    #expect(PlainRollup(rows) == PlainRollup(inside, over: [200_000]), "seed \(seed)")
  }
}
