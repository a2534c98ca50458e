/// How a user is written whose name was hashed: `h:` and 32 hexadecimal digits.
package enum UserHash {
  private static let beginning = "h:"

  /// The text for the two halves of a hash.
  package static func text(_ high: UInt64, _ low: UInt64) -> String {
    beginning + hexadecimal(high) + hexadecimal(low)
  }

  /// Whether a user is such a text, and no name.
  package static func isHash(_ user: String) -> Bool {
    let bytes = user.utf8
    return bytes.count == 34 && bytes.starts(with: beginning.utf8)
      && bytes.dropFirst(2).allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
      }
  }

  private static func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
