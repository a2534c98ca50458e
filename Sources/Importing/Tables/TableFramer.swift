import JSONText

/// Cuts a source into the rows of a table.
///
/// Each row is handed on as the JSON object that it stands for. A row with too many or too few
/// cells costs itself and nothing more; so does a quote that is never closed, after which reading
/// goes on at the next line. Nothing larger than one row is held in memory.
struct TableFramer: LogFramer {
  let parser = JSONParser()
  private let window: ByteWindow
  private let layout: TableLayout
  private var scan: TableRowScan
  private let json: RowJSON
  private var line: Int64 = 1
  private var hasReadHeader = false

  /// A framer of what a window has in view and has still to come of a text that begins at an offset.
  init(_ window: ByteWindow, _ layout: TableLayout, textStart: Int64 = 0) {
    self.window = window
    self.layout = layout
    scan = TableRowScan(delimiter: layout.delimiter, lineEnd: layout.lineEnd)
    json = RowJSON(columns: layout.read)
    hasReadHeader = !layout.hasHeader
    // A line before the header has been read: it told the delimiter.
    if window.offset > textStart { line = 2 }
  }

  var place: SourcePlace { SourcePlace(line: line, byteOffset: window.offset) }

  /// The next row, or what could not be read as one; nil at the end.
  mutating func next() throws(SourceError) -> FramedItem? {
    while true {
      try skipEmptyLines()
      guard let byte = window.bytes.first else { return nil }
      if byte == 0xEF, try window.skipMark() { continue }
      scan.begin()
      let item = try row()
      if hasReadHeader { return item }
      hasReadHeader = true
    }
  }

  private mutating func row() throws(SourceError) -> FramedItem {
    while true {
      switch scan.resume(in: window.bytes) {
      case .ends(let next): return take(next, isWhole: true)
      case .brokenQuotes: return try setAsideLine(.brokenQuotes)
      case .needsMore:
        if try window.fill() { continue }
        guard window.isAtEnd else { return try setAsideLine(.tooLarge(limit: window.limit)) }
        if scan.finish(in: window.bytes) { return take(window.count, isWhole: false) }
        if window.bytes.contains(layout.lineEnd) { return try setAsideLine(.brokenQuotes) }
        return unfinished()
      }
    }
  }

  /// Hands on a row; its bytes stay readable until the next fill.
  ///
  /// `isWhole` says that it has a line end.
  private mutating func take(_ length: Int, isWhole: Bool) -> FramedItem {
    let bytes = window.bytes
    let start = place
    let cells = scan.cells
    let expected = layout.columns.count
    // Spreadsheets end every row with a delimiter too many.
    let isTooLong =
      cells.count > expected && cells[expected...].contains { $0.isQuoted || $0.end > $0.start }
    if cells.count < expected, !isWhole { return unfinished() }
    var text = UnsafeBufferPointer(rebasing: bytes.prefix(length))
    window.consume(length)
    line += scan.lines
    guard cells.count >= expected, !isTooLong else {
      return .unreadable(
        start, .columnCount(found: cells.count, expected: expected),
        content: PlaceContent.hash(text))
    }
    guard let object = json.object(cells, in: bytes, parser) else {
      return .unreadable(
        start, .tooLarge(limit: window.limit), content: PlaceContent.hash(text))
    }
    // The same row is the same request with and without a line end, of whatever kind.
    while let last = text.last, last == 0x0A || last == 0x0D {
      text = UnsafeBufferPointer(rebasing: text.dropLast())
    }
    return .row(object, text: text, start, isOpen: !isWhole)
  }

  /// The last row, which somebody is still writing.
  private mutating func unfinished() -> FramedItem {
    let start = place
    window.consume(window.count)
    return .unfinishedLine(start)
  }

  /// Sets the line aside on which the row begins, however long it is.
  private mutating func setAsideLine(_ reason: UnreadableReason) throws(SourceError) -> FramedItem {
    let start = place
    var content = PlaceContent()
    repeat {
      if let end = window.bytes.firstIndex(of: layout.lineEnd) {
        content.add(window.bytes.prefix(end))
        window.consume(end + 1)
        line += 1
        break
      }
      content.add(window.bytes[...])
      window.consume(window.count)
    } while try window.fill()
    return .unreadable(start, reason, content: content.hash)
  }

  private mutating func skipEmptyLines() throws(SourceError) {
    while true {
      var count = 0
      for byte in window.bytes {
        guard byte == 0x0A || byte == 0x0D else {
          window.consume(count)
          return
        }
        if byte == layout.lineEnd { line += 1 }
        count += 1
      }
      window.consume(count)
      guard try window.fill() else { return }
    }
  }
}
