/// Reading the `TZ` string at the end of a TZif file: `CET-1CEST,M3.5.0,M10.5.0/3`.
extension YearlyRule {
  /// Reads the string; nil if it is not one, or names a daylight time without saying when it is.
  init?(posix text: some Collection<UInt8>) {
    var reader = RuleReader(rest: Array(text)[...])
    guard reader.skipName(), let west = reader.readTime(hoursUpTo: 24) else { return nil }
    // POSIX counts west of Greenwich as positive; everything here counts east.
    guard !reader.rest.isEmpty else {
      self.init(standardOffset: -west, daylight: nil)
      return
    }
    guard reader.skipName() else { return nil }
    var daylightWest = west - 3600
    if reader.rest.first != UInt8(ascii: ",") {
      guard let written = reader.readTime(hoursUpTo: 24) else { return nil }
      daylightWest = written
    }
    guard reader.skip(","), let start = reader.readMoment(), reader.skip(","),
      let end = reader.readMoment(), reader.rest.isEmpty
    else { return nil }
    self.init(
      standardOffset: -west, daylight: Daylight(offset: -daylightWest, start: start, end: end))
  }
}

/// Takes the parts of a `TZ` string off its front.
private struct RuleReader {
  private(set) var rest: ArraySlice<UInt8>

  init(rest: ArraySlice<UInt8>) {
    self.rest = rest
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// An abbreviation: three letters or more, or anything in `<…>`.
  mutating func skipName() -> Bool {
    if skip("<") {
      rest = rest.drop { $0 != UInt8(ascii: ">") }
      return skip(">")
    }
    let letters = rest.prefix {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0 & ~0x20)
    }
    rest = rest[letters.endIndex...]
    return letters.count >= 3
  }

  /// `hh`, `hh:mm` or `hh:mm:ss` with an optional sign, as seconds.
  mutating func readTime(hoursUpTo limit: Int) -> Int? {
    let sign = skip("-") ? -1 : 1
    if sign == 1 { _ = skip("+") }
    guard var seconds = readNumber(0...limit).map({ $0 * 3600 }) else { return nil }
    if skip(":") {
      guard let minutes = readNumber(0...59) else { return nil }
      seconds += minutes * 60
      if skip(":") {
        guard let more = readNumber(0...59) else { return nil }
        seconds += more
      }
    }
    return sign * seconds
  }

  /// A day of the year, and after `/` a time; two in the morning if there is none.
  mutating func readMoment() -> YearlyMoment? {
    guard let rule = readDayRule() else { return nil }
    guard skip("/") else { return YearlyMoment(rule: rule, seconds: 2 * 3600) }
    // POSIX stops at 24 hours; RFC 9636 allows a week less an hour to either side, and
    // Asia/Gaza uses it.
    return readTime(hoursUpTo: 167).map { YearlyMoment(rule: rule, seconds: $0) }
  }

  private mutating func readDayRule() -> YearlyMoment.Rule? {
    if skip("J") { return readNumber(1...365).map { .commonYearDay($0) } }
    guard skip("M") else { return readNumber(0...365).map { .daysAfterNewYear($0) } }
    guard let month = readNumber(1...12), skip("."), let week = readNumber(1...5), skip("."),
      let weekday = readNumber(0...6)
    else { return nil }
    return .weekday(weekday, week: week, month: month)
  }

  private mutating func readNumber(_ range: ClosedRange<Int>) -> Int? {
    var value = 0
    var digits = 0
    while let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      digits += 1
      guard digits <= 3 else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      rest.removeFirst()
    }
    return digits > 0 && range.contains(value) ? value : nil
  }
}
