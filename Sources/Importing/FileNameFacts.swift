import Quantities

/// What a file's name says about the responses in it, where they do not say it themselves.
enum FileNameFacts {
  /// The first date in the last part of a path, `2026-11-03` or `20261103`, with the time of day
  /// that follows it if one does (`T091244Z`, `_09-12-44`, ` 09:12`), in UTC; else nil.
  static func time(in path: String) -> Instant? {
    let name = Array(path.split(separator: "/").last.map(String.init)?.utf8 ?? "".utf8)
    for start in name.indices where start == 0 || !isDigit(name[start - 1]) {
      if let (day, end) = day(name[start...]) {
        let seconds = timeOfDay(name[end...]) ?? 0
        return Instant(
          microseconds: day.startUTC.microseconds + Int64(seconds) * 1_000_000)
      }
    }
    return nil
  }

  /// A known model's name that is a whole folder name or a whole word of the file's name.
  ///
  /// Words are what stands between underscores, spaces, commas or `@`; nothing is matched in part.
  static func model(in path: String, known: Set<String>) -> String? {
    let parts = path.split(separator: "/").map(String.init)
    guard let file = parts.last else { return nil }
    var stem = file
    for ending in [".gz", ".jsonl", ".ndjson", ".json", ".sse", ".txt", ".log"]
    where stem.hasSuffix(ending) {
      stem.removeLast(ending.count)
    }
    let words = stem.split { "_ ,@".contains($0) }.map(String.init)
    return ([stem] + words + parts.dropLast().reversed()).first { known.contains($0) }
  }

  private static func day(_ text: ArraySlice<UInt8>) -> (day: Day, end: Int)? {
    guard let year = number(text, digits: 4), (2000...2099).contains(year) else { return nil }
    var rest = text.dropFirst(4)
    let isDashed = rest.first == UInt8(ascii: "-")
    if isDashed { rest = rest.dropFirst() }
    guard let month = number(rest, digits: 2) else { return nil }
    rest = rest.dropFirst(2)
    if isDashed {
      guard rest.first == UInt8(ascii: "-") else { return nil }
      rest = rest.dropFirst()
    }
    guard let dayOfMonth = number(rest, digits: 2) else { return nil }
    rest = rest.dropFirst(2)
    if let next = rest.first, isDigit(next) { return nil }
    guard let day = Day(year: year, month: month, day: dayOfMonth) else { return nil }
    return (day, rest.startIndex)
  }

  private static func timeOfDay(_ text: ArraySlice<UInt8>) -> Int? {
    guard let mark = text.first, "T_ -".utf8.contains(mark) else { return nil }
    let digits = text.dropFirst().prefix(8).filter { isDigit($0) }
    let shape = text.dropFirst().prefix { isDigit($0) || "-:".utf8.contains($0) }
    guard digits.count >= 4, shape.count >= 4 else { return nil }
    let parts = [0, 2, 4].map { number(ArraySlice(digits.dropFirst($0)), digits: 2) }
    guard let hour = parts[0], let minute = parts[1], hour < 24, minute < 60 else { return nil }
    let second = parts[2] ?? 0
    return second < 60 ? hour * 3600 + minute * 60 + second : nil
  }

  private static func number(_ text: ArraySlice<UInt8>, digits: Int) -> Int? {
    guard text.count >= digits, text.prefix(digits).allSatisfy(isDigit) else { return nil }
    return text.prefix(digits).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
