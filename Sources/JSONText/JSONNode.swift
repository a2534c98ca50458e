/// One value of a parsed text: its kind and where its characters stand.
///
/// Nodes lie in one flat array in the order of the text. An object is followed by key, value, key,
/// value …; an array by its elements; `next` jumps over all of that, so walking costs no recursion
/// and parsing allocates nothing once the array has grown.
package struct JSONNode: Sendable {
  /// What the value is.
  package enum Kind: UInt8, Sendable {
    case object, array, string, number, bool, null
  }

  /// What the value is.
  package let kind: Kind
  /// Whether a string contains escapes and has to be decoded before it is compared or shown.
  package let hasEscapes: Bool
  /// The first byte: of a string the one after its quote, of anything else its first character.
  package let start: Int
  /// The byte after the last: of a string its closing quote.
  package var end: Int
  /// The index of the node that follows this one and all it contains.
  package var next: Int

  @inlinable
  package init(kind: Kind, hasEscapes: Bool = false, start: Int, end: Int, next: Int) {
    self.kind = kind
    self.hasEscapes = hasEscapes
    self.start = start
    self.end = end
    self.next = next
  }
}
