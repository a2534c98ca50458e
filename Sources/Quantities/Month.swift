/// A calendar month of a year, in the proleptic Gregorian calendar.
public struct Month: Hashable, Sendable {
  /// Months since January of year 0, so that the next month is the next number.
  private let index: Int

  init(index: Int) {
    self.index = index
  }

  /// The month with this number, or nil if there is none.
  ///
  /// - Parameters:
  ///   - year: 0…9999, the years four digits can write.
  ///   - month: 1…12.
  public init?(year: Int, month: Int) {
    guard (0...9999).contains(year), (1...12).contains(month) else { return nil }
    self.init(index: year * 12 + month - 1)
  }

  /// Reads `YYYY-MM`, exactly seven characters; nil for anything else.
  public init?(_ text: String) {
    let fields = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard fields.count == 2, let year = fixedDigits(fields[0], count: 4),
      let month = fixedDigits(fields[1], count: 2)
    else { return nil }
    self.init(year: year, month: month)
  }
}

extension Month {
  /// The last month that four digits of a year can write.
  public static let last = Month(index: 9999 * 12 + 11)

  /// The calendar year.
  public var year: Int { index.flooredQuotient(12) }

  /// The number of the month, 1…12.
  public var month: Int { index.flooredRemainder(12) + 1 }

  /// The month after this one.
  public var next: Month { adding(months: 1) }

  /// The month before this one.
  public var previous: Month { adding(months: -1) }

  /// The month this many months later, or earlier if negative.
  public func adding(months: Int) -> Month {
    Month(index: index + months)
  }

  /// The number of days: 28 to 31.
  public var dayCount: Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: isInLeapYear ? 29 : 28
    default: 31
    }
  }

  private var isInLeapYear: Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The first day of the month.
  public var firstDay: Day {
    // Years are counted from March, so that the leap day is the last day of its year.
    let sinceMarch = index - 2
    let year = sinceMarch.flooredQuotient(12)
    let leapDays =
      year.flooredQuotient(4) - year.flooredQuotient(100) + year.flooredQuotient(400)
    let daysBeforeMonth = (153 * sinceMarch.flooredRemainder(12) + 2) / 5
    return Day(number: 365 * year + leapDays + daysBeforeMonth - Self.daysFromMarchYear0ToEpoch)
  }

  /// Days from 0000-03-01 to 1970-01-01.
  static let daysFromMarchYear0ToEpoch = 719_468

  /// The days of the month, first to last.
  public var days: Range<Day> {
    firstDay..<next.firstDay
  }
}

extension Month: Comparable {
  /// Earlier comes first.
  public static func < (left: Month, right: Month) -> Bool {
    left.index < right.index
  }
}

extension Month: CustomStringConvertible {
  /// `2026-11`.
  public var description: String {
    "\(year.zeroPadded(4))-\(month.zeroPadded(2))"
  }
}
