import Analysis

/// A JSON value to be written, its members in the order given.
///
/// Written for people and for programs alike: two spaces of indentation, one member a line, a stable
/// order. Money is a string, because a JSON number passes through binary floating point in most
/// readers.
package indirect enum JSONOutput: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case string(String)
  case array([JSONOutput])
  case object([JSONMember])

  /// A string, or null.
  package static func string(_ text: String?) -> JSONOutput { text.map { .string($0) } ?? .null }

  /// A number of days: a number where it is whole, else a decimal string.
  static func days(_ days: DayCount) -> JSONOutput {
    days.whole.map { .integer($0) } ?? .string(days.decimal)
  }

  /// A number of things.
  package static func integer(_ number: Int) -> JSONOutput { .integer(Int64(number)) }
}

/// One member of a JSON object.
package struct JSONMember: Hashable, Sendable {
  /// Its name.
  package let key: String
  /// What stands there.
  package let value: JSONOutput

  package init(_ key: String, _ value: JSONOutput) {
    self.key = key
    self.value = value
  }
}

extension JSONOutput {
  /// The value as a document, with a newline at its end.
  package var text: String {
    var text = ""
    write(to: &text, indentation: "")
    return text + "\n"
  }

  private func write(to text: inout String, indentation: String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .string(let value): JSONOutput.write(value, to: &text)
    case .array(let elements):
      JSONOutput.write(elements, between: ("[", "]"), to: &text, indentation) {
        text, element, inner in
        element.write(to: &text, indentation: inner)
      }
    case .object(let members):
      JSONOutput.write(members, between: ("{", "}"), to: &text, indentation) {
        text, member, inner in
        JSONOutput.write(member.key, to: &text)
        text += ": "
        member.value.write(to: &text, indentation: inner)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item], between brackets: (String, String), to text: inout String,
    _ indentation: String, each: (inout String, Item, String) -> Void
  ) {
    text += brackets.0
    let inner = indentation + "  "
    for (index, item) in items.enumerated() {
      text += (index == 0 ? "\n" : ",\n") + inner
      each(&text, item, inner)
    }
    if !items.isEmpty { text += "\n" + indentation }
    text += brackets.1
  }

  /// Everything that could steer a terminal is written as an escape, which loses nothing.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        guard scalar.isUnsafeToShow else {
          text.unicodeScalars.append(scalar)
          continue
        }
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
      }
    }
    text += "\""
  }
}
