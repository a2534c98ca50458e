/// Lines no wider than a terminal, broken between words.
enum TextWrapping {
  /// Wraps a text; every line after the first is indented by two spaces.
  ///
  /// A word that is wider than the line stands alone on it and is not broken: it is a name or a path.
  static func lines(_ text: String, width: Int) -> [String] {
    fill(text.split(separator: " ").map(String.init), separator: " ", width: width)
  }

  /// Joins parts with ` · `; a part that does not fit goes to the next line.
  static func lines(_ parts: [String], width: Int) -> [String] {
    fill(parts, separator: " · ", width: width).flatMap { line in
      line.displayWidth <= width ? [line] : lines(line, width: width)
    }
  }

  private static func fill(_ items: [String], separator: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for item in items {
      let longer = line.isEmpty ? item : line + separator + item
      let indentation = lines.isEmpty ? 0 : 2
      if !line.isEmpty && indentation + longer.displayWidth > width {
        lines.append(line)
        line = item
      } else {
        line = longer
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines.enumerated().map { $0.offset == 0 ? $0.element : "  " + $0.element }
  }
}
