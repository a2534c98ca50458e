import Usage

/// Labels as the text of a JSON object, as the column `usage_series.labels` keeps them.
///
/// Names are in order and there is no white space, so equal labels are equal texts and SQL can
/// compare them; `json_extract(labels, '$.feature')` reads one.
enum LabelText {
  static func encode(_ labels: Labels) -> String {
    let members = labels.pairs.map { "\(quoted($0.name)):\(quoted($0.value))" }
    return "{\(members.joined(separator: ","))}"
  }

  /// The labels of a text that `encode` wrote; a text of another kind gives none.
  static func decode(_ text: String) -> Labels {
    var labels = Labels()
    var rest = text.unicodeScalars.dropFirst()
    while let name = string(&rest), rest.popFirst() == ":", let value = string(&rest) {
      labels[name] = value
      guard rest.popFirst() == "," else { break }
    }
    return labels
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static func string(_ rest: inout Substring.UnicodeScalarView) -> String? {
    guard rest.popFirst() == "\"" else { return nil }
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return String(text)
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        guard escaped == "u" else {
          text.append(escaped)
          continue
        }
        let code = UInt32(String(rest.prefix(4)), radix: 16)
        rest = rest.dropFirst(4)
        text.append(code.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
      default: text.append(scalar)
      }
    }
    return nil
  }
}
