import JSONText

/// A top-level array that is being read: the chunks of a stream without `alt=sse`, or a list.
struct ArrayState {
  let group: DocumentGroup
  /// Whether an element, good or bad, has been read.
  var hasElements = false
}

extension DocumentFramer {
  /// Opens an array, if what follows the bracket can be an element of one.
  mutating func beginArray() throws(SourceError) -> FramedItem? {
    leftLines = true
    let start = place
    window.consume(1)
    try skipSpace()
    guard let byte = window.bytes.first else {
      return .unreadable(start, .endsTooEarly, content: nil)
    }
    guard [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "]")].contains(byte) else {
      return try unreadableLine(.notJSON, from: start)
    }
    let opened = ArrayState(group: newGroup(isArray: true))
    array = opened
    return try nextElement(of: opened)
  }

  /// The next element; nil where the array turns out to have ended without its bracket.
  mutating func nextElement(of open: ArrayState) throws(SourceError) -> FramedItem? {
    let skipped = try skipSpace(andCommas: true)
    guard let byte = window.bytes.first else {
      return close(open, with: .unreadable(place, .endsTooEarly, content: nil))
    }
    if byte == UInt8(ascii: "]") {
      window.consume(1)
      array = nil
      return .groupEnd(open.group.number)
    }
    guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else {
      return try unreadableLine(.notJSON, from: place)
    }
    if open.hasElements, skipped.endsLine, !skipped.hasComma {
      // Without a comma, at the beginning of a line: the array was cut, and the log goes on.
      array = nil
      return .groupEnd(open.group.number)
    }
    array?.hasElements = true
    let item = try value(group: open.group)
    if case .unreadable(_, .endsTooEarly, _) = item, window.count == 0, window.isAtEnd {
      return close(open, with: item)
    }
    return item
  }

  /// Leaves an array at the end of the source; its group stays open.
  private mutating func close(_ open: ArrayState, with item: FramedItem) -> FramedItem {
    array = nil
    events.group = open.group
    return item
  }
}
