/// What may be kept of a text that is an address, or holds one: no key, and nobody's password.
///
/// Gemini's API takes its key in the query (`?key=AIza…`), databases theirs before an `@`. Whatever
/// somebody writes into a label or a user's field may be such an address, so the part that can hold
/// a secret is cut off wherever a text is taken in; a text that is none stays as it is.
enum PlainAddress {
  /// A text without the query, the fragment and the user of an address.
  static func text(_ text: String) -> String {
    // Hardly any text is one: a look at its bytes tells.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }) else {
      return text
    }
    let scalars = Array(text.unicodeScalars)
    var kept: [Unicode.Scalar] = []
    var place = 0
    var hasScheme = false
    while place < scalars.count {
      if isQuery(scalars[place...], hasScheme: hasScheme) { break }
      kept.append(scalars[place])
      place += 1
      guard kept.suffix(3) == [":", "/", "/"] else { continue }
      hasScheme = true
      place += lengthOfUser(scalars[place...])
    }
    return kept.count == scalars.count ? text : string(kept[...])
  }

  /// Whether what is not to be kept begins here: `?` or `#` of an address, `?name=` of anything.
  private static func isQuery(_ rest: ArraySlice<Unicode.Scalar>, hasScheme: Bool) -> Bool {
    guard rest.first == "?" || rest.first == "#" else { return false }
    if hasScheme { return true }
    guard rest.first == "?" else { return false }
    return rest.dropFirst().first { "=? \n\t".unicodeScalars.contains($0) } == "="
  }

  /// How long the user of an address is, up to its `@`.
  private static func lengthOfUser(_ rest: ArraySlice<Unicode.Scalar>) -> Int {
    let authority = rest.prefix { !"/?# \n\t".unicodeScalars.contains($0) }
    return authority.lastIndex(of: "@").map { $0 + 1 - rest.startIndex } ?? 0
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
