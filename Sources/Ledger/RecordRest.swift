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

  /// The members of a text that `text(of:)` wrote, or SQLite's `json_object`.
  static func members(_ text: String) -> [(name: Substring, value: Int64)] {
    text.dropFirst().dropLast().split(separator: ",").compactMap { member in
      guard let colon = member.lastIndex(of: ":"),
        let value = Int64(member[member.index(after: colon)...])
      else { return nil }
      return (member[..<colon].dropFirst().dropLast(), value)
    }
  }

  /// Puts what a text says into a record.
  static func read(_ text: String, into row: inout UsageBatch.Row) {
    for (name, value) in members(text) {
      switch name {
      case "reported_total": row.reportedTotal = value
      case "search_queries": row.searchQueries = Int32(clamping: value)
      case "latency_ms": row.latencyMilliseconds = value
      case "requests": row.requests = Int(value)
      default:
        guard let meter = Meter(rawValue: String(name)) else { continue }
        row.tokens[meter] = TokenCount(value)
      }
    }
  }
}
