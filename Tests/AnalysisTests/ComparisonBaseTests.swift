import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// What a comparison is of: how many days, what has a price, and who is divided by.
@Suite struct ComparisonBaseTests {
  /// "a" always has a price, "old" only before 2026-12-01.
  private static func book() throws -> PriceBook {
    try Fixture.book([
      Fixture.model("a", [Fixture.price("1", nil, "4")]),
      Fixture.model("old", [Fixture.price("2", nil, "8", until: "2026-12-01")]),
    ])
  }

  private static func input(
    _ models: [String], on days: [String], length: DayCount = 30
  ) throws -> ComparisonInput {
    let day = try Fixture.day("2026-11-20")
    return ComparisonInput(
      book: try book(),
      rows: models.map { Fixture.row($0, [.textInput: 1_000_000], on: day, requests: 5) },
      days: length, users: MonthlyUsers([10], userDays: 20),
      candidates: [ComparisonCandidate(model: "a")], asOf: try Fixture.day("2026-11-30"),
      at: try days.map { .day(try Fixture.day($0)) })
  }

  @Test func `a day on which nothing has a price is named, with the models`() throws {
    let refusal = #expect(throws: ComparisonRefusal.self) {
      try Comparison(Self.input(["old"], on: ["2026-11-30", "2026-12-15"]))
    }
    #expect(
      refusal?.explanation == "none of the usage has a price on 2026-12-15 (old), so nothing can "
        + "be compared with it")
    #expect(refusal?.remedy.hasPrefix("Take another day's prices with --valuation or --on") == true)
    #expect(throws: Never.self) { try Comparison(Self.input(["old"], on: ["2026-11-30"])) }
  }

  @Test func `what is left out is left out for want of a price on a day that is told`() throws {
    let comparison = try Comparison(Self.input(["a", "old"], on: ["2026-11-30", "2026-12-15"]))
    #expect(comparison.leftOut.requests == 5)
    #expect(comparison.leftOutAt == [.day(try Fixture.day("2026-12-15"))])
    let today = try Comparison(Self.input(["a", "old"], on: ["2026-11-30"]))
    #expect(today.leftOut.isEmpty && today.leftOutAt.isEmpty)
  }

  @Test func `a part of a day counts as that part`() throws {
    let berlin = try TimeZoneRules.load(name: "Europe/Berlin")
    func days(_ from: String, _ until: String, _ zone: TimeZoneRules) throws -> DayCount {
      DayCount(
        from: try #require(Instant(iso8601: from)), until: try #require(Instant(iso8601: until)),
        in: zone)
    }
    let part = try days("2026-11-28T13:00:00Z", "2026-11-30T00:00:00Z", .utc)
    #expect(part.description == "1 11/24" && part.decimal == "1.458333" && part.whole == nil)
    // 25 October 2026 has 25 hours in Berlin, from 22:00 to 23:00 UTC: twelve and a half are half.
    let long = try days("2026-10-24T22:00:00Z", "2026-10-25T10:30:00Z", berlin)
    #expect(long.description == "1/2")
    #expect(try days("2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", berlin).whole == 1)
    // 1 USD in 35/24 days is 30 × 24 / 35 a month.
    let comparison = try Comparison(Self.input(["a"], on: ["2026-11-30"], length: part))
    #expect(comparison.today.figures[0].perMonth.decimal == "20.571428571429")
  }

  @Test func `users whom only requests tell are not made up`() throws {
    var input = try Self.input(["a"], on: ["2026-11-30"])
    input.users = nil
    input.needsEachRequest = true
    input.months = 1
    #expect(try Comparison(input).needsEachRequest)
    input.budget = Money(decimal: "5")
    #expect(throws: ComparisonRefusal.needsEachRequest(option: "--budget")) {
      try Comparison(input)
    }
  }

  @Test func `a row is part of the base where it has a price each time`() throws {
    let day = try Fixture.day("2026-11-20")
    let row = Fixture.row("old", [.textInput: 1], on: day)
    let (before, after) = (try Fixture.day("2026-11-30"), try Fixture.day("2026-12-15"))
    func holds(_ times: [PriceTime]) throws -> Bool {
      ComparisonBase(book: try Self.book(), at: times).holdsAll([row])
    }
    #expect(try holds([.day(before), .then]))
    #expect(try !holds([.day(before), .day(after)]))
  }
}
