import Quantities
import SQLite
import TestSupport
import Testing
import Usage

@testable import Ledger

/// Fourteen columns keep what thirty-three kept.
struct LeanRecordTests {
  /// A record that has a value of its own everywhere.
  private var fullRecord: UsageRecord {
    var tokens = MeteredTokens()
    for (index, meter) in Meter.allCases.enumerated() {
      tokens[meter] = TokenCount(Int64(1000 + index))
    }
    return UsageRecord(
      key: RequestKey(high: 7, low: -7), occurredAt: Instant(microseconds: 1_790_000_000_123_456),
      series: Fixture.series("gemini-2.5-pro"), user: "ann", tokens: tokens, reportedTotal: 4,
      searchQueries: 3, latencyMilliseconds: 812, flags: [.incomplete, .keyDerived], requests: 5,
      origin: RecordOrigin(line: 9))
  }

  @Test func `a record comes back as it was, whatever it has`() throws {
    let fixture = try Fixture()
    var plain = Fixture.record(1)
    plain.origin.line = 2
    var agreeing = Fixture.record(2)
    agreeing.reportedTotal = 110
    var large = Fixture.record(3)
    large.latencyMilliseconds = .max
    large.tokens[.audioInput] = 1
    large.requests = 0
    for record in [fullRecord, plain, agreeing, large] {
      try fixture.add([record])
      var known = try KnownRecords(fixture.ledger.connection)
      let row = try #require(try known.row(of: record.key)).record
      #expect(row.occurredAt == record.occurredAt)
      #expect(row.tokens == record.tokens)
      #expect(row.reportedTotal == record.reportedTotal?.value)
      #expect(Int(row.searchQueries) == record.searchQueries)
      #expect(row.latencyMilliseconds == record.latencyMilliseconds)
      #expect(row.flags == record.flags)
      #expect(row.requests == record.requests)
      #expect(row.line == record.origin.line)
    }
    #expect(try fixture.faults() == [])
  }

  @Test func `SQL sees a column for everything`() throws {
    let fixture = try Fixture()
    try fixture.add([fullRecord, Fixture.record(1)])
    let all = try fixture.ledger.table(
      """
      SELECT \(MeterColumns.list), reported_total, search_queries, latency_ms, flags, requests, line
      FROM usage_records
      ORDER BY key_high DESC
      """)
    let values = (1000...1019).map { Statement.Value.integer(Int64($0)) }
    #expect(
      all.rows[0] == values + [
        .integer(4), .integer(3), .integer(812), .integer(17),
        .integer(5), .integer(9),
      ])
    #expect(all.rows[1][0] == .integer(100))
    #expect(
      all.rows[1][20...] == [
        .null, .integer(0), .null, .integer(0), .integer(1), .integer(0),
      ])
    let view = try fixture.ledger.table(
      """
      SELECT requests, input_tokens, cached_tokens, cache_write_tokens, output_tokens,
        thinking_tokens, search_queries, latency_ms, is_incomplete, user, line
      FROM usage
      WHERE user = 'ann'
      """)
    // Prompt: meters 0 to 13, cached 5 to 9, cache writes 10 to 13, output 15 to 18.
    #expect(
      view.rows == [
        [
          .integer(5), .integer(14_091), .integer(5035), .integer(4046), .integer(4066),
          .integer(1019), .integer(3), .integer(812), .integer(1), .text("ann"), .integer(9),
        ]
      ])
  }

  @Test func `a total that is the sum of the meters takes no room and is not lost`() throws {
    let fixture = try Fixture()
    var record = Fixture.record(1)
    record.reportedTotal = 110
    var other = Fixture.record(2)
    other.reportedTotal = 0
    try fixture.add([record, other])
    let rows = try fixture.ledger.table("SELECT rest FROM records ORDER BY key_low").rows
    #expect(rows == [[.null], [.text(#"{"reported_total":0}"#)]])
    let totals = try fixture.ledger.table(
      "SELECT reported_total FROM usage_records ORDER BY key_low"
    ).rows
    #expect(totals == [[.integer(110)], [.integer(0)]])
  }

  /// A count and the largest that its bits hold: 18 of input, cached or not, 14 of output, 13 of
  /// thinking.
  private static let largest: [(meter: Meter, count: Int64)] = [
    (.textInput, 262_143), (.cachedTextInput, 262_143), (.textOutput, 16_383), (.thinking, 8191),
  ]

  @Test func `counts that do not fit into their bits are kept whole, the others in theirs`() throws
  {
    let fixture = try Fixture()
    var records: [UsageRecord] = []
    for (number, (meter, count)) in Self.largest.enumerated() {
      let counts: [Int64] = [count, count + 1, .max / 8, -1]
      for (more, value) in counts.enumerated() {
        var record = Fixture.record(Int64(10 * number + more + 1))
        record.tokens = MeteredTokens()
        for (other, largest) in Self.largest { record.tokens[other] = TokenCount(largest) }
        record.tokens[meter] = TokenCount(value)
        records.append(record)
      }
    }
    try fixture.add(records)
    let all = try fixture.ledger.table(
      """
      SELECT key_low, text_input, cached_text_input, text_output, thinking
      FROM usage_records
      ORDER BY key_low
      """)
    let expected = records.map { record in
      [Statement.Value.integer(record.key.low)]
        + Self.largest.map { .integer(record.tokens[$0.meter].value) }
    }
    #expect(all.rows == expected)
    var known = try KnownRecords(fixture.ledger.connection)
    for record in records {
      #expect(try known.row(of: record.key)?.record.tokens == record.tokens)
    }
    let rests = try fixture.ledger.table("SELECT rest FROM records ORDER BY key_low LIMIT 2")
    #expect(rests.rows == [[.null], [.text(#"{"text_input":262144}"#)]])
    #expect(try fixture.faults() == [])
  }

  /// The columns of the table as it was until m004, in its order.
  private static let formerColumns =
    "key_high, key_low, occurred_at, series_id, user_id, meters, \(MeterColumns.list), "
    + "reported_total, search_queries, latency_ms, flags, requests, reading_id, line"

  @Test(arguments: UInt64(0)..<6)
  func `a ledger with the former columns keeps every figure`(seed: UInt64) throws {
    let path = try temporaryDirectory() + "/old.db"
    var random = RandomRecords(seed: seed)
    var former: [[Statement.Value]] = []
    do {
      let old = try Connection(path: path)
      try old.migrate(Array(Migrations.all[..<4]), applicationID: Migrations.applicationID)
      try old.execute(
        """
        INSERT INTO imports VALUES (1, 0, 0, 'test', '');
        INSERT INTO source_files
        VALUES (1, 'a', 0, 0, 0, '', 1, 0, '', 0, '', 1, 0, 0, 0, 0, 0, 0, 0);
        INSERT INTO readings VALUES (1, 1, 1, 0);
        INSERT INTO users VALUES (3, 'ann');
        INSERT INTO usage_series VALUES (1, 'google-vertex', NULL, 'm', 'standard', '{}');
        """)
      let marks = Array(repeating: "?", count: 33).joined(separator: ", ")
      let insert = try old.prepare(
        "INSERT INTO usage_records (\(Self.formerColumns)) VALUES (\(marks))")
      for record in random.records(80) {
        let total = record.tokens.total.value
        let values: [Int64?] =
          [
            record.key.high, record.key.low, record.occurredAt.microseconds, 1,
            random.number(below: 2) == 0 ? nil : 3, record.tokens.mask,
          ] + (0..<20).map { record.tokens[at: $0] } + [
            [nil, total, total + 1][Int(random.number(below: 3))], random.number(below: 2),
            random.number(below: 2) == 0 ? nil : random.number(below: 9000),
            record.flags.rawValue, Int64(record.requests), 1, random.number(below: 99),
          ]
        for (index, value) in values.enumerated() { try insert.bind(index + 1, value) }
        try insert.run()
        former.append(values.map { $0.map { .integer($0) } ?? .null })
      }
    }
    let ledger = try Ledger(path: path, access: .readWrite)
    let kept = try ledger.table("SELECT \(Self.formerColumns) FROM usage_records")
    #expect(Set(kept.rows) == Set(former), "seed \(seed)")
    #expect(kept.rows.count == former.count)
    try ledger.rebuildDerived()
    #expect(try ledger.verify(book: Fixture.book()).faults == [], "seed \(seed)")
  }
}
