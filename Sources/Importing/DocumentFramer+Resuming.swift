import JSONText

/// Where reading goes on after a value that cannot be: what stands behind it is not lost with it.
extension DocumentFramer {
  /// Where to go on after a value that never ends: the next line that begins with a bracket, or is a
  /// document by itself however far it is indented.
  mutating func resumptionPoint() -> Int {
    let bytes = window.bytes
    for index in bytes.indices.dropLast() where bytes[index] == 0x0A {
      if bytes[index + 1] == UInt8(ascii: "{") || bytes[index + 1] == UInt8(ascii: "[") {
        return resumptionPoint(before: index + 1)
      }
    }
    return resumptionPoint(before: bytes.count)
  }

  /// Where to go on after a value that was found to be damaged only here: at the first line behind
  /// its own that is an object by itself, else here.
  ///
  /// The line begins with space; without, it would have ended the value. In an array a comma may
  /// follow it. A value whose first line is nothing but its bracket is printed over many lines, and
  /// objects on lines of their own are then parts of it.
  mutating func resumptionPoint(before end: Int) -> Int {
    let text = UnsafeBufferPointer(rebasing: window.bytes[..<end])
    guard var lineEnd = text.firstIndex(of: 0x0A),
      text[..<lineEnd].dropFirst().contains(where: { $0 > 0x20 })
    else { return end }
    while lineEnd < end {
      let start = lineEnd + 1
      lineEnd = text[start...].firstIndex(of: 0x0A) ?? end
      guard let first = text[start..<lineEnd].firstIndex(where: { $0 > 0x20 }),
        text[first] == UInt8(ascii: "{")
      else { continue }
      var last = text[first..<lineEnd].lastIndex { $0 > 0x20 } ?? first
      if array != nil, text[last] == UInt8(ascii: ",") { last -= 1 }
      if isObject(UnsafeBufferPointer(rebasing: text[first...last])) { return start }
    }
    return end
  }

  /// Whether a line is an object with members (`{}` may well be a line of a larger value).
  mutating func isObject(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    do throws(JSONError) {
      try parser.parse(text)
      return parser.nodes.count > 1
    } catch {
      return false
    }
  }
}
