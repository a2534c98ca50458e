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
    var blocks = ["\(marks) \(escaped(report.title.visible))"]
    if !report.rows.isEmpty { blocks.append(table(ShownTable(report))) }
    if !report.notes.isEmpty {
      blocks.append(report.notes.map { "- " + escaped($0.visible) }.joined(separator: "\n"))
    }
    for section in report.sections {
      blocks += Self.blocks(of: section.report, level: level + 1)
    }
    // Two spaces at a line's end would break it, and are lost in editors; a paragraph each is not.
    blocks += (report.scope?.lines ?? []).map { parts in
      escaped(parts.joined(separator: " · ").visible)
    }
    return blocks
  }

  private static func table(_ table: ShownTable) -> String {
    let columns = table.columns.map { column in
      Aligned(
        kind: column.kind, heading: escaped(column.title), cells: column.cells.map(escaped),
        total: column.total.map { $0.isEmpty ? "" : "**\(escaped($0))**" })
    }
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

    var width: Int { max(3, (cells + [heading, total ?? ""]).map(\.displayWidth).max() ?? 0) }

    var marker: String {
      let dashes = String(repeating: "-", count: width - 1)
      return kind == .figure ? dashes + ":" : dashes + "-"
    }

    func filled(_ text: String) -> String {
      kind == .figure ? text.indented(to: width) : text.padded(to: width)
    }
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
    case "#", ">", "-", "+", "=": previous == nil && next?.isLetterOrDigit != true
    case ":": next == "/"
    case ".": text.lowercased().hasSuffix("www")
    default: false
    }
  }
}

extension Character {
  fileprivate var isLetterOrDigit: Bool { isLetter || isNumber }
}
