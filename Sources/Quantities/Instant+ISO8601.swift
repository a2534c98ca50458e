/// Reading an `Instant` from the text forms that usage exports and warehouses write.
///
/// The grammar is RFC 3339 (https://www.rfc-editor.org/rfc/rfc3339#section-5.6), with the liberties
/// it takes itself (`t`, `z`, a space for the `T`) and three that warehouses take: an offset without
/// a colon or without minutes (`+0000`, and `+00` as PostgreSQL prints it) and BigQuery's ` UTC`.
/// Everything else is refused: impossible dates, hour 24, a missing zone, bytes left over.
extension Instant {
  /// Reads `2026-11-30T12:00:00.123456+01:00` and its kin; nil if the text is anything else.
  ///
  /// Digits beyond the microsecond are cut, not rounded. A leap second (`23:59:60` UTC at the end of
  /// a month) is the second after it, as POSIX counts.
  ///
  /// - Parameters:
  ///   - text: The whole text: nothing may stand before or after the timestamp.
  ///   - assumingUTC: Whether a timestamp without any zone is taken as UTC instead of refused.
  public init?(iso8601 text: String, assumingUTC: Bool = false) {
    var text = text
    let instant = text.withUTF8 {
      Instant(iso8601: UnsafeRawBufferPointer($0), assumingUTC: assumingUTC)
    }
    guard let instant else { return nil }
    self = instant
  }

  /// The same for bytes in place, for the import's hot loop.
  package init?(iso8601 bytes: UnsafeBufferPointer<UInt8>, assumingUTC: Bool = false) {
    self.init(iso8601: UnsafeRawBufferPointer(bytes), assumingUTC: assumingUTC)
  }

  /// The same for bytes in place, for the import's hot loop.
  package init?(iso8601 bytes: UnsafeRawBufferPointer, assumingUTC: Bool = false) {
    if let plain = PlainTimestamp(bytes) {
      self.init(microseconds: plain.microseconds)
      return
    }
    var reader = TimestampReader(bytes)
    guard let day = reader.readDate(), reader.skipDateTimeSeparator(),
      let time = reader.readTimeOfDay(), let fraction = reader.readFraction(),
      let offset = reader.readOffset(assumingUTC: assumingUTC), reader.isAtEnd
    else { return nil }
    let seconds = Int64(day) * 86_400 + Int64(time) - Int64(offset)
    // A 60th second was read as the 0th of the next minute. It only ever existed as the last second
    // of a month in UTC (ITU-R TF.460); anywhere else it is a broken clock.
    if reader.sawLeapSecond {
      guard seconds % 86_400 == 0, Day(number: Int(seconds / 86_400)).day == 1 else { return nil }
    }
    self.init(microseconds: seconds * Self.microsecondsPerSecond + fraction)
  }
}

/// Takes a timestamp off the front of a run of bytes, field by field.
///
/// Each `read` checks the remaining length before it looks at a byte, so no access is outside the
/// buffer; after a field is refused the position means nothing any more.
private struct TimestampReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private(set) var sawLeapSecond = false

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  /// `YYYY-MM-DD`, as days since the epoch.
  mutating func readDate() -> Int? {
    guard let year = readNumber(digits: 4), skip(UInt8(ascii: "-")),
      let month = readNumber(digits: 2), skip(UInt8(ascii: "-")),
      let day = readNumber(digits: 2)
    else { return nil }
    return Day(year: year, month: month, day: day)?.number
  }

  mutating func skipDateTimeSeparator() -> Bool {
    skip(UInt8(ascii: "T")) || skip(UInt8(ascii: " ")) || skip(UInt8(ascii: "t"))
  }

  /// `hh:mm:ss`, as seconds since midnight.
  mutating func readTimeOfDay() -> Int? {
    guard let hour = readNumber(digits: 2), hour < 24, skip(UInt8(ascii: ":")),
      let minute = readNumber(digits: 2), minute < 60, skip(UInt8(ascii: ":")),
      let second = readNumber(digits: 2), second <= 60
    else { return nil }
    sawLeapSecond = second == 60
    return hour * 3600 + minute * 60 + second
  }

  /// `.` and any number of digits, as microseconds; zero if there is no point.
  mutating func readFraction() -> Int64? {
    guard skip(UInt8(ascii: ".")) else { return 0 }
    let start = position
    var microseconds: Int64 = 0
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      if position - start < 6 { microseconds = microseconds * 10 + Int64(digit) }
      position += 1
    }
    guard position > start else { return nil }
    for _ in 0..<max(0, 6 - (position - start)) { microseconds *= 10 }
    return microseconds
  }

  /// The zone, as seconds east of UTC.
  mutating func readOffset(assumingUTC: Bool) -> Int? {
    guard position < bytes.count else { return assumingUTC ? 0 : nil }
    let mark = bytes[position]
    position += 1
    switch mark {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"):
      return 0
    case UInt8(ascii: " "):
      let isUTC = skip(UInt8(ascii: "U")) && skip(UInt8(ascii: "T")) && skip(UInt8(ascii: "C"))
      return isUTC ? 0 : nil
    case UInt8(ascii: "+"):
      return readHoursAndMinutes()
    case UInt8(ascii: "-"):
      return readHoursAndMinutes().map { -$0 }
    default:
      return nil
    }
  }

  private mutating func readHoursAndMinutes() -> Int? {
    guard let hours = readNumber(digits: 2), hours < 24 else { return nil }
    guard !isAtEnd else { return hours * 3600 }
    _ = skip(UInt8(ascii: ":"))
    guard let minutes = readNumber(digits: 2), minutes < 60 else { return nil }
    return hours * 3600 + minutes * 60
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func readNumber(digits: Int) -> Int? {
    guard bytes.count - position >= digits else { return nil }
    var value = 0
    for _ in 0..<digits {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
      position += 1
    }
    return value
  }
}

/// `2026-11-30T12:00:00.123456Z`, with one to six digits after the point or none: how nearly every
/// log writes a time, read without asking at each byte what may stand there.
///
/// Whatever is written otherwise, or only might be no time (a 29th, a 60th second), is left to the
/// `TimestampReader`, which says the same of these, in five times as many steps.
private struct PlainTimestamp {
  let microseconds: Int64

  init?(_ bytes: UnsafeRawBufferPointer) {
    guard (20...27).contains(bytes.count), bytes[bytes.count - 1] == UInt8(ascii: "Z"),
      let date = Self.pairs(bytes, from: 0, like: "0000-00-"),
      let dayAndTime = Self.pairs(bytes, from: 8, like: "00T00:00"),
      let minuteAndSecond = Self.pairs(bytes, from: 11, like: "00:00:00")
    else { return nil }
    func pair(_ pairs: UInt64, _ place: UInt64) -> Int64 { Int64(pairs &>> (8 &* place) & 0xFF) }
    let (year, month) = (pair(date, 0) * 100 + pair(date, 2), pair(date, 5))
    let (day, hour) = (pair(dayAndTime, 0), pair(dayAndTime, 3))
    let (minute, second) = (pair(dayAndTime, 6), pair(minuteAndSecond, 6))
    var fraction: Int64 = 0
    var areDigits = true
    if bytes.count > 20 {
      guard bytes.count > 21, bytes[19] == UInt8(ascii: ".") else { return nil }
      for place in 20..<bytes.count - 1 {
        let digit = bytes[place] &- UInt8(ascii: "0")
        if digit > 9 { areDigits = false }
        fraction = fraction * 10 + Int64(digit)
      }
      for _ in bytes.count..<27 { fraction *= 10 }
    }
    guard areDigits, year > 0, 1...12 ~= month, 1...28 ~= day, hour < 24, minute < 60, second < 60
    else { return nil }
    // Years from March on: the leap day is the last of its year. Howard Hinnant's days_from_civil
    // (https://howardhinnant.github.io/date_algorithms.html) for years of our era.
    let yearFromMarch = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    let days =
      365 * yearFromMarch + yearFromMarch / 4 - yearFromMarch / 100 + yearFromMarch / 400
      + (153 * monthFromMarch + 2) / 5 + day - 1 - Int64(Month.daysFromMarchYear0ToEpoch)
    microseconds = ((days * 24 + hour) * 60 + minute) * 60_000_000 + second * 1_000_000 + fraction
  }

  /// The numbers that each two digits make of eight bytes that look like a sample, whose zeros stand for
  /// digits; nil if they look otherwise.
  ///
  /// The lowest byte of the result is the number of the first two.
  @inline(__always)
  private static func pairs(
    _ bytes: UnsafeRawBufferPointer, from start: Int, like sample: StaticString
  ) -> UInt64? {
    // Sound: the caller has made sure that eight bytes stand there; a sample has eight.
    let word = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
    let like = UnsafeRawPointer(sample.utf8Start).loadUnaligned(as: UInt64.self)
    let ones: UInt64 = 0x0101_0101_0101_0101
    let topBits = ones &* 0x80
    let digits = UInt64(littleEndian: word ^ like)
    // Added to a byte it sets the top bit of whatever is above 9, and where the sample has no zero, of
    // whatever is not the same. (Of a constant sample it is a constant.)
    let others = (UInt64(littleEndian: like) ^ ones &* 0x30) &+ ones &* 0x7F
    let limit = ones &* 0x76 &+ ((others & topBits) &>> 7) &* 9
    guard (digits &+ limit | digits) & topBits == 0 else { return nil }
    return digits &* 10 &+ digits &>> 8
  }
}
