import Quantities
import Usage

/// What few records have, as the text of the JSON object in `records.rest`.
///
/// Members are named like columns, in the order of `MeterColumns.rare` and then as below, without
/// white space, so equal rests are equal texts. Values are integers; what is not there is zero, or
/// one request, or unknown.
enum RecordRest {
  /// The text for a record whose meters have a sum; nil for most.
  static func text(of row: UsageBatch.Row, total sum: Int64) -> String? {
    let hasRareMeters = row.tokens.mask & MeterColumns.rareMask != 0
    let total = row.reportedTotal == sum ? nil : row.reportedTotal
    guard
      hasRareMeters || total != nil || row.searchQueries != 0 || row.latencyMilliseconds != nil
        || row.requests != 1
    else { return nil }
    var text = "{"
    func add(_ name: String, _ value: Int64?) {
      guard let value else { return }
      if text.utf8.count > 1 { text += "," }
      text += "\"\(name)\":\(value)"
    }
    for index in row.tokens.usedIndices where MeterColumns.rareMask & 1 << Int64(index) != 0 {
      add(MeterColumns.names[index], row.tokens[at: index])
    }
    add("reported_total", total)
    add("search_queries", row.searchQueries == 0 ? nil : Int64(row.searchQueries))
    add("latency_ms", row.latencyMilliseconds)
    add("requests", row.requests == 1 ? nil : Int64(row.requests))
    return text + "}"
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
