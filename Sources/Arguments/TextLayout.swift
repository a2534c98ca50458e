/// Running text and two-column lists, laid out within a width.
///
/// A word longer than the line stands alone and sticks out: breaking a path or a command line
/// would make it wrong to copy.
struct TextLayout {
  let width: Int

  /// Terms wider than this get a line of their own, so that one long option does not push every
  /// explanation to the right edge.
  private static let widestTerm = 24

  /// Text filled line by line, each line indented; white space in the text only separates words.
  func paragraph(_ text: String, indent: Int = 0) -> [String] {
    let margin = String(repeating: " ", count: indent)
    return wrap(text, to: width - indent).map { margin + $0 }
  }

  /// Terms in a column as wide as the widest that fits, their meanings beside them.
  func list(_ rows: [Prose.Row]) -> [String] {
    let terms = rows.map(\.term.count).filter { $0 <= Self.widestTerm }
    let column = 2 + (terms.max() ?? 2) + 2
    return rows.flatMap { row in
      let lines = paragraph(row.meaning, indent: column)
      let term = "  " + row.term
      guard let first = lines.first else { return [term] }
      guard term.count + 2 <= column else { return [term] + lines }
      let gap = String(repeating: " ", count: column - term.count)
      return [term + gap + first.dropFirst(column)] + lines.dropFirst()
    }
  }

  func block(_ block: Prose) -> [String] {
    switch block {
    case .text(let text): paragraph(text)
    case .list(let rows): list(rows)
    }
  }

  private func wrap(_ text: String, to limit: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.count + 1 + word.count <= limit {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
