import Testing

@testable import Quantities

/// Days and months against a calendar that is kept by counting, one day after the other.
@Suite struct DayTests {
  /// A calendar without formulas: it knows only how long each month is and what comes next.
  private struct CountedCalendar {
    var number: Int
    var year: Int
    var month = 1
    var day = 1
    var weekday: Int
    var week: Int

    var monthLength: Int {
      let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    mutating func goOn() {
      number += 1
      weekday = (weekday + 1) % 7
      day += 1
      if day > monthLength {
        day = 1
        month += 1
      }
      if month > 12 {
        month = 1
        year += 1
      }
      // Week 1 is the one that holds 4 January, so it begins on a Monday from 29 December on.
      guard weekday == 0 else { return }
      let startsYear = (month == 12 && day >= 29) || (month == 1 && day <= 4)
      week = startsYear ? 1 : week + 1
    }
  }

  @Test func `every day of eight centuries has its date, weekday and week`() {
    // 1601-01-01 was a Monday, the first day of a 400-year cycle, 369 years before the epoch:
    // 369 × 365 days and 89 leap days (92 multiples of 4 less 1700, 1800 and 1900).
    var calendar = CountedCalendar(
      number: -(369 * 365 + 89), year: 1601, weekday: 0, week: 1)
    while calendar.year < 2401 {
      let day = Day(number: calendar.number)
      let month = day.month
      let date = (month.year, month.month, day.day, day.weekday)
      let expected = (calendar.year, calendar.month, calendar.day, calendar.weekday)
      guard date == expected, month.dayCount == calendar.monthLength,
        Day(year: calendar.year, month: calendar.month, day: calendar.day) == day
      else {
        Issue.record("day \(calendar.number): \(date), counted \(expected)")
        return
      }
      // Texts are slow to make, so only where the months and the ISO years change.
      if calendar.day < 5 || calendar.day > 25 {
        let weekEnds =
          day.isoWeekLabel.suffix(2) == (calendar.week < 10 ? "0" : "") + "\(calendar.week)"
        guard Day(day.description) == day, weekEnds else {
          Issue.record("\(day) is in \(day.isoWeekLabel), counted week \(calendar.week)")
          return
        }
      }
      calendar.goOn()
    }
    #expect(calendar.number == Day(year: 2401, month: 1, day: 1)?.number)
  }

  @Test func `only dates of the calendar are days`() {
    for year in [0, 1, 1582, 1900, 1999, 2000, 2023, 2024, 2100, 9999] {
      for month in -1...14 {
        let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        let length = (1...12).contains(month) ? lengths[month - 1] : 0
        for day in -1...33 {
          let exists = day >= 1 && day <= length
          #expect((Day(year: year, month: month, day: day) != nil) == exists)
        }
      }
    }
    #expect(Day(year: -1, month: 1, day: 1) == nil)
    #expect(Day(year: 10_000, month: 1, day: 1) == nil)
    #expect(Day(year: .max, month: .max, day: .max) == nil)
  }

  @Test(arguments: [
    "", "2026", "2026-11", "2026-11-3", "2026-11-030", "26-11-30", "2026-11-31", "2026-02-29",
    "2026-00-10", "2026-13-01", "2026/11/30", "2026-11-30 ", " 2026-11-30", "+026-11-30",
    "-2026-11-30", "2026-11-30-", "2026--11-30", "２026-11-30", "2026-11-30T00:00:00Z",
  ])
  func `a text that is not exactly a date is no day`(_ text: String) {
    #expect(Day(text) == nil)
  }

  @Test func `days outside the four-digit years are written as they are`() {
    #expect(Day(number: -719_528).description == "0000-01-01")
    #expect(Day(number: -719_529).description == "-0001-12-31")
    #expect(Day("9999-12-31")?.adding(days: 1).description == "10000-01-01")
  }

  @Test func `ranges of days are collections`() throws {
    let first = try #require(Day("2024-02-27"))
    let last = try #require(Day("2024-03-02"))
    #expect((first...last).map(\.day) == [27, 28, 29, 1, 2])
    #expect(first.days(until: last) == 4)
    #expect(last.days(until: first) == -4)
    #expect((first..<first).isEmpty)
  }

  @Test func `a day starts at midnight in UTC, also before 1970`() {
    #expect(Day("1970-01-02")?.startUTC == Instant(seconds: 86_400))
    #expect(Day("1969-12-31")?.startUTC == Instant(seconds: -86_400))
  }

  struct WeekCase: CustomTestStringConvertible {
    let day: String
    let monday: String
    let label: String
    var testDescription: String { day }
  }

  @Test(arguments: [
    WeekCase(day: "2026-11-30", monday: "2026-11-30", label: "2026-W49"),
    WeekCase(day: "2026-01-01", monday: "2025-12-29", label: "2026-W01"),
    WeekCase(day: "2027-01-01", monday: "2026-12-28", label: "2026-W53"),
    WeekCase(day: "2027-01-03", monday: "2026-12-28", label: "2026-W53"),
    WeekCase(day: "2027-01-04", monday: "2027-01-04", label: "2027-W01"),
    WeekCase(day: "2024-12-30", monday: "2024-12-30", label: "2025-W01"),
  ])
  func `a week belongs to the year of its Thursday`(_ week: WeekCase) throws {
    let day = try #require(Day(week.day))
    #expect(day.weekStart.description == week.monday)
    #expect(day.isoWeekLabel == week.label)
  }
}

/// Months as a line of numbers.
@Suite struct MonthTests {
  @Test func `months follow one another across years`() throws {
    let december = try #require(Month("2026-12"))
    #expect(december.next.description == "2027-01")
    #expect(december.next.previous == december)
    #expect(december.adding(months: -24).description == "2024-12")
    #expect(december < december.next)
    #expect((december.year, december.month) == (2026, 12))
  }

  @Test func `the days of a month are all of them and no others`() throws {
    let february = try #require(Month(year: 2024, month: 2))
    #expect(february.days.count == 29)
    #expect(february.days.first?.description == "2024-02-01")
    #expect(february.days.last?.description == "2024-02-29")
    #expect(february.days.allSatisfy { $0.month == february })
  }

  @Test(arguments: [
    "", "2026", "2026-1", "2026-00", "2026-13", "2026-011", "2026-11-30", "2026_11",
  ])
  func `a text that is not exactly a month is none`(_ text: String) {
    #expect(Month(text) == nil)
  }
}
