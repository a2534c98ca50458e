import TestSupport
import Testing

@testable import Quantities

/// Timestamps as exports write them, and everything that only looks like one.
@Suite struct InstantTests {
  struct Reading: CustomTestStringConvertible {
    let text: String
    let instant: String
    var testDescription: String { text }

    init(_ text: String, _ instant: String) {
      self.text = text
      self.instant = instant
    }
  }

  @Test(arguments: [
    Reading("2026-11-30T12:00:00Z", "2026-11-30T12:00:00Z"),
    Reading("2026-11-30t12:00:00z", "2026-11-30T12:00:00Z"),
    Reading("2026-11-30 12:00:00Z", "2026-11-30T12:00:00Z"),
    Reading("2026-11-30T12:00:00+00:00", "2026-11-30T12:00:00Z"),
    Reading("2026-11-30T12:00:00-00:00", "2026-11-30T12:00:00Z"),
    Reading("2026-11-30T12:00:00+01:00", "2026-11-30T11:00:00Z"),
    Reading("2026-11-30T12:00:00+0545", "2026-11-30T06:15:00Z"),
    Reading("2026-11-30T12:00:00-0330", "2026-11-30T15:30:00Z"),
    Reading("2026-11-30 12:00:00+00", "2026-11-30T12:00:00Z"),
    Reading("2026-11-30 12:00:00.5-08", "2026-11-30T20:00:00.500Z"),
    Reading("2026-11-30T12:00:00 UTC", "2026-11-30T12:00:00Z"),
    Reading("2026-01-02 03:04:05.678 UTC", "2026-01-02T03:04:05.678Z"),
    Reading("2026-11-30T12:00:00.1Z", "2026-11-30T12:00:00.100Z"),
    Reading("2026-11-30T12:00:00.000Z", "2026-11-30T12:00:00Z"),
    Reading("2026-11-30T12:00:00.123456Z", "2026-11-30T12:00:00.123456Z"),
    Reading("2026-11-30T12:00:00.123450Z", "2026-11-30T12:00:00.123450Z"),
    Reading("2026-11-30T12:00:00.000001Z", "2026-11-30T12:00:00.000001Z"),
    Reading("2026-11-30T12:00:00.1234569Z", "2026-11-30T12:00:00.123456Z"),
    Reading("2026-11-30T12:00:00.999999999Z", "2026-11-30T12:00:00.999999Z"),
    Reading("2026-11-30T12:00:00.00000099999999999999999999Z", "2026-11-30T12:00:00Z"),
    Reading("1969-12-31T23:59:59.9999999Z", "1969-12-31T23:59:59.999999Z"),
    Reading("2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00Z"),
    Reading("2024-02-29T23:30:00-23:59", "2024-03-01T23:29:00Z"),
    Reading("0000-01-01T00:00:00+23:59", "-0001-12-31T00:01:00Z"),
    Reading("9999-12-31T23:59:59.999999-23:59", "10000-01-01T23:58:59.999999Z"),
  ])
  func `a timestamp is read to the microsecond`(_ reading: Reading) {
    #expect(Instant(iso8601: reading.text)?.description == reading.instant)
  }

  @Test func `instants of known length from the epoch are those`() {
    #expect(Instant(iso8601: "1970-01-01T00:00:00Z")?.microseconds == 0)
    #expect(Instant(iso8601: "1970-01-01T00:00:00.000001Z")?.microseconds == 1)
    #expect(Instant(iso8601: "1969-12-31T23:59:59.999999Z")?.microseconds == -1)
    #expect(Instant(iso8601: "2001-09-09T01:46:40Z") == Instant(seconds: 1_000_000_000))
    // The last second of a signed 32-bit time_t.
    #expect(Instant(iso8601: "2038-01-19T03:14:07Z") == Instant(seconds: (1 << 31) - 1))
  }

  @Test(arguments: [
    "", "2026", "2026-11-30", "2026-11-30T12:00Z", "2026-11-30T12:00:00", "2026-11-30 12:00:00",
    "2026-11-30T12:00:00.Z", "2026-11-30T12:00:00,5Z", "2026-11-30T12:00:00.5", "20261130T120000Z",
    "2026-11-30T24:00:00Z", "2026-11-30T12:60:00Z", "2026-11-30T12:00:61Z", "2026-11-31T12:00:00Z",
    "2025-02-29T12:00:00Z", "2026-00-01T12:00:00Z", "2026-11-00T12:00:00Z", "2026-13-01T12:00:00Z",
    "2026-11-30T12:00:00+24:00", "2026-11-30T12:00:00+01:60", "2026-11-30T12:00:00+1",
    "2026-11-30T12:00:00+01:", "2026-11-30T12:00:00+01:0", "2026-11-30T12:00:00+010",
    "2026-11-30T12:00:00+01:000", "2026-11-30T12:00:00+", "2026-11-30T12:00:00ZZ",
    "2026-11-30T12:00:00Z ", " 2026-11-30T12:00:00Z", "2026-11-30T12:00:00 utc",
    "2026-11-30T12:00:00 UT", "2026-11-30T12:00:00 UTC+1", "2026-11-30T12:00:00UTC",
    "2026-11-30T12:00:00 Z", "2026-11-30  12:00:00Z", "+2026-11-30T12:00:00Z",
    "2026-11-30T-2:00:00Z",
    "2026-11-30T12:00:00Z\0", "２026-11-30T12:00:00Z", "2026-11-30T12:00:00−01:00", "1764504000",
  ])
  func `anything else is no timestamp`(_ text: String) {
    #expect(Instant(iso8601: text) == nil)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `what ends with Z means what it means with +00:00, right or wrong`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func number(_ range: ClosedRange<Int>, _ digits: Int) -> String {
      let text = String(Int.random(in: range, using: &random))
      return String(repeating: "0", count: digits - text.count) + text
    }
    var read = 0
    for _ in 0..<500 {
      let fraction = Int.random(in: 0...6, using: &random)
      var text =
        "\(number(1...9999, 4))-\(number(1...12, 2))-\(number(1...28, 2))T"
        + "\(number(0...23, 2)):\(number(0...59, 2)):\(number(0...59, 2))"
      if fraction > 0 { text += "." + number(0...9, 1) + number(0...fraction, fraction) }
      var bytes = Array(text.utf8)
      if Bool.random(using: &random) {
        // Digits, their neighbours, and what has the same low bits.
        bytes[Int.random(in: 0..<bytes.count, using: &random)] =
          Array("09/:-T.+ JZ\u{10}\u{7f}".utf8).randomElement(using: &random) ?? 0
      }
      let changed = String(decoding: bytes, as: UTF8.self)
      let instant = Instant(iso8601: changed + "+00:00")
      #expect(Instant(iso8601: changed + "Z") == instant, "\(changed)")
      if instant != nil { read += 1 }
    }
    #expect(read > 200)
  }

  @Test func `a timestamp without a zone is UTC only where that was said`() {
    let noon = Instant(iso8601: "2026-11-30T12:00:00Z")
    #expect(Instant(iso8601: "2026-11-30 12:00:00", assumingUTC: true) == noon)
    #expect(Instant(iso8601: "2026-11-30T12:00:00.0", assumingUTC: true) == noon)
    #expect(Instant(iso8601: "2026-11-30T13:00:00+01:00", assumingUTC: true) == noon)
    #expect(Instant(iso8601: "2026-11-30 12:00:00", assumingUTC: false) == nil)
    #expect(Instant(iso8601: "2026-11-30", assumingUTC: true) == nil)
  }

  @Test func `a leap second is the second after it, and only where one can be`() {
    let newYear = Instant(iso8601: "2017-01-01T00:00:00Z")
    #expect(Instant(iso8601: "2016-12-31T23:59:60Z") == newYear)
    #expect(Instant(iso8601: "2017-01-01T00:59:60+01:00") == newYear)
    #expect(Instant(iso8601: "2016-12-31T15:59:60-08:00") == newYear)
    #expect(Instant(iso8601: "2016-12-31T23:59:60.5Z") == newYear?.adding(microseconds: 500_000))
    #expect(Instant(iso8601: "2016-12-30T23:59:60Z") == nil)
    #expect(Instant(iso8601: "2016-12-31T22:59:60Z") == nil)
    #expect(Instant(iso8601: "2016-12-31T23:58:60Z") == nil)
  }

  @Test func `no beginning of a timestamp is one, and no byte can change unnoticed`() {
    let text = Array("2026-11-30T12:34:56.789012+01:30".utf8)
    let instant = Instant(iso8601: "2026-11-30T11:04:56.789012Z")
    for length in 0..<text.count {
      // A whole `+01` is an offset of its own; it names another instant.
      let shorter = text[..<length].withUnsafeBytes { Instant(iso8601: $0) }
      let isWhole = length == text.count - 3
      #expect(shorter == (isWhole ? instant?.adding(seconds: 1800) : nil), "\(length) bytes")
    }
    for index in text.indices {
      for byte in UInt8.min...UInt8.max where byte != text[index] {
        var other = text
        other[index] = byte
        let read = other.withUnsafeBytes { Instant(iso8601: $0) }
        let isSeparator = index == 10 && [UInt8(ascii: "t"), UInt8(ascii: " ")].contains(byte)
        #expect((read == instant) == isSeparator, "byte \(byte) at \(index)")
      }
    }
  }

  @Test func `every second of a day and every offset is read`() {
    let start = Day(number: 20_787).startUTC
    for second in 0..<86_400 {
      let (hour, minute) = (second / 3600, second / 60 % 60)
      let clock = [hour, minute, second % 60].map { ($0 < 10 ? "0" : "") + String($0) }
      let read = Instant(iso8601: "2026-11-30T\(clock.joined(separator: ":"))Z")
      guard read == start.adding(seconds: Int64(second)) else {
        Issue.record("\(clock): \(String(describing: read))")
        return
      }
      // The same digits as an offset, for each whole minute.
      guard second % 60 == 0 else { continue }
      let east = Instant(iso8601: "2026-11-30T00:00:00+\(clock[0]):\(clock[1])")
      let west = Instant(iso8601: "2026-11-30T00:00:00-\(clock[0])\(clock[1])")
      #expect(east == start.adding(seconds: -Int64(second)))
      #expect(west == start.adding(seconds: Int64(second)))
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `what is written is read back`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let first = Day(number: -719_528).startUTC.microseconds
    let end = Day(number: 2_932_897).startUTC.microseconds
    for _ in 0..<2000 {
      let exact = Int64.random(in: first..<end, using: &random)
      let instant = Instant(microseconds: exact - exact % [1, 1000, 1_000_000][Int(exact & 3) % 3])
      #expect(Instant(iso8601: instant.description) == instant)
    }
  }

  @Test func `a slot starts at the quarter hour before, also before 1970`() {
    let quarter = Instant.slotMicroseconds
    for slot in -5...5 as ClosedRange<Int64> {
      let start = Instant(microseconds: slot * quarter)
      for inside in [0, 1, quarter / 2, quarter - 1] {
        #expect(start.adding(microseconds: inside).slot == start)
      }
      #expect(start.adding(microseconds: -1).slot == Instant(microseconds: (slot - 1) * quarter))
    }
    #expect(Instant(iso8601: "1969-12-31T23:59:59Z")?.slot.description == "1969-12-31T23:45:00Z")
  }

  @Test func `the ends of the range are instants like others`() {
    // 2^63 µs are 106 751 991 days, 4 h, 0 min and 54.775808 s.
    #expect(Instant(microseconds: .max).description.hasSuffix("T04:00:54.775807Z"))
    #expect(Instant(microseconds: .max).dayUTC.number == 106_751_991)
    #expect(Instant(microseconds: .min).dayUTC.number == -106_751_992)
    #expect(Instant(microseconds: .min).secondsRoundedDown == -9_223_372_036_855)
    #expect(Instant(microseconds: .max).slot < Instant(microseconds: .max))
  }
}

/// Half-open periods over a small line of time, tried in all combinations.
@Suite struct PeriodTests {
  private static let ends: [Instant?] =
    [nil] + (0...3).map { Instant(seconds: $0) as Instant? }
  private static let probes = (-1...4).map { Instant(seconds: $0) }

  private static let periods = ends.flatMap { from in ends.map { Period(from: from, until: $0) } }

  @Test func `an intersection holds what both hold, for every pair of periods`() {
    for left in Self.periods {
      for right in Self.periods {
        let both = left.intersection(right)
        for instant in Self.probes {
          #expect(both.contains(instant) == (left.contains(instant) && right.contains(instant)))
        }
        let share = Self.probes.contains { left.contains($0) && right.contains($0) }
        #expect(left.overlaps(right) == share)
      }
    }
  }

  @Test func `a period holds its start and not its end`() {
    let period = Period(from: Instant(seconds: 10), until: Instant(seconds: 20))
    #expect(!period.contains(Instant(microseconds: 9_999_999)))
    #expect(period.contains(Instant(seconds: 10)))
    #expect(period.contains(Instant(microseconds: 19_999_999)))
    #expect(!period.contains(Instant(seconds: 20)))
    #expect(Period.always.contains(Instant(microseconds: .min)))
    #expect(Period(from: period.until, until: period.from).isEmpty)
    #expect(Period(from: period.from, until: period.from).isEmpty)
  }

  @Test func `open ends are written as such`() {
    #expect(Period(from: Instant(seconds: 0)).description == "[1970-01-01T00:00:00Z, …)")
    #expect(Period(until: Instant(seconds: 0)).description == "(…, 1970-01-01T00:00:00Z)")
  }

  /// The usual form is read by a way of its own; with another sign for UTC it is not.
  @Test func `a time in the usual form is what it is in any other`() {
    var random = SeededRandom(seed: 7)
    func digits(_ range: ClosedRange<Int>, _ count: Int) -> String {
      let number = String(Int.random(in: range, using: &random))
      return String(repeating: "0", count: max(0, count - number.count)) + number
    }
    for _ in 0..<20_000 {
      // Some of each are out of range.
      var text = digits(0...2800, 4) + "-" + digits(0...13, 2) + "-" + digits(0...32, 2) + "T"
      text += digits(0...24, 2) + ":" + digits(0...60, 2) + ":" + digits(0...61, 2)
      let fraction = Int.random(in: 0...7, using: &random)
      if fraction > 0 { text += "." + digits(0...9, fraction) }
      if Int.random(in: 0..<20, using: &random) == 0 {
        text = String(text.dropLast()) + (["x", ":", "/", " "].randomElement(using: &random) ?? "")
      }
      #expect(Instant(iso8601: text + "Z") == Instant(iso8601: text + "+00:00"), "\(text)")
    }
    // date -u -d 2400-02-28T23:59:59Z +%s
    #expect(Instant(iso8601: "2400-02-28T23:59:59.5Z")?.microseconds == 13_574_563_199_500_000)
  }
}
