/// A strict reader of RFC 8259 JSON: bytes in, a flat array of nodes out.
///
/// Strict means: the whole grammar, UTF-8 checked, nothing after the value. Duplicate keys are kept,
/// for the caller to refuse or to let the last one win. The parser is reused from text to text, so
/// that a million lines cost a few allocations.
///
/// Unsafe pointers are sound here because every read is guarded by `count`: the parser never looks
/// at a byte before comparing its index with it.
package struct JSONParser {
  /// The length of text that nodes can point into.
  package static let longestText = Int(UInt32.max)

  /// The nodes of the text parsed last, the root first.
  package private(set) var nodes: [JSONNode] = []
  /// The indices of the objects and arrays that are not closed yet, the innermost last.
  private var open: [Int] = []
  private let depthLimit: Int
  private let nodeLimit: Int

  /// A parser that refuses texts nested deeper, or of more values and keys, than its limits.
  ///
  /// A node takes 16 bytes and a value may be one byte of text, so without a limit a text could
  /// claim 8 times its own length.
  package init(depthLimit: Int = 512, nodeLimit: Int = longestText) {
    self.depthLimit = depthLimit
    self.nodeLimit = nodeLimit
  }

  /// Reads one value that fills the whole text, white space aside.
  ///
  /// When it throws `.trailingCharacters`, the nodes are those of the value before them.
  package mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    nodes.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    guard let base = bytes.baseAddress else { throw JSONError(.unexpectedEnd, at: 0) }
    guard bytes.count <= JSONParser.longestText else { throw JSONError(.tooLong, at: 0) }
    var scanner = Scanner(base: base, count: bytes.count)
    scanner.skipSpace()
    repeat {
      try value(&scanner)
      try closeFinished(&scanner)
    } while !open.isEmpty
    guard scanner.isAtEnd else { throw JSONError(.trailingCharacters, at: scanner.position) }
  }

  /// Where the value that was parsed last ends in its text.
  package var valueEnd: Int {
    guard let root = nodes.first else { return 0 }
    return root.kind == .string ? root.end + 1 : root.end
  }

  /// Reads a value, or the openings of containers as far as the first value inside them.
  private mutating func value(_ scanner: inout Scanner) throws(JSONError) {
    while true {
      guard let byte = scanner.peek else { throw JSONError(.unexpectedEnd, at: scanner.position) }
      switch byte {
      case UInt8(ascii: "\""):
        return try string(&scanner)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if try begin(byte == UInt8(ascii: "{") ? .object : .array, &scanner) { continue }
        return
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let start = scanner.position
        try scanner.skipNumber()
        return try append(.number, start: start, end: scanner.position)
      default:
        let start = scanner.position
        let kind = try scanner.skipWord()
        return try append(kind, start: start, end: scanner.position)
      }
    }
  }

  @inline(__always)
  private mutating func append(
    _ kind: JSONNode.Kind, hasEscapes: Bool = false, start: Int, end: Int
  ) throws(JSONError) {
    guard nodes.count < nodeLimit else {
      throw JSONError(.tooManyValues(limit: nodeLimit), at: start)
    }
    nodes.append(
      JSONNode(
        kind: kind, hasEscapes: hasEscapes, start: start, end: end, next: nodes.count + 1))
  }

  @inline(__always)
  private mutating func string(_ scanner: inout Scanner) throws(JSONError) {
    let start = scanner.position + 1
    let hasEscapes = try scanner.skipString()
    try append(.string, hasEscapes: hasEscapes, start: start, end: scanner.position - 1)
  }

  /// Opens an object or an array; an empty one is closed at once. Returns whether a value follows.
  private mutating func begin(
    _ kind: JSONNode.Kind, _ scanner: inout Scanner
  ) throws(JSONError) -> Bool {
    guard open.count < depthLimit else {
      throw JSONError(.tooDeep(limit: depthLimit), at: scanner.position)
    }
    open.append(nodes.count)
    try append(kind, start: scanner.position, end: 0)
    scanner.advance()
    scanner.skipSpace()
    let closing = kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
    if scanner.peek == closing {
      close(&scanner)
      return false
    }
    if kind == .object { try key(&scanner) }
    return true
  }

  @inline(__always)
  private mutating func key(_ scanner: inout Scanner) throws(JSONError) {
    guard let byte = scanner.peek else { throw JSONError(.unexpectedEnd, at: scanner.position) }
    guard byte == UInt8(ascii: "\"") else {
      throw JSONError(.unexpectedCharacter, at: scanner.position)
    }
    try string(&scanner)
    scanner.skipSpace()
    try scanner.expect(UInt8(ascii: ":"))
    scanner.skipSpace()
  }

  private mutating func close(_ scanner: inout Scanner) {
    guard let index = open.popLast() else { return }
    scanner.advance()
    nodes[index].close(end: scanner.position, next: nodes.count)
  }

  /// After a value: goes on to the next one, or closes what has come to its end.
  private mutating func closeFinished(_ scanner: inout Scanner) throws(JSONError) {
    scanner.skipSpace()
    while let container = open.last {
      let isObject = nodes[container].kind == .object
      guard let byte = scanner.peek else { throw JSONError(.unexpectedEnd, at: scanner.position) }
      if byte == UInt8(ascii: ",") {
        scanner.advance()
        scanner.skipSpace()
        if isObject { try key(&scanner) }
        return
      }
      guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
        throw JSONError(.unexpectedCharacter, at: scanner.position)
      }
      close(&scanner)
      scanner.skipSpace()
    }
  }
}
