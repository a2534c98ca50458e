import JSONText

/// Finding a member by the name or path that a map gives.
extension JSONView {
  /// Hands the value at a path to a closure; nil where there is none.
  ///
  /// Each step is a member's name or an element's number. A string on the way that holds JSON is
  /// looked into, as BigQuery and table exports keep objects, if there is a parser for it; its
  /// values are gone when the closure returns.
  func with<Result>(
    _ path: ColumnPath, _ parser: JSONParser?, _ body: (JSONView) -> Result
  ) -> Result? {
    if let value = member(path.bytes) { return body(value) }
    for split in path.splits {
      guard let value = member(split.first) else { continue }
      if value.kind != .string {
        if let result = value.with(split.rest, parser, body) { return result }
      } else if let parser, let inside = value.nestedText {
        // Once only: the parser has room for one text at a time.
        let result = inside.withUnsafeBufferPointer { text -> Result? in
          guard (try? parser.parse(text)) != nil else { return nil }
          return parser.withRoot(of: text) { $0.with(split.rest, nil, body) }
        }
        if let result { return result }
      }
    }
    return nil
  }

  /// The characters of a string that holds a JSON object or list; nil for any other.
  var nestedText: [UInt8]? {
    guard kind == .string, let first = raw.first(where: { $0 > 0x20 }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return nil }
    return hasEscapes ? Array((string ?? "").utf8) : Array(raw)
  }

  /// The member of a name, or the element of a number; the last one where a name is repeated.
  private func member(_ name: [UInt8]) -> JSONView? {
    if kind == .array {
      guard let number = Int(String(decoding: name, as: UTF8.self)) else { return nil }
      var position = 0
      for element in elements {
        if position == number { return element }
        position += 1
      }
      return nil
    }
    var found: JSONView?
    for (key, value) in members where key.says(name) { found = value }
    return found
  }

  /// Whether a string says exactly this, byte for byte.
  func says(_ text: [UInt8]) -> Bool {
    guard kind == .string else { return false }
    if hasEscapes { return string.map { $0.utf8.elementsEqual(text) } ?? false }
    return raw.count == text.count && raw.elementsEqual(text)
  }
}
