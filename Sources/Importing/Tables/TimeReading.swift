import JSONText
import Quantities

/// How the times of a table are written.
///
/// Without a word: RFC 3339; a date with a time of day, in `zone` unless it says where; a date
/// alone; or the time since 1970 in seconds, milliseconds, microseconds or nanoseconds, which its
/// size tells. Numbers that count from a beginning of their own need `base` and `unit`.
struct TimeReading: Sendable {
  /// Where times are meant that do not say so.
  var zone = TimeZoneRules.utc
  /// When a trace began whose times count from there.
  var base: Instant?
  /// What a number counts.
  var unit: Unit?

  /// What a number counts; the raw values are the words of a map.
  enum Unit: String, CaseIterable {
    case nanoseconds = "ns"
    case microseconds = "us"
    case milliseconds = "ms"
    case seconds = "s"
    case minutes = "min"
    case hours = "h"
    case days = "d"

    static var words: String { "one of " + allCases.map(\.rawValue).joined(separator: ", ") }

    var nanoseconds: Int128 {
      switch self {
      case .nanoseconds: 1
      case .microseconds: 1000
      case .milliseconds: 1_000_000
      case .seconds: 1_000_000_000
      case .minutes: 60_000_000_000
      case .hours: 3_600_000_000_000
      case .days: 86_400_000_000_000
      }
    }

    /// Whether a number since 1970 is a time after early 1973: no language model is older.
    static func isAfter1973(_ number: Int128, _ unit: Unit) -> Bool {
      number > 100_000_000_000_000_000 / unit.nanoseconds
    }

    /// The unit in which a number since 1970 is a time after early 1973, and not thousands of
    /// years away.
    static func sinceEpoch(_ number: Int128) -> Unit? {
      switch number {
      case 100_000_000..<100_000_000_000: .seconds
      case 100_000_000_000..<100_000_000_000_000: .milliseconds
      case 100_000_000_000_000..<100_000_000_000_000_000: .microseconds
      case 100_000_000_000_000_000..<9_000_000_000_000_000_000: .nanoseconds
      default: nil
      }
    }
  }

  /// A point in time, and whether it counts from a beginning that somebody named.
  struct Reading: Equatable {
    let time: Instant
    let isRelative: Bool
  }

  /// Reads a time; `start` is the beginning that is taken where the map names none.
  func reading(_ value: JSONView, start: Instant?) throws(DocumentFault) -> Reading {
    let reading = try anyReading(value, start: start)
    guard FieldReading.plausible(reading.time) != nil else {
      throw .badField("time", expected: "between 2015 and 2100")
    }
    return reading
  }

  private func anyReading(_ value: JSONView, start: Instant?) throws(DocumentFault) -> Reading {
    let text = value.raw
    if let number = DecimalNumber(text) { return try reading(number, start: start) }
    let bytes = UnsafeRawBufferPointer(text)
    if value.kind == .string {
      if let time = Instant(iso8601: bytes, assumingUTC: false) {
        return Reading(time: time, isRelative: false)
      }
      if let time = Instant(iso8601: bytes, assumingUTC: true) ?? withoutSeconds(text) {
        return Reading(time: local(time), isRelative: false)
      }
      if let day = Day(String(decoding: text, as: UTF8.self)) {
        return Reading(time: zone.start(of: day), isRelative: false)
      }
    }
    throw .badField(
      "time", expected: "a time such as 2026-11-03T09:12:44Z, 2026-11-03 09:12:44 or 1796006044")
  }

  /// A time without seconds, as spreadsheets write it.
  private func withoutSeconds(_ text: UnsafeBufferPointer<UInt8>) -> Instant? {
    guard text.count == 16 else { return nil }
    return (Array(text) + Array(":00".utf8)).withUnsafeBytes {
      Instant(iso8601: $0, assumingUTC: true)
    }
  }

  /// The instant at which the clocks of the zone show what these show in UTC.
  ///
  /// Where a clock shows it twice, the earlier is taken; where it never does, what it would have
  /// shown without the leap.
  private func local(_ shown: Instant) -> Instant {
    func minus(_ seconds: Int) -> Instant {
      Instant(microseconds: shown.microseconds - Int64(seconds) * 1_000_000)
    }
    let first = minus(zone.offsetSeconds(at: minus(86_400)))
    let second = minus(zone.offsetSeconds(at: first))
    return zone.offsetSeconds(at: second) == zone.offsetSeconds(at: first) ? second : first
  }

  private func reading(
    _ number: DecimalNumber, start: Instant?
  ) throws(DocumentFault) -> Reading {
    // A stated unit decides; otherwise the size does.
    let sinceEpoch = unit ?? Unit.sinceEpoch(number.whole)
    if base == nil, let sinceEpoch, Unit.isAfter1973(number.whole, sinceEpoch) {
      let time = try time(number, sinceEpoch, from: Instant(microseconds: 0))
      return Reading(time: time, isRelative: false)
    }
    guard let base = base ?? start else { throw .timeNeedsBase }
    guard let unit else { throw .timeNeedsUnit }
    return Reading(time: try time(number, unit, from: base), isRelative: true)
  }

  private func time(
    _ number: DecimalNumber, _ unit: Unit, from base: Instant
  ) throws(DocumentFault) -> Instant {
    let factor = unit.nanoseconds
    let (whole, overflows) = number.whole.multipliedReportingOverflow(by: factor)
    let nanoseconds = overflows ? .max : whole + number.billionths * factor / 1_000_000_000
    let microseconds = Int128(base.microseconds) + nanoseconds / 1000
    // What is outside is no time of a request.
    return Instant(microseconds: Int64(clamping: microseconds))
  }
}
