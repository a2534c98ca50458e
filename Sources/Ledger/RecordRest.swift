import Quantities
import Usage

/// What few records have, as the text of the JSON object in `records.rest`, and few sums.
///
/// Members are named like columns, in the order of `Meter.allCases` and then as below, without white
/// space, so equal rests are equal texts. Values are integers; what is not there is zero, or one
/// request, or unknown.
enum RecordRest {
  /// The text for a record; nil for most.
  ///
  /// - Parameters:
  ///   - row: The record.
  ///   - sum: The sum of its meters, if it has a total; that need not be said again.
  ///   - left: The meters that have no room elsewhere, one bit each.
  /// - Returns: The text.
  static func text(of row: UsageBatch.Row, total sum: Int64, left: Int64) -> String? {
    let total = row.reportedTotal == sum ? nil : row.reportedTotal
    guard
      left != 0 || total != nil || row.searchQueries != 0 || row.latencyMilliseconds != nil
        || row.requests != 1
    else { return nil }
    var text = members(row.tokens, left)
    add("reported_total", total, to: &text)
    add("search_queries", row.searchQueries == 0 ? nil : Int64(row.searchQueries), to: &text)
    add("latency_ms", row.latencyMilliseconds, to: &text)
    add("requests", row.requests == 1 ? nil : Int64(row.requests), to: &text)
    return text + "}"
  }

  /// The text for a sum: its meters that have no column; nil where they are zero, as mostly.
  static func text(ofSum tokens: MeteredTokens) -> String? {
    let rare = tokens.mask & MeterColumns.rareMask
    return rare == 0 ? nil : members(tokens, rare) + "}"
  }

  private static func members(_ tokens: MeteredTokens, _ mask: Int64) -> String {
    var text = "{"
    for index in MeteredTokens.UsedIndices(rest: mask) {
      add(MeterColumns.names[index], tokens[at: index], to: &text)
    }
    return text
  }

  private static func add(_ name: String, _ value: Int64?, to text: inout String) {
    guard let value else { return }
    if text.utf8.count > 1 { text += "," }
    text += "\"\(name)\":\(value)"
  }

  /// Puts what a text says into a record.
  static func read(_ text: String, into row: inout UsageBatch.Row) {
    eachMember(of: text) { name, value in
      func says(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { name.elementsEqual($0) }
      }
      if says("latency_ms") {
        row.latencyMilliseconds = value
      } else if says("reported_total") {
        row.reportedTotal = value
      } else if says("search_queries") {
        row.searchQueries = Int32(clamping: value)
      } else if says("requests") {
        row.requests = Int(value)
      } else if let meter = Meter(rawValue: String(decoding: name, as: UTF8.self)) {
        row.tokens[meter] = TokenCount(value)
      }
    }
  }

  /// Adds what the text of a sum says to tokens.
  static func add(_ text: String, to tokens: inout MeteredTokens) {
    eachMember(of: text) { name, value in
      guard let meter = Meter(rawValue: String(decoding: name, as: UTF8.self)) else { return }
      tokens[at: meter.index] += value
    }
  }

  /// Hands out the names and values of a text that `text(of:)` wrote, or SQLite's `json_object`.
  ///
  /// By the byte: of a million requests with a latency, most of the time would go into substrings.
  private static func eachMember(
    of text: String, _ body: (_ name: UnsafeBufferPointer<UInt8>, _ value: Int64) -> Void
  ) {
    var text = text
    text.withUTF8 { bytes in
      let quote = UInt8(ascii: "\"")
      var rest = bytes[...]
      while let open = rest.firstIndex(of: quote),
        let close = rest[(open + 1)...].firstIndex(of: quote)
      {
        rest = rest[(close + 1)...].dropFirst()
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        var value: Int64 = 0
        // It fits: the text was written from such an integer.
        while let digit = rest.first.map({ $0 &- UInt8(ascii: "0") }), digit < 10 {
          value = value &* 10 &+ Int64(digit)
          rest = rest.dropFirst()
        }
        body(UnsafeBufferPointer(rebasing: bytes[(open + 1)..<close]), isNegative ? -value : value)
      }
    }
  }
}
