#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A strict reader of RFC 8259 JSON: bytes in, a flat array of nodes out.
///
/// Strict means: the whole grammar, UTF-8 checked, nothing after the value. Duplicate keys are kept,
/// for the caller to refuse or to let the last one win. The parser is reused from text to text, so
/// that a million lines cost a few allocations. (What the import loop calls is `public`, although
/// the module is not a product: only that can be inlined into other modules.)
public final class JSONParser {
  /// The length of text that nodes can point into.
  package static let longestText = Int(UInt32.max)

  private var storage: UnsafeMutableBufferPointer<JSONNode>
  private var count = 0
  private let depthLimit: Int
  private let nodeLimit: Int
  /// The forms of the lines that were read; nil before there have been several.
  ///
  /// (A parser is used by one at a time; to have that checked at run time, line by line, takes as long
  /// as to compare a line's keys.)
  @exclusivity(unchecked) private var memory: FormMemory?
  private var lines = 0
  /// The number of the form of the text parsed last, if it is a line of known form: texts of one form
  /// have the same nodes, and differ in nothing but what their strings and numbers say.
  @exclusivity(unchecked) public private(set) var form: Int?

  /// The texts of which somebody needs no more than a few values, as `learnPattern` was told.
  @exclusivity(unchecked) private var patterns: FormMemory?
  /// The number of the pattern of the line parsed last, if it has one: then its nodes are the needed
  /// values alone, until `parseAgain` finds all of them.
  @exclusivity(unchecked) public private(set) var pattern: Int?

  /// A source of fewer lines is read before remembering them pays.
  private static let fewLines = 4

  /// A parser that refuses texts nested deeper, or of more values and keys, than its limits.
  ///
  /// A node takes 16 bytes and a value may be one byte of text, so without a limit a text could
  /// claim 8 times its own length.
  package init(depthLimit: Int = 512, nodeLimit: Int = longestText) {
    self.depthLimit = depthLimit
    self.nodeLimit = nodeLimit
    let capacity = max(1, min(nodeLimit, 256))
    let room = malloc(capacity * MemoryLayout<JSONNode>.stride)
    storage = UnsafeMutableBufferPointer(
      start: room?.assumingMemoryBound(to: JSONNode.self), count: room == nil ? 0 : capacity)
  }

  deinit { free(storage.baseAddress) }

  /// The nodes of the text parsed last, the root first; they are gone with the next text.
  public var nodes: UnsafeBufferPointer<JSONNode> {
    // Sound: the first `count` nodes have been initialized, and a node is a plain value.
    UnsafeBufferPointer(rebasing: storage[..<count])
  }

  /// Reads one value that fills the whole text, white space aside.
  ///
  /// When it throws `.trailingCharacters`, the nodes are those of the value before them.
  public func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    count = 0
    form = nil
    pattern = nil
    guard let base = bytes.baseAddress else { throw JSONError(.unexpectedEnd, at: 0) }
    guard bytes.count <= JSONParser.longestText else { throw JSONError(.tooLong, at: 0) }
    var run = ParserRun(
      Scanner(base: base, count: bytes.count), storage: storage, depthLimit: depthLimit,
      nodeLimit: nodeLimit)
    defer {
      // The run may have moved the nodes to a larger place.
      storage = run.storage
    }
    try run.readText()
    count = run.count
    guard run.isAtEnd else { throw JSONError(.trailingCharacters, at: run.position) }
  }

  /// Does what `parse` does for one of many texts that are probably alike, and remembers its form.
  public func parseLine(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    if let base = bytes.baseAddress, bytes.count <= JSONParser.longestText {
      if let patterns, !patterns.isHopeless,
        let known = patterns.recognize(base, count: bytes.count, into: storage)
      {
        count = known.nodes
        form = nil
        pattern = known.form
        return
      }
    }
    try parseAgain(bytes)
  }

  /// Finds all nodes of a line, and its form, whether it has a pattern or not.
  public func parseAgain(_ line: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    pattern = nil
    if let memory, let base = line.baseAddress, line.count <= JSONParser.longestText,
      let known = memory.recognize(base, count: line.count, into: storage)
    {
      count = known.nodes
      form = known.form
      return
    }
    try parse(line)
    rememberForm(of: line)
  }

  @inline(never)
  private func rememberForm(of text: UnsafeBufferPointer<UInt8>) {
    lines += 1
    guard lines > JSONParser.fewLines else { return }
    if lines == JSONParser.fewLines + 1 { memory = FormMemory() }
    form = memory?.learn(text, nodes)
    if memory?.isHopeless == true { memory = nil }
  }

  /// Remembers what the line parsed last says at some places, so that `parseLine` finds in lines that
  /// say the same there, and have the same form, a few values and nothing else.
  ///
  /// - Parameters:
  ///   - text: The line, all nodes of which are there.
  ///   - fixed: Where texts and numbers stand that have to be the same.
  ///   - needed: Where the texts, numbers and words stand that are looked at.
  /// - Returns: The number of the pattern, the same for the same pattern; nil where there is no room
  ///   for it, patterns have not helped, or an object or a list is needed.
  public func learnPattern(
    of text: UnsafeBufferPointer<UInt8>, fixed: [JSONView.Place], needed: [JSONView.Place]
  ) -> Int? {
    let needed = Set(needed.filter(\.isSet).map { Int($0.index) }).sorted()
    guard pattern == nil,
      needed.allSatisfy({ nodes[$0].kind != .object && nodes[$0].kind != .array })
    else { return nil }
    let patterns = patterns ?? FormMemory(countsStrangers: false)
    guard !patterns.isHopeless else { return nil }
    self.patterns = patterns
    return patterns.learn(
      text, nodes, fixed: Set(fixed.map { Int($0.index) }), needed: needed)
  }

  /// Where the value that was parsed last ends in its text.
  package var valueEnd: Int {
    guard let root = nodes.first else { return 0 }
    return root.kind == .string ? root.end + 1 : root.end
  }
}
