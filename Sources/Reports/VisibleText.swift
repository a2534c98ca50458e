/// Text from logs, made safe to print: nothing in it can steer a terminal or reorder a line.
///
/// A label may hold whatever a request held: escape sequences that clear the screen or write the
/// clipboard, newlines that fake a row, marks that turn the text around. They are shown as what they
/// are, `\n` or `\u{1b}`; letters of any script stay. Only JSON gives the text back exactly, so
/// a backslash is not doubled here.
extension String {
  /// The text with everything invisible written out.
  package var visible: String {
    guard unicodeScalars.contains(where: \.isUnsafeToShow) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case let scalar where scalar.isUnsafeToShow:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether it controls how other text is shown instead of being shown itself.
  ///
  /// The joiners are let through: scripts and emoji are spelled with them.
  var isUnsafeToShow: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return value != 0x200C && value != 0x200D
    default: return false
    }
  }
}
