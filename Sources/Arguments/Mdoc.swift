/// A manual page in the making, in mdoc: the semantic macros that both mandoc and groff read.
///
/// Everything added is escaped here, once, so that no help text can turn into a macro.
struct Mdoc {
  private(set) var lines: [String] = []

  /// A macro with arguments that are mdoc already, such as `Op Ar options`.
  mutating func macro(_ name: String, _ arguments: String...) {
    lines.append(([".\(name)"] + arguments.filter { !$0.isEmpty }).joined(separator: " "))
  }

  /// Running text, one source line for each printed one so that changes show up small.
  mutating func text(_ paragraph: String) {
    lines += TextLayout(width: 76).paragraph(paragraph).map { line in
      // A dot or an apostrophe at the start of a line would make it a macro.
      (line.first == "." || line.first == "'" ? "\\&" : "") + Self.escaped(line)
    }
  }

  /// Paragraphs and lists under a heading; a list brings its own space, text needs `.Pp`.
  mutating func blocks(_ paragraphs: [String], afterHeading: Bool = true) {
    var isFirst = afterHeading
    for block in Prose.blocks(paragraphs) {
      switch block {
      case .text(let paragraph):
        if !isFirst { macro("Pp") }
        text(paragraph)
      case .list(let rows):
        list(rows.map { (term: Self.words($0.term), meaning: $0.meaning) })
      }
      isFirst = false
    }
  }

  /// A list of terms, which are mdoc already, and their explanations, which are not.
  mutating func list(_ rows: [(term: String, meaning: String)]) {
    macro("Bl", "-tag", "-width", "Ds")
    for row in rows {
      macro("It", row.term)
      text(row.meaning)
    }
    macro("El")
  }

  /// Words as arguments of a macro.
  ///
  /// The names of macros are a capital and one or two small letters, delimiters are single marks:
  /// `\&` before such a word keeps `An` or `|` from being run as one. `SEE ALSO` stays as it is,
  /// because readers know the section by its name.
  static func words(_ text: String) -> String {
    text.split(separator: " ").map { word in
      let escaped = escaped(String(word)).replacing("\"", with: "\\(dq")
      return mayRun(word) ? "\\&" + escaped : escaped
    }.joined(separator: " ")
  }

  private static func mayRun(_ word: Substring) -> Bool {
    guard let first = word.first else { return false }
    if word.count == 1 { return !first.isLetter && !first.isNumber }
    let nameRest = word.dropFirst().allSatisfy { $0.isLowercase || $0.isNumber }
    return first == "%" || word.count <= 3 && first.isUppercase && nameRest
  }

  /// Text as roff takes it: a hyphen that can be copied, ASCII only.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case _ where !scalar.isASCII:
        let hex = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex + "]"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
