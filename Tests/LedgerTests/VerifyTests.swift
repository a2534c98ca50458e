import Quantities
import SQLite
import TestSupport
import Testing
import Usage

@testable import Ledger

/// `verify` must not be a formality: whatever is changed behind its back, it says so.
struct VerifyTests {
  struct Tampering: CustomTestStringConvertible {
    let name: String
    let sql: String
    /// What a fault's words begin with.
    let fault: String
    var testDescription: String { name }
  }

  static let tamperings = [
    Tampering(
      name: "a token more in the rollup",
      sql: """
        UPDATE slot_sums SET text_output = text_output + 1
        WHERE slot = (SELECT MIN(slot) FROM usage_rollup)
        """,
      fault: "usage_rollup: 1 row does not follow"),
    Tampering(
      name: "a request more in the rollup",
      sql: "UPDATE slot_sums SET requests = requests + 1",
      fault: "usage_rollup: "),
    Tampering(
      name: "a rollup row gone",
      sql: """
        DELETE FROM slot_sums WHERE slot = (SELECT MIN(slot) FROM slot_sums)
        """,
      fault: "usage_rollup: 1 row is missing"),
    Tampering(
      name: "a slot moved by a quarter of an hour",
      sql: "UPDATE slot_sums SET slot = slot + 900000000",
      fault: "usage_rollup: "),
    Tampering(
      name: "a context band forgotten",
      sql: "UPDATE slot_sums SET context_over = 0 WHERE context_over > 0",
      fault: "usage_rollup: 1 row does not follow"),
    Tampering(
      name: "a record deleted", sql: "DELETE FROM records WHERE key_low = 1",
      fault: "usage_rollup: 1 row does not follow"),
    Tampering(
      name: "a record moved to another day",
      sql: "UPDATE records SET occurred_at = occurred_at + 86400000000 WHERE key_low = 1",
      fault: "user_days: "),
    Tampering(
      name: "a user's day gone", sql: "DELETE FROM user_days WHERE user_id > 0",
      fault: "user_days: 1 row is missing"),
    Tampering(
      name: "a user's quarter of an hour more",
      sql: "UPDATE user_days SET early_slots = early_slots | 1 WHERE user_id > 0",
      fault: "user_days: 1 row does not follow"),
    Tampering(
      name: "a row of the rollup that says nothing",
      sql: """
        INSERT INTO slot_sums
        SELECT slot + 900000000000, series_id, context_over, meters, 0, 0, 0, 0, 0, NULL
        FROM slot_sums LIMIT 1
        """,
      fault: "usage_rollup: 1 row does not follow"),
    Tampering(
      name: "a token from one row of the rollup to another",
      sql: """
        UPDATE slot_sums
        SET text_input =
          text_input + CASE WHEN slot = (SELECT MIN(slot) FROM usage_rollup) THEN 1 ELSE -1 END
        """,
      fault: "usage_rollup: 2 rows do not follow"),
    Tampering(
      name: "a token from one meter to another",
      sql: "UPDATE slot_sums SET text_input = text_input - 1, text_output = text_output + 1",
      fault: "usage_rollup: 2 rows do not follow"),
    Tampering(
      name: "tokens on a meter that its row does not name",
      sql: "UPDATE slot_sums SET rest = '{\"image_output\":5}'",
      fault: "usage_rollup: 2 rows do not follow"),
    Tampering(
      name: "a longer span moved",
      sql: "UPDATE span_sums SET start = start + 345600000000",
      fault: "usage_rollup_spans: "),
    Tampering(
      name: "a longer span gone", sql: "DELETE FROM span_sums WHERE quarters = 16",
      fault: "usage_rollup_spans: 2 rows are missing"),
    Tampering(
      name: "a request of one user's given to another",
      sql: "UPDATE user_days SET requests = requests + CASE WHEN user_id > 0 THEN 1 ELSE -1 END",
      fault: "user_days: 2 rows do not follow"),
    Tampering(
      name: "the meters in use forgotten",
      sql: "UPDATE settings SET value = '0' WHERE name = 'used_meters'",
      fault: "6 sums have a meter that is not among the used"),
    Tampering(
      name: "a series gone", sql: "DELETE FROM usage_series",
      fault: "9 rows point to something that is not there"),
    Tampering(
      name: "a kind gone", sql: "DELETE FROM record_kinds",
      fault: "usage_rollup: 2 rows do not follow"),
    Tampering(
      name: "a cut stream among the whole", sql: "UPDATE record_kinds SET flags = flags | 1",
      fault: "1 kind of records has the wrong sign"),
  ]

  /// Two requests of two bands and quarters, one of them a user's.
  private func fixture() throws -> Fixture {
    let fixture = try Fixture()
    try fixture.add([
      Fixture.record(1, at: try instant("2026-11-30T12:00:00Z"), user: "ann"),
      Fixture.record(
        2, at: try instant("2026-11-30T12:20:00Z"), input: 200_001, model: "gemini-2.5-flash"),
    ])
    return fixture
  }

  @Test(arguments: tamperings)
  func `a ledger that was tampered with is not sound`(_ tampering: Tampering) throws {
    let fixture = try fixture()
    #expect(try fixture.faults() == [])
    try fixture.ledger.connection.execute("PRAGMA foreign_keys = OFF")
    try fixture.ledger.connection.execute(tampering.sql)
    let faults = try fixture.faults()
    #expect(faults.contains { $0.hasPrefix(tampering.fault) }, "\(faults)")
  }

  @Test func `a rebuilt ledger is sound again`() throws {
    let fixture = try fixture()
    for tampering in Self.tamperings.prefix(5) {
      try fixture.ledger.connection.execute(tampering.sql)
    }
    #expect(try !fixture.faults().isEmpty)
    try fixture.ledger.rebuildDerived()
    #expect(try fixture.faults() == [])
  }

  /// A rollup that forgets a band is found by its money too: 200,001 tokens cost another price.
  @Test func `the records one by one cost what the rollup costs`() throws {
    let fixture = try Fixture()
    let times = ["2026-11-30T12:00:00Z", "2026-12-31T23:59:59.999999Z", "2027-01-01T00:00:00Z"]
    try fixture.add(
      try times.enumerated().map { number, time in
        Fixture.record(
          Int64(number), at: try instant(time), input: 1_000_000, output: 0,
          model: "gemini-3.8-flash")
      })
    let result = try fixture.ledger.verify(book: Fixture.book())
    #expect(result.faults == [])
    #expect(result.records == 3)
    #expect(result.rollupRows == 3)
    // The introductory price holds until the year ends, the double of it from then on:
    // a million tokens of input each, 2 × 0.75 + 1.50.
    #expect(result.costOfRecords.decimal == "3")
    #expect(result.costOfRollup == result.costOfRecords)
  }

  @Test func `a damaged file is found by its pages`() throws {
    let fixture = try fixture()
    try fixture.ledger.connection.execute(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET rootpage = 3 WHERE name = 'quarantine_by_reading';
      """)
    let reopened = try Ledger(path: fixture.path, access: .readOnly)
    let faults: [String]
    do { faults = try reopened.verify(book: Fixture.book()).faults } catch let error as SQLiteError
    {
      #expect(error.kind == .corrupt)
      return
    }
    #expect(faults.contains { $0.hasPrefix("SQLite: ") }, "\(faults)")
  }
}
