import Testing

@testable import Quantities

/// What clocks showed and will show, in zones that do everything a zone can do.
///
/// The changes are facts of history, taken from Python's `zoneinfo` and, for the years to come, from
/// each zone's rule. All of them need the system's time zone database.
@Suite(.enabled(if: TimeZoneDatabase.isInstalled, "the time zone database is not installed"))
struct TimeZoneRulesTests {
  struct Change: CustomTestStringConvertible {
    let zone: String
    let instant: String
    let before: Int
    let after: Int
    var testDescription: String { "\(zone) \(instant)" }

    /// Offsets in minutes east of UTC.
    init(_ zone: String, _ instant: String, _ before: Int, _ after: Int) {
      self.zone = zone
      self.instant = instant
      self.before = before
      self.after = after
    }
  }

  @Test(arguments: [
    // The United States moved both changes in 2007; 2040 is beyond the recorded changes.
    Change("America/New_York", "1990-04-01T07:00:00Z", -300, -240),
    Change("America/New_York", "1990-10-28T06:00:00Z", -240, -300),
    Change("America/New_York", "2006-04-02T07:00:00Z", -300, -240),
    Change("America/New_York", "2007-03-11T07:00:00Z", -300, -240),
    Change("America/New_York", "2026-03-08T07:00:00Z", -300, -240),
    Change("America/New_York", "2026-11-01T06:00:00Z", -240, -300),
    Change("America/New_York", "2040-03-11T07:00:00Z", -300, -240),
    Change("America/New_York", "2040-11-04T06:00:00Z", -240, -300),
    // Summer ended in September until 1995.
    Change("Europe/Berlin", "1995-09-24T01:00:00Z", 120, 60),
    Change("Europe/Berlin", "1996-10-27T01:00:00Z", 120, 60),
    Change("Europe/Berlin", "2026-03-29T01:00:00Z", 60, 120),
    Change("Europe/Berlin", "2026-10-25T01:00:00Z", 120, 60),
    Change("Europe/Berlin", "2040-03-25T01:00:00Z", 60, 120),
    Change("Europe/Berlin", "2040-10-28T01:00:00Z", 120, 60),
    // Irish winter time is the "daylight" time of its rule, behind the standard.
    Change("Europe/Dublin", "2026-03-29T01:00:00Z", 0, 60),
    Change("Europe/Dublin", "2040-10-28T01:00:00Z", 60, 0),
    // Half an hour only.
    Change("Australia/Lord_Howe", "2026-04-04T15:00:00Z", 660, 630),
    Change("Australia/Lord_Howe", "2026-10-03T15:30:00Z", 630, 660),
    Change("Australia/Lord_Howe", "2040-10-06T15:30:00Z", 630, 660),
    Change("Asia/Kathmandu", "1985-12-31T18:30:00Z", 330, 345),
    Change("America/Sao_Paulo", "2018-11-04T03:00:00Z", -180, -120),
    Change("America/Sao_Paulo", "2019-02-17T02:00:00Z", -120, -180),
    // Twice in one year.
    Change("Africa/Cairo", "2014-05-15T22:00:00Z", 120, 180),
    Change("Africa/Cairo", "2014-06-26T21:00:00Z", 180, 120),
    Change("Africa/Cairo", "2014-07-31T22:00:00Z", 120, 180),
    Change("Africa/Cairo", "2026-10-29T21:00:00Z", 180, 120),
    Change("Africa/Cairo", "2040-04-26T22:00:00Z", 120, 180),
    // One minute past midnight.
    Change("Asia/Gaza", "2011-03-31T22:01:00Z", 120, 180),
    Change("Asia/Gaza", "2026-03-28T00:00:00Z", 120, 180),
    Change("Asia/Gaza", "2026-10-23T23:00:00Z", 180, 120),
    // To the other side of the date line.
    Change("Pacific/Apia", "2011-12-30T10:00:00Z", -600, 840),
    Change("America/Nuuk", "2026-03-29T01:00:00Z", -120, -60),
    Change("America/Nuuk", "2040-10-28T01:00:00Z", -60, -120),
  ])
  func `clocks change at the second they do`(_ change: Change) throws {
    let zone = try TimeZoneRules.load(name: change.zone)
    let instant = try #require(Instant(iso8601: change.instant))
    #expect(zone.offsetSeconds(at: instant.adding(microseconds: -1)) == change.before * 60)
    #expect(zone.offsetSeconds(at: instant) == change.after * 60)
  }

  @Test func `Tokyo has been nine hours ahead since 1951 and stays so`() throws {
    let tokyo = try TimeZoneRules.load(name: "Asia/Tokyo")
    for year in 1952...2200 {
      let day = try #require(Day(year: year, month: 7, day: 1))
      #expect(tokyo.offsetSeconds(at: day.startUTC) == 9 * 3600)
      #expect(tokyo.start(of: day) == day.startUTC.adding(seconds: -9 * 3600))
    }
  }

  struct DayStart: CustomTestStringConvertible {
    let zone: String
    let day: String
    let start: String
    var testDescription: String { "\(zone) \(day)" }

    init(_ zone: String, _ day: String, _ start: String) {
      self.zone = zone
      self.day = day
      self.start = start
    }
  }

  static let starts = [
    DayStart("Asia/Tokyo", "2026-11-30", "2026-11-29T15:00:00Z"),
    DayStart("Asia/Kathmandu", "2026-11-30", "2026-11-29T18:15:00Z"),
    DayStart("America/New_York", "2026-03-08", "2026-03-08T05:00:00Z"),
    DayStart("America/New_York", "2026-03-09", "2026-03-09T04:00:00Z"),
    DayStart("America/New_York", "2026-11-01", "2026-11-01T04:00:00Z"),
    DayStart("America/New_York", "2026-11-02", "2026-11-02T05:00:00Z"),
    DayStart("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z"),
    DayStart("Europe/Berlin", "2040-07-01", "2040-06-30T22:00:00Z"),
    DayStart("Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00Z"),
    DayStart("Australia/Lord_Howe", "2026-04-06", "2026-04-05T13:30:00Z"),
    // Midnight to one o'clock is missing: the day starts at one.
    DayStart("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"),
    DayStart("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"),
    DayStart("Africa/Cairo", "2040-04-27", "2040-04-26T22:00:00Z"),
    // Clocks fall back from midnight to eleven: the new day starts an hour later.
    DayStart("America/Sao_Paulo", "2019-02-17", "2019-02-17T03:00:00Z"),
    DayStart("Africa/Cairo", "2026-10-30", "2026-10-29T22:00:00Z"),
    DayStart("America/Nuuk", "2026-10-25", "2026-10-25T02:00:00Z"),
    // Clocks fall back from one o'clock to midnight, which comes twice: the earlier.
    DayStart("America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"),
    DayStart("America/Havana", "2026-11-02", "2026-11-02T05:00:00Z"),
    // They fall back a minute after midnight, and the date with them: the earlier again.
    DayStart("America/St_Johns", "2010-11-07", "2010-11-07T02:30:00Z"),
    DayStart("Asia/Gaza", "2011-04-01", "2011-03-31T22:00:00Z"),
    // 30 December 2011 never was: it starts and ends when the 31st starts.
    DayStart("Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z"),
    DayStart("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),
    DayStart("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
    DayStart("Pacific/Apia", "2012-01-01", "2011-12-31T10:00:00Z"),
    // Local mean time: 53 min 28 s ahead.
    DayStart("Europe/Berlin", "1880-01-01", "1879-12-31T23:06:32Z"),
  ]

  @Test(arguments: starts)
  func `a day starts at the first instant that has its date`(_ expected: DayStart) throws {
    let zone = try TimeZoneRules.load(name: expected.zone)
    let day = try #require(Day(expected.day))
    #expect(zone.start(of: day).description == expected.start)
    #expect(zone.period(of: day).from?.description == expected.start)
    #expect(zone.period(of: day).until == zone.start(of: day.adding(days: 1)))
  }

  @Test(arguments: starts)
  func `no earlier second has the date, looking at each of two days`(_ expected: DayStart) throws {
    let zone = try TimeZoneRules.load(name: expected.zone)
    let day = try #require(Day(expected.day))
    var instant = day.startUTC.adding(seconds: -27 * 3600)
    // Whole minutes, moved by the odd seconds of a local mean time.
    let oddSeconds = Int64(zone.offsetSeconds(at: instant) % 60)
    instant = instant.adding(seconds: -oddSeconds)
    while zone.day(of: instant) < day { instant = instant.adding(seconds: 60) }
    #expect(instant == zone.start(of: day))
  }

  @Test func `a month goes from the start of its first day to that of the next month`() throws {
    let berlin = try TimeZoneRules.load(name: "Europe/Berlin")
    let march = berlin.period(of: try #require(Month("2026-03")))
    #expect(march.from?.description == "2026-02-28T23:00:00Z")
    #expect(march.until?.description == "2026-03-31T22:00:00Z")
  }

  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Africa/Cairo",
    "Pacific/Chatham", "America/Nuuk", "Asia/Gaza",
  ])
  func `days in use are whole slots, without gap or overlap, and hold what has their date`(
    _ name: String
  ) throws {
    let zone = try TimeZoneRules.load(name: name)
    let first = try #require(Day("2024-01-01"))
    for day in first..<first.adding(days: 3 * 366) {
      let start = zone.start(of: day)
      let end = zone.start(of: day.adding(days: 1))
      let inside = [start, start.adding(seconds: 43_200), end.adding(microseconds: -1)]
      #expect(start.slot == start && start < end, "\(day)")
      #expect(inside.allSatisfy { zone.day(of: $0) == day }, "\(day)")
    }
  }

  @Test func `UTC needs no database and its days are those of UTC`() throws {
    #expect(try TimeZoneRules.load(name: "UTC", directories: []) == .utc)
    let instant = try #require(Instant(iso8601: "1969-12-31T23:59:59.999999Z"))
    #expect(TimeZoneRules.utc.day(of: instant).description == "1969-12-31")
    #expect(TimeZoneRules.utc.start(of: Day(number: 1)) == Instant(seconds: 86_400))
  }
}
