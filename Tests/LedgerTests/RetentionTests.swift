import Quantities
import TestSupport
import Testing
import Usage

@testable import Ledger

/// What was forgotten by its age stays away, in whatever it comes back.
struct RetentionTests {
  private let noon: Instant
  private let fixture: Fixture

  init() throws {
    noon = try instant("2026-11-30T12:00:00Z")
    fixture = try Fixture()
  }

  /// Records a second before noon, at noon, and an hour after it.
  private var records: [UsageRecord] {
    [
      Fixture.record(1, at: noon.adding(seconds: -1), user: "ann"),
      Fixture.record(2, at: noon, user: "bob"),
      Fixture.record(3, at: noon.adding(seconds: 3600), user: "bob"),
    ]
  }

  @Test func `what happened before the instant is left out, counted, and leaves no name`() throws {
    try fixture.add(records)
    #expect(try fixture.ledger.forget(.before(noon)).requests == 1)
    let outcome = try fixture.add(records, file: "copy.jsonl")
    #expect(outcome.tooOld == 1)
    #expect(outcome.added == 0 && outcome.duplicates == 2)
    #expect(try fixture.ledger.requestCount() == 2)
    #expect(try fixture.ledger.table("SELECT name FROM users").rows == [[.text("bob")]])
    #expect(try fixture.faults() == [])
  }

  @Test func `the latest instant stands, and a trial sets none`() throws {
    try fixture.add(records)
    _ = try fixture.ledger.forget(.before(noon.adding(seconds: 3600)), isTrial: true)
    #expect(try fixture.ledger.forgottenBefore() == nil)
    _ = try fixture.ledger.forget(.before(noon))
    _ = try fixture.ledger.forget(.before(noon.adding(seconds: -3600)))
    #expect(try fixture.ledger.forgottenBefore() == noon)
    _ = try fixture.ledger.forget(.before(noon.adding(seconds: 60)))
    #expect(try fixture.ledger.forgottenBefore() == noon.adding(seconds: 60))
  }

  @Test func `once it is lifted everything may come back`() throws {
    try fixture.add(records)
    _ = try fixture.ledger.forget(.before(noon))
    #expect(try fixture.ledger.liftForgetting() == noon)
    #expect(try fixture.ledger.liftForgetting() == nil)
    #expect(try fixture.add(records).added == 1)
    #expect(try fixture.ledger.requestCount() == 3)
    #expect(try fixture.faults() == [])
  }

  @Test func `another process that forgets between two transactions is heeded`() throws {
    let writer = try LedgerWriter(fixture.ledger)
    try writer.begin()
    let reading = try fixture.beginReading("a.jsonl")
    try writer.commit()
    let other = try Ledger(path: fixture.path, access: .readWrite)
    _ = try other.forget(.before(noon))
    try writer.begin()
    #expect(try writer.add(records, reading: reading).tooOld == 1)
    try writer.commit()
    #expect(try fixture.ledger.requestCount() == 2)
  }

  @Test func `verify finds what should have stayed away`() throws {
    try fixture.add(records)
    try fixture.ledger.setSetting("forgotten_before", "\(noon.microseconds)")
    let faults = try fixture.faults()
    #expect(faults.contains { $0.hasPrefix("1 record is from before 2026-11-30T12:00:00") })
  }

  @Test func `a batch in which nothing is too old is not touched`() {
    var batch = UsageBatch()
    for record in records { batch.append(record) }
    #expect(batch.leavingOut(before: noon.adding(seconds: -1)) == nil)
    #expect(batch.leavingOut(before: noon)?.requests == 1)
    #expect(batch.leavingOut(before: noon)?.kept.users == ["bob"])
  }
}
