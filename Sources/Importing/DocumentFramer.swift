import JSONText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Cuts a source into JSON documents, whatever their arrangement: one a line, pretty-printed,
/// glued together, in a top-level array, or in the `data:` lines of an event stream.
///
/// A damaged document costs itself and nothing more: reading goes on at the next line that can
/// begin one. Nothing larger than one document is held in memory.
struct DocumentFramer {
  var parser = JSONParser()
  let window: ByteWindow
  var line: Int64 = 1
  /// The group of the array that is open.
  private var arrayGroup: DocumentGroup?
  /// The event stream that is open, and what has come of its next event.
  var events = EventStreamState()
  private var groupsBegun = 0
  /// How many documents have stood on a line of their own: then the file is a log of lines.
  private var lineDocuments = 0

  init(_ source: any ByteSource, limit: Int = ByteWindow.largestDocument) {
    window = ByteWindow(source, limit: limit)
  }

  var place: SourcePlace { SourcePlace(line: line, byteOffset: window.offset) }

  /// The next piece; nil at the end.
  mutating func next() throws(SourceError) -> FramedItem? {
    if let item = nextOfEvent() { return item }
    if let group = arrayGroup { return try nextElement(of: group) }
    try skipSpace()
    guard let byte = window.bytes.first else { return finish() }
    if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { return try lineOrValue(byte) }
    if try isAtEventField() { return try nextEvent() }
    return try unreadableLine(.notJSON)
  }

  mutating func newGroup(isArray: Bool) -> DocumentGroup {
    groupsBegun += 1
    return DocumentGroup(number: groupsBegun, isArray: isArray)
  }

  /// The end of the source closes what is open.
  private mutating func finish() -> FramedItem? {
    guard let group = events.group else { return nil }
    events.group = nil
    return .groupEnd(group.number)
  }

  // MARK: Lines

  /// A document that stands on one line, or else the beginning of one that spans several.
  private mutating func lineOrValue(_ first: UInt8) throws(SourceError) -> FramedItem? {
    guard let lineCount = try lineLength() else {
      // The line is longer than a document may be; an array can still be taken apart.
      return first == UInt8(ascii: "[") ? try beginArray() : try unreadableLine(.tooLarge)
    }
    let text = UnsafeBufferPointer(rebasing: window.bytes.prefix(lineCount))
    let start = place
    do throws(JSONError) {
      try parser.parse(text)
      lineDocuments += 1
      consumeLine(lineCount)
      return .document(text, start, group: events.group)
    } catch {
      switch error.problem {
      case .unexpectedEnd where window.isAtEnd && lineCount == window.count && lineDocuments > 0:
        window.consume(lineCount)
        return .unfinishedLine(start)
      case .unexpectedEnd, .trailingCharacters:
        return first == UInt8(ascii: "[") ? try beginArray() : try value(group: events.group)
      default:
        return try unreadableLine(.brokenJSON(error.problem))
      }
    }
  }

  /// The length of the line in view without its line end; nil if it is too long to hold.
  private func lineLength() throws(SourceError) -> Int? {
    var searched = 0
    while true {
      let bytes = window.bytes
      if let base = bytes.baseAddress, bytes.count > searched,
        // Sound: memchr looks at no more than the bytes in view.
        let found = memchr(base + searched, 0x0A, bytes.count - searched)
      {
        return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
      }
      searched = bytes.count
      guard try window.fill() else { return window.isAtEnd ? window.count : nil }
    }
  }

  /// Gives up a line and its line end; the bytes stay readable until the next fill.
  private mutating func consumeLine(_ count: Int) {
    let hasLineEnd = window.count > count
    window.consume(hasLineEnd ? count + 1 : count)
    if hasLineEnd { line += 1 }
  }

  private enum LineFault {
    case notJSON
    case tooLarge
    case brokenJSON(JSONError.Problem)
  }

  /// Sets the rest of the line aside, however long it is.
  private mutating func unreadableLine(_ fault: LineFault) throws(SourceError) -> FramedItem {
    let start = place
    while true {
      if let lineEnd = window.bytes.firstIndex(of: 0x0A) {
        window.consume(lineEnd + 1)
        line += 1
        break
      }
      window.consume(window.count)
      guard try window.fill() else { break }
    }
    let reason: UnreadableReason =
      switch fault {
      case .notJSON: .notJSON
      case .tooLarge: .tooLarge(limit: ByteWindow.largestDocument)
      case .brokenJSON(let problem): .brokenJSON(problem)
      }
    return .unreadable(start, reason)
  }

  // MARK: Values that span lines

  /// A value whose end is found by its brackets.
  private mutating func value(group: DocumentGroup?) throws(SourceError) -> FramedItem {
    var scan = ValueScan()
    while true {
      switch scan.resume(in: window.bytes) {
      case .ends(let end): return document(end, group: group)
      case .brokenByLineEnd(let end): return setAside(end, .brokenJSON(.controlCharacterInString))
      case .lineEnds(let end):
        if try beginsDocument(at: end) { return setAside(end, .endsTooEarly) }
      case .needsMore:
        if try window.fill() { continue }
        let reason: UnreadableReason =
          window.isAtEnd ? .endsTooEarly : .tooLarge(limit: ByteWindow.largestDocument)
        return setAside(resumptionPoint(), reason)
      }
    }
  }

  private mutating func document(_ end: Int, group: DocumentGroup?) -> FramedItem {
    let text = UnsafeBufferPointer(rebasing: window.bytes.prefix(end))
    let start = place
    do throws(JSONError) {
      try parser.parse(text)
    } catch {
      return setAside(end, .brokenJSON(error.problem))
    }
    countLines(in: text)
    window.consume(end)
    return .document(text, start, group: group)
  }

  private mutating func setAside(_ end: Int, _ reason: UnreadableReason) -> FramedItem {
    let start = place
    countLines(in: UnsafeBufferPointer(rebasing: window.bytes.prefix(end)))
    window.consume(end)
    return .unreadable(start, reason)
  }

  private mutating func countLines(in text: UnsafeBufferPointer<UInt8>) {
    for byte in text where byte == 0x0A { line += 1 }
  }

  /// Whether the line at an index is a whole JSON object: then what came before it was cut.
  private mutating func beginsDocument(at index: Int) throws(SourceError) -> Bool {
    while window.count < index + 2 { guard try window.fill() else { return false } }
    let rest = window.bytes[index...]
    guard rest.first == UInt8(ascii: "{"), let lineEnd = rest.firstIndex(of: 0x0A),
      lineEnd > index + 2
    else { return false }
    let text = UnsafeBufferPointer(rebasing: window.bytes[index..<lineEnd])
    do throws(JSONError) {
      try parser.parse(text)
      return true
    } catch {
      return false
    }
  }

  /// Where to go on after a value that never ends: the next line that begins with a bracket.
  private func resumptionPoint() -> Int {
    let bytes = window.bytes
    for index in bytes.indices.dropLast() where bytes[index] == 0x0A {
      if bytes[index + 1] == UInt8(ascii: "{") || bytes[index + 1] == UInt8(ascii: "[") {
        return index + 1
      }
    }
    return bytes.count
  }

  // MARK: Arrays

  private mutating func beginArray() throws(SourceError) -> FramedItem? {
    window.consume(1)
    let group = newGroup(isArray: true)
    arrayGroup = group
    return try nextElement(of: group)
  }

  private mutating func nextElement(of group: DocumentGroup) throws(SourceError) -> FramedItem? {
    try skipSpace(andCommas: true)
    guard let byte = window.bytes.first else {
      arrayGroup = nil
      events.group = group
      return .unreadable(place, .endsTooEarly)
    }
    if byte == UInt8(ascii: "]") {
      window.consume(1)
      arrayGroup = nil
      return .groupEnd(group.number)
    }
    if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
      let item = try value(group: group)
      if case .unreadable(_, .endsTooEarly) = item, window.count == 0, window.isAtEnd {
        arrayGroup = nil
        events.group = group
      }
      return item
    }
    return try unreadableLine(.notJSON)
  }

  // MARK: White space

  private mutating func skipSpace(andCommas: Bool = false) throws(SourceError) {
    while true {
      var count = 0
      for byte in window.bytes {
        switch byte {
        case 0x0A: line += 1
        case 0x20, 0x09, 0x0D: break
        case UInt8(ascii: ",") where andCommas: break
        default:
          window.consume(count)
          return
        }
        count += 1
      }
      window.consume(count)
      guard try window.fill() else { return }
    }
  }
}
