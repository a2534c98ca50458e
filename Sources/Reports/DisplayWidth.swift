/// How many columns of a terminal a text takes.
///
/// An approximation that is right for what labels hold: East Asian characters and emoji take two
/// columns, marks that sit on another character none. What a terminal makes of rarer sequences, no
/// two of them agree on.
extension String {
  /// The number of columns.
  var displayWidth: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// The text with spaces on its right, to fill so many columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }

  /// The text with spaces on its left, to fill so many columns.
  func indented(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - displayWidth)) + self
  }

  /// The text in at most so many columns, its middle replaced by `…` where it is longer.
  ///
  /// The middle, because names differ at their ends: `gemini-2.5-flash` and `gemini-2.5-pro`.
  func shortened(to width: Int) -> String {
    guard displayWidth > width, width > 1 else { return self }
    let head = prefix(ofWidth: width / 2)
    let tail = String(String(reversed()).prefix(ofWidth: width - 1 - head.displayWidth).reversed())
    return head + "…" + tail
  }

  private func prefix(ofWidth width: Int) -> String {
    var used = 0
    return String(
      prefix { character in
        used += character.displayWidth
        return used <= width
      })
  }
}

extension Character {
  /// The number of columns: 0, 1 or 2.
  var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.isASCII && unicodeScalars.count == 1 { return 1 }
    if first.properties.isEmojiPresentation || Character.isWide(first.value) { return 2 }
    // U+FE0F asks for the picture of a character that also has a plain shape.
    if unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return 1
    }
  }

  /// The blocks of which nearly every character is East Asian wide or full-width.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
