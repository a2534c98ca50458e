import Pricing
import Quantities

/// A report's rows as comma-separated values (RFC 4180), for spreadsheets and scripts.
///
/// Every column, under its name in JSON; nothing rounded, no separators inside numbers. What is not
/// known is empty, while an empty text is `""`. There is no total, no note and no scope among the
/// rows: whoever sums a column must not count it twice. Lines end with a line feed, and a row is
/// always one line, because line breaks in labels are written out as everywhere.
///
/// A label that begins like a formula (`=`, `+`, `-`, `@`) gets an apostrophe before it: spreadsheets
/// would otherwise run what somebody put into a request. JSON has the label as it was.
enum CSVRenderer {
  /// The main table, then each section with its own header, after an empty line.
  static func text(of report: Report) -> String {
    tables(of: report).joined(separator: "\n")
  }

  private static func tables(of report: Report) -> [String] {
    let header = report.columns.map { field($0.key) }
    let lines = [header] + report.rows.map { $0.map(field) }
    let table = lines.map { $0.joined(separator: ",") + "\n" }.joined()
    let own = report.columns.isEmpty ? [] : [table]
    return own + report.sections.flatMap { tables(of: $0.report) }
  }

  /// A value as a field; only texts can be formulas, a negative amount keeps its minus alone.
  private static func field(_ cell: Cell) -> String {
    switch cell {
    case .text(let text), .code(let text): field(text)
    case .symbol(_, let code): field(code)
    case .unknown: ""
    case .count(let number): String(number)
    case .money(let amount), .change(let amount): amount.decimal
    case .price(let price, let unit): price.decimal(perUnits: unit.quantity)
    case .ratio(let fraction), .share(let fraction): fraction.exactEnough()
    case .percent(let change): change.exactEnough(times: 100)
    case .day(let day), .earliestDay(let day): day.description
    case .instant(let instant): instant.description
    case .month(let month): month.description
    case .flag(let flag): flag ? "true" : "false"
    }
  }

  /// A text as a field.
  private static func field(_ text: String) -> String {
    var text = text.visible
    if let first = text.first, "=+-@＝＋－＠".contains(first) { text = "'" + text }
    let isPlain = !text.isEmpty && !text.contains { $0 == "," || $0 == "\"" }
    guard !isPlain || text.hasPrefix(" ") || text.hasSuffix(" ") else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}

extension Fraction {
  /// Six decimals without zeros at the end, for readers that compute with it.
  func exactEnough(times factor: Int64 = 1) -> String {
    let rounded = decimal(places: 6, times: factor)
    return DecimalText.parse(rounded, scale: 6).map { DecimalText.format($0, scale: 6) } ?? rounded
  }
}
