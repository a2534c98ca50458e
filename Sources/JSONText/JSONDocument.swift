/// A JSON text that is kept: its bytes and its parsed values, with their places.
///
/// For price books and scenario files, where a mistake must be shown with its line. Logs are read
/// with `JSONView`, which copies nothing. A class, so that a value is one pointer and an index:
/// copying two arrays for each of a price book's 20,000 values took a quarter of the loading time.
package final class JSONDocument: Sendable {
  let bytes: [UInt8]
  let nodes: [JSONNode]

  /// Parses a text; a UTF-8 byte-order mark before it is passed over.
  package init(parsing text: [UInt8], depthLimit: Int = 128) throws(JSONError) {
    let hasMark = text.starts(with: [0xEF, 0xBB, 0xBF])
    let bytes = hasMark ? Array(text.dropFirst(3)) : text
    let parser = JSONParser(depthLimit: depthLimit)
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
    guard kind == .object else { return [] }
    var members: [(name: String, key: JSONValue, value: JSONValue)] = []
    var key = index + 1
    while key < node.next {
      let name = JSONValue(document: document, index: key)
      members.append((name.string ?? "", name, JSONValue(document: document, index: key + 1)))
      key = document.nodes[key + 1].next
    }
    return members
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
