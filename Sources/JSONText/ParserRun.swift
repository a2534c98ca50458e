#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One pass over one text, which writes its nodes.
///
/// All state is in this one local value, and whatever is on the way of every value is inlined into
/// one loop, so that the compiler keeps it in registers: what is rare is a function that is handed
/// copies and gives back what has changed. There is no recursion: while an object or array is open,
/// its node's `next` holds the index of the one that surrounds it.
///
/// Unsafe pointers are sound here because every read is guarded by the scanner's `count`, every
/// write by `storage.count`.
struct ParserRun {
  private(set) var storage: UnsafeMutableBufferPointer<JSONNode>
  private(set) var count = 0
  private var scanner: Scanner
  /// The innermost object or array that is open; `noContainer` outside of all.
  private var container = ParserRun.noContainer
  private var isInObject = false
  private var depth = 0
  private let depthLimit: Int
  private let nodeLimit: Int

  @inline(__always)
  private static var noContainer: Int { JSONParser.longestText }

  @inline(__always)
  init(
    _ scanner: Scanner, storage: UnsafeMutableBufferPointer<JSONNode>, depthLimit: Int,
    nodeLimit: Int
  ) {
    self.scanner = scanner
    self.storage = storage
    self.depthLimit = depthLimit
    self.nodeLimit = nodeLimit
  }

  @inline(__always)
  var isAtEnd: Bool { scanner.isAtEnd }

  @inline(__always)
  var position: Int { scanner.position }

  /// Reads one value, and white space around it.
  @inline(__always)
  mutating func readText() throws(JSONError) {
    while true {
      if isInObject { try key() }
      guard let byte = scanner.token() else { throw JSONError(.unexpectedEnd, at: position) }
      switch byte {
      case UInt8(ascii: "\""): try string()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if try begin(byte == UInt8(ascii: "{") ? .object : .array) { continue }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let start = position
        try scanner.skipNumber()
        try append(.number, start: start, end: position)
      default:
        let start = position
        let (kind, end) = try scanner.wordEnd()
        scanner.move(to: end)
        try append(kind, start: start, end: end)
      }
      if try !continuesAfterValue() { return }
    }
  }

  @inline(__always)
  private mutating func append(
    _ kind: JSONNode.Kind, hasEscapes: Bool = false, start: Int, end: Int
  ) throws(JSONError) {
    if count == storage.count {
      storage = try ParserRun.grown(storage, nodeLimit: nodeLimit, at: start)
    }
    storage[count] = JSONNode(
      kind: kind, hasEscapes: hasEscapes, start: start, end: end, next: count &+ 1)
    count &+= 1
  }

  @inline(never)
  private static func grown(
    _ storage: UnsafeMutableBufferPointer<JSONNode>, nodeLimit: Int, at position: Int
  ) throws(JSONError) -> UnsafeMutableBufferPointer<JSONNode> {
    guard storage.count < nodeLimit else {
      throw JSONError(.tooManyValues(limit: nodeLimit), at: position)
    }
    let capacity = min(nodeLimit, storage.count * 2)
    // Moves pages, not bytes, where the system can. Sound: nodes are plain values.
    let larger = realloc(storage.baseAddress, capacity * MemoryLayout<JSONNode>.stride)
    guard let larger else { throw JSONError(.tooManyValues(limit: storage.count), at: position) }
    return UnsafeMutableBufferPointer(
      start: larger.assumingMemoryBound(to: JSONNode.self), count: capacity)
  }

  @inline(__always)
  private mutating func string() throws(JSONError) {
    let start = position &+ 1
    let hasEscapes = try scanner.skipString()
    try append(.string, hasEscapes: hasEscapes, start: start, end: position &- 1)
  }

  /// Opens an object or an array, and says whether a value follows: an empty one is closed at once.
  @inline(__always)
  private mutating func begin(_ kind: JSONNode.Kind) throws(JSONError) -> Bool {
    guard depth < depthLimit else { throw JSONError(.tooDeep(limit: depthLimit), at: position) }
    try append(kind, start: position, end: 0)
    storage[count &- 1].close(end: 0, next: container)
    container = count &- 1
    isInObject = kind == .object
    depth &+= 1
    scanner.advance()
    guard scanner.token() == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
      return true
    }
    close()
    return false
  }

  @inline(__always)
  private mutating func key() throws(JSONError) {
    guard let byte = scanner.token() else { throw JSONError(.unexpectedEnd, at: position) }
    guard byte == UInt8(ascii: "\"") else { throw JSONError(.unexpectedCharacter, at: position) }
    try string()
    if !scanner.skip(UInt8(ascii: ":")) { try scanner.expect(UInt8(ascii: ":")) }
  }

  @inline(__always)
  private mutating func close() {
    scanner.advance()
    let outer = storage[container].next
    storage[container].close(end: position, next: count)
    container = outer
    isInObject = outer != ParserRun.noContainer && storage[outer].kind == .object
    depth &-= 1
  }

  /// After a value: goes on to the next one, or closes what has come to its end.
  @inline(__always)
  private mutating func continuesAfterValue() throws(JSONError) -> Bool {
    while container != ParserRun.noContainer {
      if scanner.skip(UInt8(ascii: ",")) { return true }
      guard let byte = scanner.token() else { throw JSONError(.unexpectedEnd, at: position) }
      if byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        close()
      } else if !scanner.skip(UInt8(ascii: ",")) {
        throw JSONError(.unexpectedCharacter, at: position)
      } else {
        return true
      }
    }
    _ = scanner.token()
    return false
  }
}
