import Quantities
import TestSupport
import Testing
import Usage

@testable import Ledger

/// Sums by rules that look at each request, held to a plain loop over the records.
struct DividedTests {
  private static let english = "en"

  /// Records of two languages and none, of all sizes, some without a user, some that are sums.
  private static func records(_ random: inout SeededRandom, count: Int64) -> [UsageRecord] {
    (0..<count).map { key in
      var record = Fixture.record(
        key, at: Instant(seconds: 1_790_000_000 + Int64.random(in: 0..<200_000, using: &random)),
        input: Int64.random(in: 0...3000, using: &random),
        output: Int64.random(in: 0...300, using: &random),
        user: Bool.random(using: &random) ? "u\(Int.random(in: 0..<5, using: &random))" : nil,
        flags: Int.random(in: 0..<10, using: &random) == 0 ? .promptIsSum : [])
      record.series.labels["language"] =
        [english, "ja", nil].randomElement(using: &random) ?? nil
      record.tokens[.thinking] = TokenCount(Int64.random(in: 0...900, using: &random))
      record.requests = [1, 1, 1, 0, 3].randomElement(using: &random) ?? 1
      return record
    }
  }

  private static let rules = [
    RecordRule(prompt: 0...1500, series: { $0.labels["language"] == english }),
    RecordRule(output: 100...200),
    RecordRule(users: { $0 == "u1" || $0 == "u3" }),
  ]

  /// The first rule that a record follows, by the words of the rules.
  private static func rule(of record: UsageRecord) -> Int {
    let hasSize = record.requests <= 1 && !record.flags.contains(.promptIsSum)
    let prompt = record.tokens[.textInput].value
    let output = record.tokens[.textOutput].value
    if hasSize, prompt <= 1500, record.series.labels["language"] == english { return 0 }
    if hasSize, output >= 100, output <= 200 { return 1 }
    return record.user == "u1" || record.user == "u3" ? 2 : 3
  }

  /// What is kept of a series: where users are told apart, their requests' labels are not.
  private static func kept(_ series: UsageSeries, isOfUser: Bool) -> UsageSeries {
    var series = series
    if isOfUser { series.labels = Labels() }
    return series
  }

  private struct Sum: Equatable {
    var requests = 0
    var tokens = MeteredTokens()
    var withoutUser = 0
    var inSums = 0
  }

  private struct Key: Hashable {
    let rule: Int
    let series: UsageSeries
    let meters: Int64
    let isLate: Bool
    let user: String?
  }

  @Test(arguments: 1...3)
  func `rows are what a loop over the records adds up`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let fixture = try Fixture()
    let records = Self.records(&random, count: 400)
    try fixture.add(records)
    let cut = Instant(seconds: 1_790_090_100)
    for byUser in [false, true] {
      var expected: [Key: Sum] = [:]
      for record in records {
        let key = Key(
          rule: Self.rule(of: record),
          series: Self.kept(record.series, isOfUser: byUser && record.user != nil),
          meters: record.tokens.mask,
          isLate: record.occurredAt >= cut, user: byUser ? record.user : nil)
        expected[key, default: Sum()].requests += record.requests
        expected[key, default: Sum()].tokens += record.tokens
        expected[key, default: Sum()].withoutUser += record.user == nil ? record.requests : 0
        let isSum = record.requests > 1 || record.flags.contains(.promptIsSum)
        expected[key, default: Sum()].inSums += isSum ? record.requests : 0
      }
      let sums = try fixture.ledger.requestSums(
        in: .always, cutAt: [cut], thresholds: ContextThresholds([]), rules: Self.rules)
      let start = try #require(records.map(\.occurredAt.slot).min())
      var found: [Key: Sum] = [:]
      for row in byUser ? sums.userRows : sums.rows {
        #expect(row.row.slot == start || row.row.slot == cut)
        let key = Key(
          rule: row.rule, series: row.row.series, meters: row.row.tokens.mask,
          isLate: row.row.slot >= cut, user: row.row.user)
        found[key, default: Sum()].requests += row.row.requests
        found[key, default: Sum()].tokens += row.row.tokens
        found[key, default: Sum()].withoutUser += row.requestsWithoutUser
        found[key, default: Sum()].inSums += row.requestsInSums
      }
      #expect(found == expected)
    }
  }

  @Test func `a period without usage has no rows, and a rule without users takes nobody`() throws {
    let fixture = try Fixture()
    try fixture.add([Fixture.record(1, user: "u1"), Fixture.record(2)])
    let nobody = RecordRule(users: { _ in false })
    let all = try fixture.ledger.requestSums(
      in: .always, thresholds: ContextThresholds([]), rules: [nobody]
    ).rows
    #expect(Set(all.map(\.rule)) == [1])
    #expect(all.reduce(0) { $0 + $1.requestsWithoutUser } == 1)
    let none = try fixture.ledger.requestSums(
      in: Period(until: Instant(seconds: 0)), thresholds: ContextThresholds([]))
    #expect(none.rows.isEmpty && none.userRows.isEmpty)
  }

  @Test func `bands are kept apart, whatever the rules`() throws {
    let fixture = try Fixture()
    try fixture.add([
      Fixture.record(1, input: 200_000), Fixture.record(2, input: 200_001),
    ])
    let rows = try fixture.ledger.requestSums(
      in: .always, thresholds: ContextThresholds([200_000])
    ).rows
    #expect(rows.map(\.row.contextOver) == [0, 200_000])
  }

  @Test func `latencies are counted where one request has one`() throws {
    let fixture = try Fixture()
    let times: [(Int64?, Int)] = [(120, 1), (120, 1), (95, 1), (nil, 1), (7, 0), (8, 5)]
    try fixture.add(
      times.enumerated().map { index, time in
        var record = Fixture.record(Int64(index))
        record.latencyMilliseconds = time.0
        record.requests = time.1
        return record
      })
    func latencies(_ timed: Period?) throws -> [RequestSums.LatencyCount] {
      try fixture.ledger.requestSums(
        in: .always, thresholds: ContextThresholds([]), timed: timed
      ).latencies
    }
    let counts = try latencies(.always)
    #expect(counts.map(\.milliseconds) == [95, 120])
    #expect(counts.map(\.requests) == [1, 2])
    #expect(try latencies(Period(until: Instant(seconds: 0))).isEmpty)
    #expect(try latencies(nil).isEmpty)
  }

  @Test func `a user counts once a day, in UTC and elsewhere`() throws {
    let fixture = try Fixture()
    let times = [
      ("2026-11-20T01:00:00Z", "u1"), ("2026-11-20T23:00:00Z", "u1"),
      ("2026-11-21T23:30:00Z", "u1"), ("2026-11-21T10:00:00Z", "u2"), ("2026-11-21T10:00:00Z", nil),
    ]
    try fixture.add(
      try times.enumerated().map { index, time in
        Fixture.record(Int64(index), at: try instant(time.0), user: time.1)
      })
    func days(_ hour: String) throws -> [Period] {
      try (19...22).map { day in
        Period(
          from: try instant("2026-11-\(day)T\(hour):00:00Z"),
          until: try instant("2026-11-\(day + 1)T\(hour):00:00Z"))
      }
    }
    // u1 on both days and u2 on the second; with days from 12:00 on, u1 on the 19th, 20th and 21st.
    #expect(try fixture.ledger.activeUserDays(of: days("00")) == 3)
    #expect(try fixture.ledger.activeUserDays(of: days("12")) == 4)
    #expect(try fixture.ledger.activeUserDays(of: []) == 0)
  }
}

extension RequestSums {
  fileprivate var userRows: [Row] {
    var rows: [Row] = []
    forEachUserRow { rows.append($0) }
    return rows
  }
}
