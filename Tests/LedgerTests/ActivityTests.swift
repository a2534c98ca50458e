import Quantities
import TestSupport
import Testing
import Usage

@testable import Ledger

/// Who was active in a period, to the quarter of an hour: a day is not the same in every zone.
struct ActivityTests {
  @Test func `a request late in the evening in UTC is the next day's in Tokyo`() throws {
    let fixture = try Fixture()
    try fixture.add([
      Fixture.record(1, at: try instant("2026-11-29T14:59:59.999Z"), user: "ann"),
      Fixture.record(2, at: try instant("2026-11-29T15:00:00Z"), user: "bob"),
      Fixture.record(3, at: try instant("2026-11-30T14:59:59Z"), user: "cem"),
      Fixture.record(4, at: try instant("2026-11-30T15:00:00Z"), user: "dan"),
    ])
    // 2026-11-30 in Tokyo is 2026-11-29T15:00Z to 2026-11-30T15:00Z: bob and cem.
    let day = Period(
      from: try instant("2026-11-29T15:00:00Z"), until: try instant("2026-11-30T15:00:00Z"))
    #expect(try fixture.ledger.activity(in: day).users == 2)
    // 2026-11-29 and 2026-11-30 in UTC: ann and bob, cem and dan.
    for (first, last) in [("2026-11-29", "2026-11-30"), ("2026-11-30", "2026-12-01")] {
      let day = Period(
        from: try instant("\(first)T00:00:00Z"), until: try instant("\(last)T00:00:00Z"))
      #expect(try fixture.ledger.activity(in: day).users == 2)
    }
    #expect(try fixture.ledger.activity(in: .always).users == 4)
  }

  @Test(arguments: UInt64(0)..<20)
  func `users of any period are those of its records`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    let records = random.records(60)
    let fixture = try Fixture()
    try fixture.add(records)
    let slots = records.map(\.occurredAt.slot).sorted()
    for _ in 0..<40 {
      let one = slots[Int(random.number(below: 60))]
        .adding(seconds: (random.number(below: 200) - 100) * 900)
      let other = slots[Int(random.number(below: 60))]
      let period = Period(from: min(one, other), until: max(one, other))
      let inside = records.filter { period.contains($0.occurredAt) }
      let activity = try fixture.ledger.activity(in: period)
      #expect(activity.users == Set(inside.compactMap(\.user)).count, "seed \(seed), \(period)")
      // Requests without a user are kept by UTC day: no fewer than inside, no more than on its days.
      let without = inside.filter { $0.user == nil }.sum(of: \.requests)
      #expect(activity.requestsWithoutUser >= without, "seed \(seed), \(period)")
    }
  }

  @Test func `requests without a user are exact for whole days in UTC`() throws {
    let fixture = try Fixture()
    let times = ["1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "1970-01-01T23:59:59Z"]
    try fixture.add(
      try times.enumerated().map { Fixture.record(Int64($0), at: try instant($1)) })
    let epoch = try instant("1970-01-01T00:00:00Z")
    let before = try fixture.ledger.activity(in: Period(until: epoch))
    let day = try fixture.ledger.activity(
      in: Period(from: epoch, until: epoch.adding(seconds: 86_400)))
    #expect(before.users == 0)
    #expect(before.requestsWithoutUser == 1)
    #expect(day.requestsWithoutUser == 2)
  }

  @Test func `an empty period has nobody`() throws {
    let fixture = try Fixture()
    let noon = try instant("2026-11-30T12:00:00Z")
    try fixture.add([Fixture.record(1, at: noon, user: "ann")])
    #expect(try fixture.ledger.activity(in: Period(from: noon, until: noon)).users == 0)
    #expect(try fixture.ledger.extent()?.first == noon)
    #expect(try fixture.ledger.extent()?.end == noon.adding(seconds: 900))
  }
}
