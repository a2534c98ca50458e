/// A report as aligned columns for a terminal.
///
/// Numbers stand on the right, words on the left, headings above them in as many lines as they need.
/// Under the table come the notes and, last, the scope. Nothing a label holds reaches the terminal
/// unescaped; the only escape sequences are those that `options.color` asked for.
struct TableRenderer {
  let options: RenderingOptions

  /// Between two columns.
  private static let gap = "  "
  /// Wider labels lose their middle.
  private static let widestLabel = 60
  /// In a narrow terminal labels give way down to this.
  private static let narrowestLabel = 32
  /// The width of notes and scope where there is no terminal.
  private static let usualWidth = 100

  private var textWidth: Int { max(40, options.width ?? Self.usualWidth) }

  func text(of report: Report) -> String {
    let blocks = blocks(of: report, isPart: false)
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  /// The report in blocks of lines, an empty line between two of them.
  private func blocks(of report: Report, isPart: Bool) -> [[String]] {
    let table = ShownTable(report)
    var head: [String] = []
    // A table alone on the screen was asked for by name; among several each needs its own.
    if isPart || !report.shownSections.isEmpty { head.append(bold(report.title.visible)) }
    if table.rowCount > 0 { head += lines(of: table) }
    let notes = report.notes.flatMap { TextWrapping.lines($0.visible, width: textWidth) }
    let scope = report.scope?.lines.flatMap { parts in
      TextWrapping.lines(parts.map(\.visible), width: textWidth)
    }
    // Notes that stand for a table follow its title at once.
    var blocks = table.rowCount > 0 ? [head, notes] : [head + notes]
    for section in report.shownSections { blocks += self.blocks(of: section.report, isPart: true) }
    blocks.append((scope ?? []).map(faint))
    return blocks.filter { !$0.isEmpty }
  }

  private func lines(of table: ShownTable) -> [String] {
    let columns = laidOut(table)
    let rule = columns.map { String(repeating: "─", count: $0.width) }.joined(separator: Self.gap)
    var lines = (0..<(columns.map(\.heading.count).max() ?? 0)).map { line in
      bold(Self.line(columns) { $0.heading[line] })
    }
    lines.append(faint(rule))
    for row in 0..<table.rowCount { lines.append(Self.line(columns) { $0.cells[row] }) }
    if table.hasTotal { lines += [faint(rule), bold(Self.line(columns) { $0.total })] }
    return lines
  }

  /// One line of the table, without spaces at its end: diffs and clipboards keep them.
  private static func line(_ columns: [Laid], _ text: (Laid) -> String) -> String {
    let line = columns.map { column in
      column.kind == .figure
        ? text(column).indented(to: column.width) : text(column).padded(to: column.width)
    }.joined(separator: gap)
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  private func bold(_ text: String) -> String { options.color ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  private func faint(_ text: String) -> String {
    options.color ? "\u{1B}[2m\(text)\u{1B}[0m" : text
  }
}

extension TableRenderer {
  /// A column with its width.
  private struct Laid {
    let kind: Column.Kind
    var width: Int
    /// The heading's lines, bottom-aligned with the other columns'.
    var heading: [String]
    private(set) var cells: [String]
    let total: String

    init(_ column: ShownColumn) {
      kind = column.kind
      let texts = column.alignsPoints ? Laid.pointsAligned(column.cells) : column.cells
      cells =
        column.kind == .prose ? texts : texts.map { $0.shortened(to: TableRenderer.widestLabel) }
      total = column.total ?? ""
      let body = (cells + [total]).map(\.displayWidth).max() ?? 0
      heading = Laid.heading(column.title, bodyWidth: body)
      width = max(body, heading.map(\.displayWidth).max() ?? 0)
    }

    /// Prices have as many decimals as they need; their points stand under each other all the same.
    private static func pointsAligned(_ texts: [String]) -> [String] {
      func decimals(_ text: String) -> Int {
        text.lastIndex(of: ".").map { text[$0...].count } ?? 0
      }
      let most = texts.map(decimals).max() ?? 0
      return texts.map { text in
        let hasPoint = text.contains(".")
        return hasPoint ? text + String(repeating: " ", count: most - decimals(text)) : text
      }
    }

    /// Long headings over short numbers are broken between words, so that tables stay narrow.
    private static func heading(_ title: String, bodyWidth: Int) -> [String] {
      let words = title.split(separator: " ").map(String.init)
      let width = max(bodyWidth, 12, words.map(\.displayWidth).max() ?? 0)
      var lines: [String] = []
      for word in words {
        if let last = lines.last, last.displayWidth + 1 + word.displayWidth <= width {
          lines[lines.count - 1] = last + " " + word
        } else {
          lines.append(word)
        }
      }
      return lines.isEmpty ? [""] : lines.map { $0.shortened(to: TableRenderer.widestLabel) }
    }

    func narrowed(to width: Int) -> Laid {
      var narrow = self
      narrow.width = width
      narrow.heading = heading.map { $0.shortened(to: width) }
      narrow.cells = cells.map { $0.shortened(to: width) }
      return narrow
    }
  }

  private func laidOut(_ table: ShownTable) -> [Laid] {
    var columns = table.columns.map { Laid($0) }
    let height = columns.map(\.heading.count).max() ?? 0
    for index in columns.indices {
      let missing = height - columns[index].heading.count
      columns[index].heading.insert(contentsOf: Array(repeating: "", count: missing), at: 0)
    }
    return options.width.map { fitted(columns, into: $0) } ?? columns
  }

  /// Takes from the widest labels until the table fits, or no label can give more.
  private func fitted(_ columns: [Laid], into width: Int) -> [Laid] {
    var widths = columns.map(\.width)
    var excess = widths.reduce(0, +) + Self.gap.count * (columns.count - 1) - width
    while excess > 0 {
      let labels = columns.indices.filter { columns[$0].kind == .label }
      guard let widest = labels.max(by: { widths[$0] < widths[$1] }),
        widths[widest] > Self.narrowestLabel
      else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return zip(columns, widths).map { $0.width == $1 ? $0 : $0.narrowed(to: $1) }
  }
}
