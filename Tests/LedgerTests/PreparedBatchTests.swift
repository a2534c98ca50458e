import Quantities
import SQLite
import TestSupport
import Testing
import Usage

@testable import Ledger

/// What other threads prepare, and what is written while waiting, comes to the same ledger.
struct PreparedBatchTests {
  private func batch(_ records: [UsageRecord]) -> UsageBatch {
    var batch = UsageBatch()
    for record in records { batch.append(record) }
    return batch
  }

  /// A record of the second of its number, so that 900 share a quarter of an hour.
  private func timed(_ number: Int64, input: Int64 = 100) -> UsageRecord {
    var record = Fixture.record(
      number, at: Instant(seconds: 1_790_000_100 + number), input: input,
      user: number % 3 == 0 ? "ann" : nil,
      model: number % 2 == 0 ? "gemini-2.5-flash" : "gemini-2.5-pro")
    record.key = RequestKey(high: 1_790_000_100 + number, low: number)
    record.origin = RecordOrigin(line: number + 1)
    return record
  }

  @Test func `a prepared batch gives the ledger that an unprepared one gives`() throws {
    var random = RandomRecords(seed: 5)
    let records = random.records(300) + [timed(1), timed(2, input: 300_000), timed(1)]
    let (plain, prepared) = (try Fixture(), try Fixture())
    for fixture in [plain, prepared] {
      let writer = try LedgerWriter(fixture.ledger)
      try writer.begin()
      let reading = try fixture.beginReading("a.jsonl")
      let whole = batch(records)
      let ready =
        fixture.path == plain.path
        ? nil : PreparedBatch(whole, thresholds: fixture.ledger.thresholds)
      _ = try writer.add(whole, ready, reading: reading)
      try writer.commit()
      #expect(try fixture.faults() == [])
    }
    for table in ["usage_records", "usage_rollup", "usage_rollup_spans", "user_days"] {
      let sql = "SELECT * FROM \(table) ORDER BY 1, 2, 3, 4, 5"
      let rows = try plain.ledger.table(sql).rows
      #expect(try prepared.ledger.table(sql).rows == rows, "\(table)")
      #expect(!rows.isEmpty)
    }
  }

  @Test func `lines that were counted in a piece become those of the file`() throws {
    let fixture = try Fixture()
    var whole = batch([timed(3), timed(4), timed(1)])
    let ready = PreparedBatch(whole, thresholds: fixture.ledger.thresholds)
    whole.linesBefore = 1000
    let writer = try LedgerWriter(fixture.ledger)
    try writer.begin()
    _ = try writer.add(whole, ready, reading: try fixture.beginReading("a.jsonl"))
    try writer.commit()
    #expect(
      try fixture.ledger.table("SELECT line FROM usage_records ORDER BY key_low").rows
        == [[.integer(1002)], [.integer(1004)], [.integer(1005)]])
  }

  @Test func `what was prepared for other thresholds is prepared anew`() throws {
    let fixture = try Fixture()
    let whole = batch([timed(1, input: 200_001)])
    let writer = try LedgerWriter(fixture.ledger)
    try writer.begin()
    let ready = PreparedBatch(whole, thresholds: ContextThresholds([]))
    _ = try writer.add(whole, ready, reading: try fixture.beginReading("a.jsonl"))
    try writer.commit()
    #expect(
      try fixture.ledger.table("SELECT context_over FROM usage_rollup").rows
        == [[.integer(200_000)]])
  }

  /// 6000 quarters of an hour, in order of time or not; each batch repeats some of the one before.
  @Test(arguments: [1, 3571])
  func `sums that are written before the end come to the same`(step: Int64) throws {
    let fixture = try Fixture()
    let writer = try LedgerWriter(fixture.ledger)
    try writer.begin()
    let reading = try fixture.beginReading("a.jsonl")
    var outcome = LedgerWriter.Outcome()
    for first in stride(from: Int64(0), to: 6000, by: 600) {
      let numbers = max(0, first - 7)..<first + 600
      // 3571 is prime and no divisor of 6000: each quarter comes once.
      let records = numbers.map { timed($0 * step % 6000 * 900 + 1) }
      outcome += try writer.add(batch(records), reading: reading)
    }
    let early = try fixture.ledger.table("SELECT COUNT(*) FROM usage_rollup").rows
    #expect(early != [[.integer(0)]])
    try writer.commit()
    #expect(outcome.added == 6000)
    #expect(outcome.duplicates == 9 * 7)
    #expect(
      try fixture.ledger.table("SELECT COUNT(*), SUM(requests) FROM usage_rollup").rows
        == [[.integer(6000), .integer(6000)]])
    #expect(try fixture.faults() == [])
  }
}
