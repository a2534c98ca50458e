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

  /// Seconds since midnight: two or three pairs of digits after a mark, and then no digit.
  ///
  /// Exactly that, since what follows a date is as often a number of a part, a process or a batch.
  private static func timeOfDay(_ text: ArraySlice<UInt8>) -> Int? {
    guard let mark = text.first, "T_ -".utf8.contains(mark) else { return nil }
    var rest = text.dropFirst()
    var parts: [Int] = []
    while parts.count < 3 {
      if !parts.isEmpty, let byte = rest.first, "-:_".utf8.contains(byte), rest.count > 2 {
        rest = rest.dropFirst()
      }
      guard let part = number(rest, digits: 2) else { break }
      parts.append(part)
      rest = rest.dropFirst(2)
    }
    // "2026-02-28-2026-03-01" is two days, not 20:26:03 on the first.
    let follows = rest.first.map { "-:".utf8.contains($0) } == true ? rest.dropFirst() : rest
    if let next = follows.first, isDigit(next) { return nil }
    guard parts.count >= 2, parts[0] < 24, parts[1] < 60 else { return nil }
    let second = parts.count == 3 ? parts[2] : 0
    return second < 60 ? parts[0] * 3600 + parts[1] * 60 + second : nil
  }

  private static func number(_ text: ArraySlice<UInt8>, digits: Int) -> Int? {
    guard text.count >= digits, text.prefix(digits).allSatisfy(isDigit) else { return nil }
    return text.prefix(digits).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
