import JSONText
import Quantities
import Usage

/// The field types that every format shares: counts, times, model names.
enum FieldReading {
  /// No request consumes a trillion tokens; a count beyond it is a mistake, and sums stay in range.
  static let largestCount: Int64 = 1_000_000_000_000

  /// A token count: a whole number, or one in quotes as proto JSON writes 64-bit integers.
  ///
  /// Null is nil. Anything else puts a fault into the counts and gives nil.
  static func count(
    _ value: JSONView, _ field: @autoclosure () -> String, _ fault: inout CountFault?
  ) -> Int64? {
    let number: Int64?
    switch value.kind {
    case .null: return nil
    case .number: number = value.int64 ?? wholeNumber(value.raw)
    case .string: number = wholeNumber(value.raw)
    default: number = nil
    }
    guard let number else {
      fault = fault ?? .notAnInteger(field: field())
      return nil
    }
    guard number >= 0 else {
      fault = fault ?? .negative(field: field())
      return nil
    }
    guard number <= largestCount else {
      fault = fault ?? .implausible(field: field())
      return nil
    }
    return number
  }

  /// The value of digits that may end in ".0" or carry a zero exponent, as doubles are printed.
  private static func wholeNumber(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let string = String(decoding: text, as: UTF8.self)
    if let number = Int64(string), string.first != "+" { return number }
    let parts = string.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, parts[1].allSatisfy({ $0 == "0" }) else {
      return nil
    }
    return Int64(parts[0])
  }

  /// A model's name without the resource path that APIs put before it.
  ///
  /// `models/X`, `publishers/google/models/X`, `projects/…/models/X` and the `google/X` of
  /// OpenAI-compatible endpoints all name X. Nothing else is changed: no lower case, no suffixes.
  static func modelName(_ value: JSONView?) -> String? {
    guard let name = value?.string, !name.isEmpty else { return nil }
    guard name.contains("/") else { return name }
    let parts = name.split(separator: "/")
    if let marker = parts.lastIndex(of: "models"), marker + 1 < parts.count {
      return String(parts[marker + 1])
    }
    if parts.count == 2, parts[0] == "google" { return String(parts[1]) }
    return name
  }

  /// A point in time, written in RFC 3339 or as BigQuery exports it.
  static func instant(_ value: JSONView?) -> Instant? {
    guard let value, value.kind == .string else { return nil }
    return Instant(iso8601: UnsafeRawBufferPointer(value.raw), assumingUTC: true)
  }

  /// A point in time given as whole seconds since 1970, as OpenAI-style bodies do.
  static func instant(seconds value: JSONView?) -> Instant? {
    guard let seconds = value?.int64, (0...4_102_444_800).contains(seconds) else { return nil }
    return Instant(seconds: seconds)
  }

  /// The labels of a request that is an object of strings; nil if there are none.
  static func labels(_ value: JSONView?) -> Labels? {
    guard let value, value.kind == .object else { return nil }
    var labels = Labels()
    value.forEachMember { name, text in
      if let name = name.string, let text = text.scalarText { labels[name] = text }
    }
    return labels.isEmpty ? nil : labels
  }
}

extension JSONView {
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
      current.forEachMember { name, value in
        if name.string == key { found = value }
      }
      guard let found else { return nil }
      current = found
    }
    return current
  }
}
