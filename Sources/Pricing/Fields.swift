import JSONText
import Quantities

/// The fields of one JSON object in a price book.
///
/// Making one reports unknown and repeated keys; each getter reports a value of the wrong kind and
/// gives nil for it, so that a reader goes on and finds the next mistake too. An explicit null is
/// the same as a missing field.
struct Fields {
  let place: BookPlace
  private let file: Int
  private let members: [(key: JSONValue, value: JSONValue)]
  private let problems: ProblemList

  /// The fields of a value; nil, and reported, where it is not an object.
  ///
  /// - Parameters:
  ///   - value: The object.
  ///   - file: The file in which it stands.
  ///   - known: The keys that it may have; empty where any will do.
  ///   - problems: Where mistakes are reported.
  init?(_ value: JSONValue, in file: Int, known: [String], problems: ProblemList) {
    place = BookPlace(file: file, byteOffset: value.byteOffset)
    self.file = file
    self.problems = problems
    guard value.kind == .object else {
      problems.add(.wrongKind(expected: "an object", found: value.kindInWords), at: place)
      return nil
    }
    members = value.pairs
    checkKeys(known)
  }

  /// Keys are compared one by one where all of them are known, since those are few; whoever writes
  /// others could write a million of them.
  private func checkKeys(_ known: [String]) {
    var seen: Set<String> = []
    let areFew = members.count <= 24
    for (index, (key, _)) in members.enumerated() {
      let isKnown = known.isEmpty || known.contains(where: key.isText)
      let isRepeated: Bool
      if areFew {
        isRepeated = members[..<index].contains { $0.key.hasSameText(as: key) }
      } else {
        isRepeated = !seen.insert(key.string ?? "").inserted
      }
      guard isRepeated || !isKnown else { continue }
      let name = key.string ?? ""
      problems.add(
        isRepeated ? .duplicateKey(name) : .unknownKey(name, known: known),
        at: BookPlace(file: file, byteOffset: key.byteOffset))
    }
  }

  /// Every field in the order of the file.
  var all: [(name: String, value: JSONValue)] { members.map { ($0.key.string ?? "", $0.value) } }

  subscript(name: String) -> JSONValue? {
    guard let value = members.first(where: { $0.key.isText(name) })?.value, value.kind != .null
    else { return nil }
    return value
  }

  /// Whether the field is there, be it null.
  func has(_ name: String) -> Bool { members.contains { $0.key.isText(name) } }

  /// Reports a field that is missing.
  func require(_ name: String) {
    if self[name] == nil { problems.add(.missing(name), at: place) }
  }

  /// Reports a mistake in a field, or where it is missing in its object.
  func add(_ kind: PriceBookProblem.Kind, at name: String) {
    guard let value = self[name] else { return problems.add(kind, at: place, key: name) }
    problems.add(kind, at: place(of: value))
  }

  /// Where a value of the same file stands.
  func place(of value: JSONValue) -> BookPlace {
    BookPlace(file: file, byteOffset: value.byteOffset)
  }

  /// A text, never an empty one.
  func text(_ name: String) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.string, !text.isEmpty else {
      add(.wrongKind(expected: "a text", found: value.kindInWords), at: name)
      return nil
    }
    return text
  }

  /// True or false; the words in quotes are refused.
  func flag(_ name: String) -> Bool? {
    guard let value = self[name] else { return nil }
    guard let flag = value.bool else {
      add(.wrongKind(expected: "true or false", found: value.kindInWords), at: name)
      return nil
    }
    return flag
  }

  /// The elements of an array; empty where the field is missing.
  func elements(_ name: String) -> [JSONValue] {
    guard let value = self[name] else { return [] }
    guard value.kind == .array else {
      add(.wrongKind(expected: "an array", found: value.kindInWords), at: name)
      return []
    }
    return value.elements
  }

  /// The texts of an array, each mistake reported at its own element.
  func texts(_ name: String) -> [String] {
    elements(name).compactMap { element in
      guard let text = element.string, !text.isEmpty else {
        let kind = element.kindInWords
        problems.add(.wrongKind(expected: "a text", found: kind), at: place(of: element))
        return nil
      }
      return text
    }
  }

  /// One of the words of a vocabulary.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, of type: Word.Type = Word.self
  ) -> Word? {
    guard let text = text(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      add(.unknownWord(text, known: Word.allCases.map(\.rawValue)), at: name)
      return nil
    }
    return word
  }

  /// A day of the calendar: 30 February is none.
  func day(_ name: String) -> Day? {
    guard let text = text(name) else { return nil }
    guard let day = Day(text) else {
      add(.badDay(text), at: name)
      return nil
    }
    return day
  }

  /// A day's start, or a time, which has to lie on a quarter of an hour.
  func instant(_ name: String, zone: DayZone) -> Instant? {
    guard let text = text(name) else { return nil }
    guard let instant = Day(text).map(zone.start) ?? Instant(iso8601: text) else {
      add(.badDay(text), at: name)
      return nil
    }
    guard instant.slot == instant else {
      add(.offTheQuarterHour(text), at: name)
      return nil
    }
    return instant
  }

  /// `from` and `until`; nil, and reported, where nothing lies between them.
  func period(zone: DayZone) -> Period? {
    let period = Period(from: instant("from", zone: zone), until: instant("until", zone: zone))
    guard period.isEmpty else { return period }
    let (from, until) = (text("from") ?? "", text("until") ?? "")
    add(.emptyPeriod(from: from, until: until), at: "until")
    return nil
  }

  /// Two days of the calendar, the earliest and the latest.
  func span(_ name: String) -> DaySpan? {
    guard let value = self[name] else { return nil }
    let days = texts(name).map { text -> Day? in
      if Day(text) == nil { add(.badDay(text), at: name) }
      return Day(text)
    }
    guard !days.contains(nil) else { return nil }
    guard days.count == 2, let earliest = days[0], let latest = days[1], earliest <= latest else {
      let found = value.kind == .array ? "another array" : value.kindInWords
      add(.wrongKind(expected: "two days, the earliest and the latest", found: found), at: name)
      return nil
    }
    return DaySpan(earliest: earliest, latest: latest)
  }

  /// The id of a price statement.
  func statementID(_ name: String) -> String? {
    guard let text = text(name) else { return nil }
    guard PriceStatement.isID(text) else {
      add(.badStatementID(text), at: name)
      return nil
    }
    return text
  }

  /// Reports a day that lies before another one which it has to follow or equal.
  func require(_ later: String, notBefore earlier: String) {
    guard let last = self[later]?.string.flatMap({ Day($0) }),
      let first = self[earlier]?.string.flatMap({ Day($0) }), last < first
    else { return }
    add(.daysOutOfOrder(later, last, notBefore: earlier, first), at: later)
  }

  /// A whole number of tokens above zero.
  func tokens(_ name: String) -> TokenCount? {
    guard let value = self[name] else { return nil }
    guard let count = value.int64, count > 0 else {
      add(.badThreshold(value.numberText ?? value.kindInWords), at: name)
      return nil
    }
    return TokenCount(count)
  }
}

extension JSONValue {
  /// What the value is, as a sentence says it.
  var kindInWords: String {
    switch kind {
    case .object: "an object"
    case .array: "an array"
    case .string: string == "" ? "an empty text" : "a text"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}

/// Where the bare days of a file begin.
///
/// No vendor states the zone in which its prices change, so a file states what it assumes: UTC, or
/// an offset. Named zones are left out on purpose: a book has to mean the same on every machine.
struct DayZone: Hashable, Sendable {
  var offsetSeconds: Int64 = 0

  init() {}

  /// Reads `UTC` or an offset such as `-08:00` on a quarter of an hour.
  init?(_ text: String) {
    if text == "UTC" { return }
    let epoch = "1970-01-01T00:00:00" + text
    guard text.utf8.count == 6, let midnight = Instant(iso8601: epoch), midnight.slot == midnight
    else { return nil }
    offsetSeconds = -midnight.secondsRoundedDown
  }

  /// The first instant of a day in this zone.
  func start(of day: Day) -> Instant { day.startUTC.adding(seconds: -offsetSeconds) }

  /// The day of an instant in this zone.
  func day(of instant: Instant) -> Day {
    let seconds = instant.adding(seconds: offsetSeconds).secondsRoundedDown
    let intoDay = (seconds % 86_400 + 86_400) % 86_400
    return Day(number: Int((seconds - intoDay) / 86_400))
  }
}
