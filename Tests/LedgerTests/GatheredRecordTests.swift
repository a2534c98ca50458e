import Quantities
import SQLite
import TestSupport
import Testing
import Usage

@testable import Ledger

/// Records with hashed keys are kept back and written together; nobody can tell but by the clock.
struct GatheredRecordTests {
  private func batch(_ records: [UsageRecord]) -> UsageBatch {
    var batch = UsageBatch()
    for record in records { batch.append(record) }
    return batch
  }

  /// A record whose key begins with a time.
  private func timed(_ key: Int64) -> UsageRecord {
    var record = Fixture.record(key)
    record.key = RequestKey(high: 1_790_000_000, low: key)
    return record
  }

  @Test func `what became of records is told when they are written`() throws {
    let fixture = try Fixture()
    let writer = try LedgerWriter(fixture.ledger)
    try writer.begin()
    let reading = try fixture.beginReading("a.jsonl")
    let first = [Fixture.record(3), Fixture.record(1, user: "ann")]
    let second = [Fixture.record(1, user: "ann"), Fixture.record(2, model: "gemini-2.5-pro")]
    #expect(try writer.take(batch(first), reading: reading) == LedgerWriter.Outcome())
    #expect(try writer.take(batch(second), reading: reading) == LedgerWriter.Outcome())
    let outcome = try writer.writeRest()
    #expect((outcome.added, outcome.duplicates) == (3, 1))
    #expect(try writer.writeRest() == LedgerWriter.Outcome())
    try writer.commit()
    #expect(
      try fixture.ledger.table("SELECT model, user FROM usage ORDER BY 1, 2").rows == [
        [.text("gemini-2.5-flash"), .null], [.text("gemini-2.5-flash"), .text("ann")],
        [.text("gemini-2.5-pro"), .null],
      ])
    #expect(try fixture.faults() == [])
  }

  @Test func `a commit loses nothing, and says nothing twice`() throws {
    let fixture = try Fixture()
    let writer = try LedgerWriter(fixture.ledger)
    try writer.begin()
    let reading = try fixture.beginReading("a.jsonl")
    #expect(try writer.take(batch([Fixture.record(1)]), reading: reading).added == 0)
    try writer.commit()
    #expect(try fixture.ledger.requestCount() == 1)
    try writer.begin()
    #expect(try writer.writeRest().added == 1)
    #expect(try writer.take(batch([timed(2)]), reading: reading).added == 1)
    try writer.commit()
    #expect(try fixture.ledger.requestCount() == 2)
  }

  @Test func `a transaction that is given up takes along what was kept back`() throws {
    let fixture = try Fixture()
    let writer = try LedgerWriter(fixture.ledger)
    try writer.begin()
    let reading = try fixture.beginReading("a.jsonl")
    _ = try writer.take(batch([Fixture.record(1)]), reading: reading)
    writer.rollBack()
    try writer.begin()
    #expect(try writer.writeRest() == LedgerWriter.Outcome())
    try writer.commit()
    #expect(try fixture.ledger.requestCount() == 0)
  }

  @Test func `a span that is kept back is covered all the same`() throws {
    let fixture = try Fixture()
    let writer = try LedgerWriter(fixture.ledger)
    try writer.begin()
    let reading = try fixture.beginReading("a.jsonl")
    let span = Fixture.record(1, flags: .keyIsSpan)
    _ = try writer.take(batch([span, Fixture.record(2)]), reading: reading)
    #expect(try writer.cover([span.key]) == 1)
    #expect(try writer.writeRest().added == 2)
    try writer.commit()
    #expect(try fixture.ledger.requestCount() == 1)
    #expect(try fixture.faults() == [])
  }

  @Test(arguments: UInt64(0)..<4)
  func `batches make the ledger that one batch of everything makes`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    let records = random.retold(random.records(300))
    let whole = try Fixture()
    let outcome = try whole.add(records)
    let parts = try Fixture()
    let writer = try LedgerWriter(parts.ledger)
    try writer.begin()
    let reading = try parts.beginReading("a.jsonl")
    var sum = LedgerWriter.Outcome()
    for start in stride(from: 0, to: records.count, by: 70) {
      let some = Array(records[start..<min(start + 70, records.count)])
      sum += try writer.take(batch(some), reading: reading)
    }
    sum += try writer.writeRest()
    try writer.commit()
    #expect(sum == outcome, "seed \(seed)")
    #expect(outcome.duplicates > 0 && outcome.completed > 0)
    let sql = """
      SELECT occurred_at, line, \(MeterColumns.list), reported_total, flags, requests,
        reported_model, service_tier, labels, name
      FROM usage_records
      JOIN usage_series USING (series_id)
      LEFT JOIN users USING (user_id)
      ORDER BY key_high, key_low
      """
    #expect(try parts.ledger.table(sql).rows == whole.ledger.table(sql).rows, "seed \(seed)")
    #expect(try parts.faults() == [])
  }
}
