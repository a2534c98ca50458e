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
struct DocumentFramer: LogFramer {
  let parser: JSONParser
  let window: ByteWindow
  var line: Int64 = 1
  /// The array that is open.
  var array: ArrayState?
  /// The event stream that is open, and what has come of its next event.
  var events = EventStreamState()
  private var groupsBegun = 0
  /// How many documents have stood on a line of their own: then the file is a log of lines.
  var lineDocuments = 0
  /// Whether anything was more, or less, than a line by itself: a value that spans lines or shares
  /// one, an array, an event stream.
  var leftLines = false
  /// The bytes from the beginning of the source before which the line in view does not end.
  private var lineSearched: Int64
  /// What is read as one line, and not as a value that may be glued to others.
  private let longestLine: Int

  /// A framer of a source, or of the rest of one.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - limit: The longest document.
  ///   - longestLine: What is read as one line.
  ///   - start: Where the source begins; beyond the very beginning it is a log of lines.
  init(
    _ source: any ByteSource, limit: Int = ByteWindow.largestDocument,
    longestLine: Int = 1 << 20, startingAt start: SourcePlace = SourcePlace()
  ) {
    self.init(
      ByteWindow(source, limit: limit, offset: start.byteOffset), longestLine: longestLine,
      startingAt: start)
  }

  /// A framer of what a window has in view and has still to come.
  init(
    _ window: ByteWindow, longestLine: Int = 1 << 20, startingAt start: SourcePlace = SourcePlace(),
    parser: JSONParser = DocumentFramer.newParser()
  ) {
    self.window = window
    self.parser = parser
    self.longestLine = longestLine
    line = start.line
    lineSearched = start.byteOffset
    if start.byteOffset > 0 { lineDocuments = 1 }
  }

  /// A parser for documents.
  ///
  /// Bounded, since 32 MiB of `0,0,0` would otherwise need 256 MiB of nodes; these take 24.
  static func newParser() -> JSONParser { JSONParser(nodeLimit: 3 << 19) }

  /// Whether nothing is open: no array, no event stream.
  var isBetweenDocuments: Bool { array == nil && events.group == nil }

  var place: SourcePlace { SourcePlace(line: line, byteOffset: window.offset) }

  /// The next piece; nil at the end.
  mutating func next() throws(SourceError) -> FramedItem? {
    while true {
      if let item = nextOfEvent() { return item }
      if let array {
        if let item = try nextElement(of: array) { return item }
        continue
      }
      try skipSpace()
      // A stream that is open here may go on when the source has grown: nothing ends it.
      guard let byte = window.bytes.first else { return nil }
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { return try lineOrValue(byte) }
      if byte == 0 { return try zeroBytes() }
      if byte == 0xEF, try window.skipMark() { continue }
      guard try isAtEventField() else {
        if let scalar = try scalarLine() { return scalar }
        return try unreadableLine(.notJSON, from: place)
      }
      if let item = try readEvent() { return item }
    }
  }

  mutating func newGroup(isArray: Bool) -> DocumentGroup {
    groupsBegun += 1
    return DocumentGroup(number: groupsBegun, isArray: isArray)
  }

  // MARK: Lines

  /// The group of a document that stands outside the `data:` of the event stream that is open.
  private var groupOfLine: DocumentGroup? {
    guard var group = events.group else { return nil }
    group.isBesideEvents = true
    return group
  }

  /// A document that stands on one line, or else the beginning of one that spans several.
  private mutating func lineOrValue(_ first: UInt8) throws(SourceError) -> FramedItem? {
    let isArray = first == UInt8(ascii: "[")
    guard let lineCount = try lineLength() else {
      return isArray ? try beginArray() : try value(group: groupOfLine)
    }
    let text = UnsafeBufferPointer(rebasing: window.bytes.prefix(lineCount))
    let start = place
    do throws(JSONError) {
      try parser.parseLine(text)
      lineDocuments += 1
      consumeLine(lineCount)
      return .document(text, start, group: groupOfLine)
    } catch {
      switch error.problem {
      case .trailingCharacters:
        // Glued documents: the parser has read the first of them.
        return take(parser.valueEnd, group: groupOfLine)
      case .unexpectedEnd
      where window.isAtEnd && lineCount == window.count
        && (lineDocuments > 0 || isFirst && !isArray):
        window.consume(lineCount)
        return .unfinishedLine(start)
      case .unexpectedEnd:
        return isArray ? try beginArray() : try value(group: groupOfLine)
      default:
        if !isArray, !isWholeLine(text) { return try value(group: groupOfLine) }
        return isArray && beginsWithObject(text)
          ? try beginArray() : try unreadableLine(.brokenJSON(error.problem), from: start)
      }
    }
  }

  /// Whether nothing stands before what is in view: it may be the first line of a log to come.
  private var isFirst: Bool { line == 1 && lineDocuments == 0 && !leftLines && isBetweenDocuments }

  /// A line of a log of lines that is JSON, although no document: a text, a number.
  private mutating func scalarLine() throws(SourceError) -> FramedItem? {
    guard lineDocuments > 0, let count = try lineLength() else { return nil }
    let text = UnsafeBufferPointer(rebasing: window.bytes.prefix(count))
    let start = place
    do throws(JSONError) {
      try parser.parseLine(text)
    } catch {
      return nil
    }
    consumeLine(count)
    return .document(text, start, group: groupOfLine)
  }

  /// Whether a damaged value at least ends with its line, so that the line is all that is lost.
  private func isWholeLine(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var scan = ValueScan()
    guard case .ends(let end) = scan.resume(in: text) else { return false }
    // What is glued to it is another document, and not lost with it.
    return text[end...].first { $0 > 0x20 && $0 != UInt8(ascii: ",") } != UInt8(ascii: "{")
  }

  /// Whether a line that begins with a bracket is a list of documents, and not `[INFO] …`.
  private func beginsWithObject(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.dropFirst().first { $0 > 0x20 } == UInt8(ascii: "{")
  }

  /// The length of the line in view without its line end; nil if it is too long for a line.
  ///
  /// What has been searched is remembered: a million documents glued into one line would otherwise
  /// be searched a million times.
  private mutating func lineLength() throws(SourceError) -> Int? {
    while true {
      guard lineSearched - window.offset <= longestLine else { return nil }
      let bytes = window.bytes
      let searched = Int(max(0, lineSearched - window.offset))
      if let base = bytes.baseAddress, bytes.count > searched,
        // Sound: memchr looks at no more than the bytes in view.
        let found = memchr(base + searched, 0x0A, bytes.count - searched)
      {
        let length = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
        lineSearched = window.offset + Int64(length)
        return length <= longestLine ? length : nil
      }
      lineSearched = window.offset + Int64(bytes.count)
      guard try window.fill() else {
        return window.isAtEnd && window.count <= longestLine ? window.count : nil
      }
    }
  }

  /// Gives up a line and its line end; the bytes stay readable until the next fill.
  private mutating func consumeLine(_ count: Int) {
    let hasLineEnd = window.count > count
    window.consume(hasLineEnd ? count + 1 : count)
    if hasLineEnd { line += 1 }
  }

  /// Sets the rest of the line aside, however long it is.
  mutating func unreadableLine(
    _ reason: UnreadableReason, from start: SourcePlace
  ) throws(SourceError) -> FramedItem {
    var content = PlaceContent()
    while true {
      if let lineEnd = window.bytes.firstIndex(of: 0x0A) {
        content.add(window.bytes.prefix(lineEnd))
        window.consume(lineEnd + 1)
        line += 1
        break
      }
      content.add(window.bytes[...])
      window.consume(window.count)
      guard try window.fill() else { break }
    }
    return .unreadable(start, reason, content: content.hash)
  }

  // MARK: Values that span lines

  /// A value whose end is found by its brackets.
  mutating func value(group: DocumentGroup?) throws(SourceError) -> FramedItem {
    leftLines = true
    var scan = ValueScan()
    while true {
      switch scan.resume(in: window.bytes) {
      case .ends(let end): return document(end, group: group)
      case .brokenByLineEnd(let end):
        return setAside(resumptionPoint(before: end), .brokenJSON(.controlCharacterInString))
      case .lineEnds(let end):
        if try beginsDocument(at: end) {
          return setAside(resumptionPoint(before: end), .endsTooEarly)
        }
      case .needsMore:
        if try window.fill() { continue }
        if window.isAtEnd, group == nil, lineDocuments > 0, !window.bytes.contains(0x0A) {
          let start = place
          window.consume(window.count)
          return .unfinishedLine(start)
        }
        if window.isAtEnd { return setAside(resumptionPoint(), .endsTooEarly) }
        let point = resumptionPoint()
        let reason = UnreadableReason.tooLarge(limit: window.limit)
        return point < window.count
          ? setAside(point, reason) : try unreadableLine(reason, from: place)
      }
    }
  }

  private mutating func document(_ end: Int, group: DocumentGroup?) -> FramedItem {
    do throws(JSONError) {
      try parser.parse(UnsafeBufferPointer(rebasing: window.bytes.prefix(end)))
    } catch {
      return setAside(resumptionPoint(before: end), .brokenJSON(error.problem))
    }
    return take(end, group: group)
  }

  /// Hands out the value that has just been parsed and that ends here.
  private mutating func take(_ end: Int, group: DocumentGroup?) -> FramedItem {
    leftLines = true
    let text = UnsafeBufferPointer(rebasing: window.bytes.prefix(end))
    let start = place
    countLines(in: text)
    window.consume(end)
    return .document(text, start, group: group)
  }

  private mutating func setAside(_ end: Int, _ reason: UnreadableReason) -> FramedItem {
    let start = place
    let text = UnsafeBufferPointer(rebasing: window.bytes.prefix(end))
    let content = PlaceContent.hash(text)
    countLines(in: text)
    window.consume(end)
    return .unreadable(start, reason, content: content)
  }

  private mutating func countLines(in text: UnsafeBufferPointer<UInt8>) {
    for byte in text where byte == 0x0A { line += 1 }
  }

  /// Whether a new document begins on the line at an index: then what came before it was cut.
  ///
  /// In a log of lines an opening brace says so; in pretty-printed text only a whole object does.
  private mutating func beginsDocument(at index: Int) throws(SourceError) -> Bool {
    while window.count < index + 2 { guard try window.fill() else { return false } }
    guard window.bytes[index] == UInt8(ascii: "{"), window.bytes[index + 1] != 0x0A else {
      return false
    }
    if lineDocuments > 0, window.bytes[index + 1] == UInt8(ascii: "\"") { return true }
    // The line must be in view whole, however small the pieces in which it comes.
    var searched = index
    while true {
      if let lineEnd = window.bytes[searched...].firstIndex(of: 0x0A) {
        return isObject(UnsafeBufferPointer(rebasing: window.bytes[index..<lineEnd]))
      }
      searched = window.count
      guard try window.fill() else { break }
    }
    return isObject(UnsafeBufferPointer(rebasing: window.bytes[index...]))
  }

  // MARK: White space

  /// Skips white space; says what it consisted of.
  @discardableResult
  mutating func skipSpace(andCommas: Bool = false) throws(SourceError) -> SkippedSpace {
    var skipped = SkippedSpace()
    while true {
      var count = 0
      for byte in window.bytes {
        switch byte {
        case 0x0A:
          line += 1
          skipped.endsLine = true
        case 0x20, 0x09, 0x0D: skipped.endsLine = false
        case UInt8(ascii: ",") where andCommas: skipped = SkippedSpace(hasComma: true)
        default:
          window.consume(count)
          return skipped
        }
        count += 1
      }
      window.consume(count)
      guard try window.fill() else { return skipped }
    }
  }

  struct SkippedSpace {
    var hasComma = false
    /// Whether its last byte ends a line: what follows stands at the beginning of one.
    var endsLine = false
  }
}
