import Foundation
import Quantities
import Reports
import Testing

/// Labels are whatever somebody put into a request.
struct HostileLabelTests {
  struct Hostile: Sendable, CustomTestStringConvertible {
    let label: String
    /// What a table shows of it.
    let shown: String
    var testDescription: String { shown }
  }

  static let labels = [
    Hostile(label: "\u{1B}[2J\u{1B}]52;c;cm0=\u{07}", shown: "\\u{1b}[2J\\u{1b}]52;c;cm0=\\u{7}"),
    Hostile(label: "\u{9B}31m\u{7F}", shown: "\\u{9b}31m\\u{7f}"),
    Hostile(label: "a\nb\r\nc\td\0", shown: "a\\nb\\r\\nc\\td\\u{0}"),
    Hostile(label: "abc\u{202E}fdp.exe\u{2066}", shown: "abc\\u{202e}fdp.exe\\u{2066}"),
    Hostile(
      label: "line\u{2028}para\u{2029}nel\u{85}", shown: "line\\u{2028}para\\u{2029}nel\\u{85}"),
    Hostile(label: "zero\u{200B}width\u{FEFF}", shown: "zero\\u{200b}width\\u{feff}"),
    Hostile(label: "hidden\u{E0041}tag", shown: "hidden\\u{e0041}tag"),
    Hostile(label: "a|b||c\\|d", shown: "a|b||c\\|d"),
    Hostile(label: "\"quoted\", 'single' `tick`", shown: "\"quoted\", 'single' `tick`"),
    Hostile(label: "<script>alert(1)</script>&amp;", shown: "<script>alert(1)</script>&amp;"),
    Hostile(
      label: "![x](https://e.example/p.png) **b**", shown: "![x](https://e.example/p.png) **b**"),
    Hostile(label: "=HYPERLINK(\"https://e.example\")", shown: "=HYPERLINK(\"https://e.example\")"),
    Hostile(label: "+1-2@SUM(A1)", shown: "+1-2@SUM(A1)"),
    Hostile(label: "שלום עולם", shown: "שלום עולם"),
    Hostile(label: "機能🧪 عربى", shown: "機能🧪 عربى"),
    Hostile(label: "", shown: ""), Hostile(label: "   ", shown: "   "),
    Hostile(label: "–", shown: "–"), Hostile(label: "total", shown: "total"),
  ]

  static func report(_ label: String) -> Report {
    Report(
      schema: "tollbook.example/1", title: label,
      columns: [Column("label", label, .label), Column("requests", "requests")],
      rows: [[.text(label), .count(1)], [.text("b"), .count(2)]], total: [nil, .count(3)],
      notes: [label])
  }

  @Test(arguments: labels, ReportFormat.allCases)
  func `nothing that steers a terminal gets through`(
    _ hostile: Hostile, _ format: ReportFormat
  ) {
    for scalar in render(Self.report(hostile.label), as: format).unicodeScalars {
      let isHarmful =
        switch scalar.properties.generalCategory {
        case .control: scalar != "\n"
        case .lineSeparator, .paragraphSeparator: true
        case .format: scalar.value != 0x200D && scalar.value != 0x200C
        default: false
        }
      #expect(!isHarmful, "U+\(String(scalar.value, radix: 16)) in \(format)")
    }
  }

  @Test(arguments: labels)
  func `a table shows what is there, on one line`(_ hostile: Hostile) {
    let lines = render(Self.report(hostile.label), as: .table).split(separator: "\n")
    let hasNote = !hostile.shown.allSatisfy { $0 == " " }
    #expect(lines.count == (hasNote ? 7 : 6))
    #expect(lines[2].hasPrefix(hostile.shown + "  "))
    #expect(lines[2].hasSuffix("1"))
  }

  @Test(arguments: labels)
  func `JSON gives the label back as it was`(_ hostile: Hostile) throws {
    let object = try JSONReading.object(render(Self.report(hostile.label), as: .json))
    let rows = try #require(object["rows"] as? [[String: Any]])
    let label = try #require(rows[0]["label"] as? String)
    #expect(label.unicodeScalars.elementsEqual(hostile.label.unicodeScalars))
  }

  @Test(arguments: labels)
  func `a row of CSV is one line, and a reader finds the label in it`(_ hostile: Hostile) throws {
    let lines = render(Self.report(hostile.label), as: .csv).split(separator: "\n")
    #expect(lines.count == 3)
    let fields = CSVReading.fields(String(lines[1]))
    let isFormula = hostile.label.hasPrefix("=") || hostile.label.hasPrefix("+")
    #expect(fields == [(isFormula ? "'" : "") + hostile.shown, "1"])
  }

  @Test(arguments: labels)
  func `a row of Markdown has its cells and no markup from a label`(_ hostile: Hostile) {
    let lines = render(Self.report(hostile.label), as: .markdown).split(separator: "\n")
    let row = lines[3]
    // A bar ends a cell unless a backslash, itself not escaped, stands before it.
    let bars = row.indices.filter { index in
      row[index] == "|" && row[..<index].reversed().prefix { $0 == "\\" }.count % 2 == 0
    }
    #expect(bars.count == 3, "\(row)")
    // What is left without the escaped characters is what Markdown would read.
    var read = ""
    var isEscaped = false
    for character in row {
      if !isEscaped && character != "\\" { read.append(character) }
      isEscaped = character == "\\" && !isEscaped
    }
    for markup in ["*", "](", "<", "`", "://"] { #expect(!read.contains(markup), "\(row)") }
  }

  @Test(arguments: labels)
  func `HTML has no markup from a label`(_ hostile: Hostile) {
    let page = render(Self.report(hostile.label), as: .html)
    #expect(!page.contains("<script"))
    #expect(page.contains("<bdi>") && page.contains("</bdi>"))
    let escaped = hostile.shown.replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;").replacingOccurrences(of: ">", with: "&gt;")
      .replacingOccurrences(of: "\"", with: "&quot;").replacingOccurrences(of: "'", with: "&#39;")
    #expect(page.contains("<th scope=\"row\"><bdi>\(escaped)</bdi></th>"))
  }

  @Test func `an empty text is not an unknown one`() {
    let report = Report(
      title: "t", columns: [Column("a", "a", .label), Column("b", "b", .label)],
      rows: [[.text(""), .unknown]])
    #expect(render(report, as: .csv) == "a,b\n\"\",\n")
  }
}
