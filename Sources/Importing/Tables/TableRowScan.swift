/// Finds the cells of one row of a table, as RFC 4180 writes them.
///
/// A cell in quotes may hold delimiters, line ends and, doubled, quotes. A quote inside a cell that
/// does not begin with one stands for itself: logs are full of them. The scan can be continued when
/// more bytes have come, so a row is passed over once however it arrives.
struct TableRowScan {
  /// A cell's characters, without the quotes around it.
  struct Cell {
    var start: Int
    var end: Int
    var isQuoted = false
    /// Whether quotes stand doubled in it.
    var hasDoubledQuotes = false
  }

  /// What the scan has come to.
  enum Outcome: Equatable {
    /// The row ends before this index, its line end included.
    case ends(next: Int)
    /// After a closing quote comes something that is neither delimiter nor line end.
    case brokenQuotes
    /// The bytes end inside the row.
    case needsMore
  }

  private(set) var cells: [Cell] = []
  /// How many lines the row takes, as far as it was read.
  private(set) var lines: Int64 = 1
  private var position = 0
  private var cell = Cell(start: 0, end: 0)
  private var state = State.cellBegins
  private let delimiter: UInt8
  private let lineEnd: UInt8

  private enum State {
    case cellBegins, inPlain, inQuotes, afterQuote
  }

  init(delimiter: UInt8, lineEnd: UInt8) {
    self.delimiter = delimiter
    self.lineEnd = lineEnd
  }

  /// Whether the row is inside quotes where the bytes have come to an end.
  var isInQuotes: Bool { state == .inQuotes }

  /// Forgets the row, for the next one.
  mutating func begin() {
    cells.removeAll(keepingCapacity: true)
    lines = 1
    position = 0
    cell = Cell(start: 0, end: 0)
    state = .cellBegins
  }

  /// Goes on with a row that begins at the first of these bytes.
  mutating func resume(in bytes: UnsafeBufferPointer<UInt8>) -> Outcome {
    while position < bytes.count {
      let byte = bytes[position]
      switch state {
      case .cellBegins where byte == UInt8(ascii: "\""):
        cell = Cell(start: position + 1, end: position + 1, isQuoted: true)
        state = .inQuotes
      case .cellBegins:
        cell = Cell(start: position, end: position)
        state = .inPlain
        continue
      case .inPlain:
        if let next = passPlain(bytes) { return .ends(next: next) }
        continue
      case .inQuotes:
        passQuoted(bytes)
        continue
      case .afterQuote:
        if byte == UInt8(ascii: "\"") {
          cell.hasDoubledQuotes = true
          state = .inQuotes
        } else if byte == delimiter {
          endCell()
        } else if byte == lineEnd {
          cells.append(cell)
          return .ends(next: position + 1)
        } else if byte != 0x0D {
          return .brokenQuotes
        }
      }
      position += 1
    }
    return .needsMore
  }

  /// Completes a row that the source ends without a line end; false inside quotes.
  mutating func finish(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch state {
    case .inQuotes: return false
    case .afterQuote: break
    case .cellBegins: cell = Cell(start: position, end: position)
    case .inPlain: cell.end = withoutReturn(position, bytes)
    }
    cells.append(cell)
    return true
  }

  /// Passes over a cell without quotes; where the row ends, the index after its line end.
  private mutating func passPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == delimiter {
        cell.end = position
        endCell()
        position += 1
        return nil
      }
      if byte == lineEnd {
        cell.end = withoutReturn(position, bytes)
        cells.append(cell)
        return position + 1
      }
      position += 1
    }
    return nil
  }

  private mutating func passQuoted(_ bytes: UnsafeBufferPointer<UInt8>) {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        cell.end = position
        state = .afterQuote
        position += 1
        return
      }
      if byte == lineEnd { lines += 1 }
      position += 1
    }
  }

  private mutating func endCell() {
    cells.append(cell)
    state = .cellBegins
  }

  /// Where a cell ends whose line ends here, with CR LF or LF alone.
  private func withoutReturn(_ end: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    end > cell.start && bytes[end - 1] == 0x0D ? end - 1 : end
  }
}
