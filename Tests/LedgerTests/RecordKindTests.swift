import Quantities
import SQLite
import TestSupport
import Testing
import Usage

@testable import Ledger

/// What thousands of records share is kept once, and asked for as if each record said it.
struct RecordKindTests {
  private func rows(_ sql: String, _ ledger: Ledger) throws -> [[Statement.Value]] {
    try ledger.table(sql).rows
  }

  @Test func `a ledger whose records said everything themselves says the same`() throws {
    let path = try temporaryDirectory() + "/old.db"
    do {
      let old = try Connection(path: path)
      try old.migrate(Array(Migrations.all[..<6]), applicationID: Migrations.applicationID)
      // Meters: 32769 is text in and out, 1 is text in alone. Flags: 1 is a cut stream, 16384 a
      // total that is the sum of the meters.
      try old.execute(
        """
        INSERT INTO imports VALUES (1, 0, 0, 'test', '');
        INSERT INTO source_files
        VALUES (1, 'a', 0, 0, 0, '', 1, 0, '', 0, '', 1, 0, 0, 0, 0, 0, 0, 0);
        INSERT INTO readings VALUES (1, 1, 1, 0), (2, 1, 1, 500);
        INSERT INTO users VALUES (3, 'ann');
        INSERT INTO usage_series
        VALUES (1, 'google-vertex', NULL, 'm', 'standard', '{}'),
          (2, 'google-vertex', NULL, 'n', 'standard', '{}');
        INSERT INTO records
        VALUES (-9, 1, 1000, 1, 16384, 1, 11, 32769, 100, 0, 10, 0, 3, NULL),
          (-8, 1, 2000, 1, 16384, 1, 12, 32769, 200, 0, 20, 0, NULL, '{"latency_ms":7}'),
          (-7, 1, 3000, 1, 1, 1, 13, 1, 300, 0, 0, 0, NULL, NULL),
          (-6, 1, 4000, 1, 16384, 2, 14, 32769, 400, 0, 40, 0, NULL, NULL),
          (-5, 1, 5000, 2, 16384, 2, 15, 32769, 500, 0, 50, 0, NULL, '{"requests":4}');
        """)
    }
    let ledger = try Ledger(path: path, access: .readWrite)
    let kept = try rows(
      """
      SELECT key_high, key_low, occurred_at, series_id, coalesce(user_id, 0), meters, text_input,
        text_output, coalesce(reported_total, -1), coalesce(latency_ms, -1), flags, requests,
        reading_id, line
      FROM usage_records
      ORDER BY key_high
      """, ledger)
    let expected: [[Int64]] = [
      [-9, 1, 1000, 1, 3, 32769, 100, 10, 110, -1, 0, 1, 1, 11],
      [-8, 1, 2000, 1, 0, 32769, 200, 20, 220, 7, 0, 1, 1, 12],
      [-7, 1, 3000, 1, 0, 1, 300, 0, -1, -1, 1, 1, 1, 13],
      [-6, 1, 4000, 1, 0, 32769, 400, 40, 440, -1, 0, 1, 2, 14],
      [-5, 1, 5000, 2, 0, 32769, 500, 50, 550, -1, 0, 4, 2, 15],
    ]
    #expect(kept == expected.map { $0.map(Statement.Value.integer) })
    // The first two share a kind; one kind is of a cut stream.
    #expect(
      try rows("SELECT COUNT(*), SUM(kind_id < 0) FROM record_kinds", ledger)
        == [[.integer(4), .integer(1)]])
    #expect(try ledger.incompleteRequests(in: Period()) == 1)
    #expect(
      try rows("SELECT path, line, model FROM usage WHERE user = 'ann'", ledger)
        == [[.text("a"), .integer(11), .text("m")]])
    try ledger.rebuildDerived()
    #expect(try ledger.verify(book: Fixture.book()).faults == [])
  }

  @Test func `records share a kind where series, reading, flags and meters are the same`() throws {
    let fixture = try Fixture()
    try fixture.add([
      Fixture.record(1), Fixture.record(2, input: 7, user: "ann"),
      Fixture.record(3, model: "gemini-2.5-pro"), Fixture.record(4, flags: .incomplete),
      Fixture.record(5, output: 0), Fixture.record(6, flags: .incomplete),
    ])
    try fixture.add([Fixture.record(7)], file: "b.jsonl")
    // By series_id, reading_id, flags and meters: 1 and 2, 3, 4 and 6, 5, 7.
    #expect(
      try rows(
        """
        SELECT key_low, (SELECT MIN(o.key_low) FROM records AS o WHERE o.kind_id = r.kind_id)
        FROM records AS r
        ORDER BY key_low
        """, fixture.ledger)
        == [[1, 1], [2, 1], [3, 3], [4, 4], [5, 5], [6, 4], [7, 7]]
        .map { $0.map(Statement.Value.integer) })
    #expect(try fixture.ledger.incompleteRequests(in: Period()) == 2)
    #expect(try fixture.faults() == [])
  }

  @Test func `a cut stream that is read whole is no longer among the cut`() throws {
    let fixture = try Fixture()
    try fixture.add([Fixture.record(1, flags: .incomplete)])
    let outcome = try fixture.add([Fixture.record(1, output: 90)], file: "b.jsonl")
    #expect(outcome.completed == 1)
    #expect(try fixture.ledger.incompleteRequests(in: Period()) == 0)
    #expect(try fixture.faults() == [])
  }

  @Test func `what is forgotten takes its kinds along, and they are made again`() throws {
    let fixture = try Fixture()
    let writer = try LedgerWriter(fixture.ledger)
    try writer.begin()
    let reading = try fixture.beginReading("a.jsonl")
    #expect(try writer.add([Fixture.record(1)], reading: reading).added == 1)
    try writer.commit()
    // Between two transactions of an import another process may forget what the first brought.
    let end = Instant(seconds: 1_790_000_001)
    #expect(try fixture.ledger.forget(.before(end)).requests == 1)
    #expect(
      try rows("SELECT COUNT(*) FROM record_kinds", fixture.ledger) == [[.integer(0)]])
    try writer.begin()
    #expect(try writer.add([Fixture.record(2, at: end)], reading: reading).added == 1)
    try writer.commit()
    #expect(try fixture.faults() == [])
  }
}
