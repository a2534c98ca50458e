import Usage

/// Looks at the beginning of a source to see whether it is a table.
///
/// JSON begins with a bracket and an event stream with the name of a field; a table begins with
/// the names of its columns. Which delimiter it has the map decides, where there is one: the one
/// that gives the columns of the map. So a name may hold commas in a table of tabs.
enum TableProbe {
  /// Delimiters in the order in which they are tried.
  private static let delimiters = [",", "\t", ";", "|"].map { (text: String) in
    text.utf8.first ?? 0
  }
  /// No table has longer first rows.
  private static let longestHead = 1 << 18

  static func look(
    at window: ByteWindow, _ options: ImportOptions
  ) -> TableLayout.Recognition {
    guard options.format.map(allowsTable) ?? true, isNoJSON(window) else { return .other }
    var head = head(of: window)
    if isEventStream(head) { return .other }
    let lineEnd = lineEnd(of: head)
    var stated: UInt8?
    if let (delimiter, length) = excelHint(head) {
      // The hint is not the header.
      window.consume(length)
      stated = delimiter
      head = self.head(of: window)
    }
    let headers = (stated.map { [$0] } ?? delimiters).map { delimiter in
      (delimiter, header(head, delimiter, lineEnd))
    }
    if let map = options.columns {
      let recognition = mapped(headers, lineEnd, map)
      if case .missing(_, let columns) = recognition,
        holdsLogLines(head) || TableHeader(columns: columns).holdsJSON
      {
        return .other
      }
      return recognition
    }
    for (delimiter, header) in headers {
      if let read = KnownTables.columns(of: header, options.format) {
        return .table(
          TableLayout(
            delimiter: delimiter, lineEnd: lineEnd, columns: header.columns, hasHeader: true,
            read: read))
      }
    }
    return holdsLogLines(head) ? .other : unknown(headers, head, lineEnd)
  }

  private static func allowsTable(_ format: InputFormat) -> Bool {
    [.table, .liteLLM, .langfuse, .helicone].contains(format)
  }

  /// Whether the source begins with something other than JSON.
  private static func isNoJSON(_ window: ByteWindow) -> Bool {
    while true {
      if let first = window.bytes.first(where: { $0 > 0x20 }) {
        return first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
      }
      guard window.count < longestHead, (try? window.fill()) == true else { return false }
    }
  }

  /// The first lines, whatever the pieces in which they come.
  ///
  /// A row of data behind the header tells a table from a line of prose. A source that cannot be
  /// read any further says so again when it is read on.
  private static func head(of window: ByteWindow) -> UnsafeBufferPointer<UInt8> {
    while true {
      var lineEnds = 0
      for (index, byte) in window.bytes.prefix(longestHead).enumerated()
      where byte == 0x0A || byte == 0x0D {
        lineEnds += 1
        // Four lines of CR LF, or eight of either.
        if lineEnds == 8 { return UnsafeBufferPointer(rebasing: window.bytes[...index]) }
      }
      guard window.count < longestHead, (try? window.fill()) == true else {
        return UnsafeBufferPointer(rebasing: window.bytes.prefix(longestHead))
      }
    }
  }

  /// Whether one of the first lines is JSON or an event: then the very first was a stray.
  private static func holdsLogLines(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.split(separator: 0x0A).contains { line in
      line.first == UInt8(ascii: "{") || line.first == UInt8(ascii: "[")
        || line.starts(with: "data:".utf8)
    }
  }

  private static func isEventStream(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.first == UInt8(ascii: ":")
      || ["data:", "event:", "id:", "retry:"].contains { bytes.starts(with: $0.utf8) }
  }

  /// The byte that ends lines: LF, unless a CR ends the first one without an LF behind it.
  private static func lineEnd(of bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
    guard let first = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }),
      bytes[first] == 0x0D, first + 1 < bytes.count, bytes[first + 1] != 0x0A
    else { return 0x0A }
    return 0x0D
  }

  /// The delimiter of a first line `sep=;`, which tells spreadsheets, and that line's length.
  private static func excelHint(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (delimiter: UInt8, length: Int)? {
    guard bytes.count > 5, bytes.starts(with: "sep=".utf8) else { return nil }
    let end = bytes[5...].prefix { $0 == 0x0D || $0 == 0x0A }
    guard !end.isEmpty else { return nil }
    return (bytes[4], 5 + min(2, end.count))
  }

  private static func header(
    _ bytes: UnsafeBufferPointer<UInt8>, _ delimiter: UInt8, _ lineEnd: UInt8
  ) -> TableHeader {
    let start = bytes.firstIndex { $0 != 0x0A && $0 != 0x0D } ?? 0
    let rest = UnsafeBufferPointer(rebasing: bytes[start...])
    var scan = TableRowScan(delimiter: delimiter, lineEnd: lineEnd)
    switch scan.resume(in: rest) {
    case .ends: break
    case .brokenQuotes: return TableHeader(columns: [])
    case .needsMore: guard scan.finish(in: rest) else { return TableHeader(columns: []) }
    }
    return TableHeader(columns: scan.cells.map { $0.text(in: rest) })
  }

  private static func mapped(
    _ headers: [(UInt8, TableHeader)], _ lineEnd: UInt8, _ map: ColumnMap
  ) -> TableLayout.Recognition {
    for (delimiter, header) in headers {
      if let layout = TableLayout(
        header: header, delimiter: delimiter, lineEnd: lineEnd, map: map)
      {
        if let column = map.columns.first(where: { header.isAmbiguous($0.path) }) {
          return .ambiguous(column: column.path.name, columns: header.columns)
        }
        return .table(layout)
      }
    }
    // The delimiter that gives most of the map's columns, else most columns, is what was meant.
    func found(_ header: TableHeader) -> Int {
      map.columns.count { header.index(of: $0.path) != nil }
    }
    let best = headers.map(\.1).max {
      (found($0), $0.columns.count) < (found($1), $1.columns.count)
    }
    guard let best, let missing = map.columns.first(where: { best.index(of: $0.path) == nil })
    else { return .other }
    return .missing(column: missing.path.name, columns: best.columns)
  }

  /// A table without a map is only one if its first row may be names, and its second row has as
  /// many cells.
  private static func unknown(
    _ headers: [(UInt8, TableHeader)], _ bytes: UnsafeBufferPointer<UInt8>, _ lineEnd: UInt8
  ) -> TableLayout.Recognition {
    for (delimiter, header) in headers where header.columns.count > 1 && header.mayBeNames {
      let start = bytes.firstIndex { $0 != 0x0A && $0 != 0x0D } ?? 0
      var rest = UnsafeBufferPointer(rebasing: bytes[start...])
      var scan = TableRowScan(delimiter: delimiter, lineEnd: lineEnd)
      guard case .ends(let next) = scan.resume(in: rest) else { continue }
      rest = UnsafeBufferPointer(rebasing: rest[next...])
      scan.begin()
      switch scan.resume(in: rest) {
      case .ends: break
      case .brokenQuotes: continue
      case .needsMore: guard scan.finish(in: rest) else { continue }
      }
      if scan.cells.count == header.columns.count { return .unmapped(columns: header.columns) }
    }
    return .other
  }
}
