import JSONText

/// Writes a row of a table as the JSON object that it stands for, so that one reader serves both.
///
/// Every cell becomes a string, which is how the readers take counts and times anyway; missing
/// cells are left out. Only the columns that somebody asks for are written: a prompt that stands in
/// another is passed over.
struct RowJSON {
  /// A column that is written: where it stands, and its name as a JSON key.
  private let columns: [(index: Int, key: [UInt8])]
  private let buffer = ByteBuffer()

  /// A writer of some columns of a table.
  init(columns: [(index: Int, name: String)]) {
    self.columns = columns.map { column in
      var key: [UInt8] = [UInt8(ascii: "\"")]
      for byte in column.name.utf8 { RowJSON.append(byte, to: &key) }
      return (column.index, key + Array("\":\"".utf8))
    }
  }

  /// The object, which stays readable until the next row; the parser holds its nodes.
  ///
  /// Nil only for a row that is larger than a text can be.
  func object(
    _ cells: [TableRowScan.Cell], in bytes: UnsafeBufferPointer<UInt8>, _ parser: JSONParser
  ) -> UnsafeBufferPointer<UInt8>? {
    write(cells, in: bytes, repairing: false)
    if parses(parser) { return buffer.bytes }
    // Old exports are in Latin-1; what is no UTF-8 is made readable, as in every other log.
    write(cells, in: bytes, repairing: true)
    return parses(parser) ? buffer.bytes : nil
  }

  private func parses(_ parser: JSONParser) -> Bool {
    do throws(JSONError) {
      try parser.parse(buffer.bytes)
      return true
    } catch {
      return false
    }
  }

  private func write(
    _ cells: [TableRowScan.Cell], in bytes: UnsafeBufferPointer<UInt8>, repairing: Bool
  ) {
    buffer.removeAll()
    buffer.append(CollectionOfOne(UInt8(ascii: "{")))
    for column in columns where column.index < cells.count {
      let cell = cells[column.index]
      if cell.isMissing(in: bytes) { continue }
      if buffer.count > 1 { buffer.append(CollectionOfOne(UInt8(ascii: ","))) }
      buffer.append(column.key)
      if repairing || cell.hasDoubledQuotes {
        append(escaping: Array(cell.text(in: bytes).utf8))
      } else {
        append(escaping: cell.trimmed(in: bytes))
      }
      buffer.append(CollectionOfOne(UInt8(ascii: "\"")))
    }
    buffer.append(CollectionOfOne(UInt8(ascii: "}")))
  }

  private func append(escaping text: some Collection<UInt8>) {
    let isPlain = text.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x5C }
    if isPlain { return buffer.append(text) }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.count + 16)
    for byte in text { RowJSON.append(byte, to: &escaped) }
    buffer.append(escaped)
  }

  private static func append(_ byte: UInt8, to text: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
    case 0..<0x20:
      let digits = Array("0123456789abcdef".utf8)
      text += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    default: text.append(byte)
    }
  }
}
