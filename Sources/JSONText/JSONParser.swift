/// A strict reader of RFC 8259 JSON: bytes in, a flat array of nodes out.
///
/// Strict means: the whole grammar, UTF-8 checked, nothing after the value. Duplicate keys are kept,
/// for the caller to refuse or to let the last one win. The parser is reused from text to text, so
/// that a million lines cost a few allocations.
///
/// Unsafe pointers are sound here because every read is guarded by `count`: the parser never looks
/// at a byte before comparing its index with it.
package struct JSONParser {
  /// The nodes of the text parsed last, the root first.
  package private(set) var nodes: [JSONNode] = []
  private var open: [Int] = []
  private let depthLimit: Int

  /// A parser that refuses texts nested deeper than a limit.
  package init(depthLimit: Int = 512) {
    self.depthLimit = depthLimit
  }

  /// Reads one value that fills the whole text, white space aside.
  package mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    nodes.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    guard let base = bytes.baseAddress else { throw JSONError(.unexpectedEnd, at: 0) }
    var scanner = Scanner(base: base, count: bytes.count)
    scanner.skipSpace()
    repeat {
      try value(&scanner)
      try closeFinished(&scanner)
    } while !open.isEmpty
    guard scanner.isAtEnd else { throw JSONError(.trailingCharacters, at: scanner.position) }
  }

  /// Reads a value, or the opening of one.
  private mutating func value(_ scanner: inout Scanner) throws(JSONError) {
    guard let byte = scanner.peek else { throw JSONError(.unexpectedEnd, at: scanner.position) }
    switch byte {
    case UInt8(ascii: "{"): try begin(.object, &scanner)
    case UInt8(ascii: "["): try begin(.array, &scanner)
    case UInt8(ascii: "\""): try string(&scanner)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let start = scanner.position
      try scanner.skipNumber()
      leaf(.number, from: start, to: scanner.position)
    default:
      let start = scanner.position
      let kind = try scanner.skipWord()
      leaf(kind, from: start, to: scanner.position)
    }
  }

  private mutating func leaf(_ kind: JSONNode.Kind, from start: Int, to end: Int) {
    nodes.append(JSONNode(kind: kind, start: start, end: end, next: nodes.count + 1))
  }

  private mutating func string(_ scanner: inout Scanner) throws(JSONError) {
    let start = scanner.position + 1
    let hasEscapes = try scanner.skipString()
    nodes.append(
      JSONNode(
        kind: .string, hasEscapes: hasEscapes, start: start, end: scanner.position - 1,
        next: nodes.count + 1))
  }

  /// Opens an object or an array; an empty one is closed at once.
  private mutating func begin(
    _ kind: JSONNode.Kind, _ scanner: inout Scanner
  ) throws(JSONError) {
    guard open.count < depthLimit else {
      throw JSONError(.tooDeep(limit: depthLimit), at: scanner.position)
    }
    nodes.append(JSONNode(kind: kind, start: scanner.position, end: 0, next: 0))
    open.append(nodes.count - 1)
    scanner.advance()
    scanner.skipSpace()
    let closing = kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
    if scanner.peek == closing {
      close(&scanner)
      return
    }
    if kind == .object { try key(&scanner) }
    try value(&scanner)
  }

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
    nodes[index].end = scanner.position
    nodes[index].next = nodes.count
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
