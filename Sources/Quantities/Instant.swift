/// A point in time, in whole microseconds since 1970-01-01T00:00:00Z.
///
/// Leap seconds are not counted, as in POSIX: every day has 86 400 seconds. The range is that of
/// `Int64`, about 292 000 years to either side; arithmetic that leaves it traps.
public struct Instant: Hashable, Sendable {
  /// Microseconds since the epoch; negative before 1970.
  public let microseconds: Int64

  /// The point this many microseconds after the epoch.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// The point this many whole seconds after the epoch.
  public init(seconds: Int64) {
    self.init(microseconds: seconds * Self.microsecondsPerSecond)
  }

  static let microsecondsPerSecond: Int64 = 1_000_000
  static let microsecondsPerDay: Int64 = 86_400_000_000

  /// The length of a rollup slot: 15 minutes, in microseconds.
  ///
  /// Every UTC offset in civil use today is a multiple of 15 minutes, so a local day is a whole
  /// number of slots.
  public static let slotMicroseconds: Int64 = 900_000_000
}

extension Instant {
  /// The start of the 15-minute slot that holds this instant, also before 1970.
  public var slot: Instant {
    Instant(microseconds: microseconds - microseconds.flooredRemainder(Self.slotMicroseconds))
  }

  /// The start of the 15-minute slot after the one that holds this instant.
  public var nextSlot: Instant { Instant(microseconds: slot.microseconds + Self.slotMicroseconds) }

  /// The calendar day in UTC.
  public var dayUTC: Day {
    Day(number: Int(microseconds.flooredQuotient(Self.microsecondsPerDay)))
  }

  /// Whole seconds since the epoch, rounded towards the past.
  public var secondsRoundedDown: Int64 {
    microseconds.flooredQuotient(Self.microsecondsPerSecond)
  }

  /// The instant this many seconds later, or earlier if negative.
  public func adding(seconds: Int64) -> Instant {
    Instant(microseconds: microseconds + seconds * Self.microsecondsPerSecond)
  }

  /// The instant this many microseconds later, or earlier if negative.
  public func adding(microseconds more: Int64) -> Instant {
    Instant(microseconds: microseconds + more)
  }

  /// Microseconds from here to `other`; negative if `other` is earlier.
  public func microseconds(until other: Instant) -> Int64 {
    other.microseconds - microseconds
  }
}

extension Instant: Comparable {
  /// Earlier comes first.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }
}

extension Instant: CustomStringConvertible {
  /// RFC 3339 in UTC, `2026-11-30T12:00:00Z`, with a fraction only when there is one.
  ///
  /// A fraction has three digits when they suffice, otherwise six. Years outside 0000…9999 are
  /// written as they are (`10000`, `-0001`) and are not read back.
  public var description: String {
    let rest = microseconds.flooredRemainder(Self.microsecondsPerDay)
    let (seconds, fraction) = rest.quotientAndRemainder(dividingBy: Self.microsecondsPerSecond)
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.zeroPadded(2) }
    return "\(dayUTC)T\(clock.joined(separator: ":"))\(Self.fractionText(fraction))Z"
  }

  private static func fractionText(_ microseconds: Int64) -> String {
    guard microseconds != 0 else { return "" }
    guard microseconds % 1000 == 0 else { return "." + microseconds.zeroPadded(6) }
    return "." + (microseconds / 1000).zeroPadded(3)
  }
}
