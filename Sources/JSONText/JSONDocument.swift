/// A JSON text that is kept: its bytes and its parsed values, with their places.
///
/// For price books and scenario files, where a mistake must be shown with its line. Logs are read
/// with `JSONView`, which copies nothing. A class, so that a value is one pointer and an index:
/// copying two arrays for each of a price book's 20,000 values took a quarter of the loading time.
package final class JSONDocument: Sendable {
  let bytes: [UInt8]
  let nodes: [JSONNode]

  /// Parses a text; a UTF-8 byte-order mark before it is passed over.
  ///
  /// - Parameters:
  ///   - text: The text, UTF-8.
  ///   - depthLimit: The levels of nesting beyond which it is refused.
  ///   - valueLimit: The values and keys beyond which it is refused.
  /// - Throws: Where and why it is no JSON, or more than the limits allow.
  package init(
    parsing text: [UInt8], depthLimit: Int = 128, valueLimit: Int = JSONParser.longestText
  ) throws(JSONError) {
    let hasMark = text.starts(with: [0xEF, 0xBB, 0xBF])
    let bytes = hasMark ? Array(text.dropFirst(3)) : text
    let parser = JSONParser(depthLimit: depthLimit, nodeLimit: valueLimit)
    let outcome = bytes.withUnsafeBufferPointer { buffer -> Result<Void, JSONError> in
      do throws(JSONError) { return .success(try parser.parse(buffer)) } catch {
        return .failure(error)
      }
    }
    try outcome.get()
    self.bytes = bytes
    self.nodes = Array(parser.nodes)
  }

  /// The value that the text is.
  package var root: JSONValue { JSONValue(document: self, index: 0) }

  /// Hands the text to a closure in the form that is walked without copying anything.
  package func withView<Result>(_ body: (JSONView) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      nodes.withUnsafeBufferPointer { nodes in
        // Sound: a text that was parsed has a byte and a node, and the nodes' places lie inside it.
        body(
          JSONView(
            bytes: bytes.baseAddress.unsafelyUnwrapped, nodes: nodes.baseAddress.unsafelyUnwrapped,
            index: 0))
      }
    }
  }

  /// The value that a view of this text stands on.
  package func value(at view: JSONView) -> JSONValue {
    JSONValue(document: self, index: view.index)
  }
}

/// One value of a document.
package struct JSONValue: Sendable {
  let document: JSONDocument
  let index: Int

  private var node: JSONNode { document.nodes[index] }
  private var raw: ArraySlice<UInt8> { document.bytes[node.start..<node.end] }

  /// What the value is.
  package var kind: JSONNode.Kind { node.kind }

  /// Its first byte, from 0.
  package var byteOffset: Int { kind == .string ? node.start - 1 : node.start }

  /// The line on which it begins, from 1.
  package var line: Int { JSONError.place(of: byteOffset, in: document.bytes).line }

  /// The byte of that line at which it begins, from 1.
  package var column: Int { JSONError.place(of: byteOffset, in: document.bytes).column }

  /// An object's members in the order of the text, repeated keys included; empty for other kinds.
  package var members: [(name: String, key: JSONValue, value: JSONValue)] {
    pairs.map { ($0.key.string ?? "", $0.key, $0.value) }
  }

  /// The same without the texts of the keys, which are most of the cost.
  package var pairs: [(key: JSONValue, value: JSONValue)] {
    guard kind == .object else { return [] }
    let end = node.next
    var pairs: [(key: JSONValue, value: JSONValue)] = []
    var key = index + 1
    while key < end {
      pairs.append(
        (
          JSONValue(document: document, index: key),
          JSONValue(document: document, index: key + 1)
        ))
      key = document.nodes[key + 1].next
    }
    return pairs
  }

  /// Whether a string says exactly this, byte for byte; false for other kinds.
  package func isText(_ text: String) -> Bool {
    let node = node
    guard node.kind == .string else { return false }
    if node.hasEscapes { return decodeEscapes(raw).utf8.elementsEqual(text.utf8) }
    return node.end - node.start == text.utf8.count && raw.elementsEqual(text.utf8)
  }

  /// An array's elements; empty for other kinds.
  package var elements: [JSONValue] {
    guard kind == .array else { return [] }
    var elements: [JSONValue] = []
    var element = index + 1
    while element < node.next {
      elements.append(JSONValue(document: document, index: element))
      element = document.nodes[element].next
    }
    return elements
  }

  /// The value under a key, the last one where it is repeated; nil where it is missing.
  package subscript(name: String) -> JSONValue? { members.last { $0.name == name }?.value }

  /// The first key of an object that stands there a second time, at its second place.
  package var duplicateKey: (name: String, key: JSONValue)? {
    var seen: Set<String> = []
    for member in members where !seen.insert(member.name).inserted {
      return (member.name, member.key)
    }
    return nil
  }

  /// Whether two strings of one document say the same; false for other kinds.
  package func hasSameText(as other: JSONValue) -> Bool {
    let (mine, others) = (node, other.node)
    guard mine.kind == .string, others.kind == .string else { return false }
    if mine.hasEscapes || others.hasEscapes { return other.string.map(isText) ?? false }
    return mine.end - mine.start == others.end - others.start && raw.elementsEqual(other.raw)
  }

  /// A string's text; nil for other kinds.
  package var string: String? {
    let node = node
    guard node.kind == .string else { return nil }
    return node.hasEscapes ? decodeEscapes(raw) : String(decoding: raw, as: UTF8.self)
  }

  /// A number's text as it was written; nil for other kinds.
  package var numberText: String? {
    kind == .number ? String(decoding: raw, as: UTF8.self) : nil
  }

  /// The value of an integer that fits; nil otherwise.
  package var int64: Int64? {
    kind == .number ? raw.withUnsafeBufferPointer { integer($0) } : nil
  }

  /// A boolean's value; nil for other kinds.
  package var bool: Bool? { kind == .bool ? raw.first == UInt8(ascii: "t") : nil }
}
