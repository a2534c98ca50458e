import JSONText
import Quantities
import Usage

/// The field types that every format shares: counts, times, model names.
enum FieldReading {
  /// No request consumes a trillion tokens; a count beyond it is a mistake, and sums stay in range.
  static let largestCount: Int64 = 1_000_000_000_000

  /// A token count: a whole number in any notation, or one in quotes as proto JSON writes 64-bit
  /// integers.
  ///
  /// Null is nil. Anything else puts a fault into the counts and gives nil.
  @inline(__always)
  static func count(
    _ value: JSONView, _ field: @autoclosure () -> String, _ fault: inout CountFault?
  ) -> Int64? {
    if let number = value.int64, 0...largestCount ~= number { return number }
    return value.kind == .null ? nil : unusualCount(value, field, &fault)
  }

  /// The same for what is no plain number in range.
  @inline(never)
  private static func unusualCount(
    _ value: JSONView, _ field: () -> String, _ fault: inout CountFault?
  ) -> Int64? {
    guard let numeral = numeral(value), !numeral.hasFraction else {
      fault = fault ?? .notAnInteger(field: field())
      return nil
    }
    let number = numeral.whole
    if 0...largestCount ~= number { return number }
    fault = fault ?? (number < 0 ? .negative(field: field()) : .implausible(field: field()))
    return nil
  }

  /// Whether a text is a number whose points stand before groups of three digits, as in `12.000`.
  static func isGrouped(_ value: JSONView) -> Bool {
    guard value.kind == .string, value.raw.contains(UInt8(ascii: ".")) else { return false }
    let groups = value.raw.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return groups.allSatisfy { $0.allSatisfy(isDigit) }
      && (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 }
  }

  /// The number that a value is, or that stands in quotes.
  private static func numeral(_ value: JSONView) -> Numeral? {
    value.kind == .number || value.kind == .string ? Numeral(value.raw) : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// A number that is no count, cut to a whole one: a latency of 812.4 ms is 812.
  static func cutToWhole(_ value: JSONView) -> Int64? {
    guard let number = numeral(value)?.whole, number >= 0 else { return nil }
    return number
  }

  /// A model's name without the resource path that APIs put before it: see `ModelName`.
  static func modelName(_ value: JSONView?, _ names: inout NameCache) -> String? {
    guard let value, value.kind == .string else { return nil }
    return names.name(value, modelName)
  }

  /// The same for a name on its own.
  static func modelName(_ name: String) -> String? { ModelName.ofResource(name) }

  /// A point in time, written in RFC 3339 or as BigQuery exports it.
  static func instant(_ value: JSONView?) -> Instant? {
    guard let value, value.kind == .string else { return nil }
    return plausible(Instant(iso8601: UnsafeRawBufferPointer(value.raw), assumingUTC: true))
  }

  /// From 2015, before which nothing was asked of a model, to the end of the century, in seconds.
  static let plausibleSeconds: ClosedRange<Int64> = 1_420_070_400...4_102_444_800

  /// A time at which something may have been asked of a model; nil for any other.
  ///
  /// Programs write their zero, such as year 1 or 1970, or the last day of year 9999 for a time that
  /// they do not know.
  static func plausible(_ time: Instant?) -> Instant? {
    guard let time, plausibleSeconds.contains(time.microseconds / 1_000_000) else { return nil }
    return time
  }

  /// A point in time given as seconds since 1970, as OpenAI-style bodies do.
  ///
  /// Fractions are dropped: some SDKs dump whole seconds with ".0". Some servers send 0 for a time
  /// they do not know.
  static func instant(seconds value: JSONView?) -> Instant? {
    guard let value, value.kind == .number, let seconds = cutToWhole(value),
      plausibleSeconds.contains(seconds)
    else { return nil }
    return Instant(seconds: seconds)
  }

  /// The labels of a request, an object of strings or BigQuery's list of keys and values; nil if
  /// there are none.
  static func labels(_ value: JSONView?) -> Labels? {
    guard let value else { return nil }
    var labels = Labels()
    for (name, text) in value.members {
      if let name = name.string, let text = text.scalarText { labels[name] = text }
    }
    for pair in value.elements {
      if let name = pair["key"]?.string, let text = pair["value"]?.scalarText {
        labels[name] = text
      }
    }
    return labels.isEmpty ? nil : labels
  }

  /// The last word of an enumeration's value.
  ///
  /// REST writes `TEXT`; the Python SDKs also print `MediaModality.TEXT` and, through `str`,
  /// `<MediaModality.TEXT: 'TEXT'>`.
  static func enumerationWord(_ value: JSONView) -> String? {
    guard value.kind == .string else { return nil }
    func isWord(_ byte: UInt8) -> Bool {
      isDigit(byte) || byte == UInt8(ascii: "_") || (byte | 0x20) &- UInt8(ascii: "a") < 26
    }
    let raw = value.raw
    guard let last = raw.lastIndex(where: isWord) else { return nil }
    let first = raw[...last].lastIndex { !isWord($0) }.map { $0 + 1 } ?? raw.startIndex
    return String(decoding: raw[first...last], as: UTF8.self)
  }
}

extension JSONView {
  /// How many bytes a string has, decoded.
  @inline(__always)
  var textLength: Int { hasEscapes ? string?.utf8.count ?? 0 : raw.count }

  /// Whether the value can identify something: a text that is not empty, or a number.
  var isIdentity: Bool { kind == .number || (kind == .string && !raw.isEmpty) }

  /// A string's text, or a number or boolean as it is written; nil for anything else.
  var scalarText: String? {
    switch kind {
    case .string: string
    case .number, .bool: String(decoding: raw, as: UTF8.self)
    default: nil
    }
  }

  /// Follows keys from the outermost inwards.
  func value(at path: [String]) -> JSONView? {
    var current = self
    for key in path {
      var found: JSONView?
      for (name, value) in current.members where name.string == key { found = value }
      guard let found else { return nil }
      current = found
    }
    return current
  }
}
