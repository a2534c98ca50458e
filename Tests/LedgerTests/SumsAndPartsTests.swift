import Quantities
import SQLite
import TestSupport
import Testing
import Usage

@testable import Ledger

/// Records that stand for many requests, or for none.
struct SumsAndPartsTests {
  private func record(
    _ key: Int64, input: Int64, requests: Int, model: String = "gemini-2.5-pro",
    flags: RecordFlags = []
  ) -> UsageRecord {
    var record = Fixture.record(key, input: input, model: model, flags: flags)
    record.requests = requests
    return record
  }

  @Test func `a sum counts its requests, and its prompt is in no band`() throws {
    let fixture = try Fixture()
    // 300 requests of 1,000 tokens each: none of them has 200,000.
    let outcome = try fixture.add([
      record(1, input: 300_000, requests: 300, flags: .promptIsSum),
      record(2, input: 300_000, requests: 1),
    ])
    #expect(outcome.added == 301)
    let rows = try fixture.ledger.rollupRows(in: .always, thresholds: ContextThresholds([200_000]))
    #expect(rows.map(\.contextOver).sorted() == [0, 200_000])
    #expect(rows.first { $0.contextOver == 0 }?.requests == 300)
    #expect(try fixture.ledger.requestCount() == 301)
    #expect(try fixture.ledger.activity(in: .always).requestsWithoutUser == 301)
    #expect(try fixture.faults() == [])
  }

  @Test func `a part counts its tokens and no request, also when it is completed`() throws {
    let fixture = try Fixture()
    let part = record(2, input: 50, requests: 0, model: "gemini-2.5-flash", flags: .incomplete)
    try fixture.add([record(1, input: 100, requests: 1), part])
    let whole = record(2, input: 2518, requests: 0, model: "gemini-2.5-flash")
    #expect(try fixture.add([whole]).completed == 0)
    let rows = try fixture.ledger.rollupRows(in: .always, thresholds: ContextThresholds([200_000]))
    #expect(rows.map(\.requests).sorted() == [0, 1])
    #expect(rows.first { $0.requests == 0 }?.tokens[.textInput] == 2518)
    #expect(try fixture.ledger.requestCount() == 1)
    #expect(try fixture.faults() == [])
  }

  @Test func `records of a ledger from before there were sums are one request each`() throws {
    let path = try temporaryDirectory() + "/old.db"
    do {
      let old = try Connection(path: path)
      try old.migrate([Migrations.all[0]], applicationID: Migrations.applicationID)
      let columns = MeterColumns.names.map { _ in "0" }.joined(separator: ", ")
      try old.execute(
        """
        INSERT INTO imports VALUES (1, 0, 0, 'test', '');
        INSERT INTO source_files VALUES (1, 'a', 1, 0, 0, '', 1, 0, 0, 0, 0, 0, 0, 0);
        INSERT INTO usage_series VALUES (1, 'google-vertex', NULL, 'm', 'standard', '{}');
        INSERT INTO usage_records (key_high, key_low, occurred_at, series_id, meters,
          search_queries, flags, file_id, line, \(MeterColumns.list))
        VALUES (-1, 1, 0, 1, 0, 0, 0, 1, 1, \(columns));
        """)
    }
    let ledger = try Ledger(path: path, access: .readWrite)
    try ledger.rebuildDerived()
    #expect(try ledger.requestCount() == 1)
    #expect(try ledger.verify(book: Fixture.book()).faults == [])
  }
}
