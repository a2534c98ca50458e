/// One value of a parsed text: its kind and where its characters stand.
///
/// Nodes lie in one flat array in the order of the text. An object is followed by key, value, key,
/// value …; an array by its elements; `next` jumps over all of that, so walking costs no recursion
/// and parsing allocates nothing once the array has grown. Places are kept in 32 bits, since nodes
/// are most of what a parser writes: 16 bytes each, not 32.
public struct JSONNode: Sendable {
  /// What the value is.
  public enum Kind: UInt8, Sendable {
    case object, array, string, number, bool, null
  }

  /// What the value is.
  public let kind: Kind
  /// Whether a string contains escapes and has to be decoded before it is compared or shown.
  public let hasEscapes: Bool
  @usableFromInline let start32: UInt32
  @usableFromInline var end32: UInt32
  @usableFromInline var next32: UInt32

  /// The first byte: of a string the one after its quote, of anything else its first character.
  @inlinable public var start: Int { Int(start32) }

  /// The byte after the last: of a string its closing quote.
  @inlinable public var end: Int { Int(end32) }

  /// The index of the node that follows this one and all it contains.
  @inlinable public var next: Int { Int(next32) }

  /// A node; the parser has made sure that its text is shorter than `JSONParser.longestText`.
  init(kind: Kind, hasEscapes: Bool = false, start: Int, end: Int, next: Int) {
    self.kind = kind
    self.hasEscapes = hasEscapes
    start32 = UInt32(truncatingIfNeeded: start)
    end32 = UInt32(truncatingIfNeeded: end)
    next32 = UInt32(truncatingIfNeeded: next)
  }

  /// Sets where an object or array ends, once that is known.
  mutating func close(end: Int, next: Int) {
    end32 = UInt32(truncatingIfNeeded: end)
    next32 = UInt32(truncatingIfNeeded: next)
  }

  /// Moves the end, by a distance that wraps around.
  @inline(__always)
  mutating func moveEnd(by distance: UInt32) { end32 &+= distance }
}
