import Testing

@testable import Quantities

/// The `TZ` string: what it may say, and on which day that is.
@Suite struct YearlyRuleTests {
  private func rule(_ text: String) throws -> YearlyRule {
    try #require(YearlyRule(posix: text.utf8), "\(text)")
  }

  private func seconds(_ text: String) throws -> Int64 {
    try #require(Instant(iso8601: text)).secondsRoundedDown
  }

  /// The UTC times of the changes after the start of a year, as many as asked for.
  private func changes(_ text: String, from year: Int, count: Int) throws -> [String] {
    let rule = try rule(text)
    var at = try seconds("\(year)-01-01T00:00:00Z") - 1
    return try (0..<count).map { _ in
      at = try #require(rule.change(after: at)).at
      return Instant(seconds: at).description
    }
  }

  @Test(arguments: [
    ("UTC0", 0), ("AAA-1", 3600), ("AAA+5", -18_000), ("AAA5", -18_000), ("<+0545>-5:45", 20_700),
    ("<-1234>12:34:56", -45_296), ("LMT-24", 86_400), ("abc-0:00:01", 1),
  ])
  func `a fixed offset counts east`(_ text: String, _ offset: Int) throws {
    let rule = try rule(text)
    #expect(rule.offset(at: 0) == offset)
    #expect(rule.change(after: 0) == nil)
  }

  @Test(arguments: [
    "", "A", "AA0", "AAA", "AAA-", "AAA25", "AAA1:60", "AAA1:2:60", "AAA1:", "AAA0 ", "0AAA",
    "<AAA0", "<>", "AAA0BBB", "AAA0BB,M3.1.0,M4.1.0", "AAA0BBB,M3.1.0", "AAA0BBB,M3.1.0,",
    "AAA0BBB,M3.1.0,M4.1.0,", "AAA0BBB,M0.1.0,M4.1.0", "AAA0BBB,M13.1.0,M4.1.0",
    "AAA0BBB,M3.0.0,M4.1.0", "AAA0BBB,M3.6.0,M4.1.0", "AAA0BBB,M3.1.7,M4.1.0",
    "AAA0BBB,J0,J10", "AAA0BBB,J366,J10", "AAA0BBB,366,10", "AAA0BBB,0/168,10",
    "AAA0BBB,M3.1.0/,M4.1.0", "AAA0BBB,M3.1,M4.1.0", "AAA0000001", "AAA0BBB25,0,1",
  ])
  func `anything else is no rule`(_ text: String) {
    #expect(YearlyRule(posix: text.utf8) == nil)
  }

  @Test func `daylight time is an hour ahead unless it says otherwise, and starts at two`() throws {
    // 2026-03-08 is the second Sunday of March, 2026-11-01 the first of November.
    let changes = try changes("EST5EDT,M3.2.0,M11.1.0", from: 2026, count: 3)
    #expect(
      changes == ["2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z", "2027-03-14T07:00:00Z"])
    let half = try rule("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0")
    #expect(half.offset(at: try seconds("2026-01-01T00:00:00Z")) == 39_600)
    #expect(half.offset(at: try seconds("2026-07-01T00:00:00Z")) == 37_800)
  }

  @Test func `the fifth week is the last, also in a month with four`() throws {
    // February 2026 begins on a Sunday and has 28 days: its last Sunday is the 22nd. In 2032 it
    // begins on a Sunday and has 29: the last is the 29th.
    let text = "AAA0BBB,M2.5.0/0,M7.5.6/0"
    #expect(
      try changes(text, from: 2026, count: 2) == ["2026-02-22T00:00:00Z", "2026-07-24T23:00:00Z"])
    #expect(try changes(text, from: 2032, count: 1) == ["2032-02-29T00:00:00Z"])
  }

  @Test func `J never counts 29 February, a plain number does`() throws {
    let common = ["2027-03-01T00:00:00Z", "2027-03-10T00:00:00Z"]
    let julian = "AAA0BBB,J60/0,J69/1"
    #expect(try changes(julian, from: 2027, count: 2) == common)
    #expect(
      try changes(julian, from: 2028, count: 2) == ["2028-03-01T00:00:00Z", "2028-03-10T00:00:00Z"])
    let plain = "AAA0BBB,59/0,68/1"
    #expect(try changes(plain, from: 2027, count: 2) == common)
    #expect(
      try changes(plain, from: 2028, count: 2) == ["2028-02-29T00:00:00Z", "2028-03-09T00:00:00Z"])
    #expect(
      try changes("AAA0BBB,J59/0,J365/1", from: 2028, count: 2)
        == ["2028-02-28T00:00:00Z", "2028-12-31T00:00:00Z"])
  }

  @Test func `a time may be days away from its day`() throws {
    // Fourth Thursday of March 2026 is the 26th: 50 hours on, less the 2 to UTC, is Saturday 00:00.
    #expect(
      try changes("EET-2EEST,M3.4.4/50,M10.4.4/50", from: 2026, count: 2)
        == ["2026-03-28T00:00:00Z", "2026-10-23T23:00:00Z"])
    // The hour before Sunday, local time.
    #expect(
      try changes("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", from: 2026, count: 2)
        == ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"])
    // A week before new year is in the year before.
    let early = try rule("AAA0BBB,0/-167,J10/0")
    #expect(early.offset(at: try seconds("2026-12-25T00:59:59Z")) == 0)
    #expect(early.offset(at: try seconds("2026-12-25T01:00:00Z")) == 3600)
  }

  @Test func `daylight time that lasts all year has no seam at new year`() throws {
    // The example of RFC 9636, section 3.3.2: five hours behind, and daylight time for ever.
    let rule = try rule("EST5EDT,0/0,J365/25")
    for year in [2025, 2026, 2028, 2029] {
      let newYear = try seconds("\(year)-01-01T05:00:00Z")
      for moment in [newYear - 1, newYear, newYear + 1, newYear + 15_000_000] {
        #expect(rule.offset(at: moment) == -4 * 3600)
        #expect(rule.change(after: moment)?.offset == -4 * 3600)
      }
    }
  }

  @Test func `in the southern hemisphere daylight time spans new year`() throws {
    let rule = try rule("AEST-10AEDT,M10.1.0,M4.1.0/3")
    #expect(rule.offset(at: try seconds("2026-01-01T00:00:00Z")) == 39_600)
    #expect(rule.offset(at: try seconds("2026-04-04T15:59:59Z")) == 39_600)
    #expect(rule.offset(at: try seconds("2026-04-04T16:00:00Z")) == 36_000)
    #expect(rule.offset(at: try seconds("2026-10-03T15:59:59Z")) == 36_000)
    #expect(rule.offset(at: try seconds("2026-10-03T16:00:00Z")) == 39_600)
  }
}
