/// A report as one HTML page that needs nothing beside it: no script, no font, no network.
///
/// Headings, captions and `scope` attributes say to a screen reader what the layout says to the eye;
/// colours follow the reader's choice of light or dark; printing drops the bars' tint. Labels stand in
/// `bdi`, so that a right-to-left one does not turn the numbers beside it around.
enum HTMLRenderer {
  /// The page; a policy in its head forbids it to load anything, should a label ever get through.
  static func page(of report: Report) -> String {
    let title = escaped(report.title.visible)
    let body = part(report, level: 1).joined(separator: "\n")
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'">
      <title>\(title)</title>
      <style>
      \(HTMLStyle.sheet)
      </style>
      </head>
      <body>
      <main>
      \(body)
      </main>
      </body>
      </html>

      """
  }

  /// A report's elements, one a line; sections are nested, and so are the levels of their headings.
  private static func part(_ report: Report, level: Int) -> [String] {
    let title = escaped(report.title.visible)
    var lines = ["<h\(min(level, 6))>\(title)</h\(min(level, 6))>"]
    if !report.rows.isEmpty { lines += table(ShownTable(report), caption: title) }
    if !report.notes.isEmpty {
      lines.append("<ul class=\"notes\">")
      lines += report.notes.map { "<li>\(escaped($0.visible))</li>" }
      lines.append("</ul>")
    }
    for section in report.shownSections {
      lines.append("<section>")
      lines += part(section.report, level: level + 1)
      lines.append("</section>")
    }
    let scope = report.scope?.lines ?? []
    if !scope.isEmpty {
      lines.append("<footer>")
      lines += scope.map { "<p>\(escaped($0.joined(separator: " · ").visible))</p>" }
      lines.append("</footer>")
    }
    return lines
  }

  /// The table; its caption is for readers aloud, the eye has the heading above it.
  private static func table(_ table: ShownTable, caption: String) -> [String] {
    // Wide tables scroll by themselves; the page does not.
    var lines = ["<div class=\"scroll\">", "<table>", "<caption>\(caption)</caption>", "<thead>"]
    let headings = table.columns.map { column in
      "<th scope=\"col\"\(attribute(column))>\(escaped(column.title))</th>" + beside(column, "")
    }
    lines += ["<tr>\(headings.joined())</tr>", "</thead>", "<tbody>"]
    for row in 0..<table.rowCount {
      let cells = table.columns.enumerated().map { cell($1, row: row, isFirst: $0 == 0) }
      lines.append("<tr>\(cells.joined())</tr>")
    }
    lines.append("</tbody>")
    if table.hasTotal {
      let cells = table.columns.enumerated().map { index, column in
        tagged(column, escaped(column.total ?? ""), isFirst: index == 0) + beside(column, "")
      }
      lines += ["<tfoot>", "<tr>\(cells.joined())</tr>", "</tfoot>"]
    }
    return lines + ["</table>", "</div>"]
  }

  private static func cell(_ column: ShownColumn, row: Int, isFirst: Bool) -> String {
    let text = escaped(column.cells[row])
    guard column.kind == .figure else {
      return tagged(column, "<bdi>\(text)</bdi>", isFirst: isFirst)
    }
    let bar = column.bars.map { Self.bar($0[row]) } ?? ""
    return tagged(column, text, isFirst: isFirst) + beside(column, bar)
  }

  /// The cell of a bar, to the right of its number, so that all bars begin on one line.
  private static func beside(_ column: ShownColumn, _ bar: String) -> String {
    column.bars == nil ? "" : "<td aria-hidden=\"true\">\(bar)</td>"
  }

  /// A bar says nothing that the number beside it does not, so readers aloud skip it.
  private static func bar(_ percent: Int) -> String {
    "<svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\">"
      + "<rect width=\"\(percent)\" height=\"8\"/></svg>"
  }

  /// A cell: the first one of a row is its heading, which readers aloud repeat in every column.
  private static func tagged(_ column: ShownColumn, _ content: String, isFirst: Bool) -> String {
    let names = isFirst && column.kind != .figure
    return names
      ? "<th scope=\"row\">\(content)</th>" : "<td\(attribute(column))>\(content)</td>"
  }

  private static func attribute(_ column: ShownColumn) -> String {
    column.kind == .figure ? " class=\"figure\"" : ""
  }

  /// The text with everything that could be markup written as an entity.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
