/// Why and where a text is not JSON.
///
/// Never carries the text itself: logs hold prompts, and prompts must not reach an error.
public struct JSONError: Error, Hashable, Sendable {
  /// What was wrong.
  public enum Problem: Hashable, Sendable {
    case unexpectedEnd
    case unexpectedCharacter
    case invalidEscape
    case invalidUTF8
    case controlCharacterInString
    case invalidNumber
    case tooDeep(limit: Int)
    case tooManyValues(limit: Int)
    case tooLong
    case trailingCharacters
  }

  /// What was wrong.
  package let problem: Problem
  /// The byte at which it was noticed, from 0.
  package let byteOffset: Int

  package init(_ problem: Problem, at byteOffset: Int) {
    self.problem = problem
    self.byteOffset = byteOffset
  }

  /// One phrase for people, lower case, without the place.
  package var explanation: String {
    switch problem {
    case .unexpectedEnd: "the JSON ends too early"
    case .unexpectedCharacter: "a character that JSON does not allow here"
    case .invalidEscape: "a backslash escape that JSON does not know"
    case .invalidUTF8: "bytes that are not UTF-8"
    case .controlCharacterInString: "a control character inside a string"
    case .invalidNumber: "a number that JSON does not allow"
    case .tooDeep(let limit): "more than \(limit) levels of nesting"
    case .tooManyValues(let limit): "more than \(limit) values in one document"
    case .tooLong: "a text longer than 4 GiB"
    case .trailingCharacters: "more text after the end of the value"
    }
  }

  /// What a text is instead of JSON in UTF-8, where its first bytes say so: `UTF-16 text`.
  ///
  /// Such a file is whole; to look at the place where reading stopped would help nobody.
  package static func otherContent(of bytes: some Collection<UInt8>) -> String? {
    switch Array(bytes.prefix(4)) {
    case let first where first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]):
      "UTF-16 text"
    case let first where first.starts(with: [0x1F, 0x8B]): "gzip-compressed"
    case let first where first.starts(with: [0x28, 0xB5, 0x2F, 0xFD]): "zstd-compressed"
    case let first where first.starts(with: [0x50, 0x4B, 0x03, 0x04]): "a zip archive"
    default: nil
    }
  }

  /// The line (from 1) and the column (in bytes, from 1) of a byte of a text.
  ///
  /// A line ends with a line feed, a carriage return, or both: one end each.
  package static func place(of byteOffset: Int, in bytes: some Sequence<UInt8>) -> (
    line: Int, column: Int
  ) {
    var line = 1
    var column = 1
    var isAfterReturn = false
    for byte in bytes.prefix(byteOffset) {
      let isRestOfEnd = byte == 0x0A && isAfterReturn
      isAfterReturn = byte == 0x0D
      if isRestOfEnd { continue }
      guard byte == 0x0A || byte == 0x0D else {
        column += 1
        continue
      }
      line += 1
      column = 1
    }
    return (line, column)
  }
}
