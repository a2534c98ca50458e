import Quantities
import TestSupport
import Testing
import Usage

@testable import Ledger

/// Records that come by the batch, many to a statement.
struct BatchTests {
  /// Statements take sixteen records; what goes wrong goes wrong beside such a number.
  @Test(arguments: [1, 15, 16, 17, 31, 32, 33, 100], [0, 1, 15, 16, 40])
  func `known records among new ones are found wherever they stand`(count: Int, place: Int) throws {
    let fixture = try Fixture()
    let records = (0..<Int64(count)).map { Fixture.record($0, user: $0 % 3 == 0 ? "ann" : nil) }
    let known = Array(records.dropFirst(place).prefix(1))
    try fixture.add(known)
    let outcome = try fixture.add(records, file: "b.jsonl")
    #expect(outcome.added == count - known.count)
    #expect(outcome.duplicates == known.count)
    #expect(try fixture.ledger.requestCount() == count)
    let again = try fixture.add(records.reversed(), file: "c.jsonl")
    #expect(again.added == 0)
    #expect(again.duplicates == count)
    #expect(try fixture.faults() == [])
  }

  @Test func `a record told three times in one batch is one`() throws {
    let fixture = try Fixture()
    let records = (0..<40).map { Fixture.record(Int64($0) % 14) }
    let outcome = try fixture.add(records)
    #expect(outcome.added == 14)
    #expect(outcome.duplicates == 26)
    #expect(try fixture.faults() == [])
  }

  @Test func `a batch tells series and users apart, whatever numbers it gave them`() throws {
    let fixture = try Fixture()
    try fixture.add([Fixture.record(1, user: "zoe", model: "gemini-2.5-pro")])
    var batch = UsageBatch()
    for record in [
      Fixture.record(2, user: "ann", model: "gemini-2.5-flash"),
      Fixture.record(3, user: "zoe", model: "gemini-2.5-pro"), Fixture.record(4),
    ] { batch.append(record) }
    let writer = try LedgerWriter(fixture.ledger)
    try writer.begin()
    let outcome = try writer.add(batch, reading: try fixture.beginReading("b.jsonl"))
    try writer.commit()
    #expect(outcome.added == 3)
    let rows = try fixture.ledger.table(
      "SELECT user, model, COUNT(*) FROM usage GROUP BY 1, 2 ORDER BY 1, 2"
    ).rows
    #expect(
      rows == [
        [.null, .text("gemini-2.5-flash"), .integer(1)],
        [.text("ann"), .text("gemini-2.5-flash"), .integer(1)],
        [.text("zoe"), .text("gemini-2.5-pro"), .integer(2)],
      ])
  }

  /// A mark of a quarter of an hour stays as long as one record of it is left.
  @Test(arguments: [false, true])
  func `a record that is completed at another time moves its user's mark`(hasOther: Bool) throws {
    let fixture = try Fixture()
    let noon = try instant("2026-11-30T12:00:00Z")
    let later = try instant("2026-12-01T12:30:00Z")
    if hasOther { try fixture.add([Fixture.record(9, at: later, user: "ann")]) }
    try fixture.add([Fixture.record(1, at: later, user: "ann", flags: .incomplete)])
    let outcome = try fixture.add([Fixture.record(1, at: noon, output: 20, user: "ann")])
    #expect(outcome.completed == 1)
    let quarter = Period(from: later, until: later.adding(seconds: 900))
    #expect(try fixture.ledger.activity(in: quarter).users == (hasOther ? 1 : 0))
    #expect(try fixture.ledger.activity(in: Period(until: later)).users == 1)
    #expect(try fixture.faults() == [])
  }

  @Test(arguments: UInt64(0)..<12)
  func `what is forgotten might never have been imported`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    let records = random.records(120)
    let fixture = try Fixture()
    try fixture.add(Array(records[..<70]))
    try fixture.add(Array(records[70...]), file: "b.jsonl")
    let cut = records[Int(random.number(below: 120))].occurredAt
    let kept: [UsageRecord]
    if seed % 2 == 0 {
      try #expect(fixture.ledger.forget(.file(path: "a.jsonl")).requests > 0)
      kept = Array(records[70...])
    } else {
      _ = try fixture.ledger.forget(.before(cut))
      kept = records.filter { $0.occurredAt >= cut }
    }
    let rows = try fixture.ledger.rollupRows(in: .always, thresholds: ContextThresholds([200_000]))
    #expect(PlainRollup(rows) == PlainRollup(kept, over: [200_000]), "seed \(seed)")
    let users = try fixture.ledger.table("SELECT name FROM users").rows
    #expect(Set(users.map { "\($0)" }).count == Set(kept.compactMap(\.user)).count)
    #expect(try fixture.faults() == [], "seed \(seed)")
  }
}
