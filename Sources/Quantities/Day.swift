/// A calendar day, in the proleptic Gregorian calendar and in no particular time zone.
///
/// It is a number, so days are compared, counted and put in ranges at the price of an integer:
/// `first..<last` is a collection of days. What instant a day starts at is for `TimeZoneRules` to say.
public struct Day: Hashable, Sendable {
  /// Days since 1970-01-01; negative before.
  public let number: Int

  /// The day this many days after 1970-01-01.
  public init(number: Int) {
    self.number = number
  }

  /// The day with this date, or nil if the calendar has none.
  ///
  /// - Parameters:
  ///   - year: 0…9999, the years four digits can write.
  ///   - month: 1…12.
  ///   - day: 1 to the length of the month.
  public init?(year: Int, month: Int, day: Int) {
    guard let month = Month(year: year, month: month), day >= 1, day <= month.dayCount else {
      return nil
    }
    self.init(number: month.firstDay.number + day - 1)
  }

  /// Reads `YYYY-MM-DD`, exactly ten characters; nil for anything else.
  public init?(_ text: String) {
    let fields = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard fields.count == 3, let year = fixedDigits(fields[0], count: 4),
      let month = fixedDigits(fields[1], count: 2), let day = fixedDigits(fields[2], count: 2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension Day {
  /// The calendar year.
  public var year: Int { date.month.year }

  /// The month this day is in; its number is `month.month`.
  public var month: Month { date.month }

  /// The day of the month, from 1.
  public var day: Int { date.day }

  /// The day of the week, 0 for Monday to 6 for Sunday.
  public var weekday: Int {
    // 1970-01-01 was a Thursday.
    (number + 3).flooredRemainder(7)
  }

  /// The day this many days later, or earlier if negative.
  public func adding(days: Int) -> Day {
    Day(number: number + days)
  }

  /// The number of days from here to `other`; negative if `other` is earlier.
  public func days(until other: Day) -> Int {
    other.number - number
  }

  /// Midnight at the start of this day in UTC.
  public var startUTC: Instant {
    Instant(microseconds: Int64(number) * Instant.microsecondsPerDay)
  }

  /// Year, month and day in one pass over the 400-year cycle.
  ///
  /// Counting years from March puts the leap day last, so a date is a sum of whole periods: 146 097
  /// days in 400 years, and 153 in any five months from March on.
  private var date: (month: Month, day: Int) {
    let sinceMarch = number + Month.daysFromMarchYear0ToEpoch
    let cycle = sinceMarch.flooredQuotient(146_097)
    let dayOfCycle = sinceMarch - cycle * 146_097
    let leapDays = dayOfCycle / 1460 - dayOfCycle / 36_524 + dayOfCycle / 146_096
    let yearOfCycle = (dayOfCycle - leapDays) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let index = (cycle * 400 + yearOfCycle) * 12 + monthFromMarch + 2
    return (Month(index: index), dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}

extension Day: Strideable {
  /// Earlier comes first.
  public static func < (left: Day, right: Day) -> Bool {
    left.number < right.number
  }

  /// The number of days from here to `other`, as ranges of days count.
  public func distance(to other: Day) -> Int {
    days(until: other)
  }

  /// The day `days` later, as ranges of days count.
  public func advanced(by days: Int) -> Day {
    adding(days: days)
  }
}

extension Day: CustomStringConvertible {
  /// `2026-11-30`.
  public var description: String {
    "\(month)-\(day.zeroPadded(2))"
  }
}

/// Reads exactly `count` decimal digits; nil for a sign, a space or a digit too many or too few.
func fixedDigits(_ bytes: some Collection<UInt8>, count: Int) -> Int? {
  guard bytes.count == count else { return nil }
  var value = 0
  for byte in bytes {
    guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
    value = value * 10 + Int(byte - UInt8(ascii: "0"))
  }
  return value
}
