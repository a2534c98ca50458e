/// A report in GitHub's Markdown: headings, tables, notes as a list, the scope as the last lines.
///
/// The source is aligned too, so that it reads well where nobody renders it. Whatever comes from a
/// log is escaped: it can start no link, image, tag or emphasis, and end no cell.
enum MarkdownRenderer {
  static func text(of report: Report) -> String {
    blocks(of: report, level: 1).joined(separator: "\n\n") + "\n"
  }

  private static func blocks(of report: Report, level: Int) -> [String] {
    let marks = String(repeating: "#", count: min(level, 6))
    var blocks = ["\(marks) \(paragraph(report.title))"]
    if !report.rows.isEmpty { blocks.append(table(ShownTable(report))) }
    if !report.notes.isEmpty {
      blocks.append(report.notes.map { "- " + paragraph($0) }.joined(separator: "\n"))
    }
    for section in report.shownSections {
      blocks += Self.blocks(of: section.report, level: level + 1)
    }
    // Two spaces at a line's end would break it, and are lost in editors; a paragraph each is not.
    blocks += (report.scope?.lines ?? []).map { parts in
      paragraph(parts.joined(separator: " · "))
    }
    return blocks
  }

  private static func table(_ table: ShownTable) -> String {
    let columns = table.columns.map { Aligned($0) }
    var lines = [line(columns.map { $0.filled($0.heading) }), line(columns.map(\.marker))]
    for row in 0..<table.rowCount { lines.append(line(columns.map { $0.filled($0.cells[row]) })) }
    if table.hasTotal { lines.append(line(columns.map { $0.filled($0.total ?? "") })) }
    return lines.joined(separator: "\n")
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }

  /// A column as wide as its widest text.
  private struct Aligned {
    let kind: Column.Kind
    let heading: String
    let cells: [String]
    let total: String?
    let width: Int

    init(_ column: ShownColumn) {
      kind = column.kind
      heading = escaped(column.title)
      cells = column.cells.map(escaped)
      total = column.total.map { $0.isEmpty ? "" : "**\(escaped($0))**" }
      // Three dashes are the least that makes a table.
      width = (cells + [heading, total ?? ""]).map(\.displayWidth).reduce(3, max)
    }

    var marker: String {
      let dashes = String(repeating: "-", count: width - 1)
      return kind == .figure ? dashes + ":" : dashes + "-"
    }

    func filled(_ text: String) -> String {
      kind == .figure ? text.indented(to: width) : text.padded(to: width)
    }
  }

  /// A text that begins a block, where more is markup than inside a line: `# a`, `> a`, `- a`, `1. a`.
  private static func paragraph(_ text: String) -> String {
    let escaped = escaped(text.visible)
    let number = escaped.prefix { $0.isNumber }
    if !number.isEmpty, let mark = escaped[number.endIndex...].first, mark == "." || mark == ")" {
      return number + "\\" + escaped[number.endIndex...]
    }
    return escaped.first.map { "#>-+=".contains($0) } == true ? "\\" + escaped : escaped
  }

  /// The text with a backslash before whatever Markdown would read there.
  ///
  /// Only there: `app_version` and `<0.01` mean themselves and stay readable in the source. A colon
  /// before a slash and the dot after `www` are escaped because a bare address becomes a link.
  static func escaped(_ text: String) -> String {
    var result = ""
    var previous: Character?
    for (index, character) in zip(text.indices, text) {
      let next = text[index...].dropFirst().first
      if isMarkup(character, after: previous, before: next, in: result) { result.append("\\") }
      result.append(character)
      previous = character
    }
    return result
  }

  private static func isMarkup(
    _ character: Character, after previous: Character?, before next: Character?, in text: String
  ) -> Bool {
    switch character {
    case "\\", "`", "*", "[", "]", "|", "~", "@": true
    case "_": !(previous?.isLetterOrDigit == true && next?.isLetterOrDigit == true)
    case "<": next.map { $0.isLetter || "/!?".contains($0) } ?? false
    case "&": next.map { $0.isLetter || $0 == "#" } ?? false
    case ":": next == "/"
    case ".": text.lowercased().hasSuffix("www")
    default: false
    }
  }
}

extension Character {
  fileprivate var isLetterOrDigit: Bool { isLetter || isNumber }
}
