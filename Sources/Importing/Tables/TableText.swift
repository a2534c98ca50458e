/// The text of a table's cells.
extension TableRowScan.Cell {
  /// The cell as it is meant: doubled quotes are one, spaces around a cell without quotes none.
  func text(in bytes: UnsafeBufferPointer<UInt8>) -> String {
    let raw = trimmed(in: bytes)
    guard hasDoubledQuotes else { return String(decoding: raw, as: UTF8.self) }
    return String(decoding: TableRowScan.Cell.undoubled(raw), as: UTF8.self)
  }

  /// The characters of the cell, without spaces around them where it has no quotes.
  func trimmed(in bytes: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
    var (start, end) = (start, end)
    if !isQuoted {
      while start < end, bytes[start] == 0x20 { start += 1 }
      while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    }
    return bytes[start..<end]
  }

  /// Whether the cell says that there is no value: nothing at all, or the word by which databases
  /// and data frames write that.
  func isMissing(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = trimmed(in: bytes)
    guard !isQuoted else { return raw.isEmpty }
    guard raw.count <= 4 else { return false }
    return ["", "NULL", "null", "\\N", "NaN", "nan", "None", "-"].contains {
      $0.utf8.elementsEqual(raw)
    }
  }

  /// Text in which two quotes stand for one, as it is meant.
  static func undoubled(_ raw: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(raw.count)
    var isFirst = false
    for byte in raw {
      isFirst = byte == UInt8(ascii: "\"") && !isFirst
      if byte == UInt8(ascii: "\""), !isFirst { continue }
      text.append(byte)
    }
    return text
  }
}
