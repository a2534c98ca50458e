/// The code of a Swift file: its text without comments and without the words inside strings.
///
/// Rules about words hold for what the program does, not for what it says: help text may speak of
/// the environment, and a line of it may begin with "import". Interpolations are code and stay.
/// Newlines stay too, so that lines can be counted in the result.
struct SwiftCode {
  /// What is left of the source.
  private(set) var text = ""

  private let source: [Character]
  private var position = 0

  init(of source: String) {
    self.source = Array(source)
    scan(untilParenthesis: false)
  }

  /// Copies code, leaving out comments and strings, to the end or to a closing parenthesis.
  private mutating func scan(untilParenthesis: Bool) {
    var depth = 0
    while position < source.count {
      if starts(with: "//") {
        while position < source.count, !source[position].isNewline { position += 1 }
      } else if starts(with: "/*") {
        skipBlockComment()
      } else if let hashes = stringDelimiter() {
        skipString(hashes: hashes)
      } else {
        if source[position] == "(" { depth += 1 }
        if source[position] == ")" {
          depth -= 1
          if untilParenthesis, depth == 0 { break }
        }
        keep()
      }
    }
  }

  private func starts(with word: String, at offset: Int = 0) -> Bool {
    source[(position + offset)...].starts(with: word)
  }

  private mutating func keep() {
    text.append(source[position])
    position += 1
  }

  /// Leaves out one character, but never a line's end.
  private mutating func skip() {
    if source[position].isNewline { text.append("\n") }
    position += 1
  }

  /// Block comments nest in Swift.
  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        position += 2
      } else if starts(with: "*/") {
        depth -= 1
        position += 2
      } else {
        skip()
      }
    } while depth > 0 && position < source.count
  }

  /// The number of `#` before a quote that opens a string here; nil where none opens.
  private func stringDelimiter() -> Int? {
    let hashes = source[position...].prefix { $0 == "#" }.count
    return starts(with: "\"", at: hashes) ? hashes : nil
  }

  private mutating func skipString(hashes: Int) {
    let pounds = String(repeating: "#", count: hashes)
    position += hashes
    let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
    position += quote.count
    while position < source.count, !starts(with: quote + pounds) {
      if starts(with: "\\" + pounds + "(") {
        position += 1 + hashes
        scan(untilParenthesis: true)
      } else if starts(with: "\\" + pounds) {
        // An escape: the character after it cannot end the string.
        position += 1 + hashes
        if position < source.count { skip() }
      } else {
        skip()
      }
    }
    position = min(position + quote.count + hashes, source.count)
  }
}

extension SwiftCode {
  /// The modules that the code imports, in order, whichever way the declaration is written.
  ///
  /// Attributes (`@preconcurrency`, `@_spi(X)`), an access level, the kind of a single declaration
  /// (`import struct X.Y`) and submodules lead to the module's own name.
  var imports: [String] {
    var modules: [String] = []
    for statement in text.split(whereSeparator: { $0.isNewline || $0 == ";" }) {
      var words = statement.split(whereSeparator: \.isWhitespace)[...]
      while let word = words.first, word.hasPrefix("@") || Self.accessLevels.contains(word) {
        words.removeFirst()
      }
      guard words.popFirst() == "import" else { continue }
      if let word = words.first, Self.importKinds.contains(word) { words.removeFirst() }
      if let module = words.first?.split(separator: ".").first { modules.append(String(module)) }
    }
    return modules
  }

  /// Whether the code contains a name as a whole word, so `environments` is not `environment`.
  func mentions(_ word: String) -> Bool {
    var rest = text[...]
    while let match = rest.firstRange(of: word) {
      let before = text[..<match.lowerBound].last
      let after = text[match.upperBound...].first
      if !Self.isNamePart(before), !Self.isNamePart(after) || word.last == ")" { return true }
      rest = text[match.upperBound...]
    }
    return false
  }

  private static func isNamePart(_ character: Character?) -> Bool {
    guard let character else { return false }
    return character.isLetter || character.isNumber || character == "_"
  }

  private static let accessLevels: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
  private static let importKinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "typealias", "func", "var", "let", "actor", "macro",
  ]
}
