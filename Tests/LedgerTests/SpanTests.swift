import Quantities
import TestSupport
import Testing
import Usage

@testable import Ledger

/// Sums of hours and days say what the quarters of an hour say.
struct SpanTests {
  @Test func `a day in India is two quarters, hours, blocks of four hours, hours and two quarters`()
  {
    // From 18:30 to 18:30 UTC: quarters 74 to 170 after a midnight.
    let parts = RollupSpan.parts(of: 74..<170)
    #expect(
      parts == [
        RollupSpan.Part(quarters: 1, slots: 74..<76), RollupSpan.Part(quarters: 4, slots: 76..<80),
        RollupSpan.Part(quarters: 16, slots: 80..<160),
        RollupSpan.Part(quarters: 4, slots: 160..<168),
        RollupSpan.Part(quarters: 1, slots: 168..<170),
      ])
  }

  @Test(arguments: UInt64(0)..<40)
  func `the parts of a stretch lie side by side and begin where their spans do`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let first = Int64(random.next() % 4000) - 2000
    let end = first + Int64(random.next() % 3000)
    var place = first
    for part in RollupSpan.parts(of: first..<end) {
      #expect(part.slots.lowerBound == place)
      #expect(!part.slots.isEmpty)
      #expect(part.slots.lowerBound % part.quarters == 0)
      #expect(part.slots.upperBound % part.quarters == 0)
      place = part.slots.upperBound
    }
    #expect(place == end)
  }

  /// Sums in the plainest way: one dictionary, one record at a time.
  private static func plain(
    _ records: [UsageRecord], by stretch: (Instant) -> Int?, user: Bool = false
  ) -> [PlainKey: PlainRollup.Sum] {
    var sums: [PlainKey: PlainRollup.Sum] = [:]
    for record in records {
      guard let stretch = stretch(record.occurredAt.slot) else { continue }
      let isOver = !record.flags.contains(.promptIsSum) && record.tokens.prompt > 200_000
      let key = PlainKey(
        stretch: stretch, series: record.series, over: isOver ? 200_000 : 0,
        mask: record.tokens.mask, user: user ? record.user : nil)
      sums[key, default: PlainRollup.Sum()].requests += record.requests
      sums[key, default: PlainRollup.Sum()].tokens += record.tokens
    }
    return sums
  }

  private struct PlainKey: Hashable {
    let stretch: Int
    let series: UsageSeries
    let over: Int64
    let mask: Int64
    let user: String?
  }

  private static func plain(
    _ rows: some Sequence<RollupRow>, by stretch: (Instant) -> Int?
  ) -> [PlainKey: PlainRollup.Sum] {
    var sums: [PlainKey: PlainRollup.Sum] = [:]
    for row in rows {
      let key = PlainKey(
        stretch: stretch(row.slot) ?? -1, series: row.series, over: row.contextOver.value,
        mask: row.tokens.mask, user: row.user)
      #expect(sums[key] == nil, "two rows of one key: \(key)")
      sums[key] = PlainRollup.Sum(requests: row.requests, tokens: row.tokens)
    }
    return sums
  }

  private static let thresholds = ContextThresholds([200_000])

  @Test(arguments: UInt64(0)..<16)
  func `sums between cuts are the sums of the records between them`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    let records = random.records(150)
    let fixture = try Fixture()
    for part in random.split(random.retold(records)) { try fixture.add(part) }
    // What is told twice may name a user that the record itself does not.
    let told = try Fixture()
    try told.add(records)
    let times = records.map(\.occurredAt)
    // Cuts lie at slots and between them; a slot lies after a cut if it begins at or after it.
    let cuts = (0..<random.number(below: 9)).map { _ in times[Int(random.number(below: 150))] }
      .sorted()
    let ends = [times[Int(random.number(below: 150))], times[Int(random.number(below: 150))]]
    for period in [Period.always, Period(from: ends.min(), until: ends.max())] {
      func stretch(_ slot: Instant) -> Int? {
        period.contains(slot) ? cuts.filter { $0 <= slot }.count : nil
      }
      let rows = try fixture.ledger.sums(in: period, cutAt: cuts, thresholds: Self.thresholds)
      #expect(
        Self.plain(rows, by: stretch) == Self.plain(records, by: stretch), "seed \(seed)")
      let byUser = try told.ledger.userSums(
        in: period, cutAt: cuts, thresholds: Self.thresholds)
      #expect(
        Self.plain(byUser, by: stretch) == Self.plain(records, by: stretch, user: true),
        "seed \(seed)")
      let oneByOne = try Self.oneByOne(told.ledger, in: period, cutAt: cuts)
      #expect(Self.plain(oneByOne, by: stretch) == Self.plain(byUser, by: stretch))
    }
  }

  /// The sums of records that were handed out one by one, with what they share.
  private static func oneByOne(
    _ ledger: Ledger, in period: Period, cutAt cuts: [Instant]
  ) throws -> [RollupRow] {
    let names = try ledger.userNames()
    var heads: [RollupRow] = []
    var sums: [[Int64]: RollupRow] = [:]
    try ledger.eachRecord(
      in: period, cutAt: cuts, thresholds: thresholds,
      head: { row in
        heads.append(row)
        return heads.count - 1
      },
      add: { head, user, requests, tokens in
        var none = heads[head]
        (none.requests, none.tokens, none.user) = (0, MeteredTokens(), names[user])
        sums[[Int64(head), user], default: none].requests += Int(requests)
        sums[[Int64(head), user], default: none].tokens += tokens
      })
    return Array(sums.values)
  }

  @Test(arguments: ["UTC", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"])
  func `sums by day are those of the days on the calendar`(name: String) throws {
    let zone = name == "UTC" ? TimeZoneRules.utc : try TimeZoneRules.load(name: name)
    var random = RandomRecords(seed: 77)
    let records = random.records(300).filter { $0.occurredAt > Instant(seconds: 0) }
    let fixture = try Fixture()
    try fixture.add(records)
    let days = try #require(Day("2026-03-01"))..<(try #require(Day("2027-02-01")))
    let rows = try fixture.ledger.sumsByDay(
      days, zone: zone, cutAt: [], thresholds: Self.thresholds)
    #expect(rows.count == days.lowerBound.days(until: days.upperBound))
    for (offset, rows) in rows.enumerated() {
      let day = days.lowerBound.adding(days: offset)
      let plain = Self.plain(records) { zone.day(of: $0) == day ? 0 : nil }
      #expect(Self.plain(rows) { _ in 0 } == plain, "\(day)")
    }
  }

  @Test func `without users, sums by user are the sums`() throws {
    let fixture = try Fixture()
    try fixture.add([Fixture.record(1), Fixture.record(2)])
    let byUser = try fixture.ledger.userSums(
      in: .always, cutAt: [], thresholds: Self.thresholds)
    #expect(byUser.map(\.requests) == [2])
    #expect(byUser.map(\.user) == [nil])
  }

  @Test func `a span that was tampered with is found`() throws {
    let fixture = try Fixture()
    try fixture.add([Fixture.record(1)])
    try fixture.ledger.connection.execute(
      "UPDATE span_sums SET text_input = text_input + 1 WHERE quarters = 16")
    #expect(
      try fixture.faults().first?.hasPrefix("usage_rollup_spans: 1 row does not follow") == true
    )
  }
}
