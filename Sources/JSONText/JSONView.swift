/// A value of a text that is being read right now: the import loop's way to look at JSON.
///
/// It points into the caller's buffer and the parser's nodes and owns neither, so it must not
/// outlive the closure it was made in. For texts that are kept, use `JSONDocument`.
public struct JSONView {
  @usableFromInline let bytes: UnsafePointer<UInt8>
  @usableFromInline let nodes: UnsafePointer<JSONNode>
  @usableFromInline let index: Int

  @usableFromInline
  init(bytes: UnsafePointer<UInt8>, nodes: UnsafePointer<JSONNode>, index: Int) {
    self.bytes = bytes
    self.nodes = nodes
    self.index = index
  }

  /// Parses a text and hands its root to a closure.
  @inlinable
  public static func withRoot<Result>(
    of text: UnsafeBufferPointer<UInt8>, parser: JSONParser,
    _ body: (JSONView) -> Result
  ) throws(JSONError) -> Result {
    try parser.parse(text)
    return parser.withRoot(of: text, body)
  }

  /// What the value is.
  @inlinable public var kind: JSONNode.Kind { nodes[index].kind }

  /// Its first byte in the text.
  @inlinable public var byteOffset: Int {
    nodes[index].kind == .string ? nodes[index].start - 1 : nodes[index].start
  }

  /// The characters as they stand in the text, a string's without its quotes.
  @inlinable public var raw: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: bytes + nodes[index].start, count: nodes[index].end - nodes[index].start)
  }

  /// Whether a string is written with escapes, so that `raw` is not yet what it says.
  @inlinable public var hasEscapes: Bool { nodes[index].hasEscapes }

  /// The value under a key; the last one where the key is repeated, nil where it is missing.
  @inlinable
  public subscript(key: StaticString) -> JSONView? {
    var found: JSONView?
    for (name, value) in members where name.equals(key) { found = value }
    return found
  }

  /// Whether a string says exactly this, byte for byte.
  @inlinable @inline(__always)
  public func equals(_ text: StaticString) -> Bool {
    let node = nodes[index]
    guard node.kind == .string, !node.hasEscapes else { return decodedEquals(text) }
    let count = text.utf8CodeUnitCount
    guard node.end - node.start == count else { return false }
    let mine = UnsafeRawPointer(bytes + node.start)
    let others = UnsafeRawPointer(text.utf8Start)
    var offset = 0
    // Sound: both have `count` bytes, and no word reaches beyond them.
    while offset &+ 8 <= count {
      let word = mine.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      guard word == others.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else {
        return false
      }
      offset &+= 8
    }
    while offset < count {
      guard
        mine.load(fromByteOffset: offset, as: UInt8.self)
          == others.load(fromByteOffset: offset, as: UInt8.self)
      else { return false }
      offset &+= 1
    }
    return true
  }

  /// The comparison of a string with escapes; false for a value that is no string.
  @usableFromInline
  func decodedEquals(_ text: StaticString) -> Bool {
    // By bytes: Swift's own comparison takes canonically equivalent characters for equal.
    string.map { $0.utf8.elementsEqual(text.description.utf8) } ?? false
  }

  /// A string's text, escapes decoded; nil for other kinds.
  public var string: String? {
    guard kind == .string else { return nil }
    guard hasEscapes else { return String(decoding: raw, as: UTF8.self) }
    return decodeEscapes(raw)
  }

  /// The value of an integer that fits, written without fraction or exponent; nil otherwise.
  @inlinable public var int64: Int64? {
    guard kind == .number else { return nil }
    let digits = raw
    if digits.count <= 8, nodes[index].end >= 8 {
      // Sound: the eight bytes end where the number does, and the text has as many before there.
      return shortInteger(
        UnsafeRawPointer(bytes + nodes[index].end - 8).loadUnaligned(as: UInt64.self),
        digits: digits.count)
    }
    guard digits.count < 18 else { return longInteger }
    var value: Int64 = 0
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return longInteger }
      // 17 digits always fit.
      value = value &* 10 &+ Int64(digit)
    }
    return value
  }

  /// The same for up to eight digits at the end of a word, each step joining twice as many.
  @inlinable @inline(__always)
  func shortInteger(_ word: UInt64, digits: Int) -> Int64? {
    let zeros: UInt64 = 0x3030_3030_3030_3030
    // What stands before the number is shifted out; a byte of zero is then the digit 0.
    var value = UInt64(littleEndian: word) ^ zeros
    let before = UInt64(truncatingIfNeeded: 8 &* (8 &- digits))
    value = (value &>> before) &<< before
    guard (value &+ 0x7676_7676_7676_7676 | value) & 0x8080_8080_8080_8080 == 0 else {
      return longInteger
    }
    value = (value &* 10 &+ value >> 8) & 0x00FF_00FF_00FF_00FF
    value = (value &* 100 &+ value >> 16) & 0x0000_FFFF_0000_FFFF
    return Int64((value &* 10_000 &+ value >> 32) & 0xFFFF_FFFF)
  }

  /// The same for what has a sign, or digits enough not to fit.
  @usableFromInline var longInteger: Int64? { integer(raw) }

  /// Whether a boolean is true; nil for other kinds.
  @inlinable public var bool: Bool? {
    kind == .bool ? bytes[nodes[index].start] == UInt8(ascii: "t") : nil
  }

  @inlinable
  func view(_ other: Int) -> JSONView { JSONView(bytes: bytes, nodes: nodes, index: other) }
}

extension JSONParser {
  /// Hands the root of the text that was parsed last to a closure.
  ///
  /// Sound while `text` is that text: the nodes' positions lie inside it, and a text that was
  /// parsed has an address and at least one node.
  @inlinable
  public func withRoot<Result>(
    of text: UnsafeBufferPointer<UInt8>, _ body: (JSONView) -> Result
  ) -> Result {
    body(
      JSONView(
        bytes: text.baseAddress.unsafelyUnwrapped, nodes: nodes.baseAddress.unsafelyUnwrapped,
        index: 0))
  }
}
