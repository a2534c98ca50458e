import JSONText

/// An event stream that is being read: the lines of `alt=sse` responses.
///
/// The rules are those of the WHATWG HTML standard, section 9.2.6: fields end at CR, LF or CRLF,
/// several `data` fields of one event are joined by line ends, an empty line dispatches.
struct EventStreamState {
  /// The group of the stream's documents; nil outside a stream.
  var group: DocumentGroup?
  /// The data of the event that is being collected.
  var data = ByteBuffer()
  var dataPlace = SourcePlace()
  /// Whether the event is longer than a document may be; its data are then no longer kept.
  var isTooLarge = false
  /// A dispatched event that is being taken apart, and how far that has come.
  var payload = ByteBuffer()
  var payloadPosition = 0
  var payloadPlace = SourcePlace()
}

extension DocumentFramer {
  /// Whether a line that begins here is a field of an event stream.
  mutating func isAtEventField() throws(SourceError) -> Bool {
    while window.count < 8 { guard try window.fill() else { break } }
    let start = window.bytes.prefix(8)
    if start.first == UInt8(ascii: ":") { return try isComment() }
    return ["data:", "event:", "id:", "retry:"].contains { start.starts(with: $0.utf8) }
  }

  /// Whether the line in view, which begins with a colon, is a comment, and not JSON that has lost
  /// its beginning.
  ///
  /// Comments keep a connection open and are words, if anything: `: ping`, `: OPENROUTER PROCESSING`.
  /// In a log of lines, quotes and braces are of a line of the log.
  private func isComment() throws(SourceError) -> Bool {
    guard let length = try fieldLength() else { return true }
    let text = window.bytes.prefix(length).dropFirst()
    let quote = UInt8(ascii: "\"")
    guard let first = text.first(where: { $0 > 0x20 }), let last = text.last(where: { $0 > 0x20 })
    else { return true }
    if first == quote || first == UInt8(ascii: "{") || last == UInt8(ascii: "}") { return false }
    if lineDocuments > 0, events.group == nil {
      return !text.contains { $0 == quote || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
    }
    // The name of a member and its colon.
    return !zip(text, text.dropFirst()).contains { $0 == quote && $1 == UInt8(ascii: ":") }
  }

  /// The next document of the event that is being taken apart.
  mutating func nextOfEvent() -> FramedItem? {
    let bytes = events.payload.bytes
    while events.payloadPosition < bytes.count {
      switch bytes[events.payloadPosition] {
      case 0x20, 0x0A, 0x0D, 0x09: events.payloadPosition += 1
      default: return nextOfPayload()
      }
    }
    return nil
  }

  private mutating func nextOfPayload() -> FramedItem {
    let bytes = events.payload.bytes
    let place = events.payloadPlace
    let start = events.payloadPosition
    events.payloadPosition = bytes.count
    func unreadable(_ reason: UnreadableReason) -> FramedItem {
      .unreadable(
        place, reason,
        content: PlaceContent.hash(UnsafeBufferPointer(rebasing: bytes[start...])))
    }
    if bytes[start...].starts(with: "[DONE]".utf8) {
      let ended = events.group ?? newGroup(isArray: false)
      events.group = nil
      return .groupEnd(ended.number)
    }
    guard bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") else {
      return unreadable(.notJSON)
    }
    var scan = ValueScan(from: start)
    var outcome = scan.resume(in: bytes)
    while case .lineEnds = outcome { outcome = scan.resume(in: bytes) }
    guard case .ends(let end) = outcome else { return unreadable(.endsTooEarly) }
    let text = UnsafeBufferPointer(rebasing: bytes[start..<end])
    events.payloadPosition = end
    do throws(JSONError) {
      try parser.parseLine(text)
      return .document(text, place, group: events.group)
    } catch {
      return unreadable(.brokenJSON(error.problem))
    }
  }

  /// Reads fields until an event is complete; an item where one field is a document by itself, or
  /// where the event cannot be kept.
  mutating func readEvent() throws(SourceError) -> FramedItem? {
    leftLines = true
    if events.group == nil { events.group = newGroup(isArray: false) }
    while try isAtEventField() || isAtLineEnd, let length = try fieldLength() {
      let isEnd = length == 0
      if let document = wholeDocument(length) { return document }
      try takeField(length)
      if events.isTooLarge, isEnd { return tooLargeEvent() }
      if isEnd, dispatch() { return nil }
    }
    // Something else follows (an error body, or the end): it ends the event, too.
    if events.isTooLarge { return tooLargeEvent() }
    _ = dispatch()
    return nil
  }

  /// A document that fills the `data` field in view, which is how APIs send them.
  ///
  /// It is read where it lies: nothing is copied, no empty line has to follow, and an event as
  /// large as a document may be needs no second place as large. The line end stays in view.
  private mutating func wholeDocument(_ length: Int) -> FramedItem? {
    guard events.data.isEmpty, !events.isTooLarge, window.bytes.starts(with: "data:".utf8) else {
      return nil
    }
    let field = window.bytes.prefix(length)
    guard let first = field.dropFirst(5).firstIndex(where: { $0 > 0x20 }),
      field[first] == UInt8(ascii: "{") || field[first] == UInt8(ascii: "[")
    else { return nil }
    let text = UnsafeBufferPointer(rebasing: field[first...])
    do throws(JSONError) {
      try parser.parseLine(text)
    } catch {
      return nil
    }
    let start = place
    window.consume(length)
    return .document(text, start, group: events.group)
  }

  private var isAtLineEnd: Bool {
    window.bytes.first == 0x0A || window.bytes.first == 0x0D
  }

  /// Makes the collected data the event to take apart; false if there are none.
  private mutating func dispatch() -> Bool {
    guard !events.data.isEmpty else { return false }
    swap(&events.payload, &events.data)
    events.payloadPosition = 0
    events.payloadPlace = events.dataPlace
    events.data.removeAll()
    return true
  }

  private mutating func tooLargeEvent() -> FramedItem {
    events.isTooLarge = false
    events.data.removeAll()
    return .unreadable(events.dataPlace, .tooLarge(limit: window.limit), content: nil)
  }

  /// Reads one field and its line end, and keeps it if it is data.
  private mutating func takeField(_ length: Int) throws(SourceError) {
    let field = window.bytes.prefix(length)
    if field.starts(with: "data:".utf8) {
      var value = field.dropFirst(5)
      if value.first == 0x20 { value = value.dropFirst() }
      if events.data.isEmpty { events.dataPlace = place }
      if events.isTooLarge || events.data.count + value.count > window.limit {
        events.isTooLarge = true
      } else {
        if !events.data.isEmpty { events.data.append(CollectionOfOne(0x0A)) }
        events.data.append(value)
      }
    }
    window.consume(length)
    if window.count > 0 || window.isAtEnd { return try skipLineEnd() }
    // The field filled the window and still goes on.
    events.isTooLarge = true
    _ = try unreadableLine(.tooLarge(limit: window.limit), from: place)
  }

  /// The length of the field in view, or as much of it as can be held; nil at the end of the source.
  private func fieldLength() throws(SourceError) -> Int? {
    var searched = 0
    while true {
      let bytes = window.bytes
      if let end = bytes[searched...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) { return end }
      searched = bytes.count
      guard try window.fill() else { return searched == 0 ? nil : searched }
    }
  }

  private mutating func skipLineEnd() throws(SourceError) {
    guard let first = window.bytes.first else { return }
    window.consume(1)
    line += 1
    guard first == 0x0D else { return }
    if window.count == 0 { _ = try window.fill() }
    if window.bytes.first == 0x0A { window.consume(1) }
  }
}
