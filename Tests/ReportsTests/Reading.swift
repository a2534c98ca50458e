import Foundation
import Testing

/// JSON read by a reader that is not ours.
enum JSONReading {
  static func object(_ text: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    guard let object = value as? [String: Any] else { throw FixtureError.notJSON }
    return object
  }
}

/// CSV read by RFC 4180, by other means than it is written.
enum CSVReading {
  static func fields(_ line: String) -> [String] {
    var fields = [""]
    var isQuoted = false
    var wasQuote = false
    for character in line {
      if character == "\"" {
        // A quote inside a quoted field that follows a quote is one quote of the text.
        if !isQuoted && wasQuote { fields[fields.count - 1].append("\"") }
        isQuoted.toggle()
        wasQuote = !isQuoted
        continue
      }
      wasQuote = false
      if character == "," && !isQuoted {
        fields.append("")
      } else {
        fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}
