/// A gzip file of these bytes (RFC 1952), stored in blocks and not made any smaller.
///
/// Written here rather than by zlib, so that what the program reads with zlib was not written by it.
package func gzipped(_ bytes: [UInt8]) -> [UInt8] {
  var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
  var rest = bytes[...]
  repeat {
    // The largest block that two bytes of length can say.
    let block = rest.prefix(65_535)
    rest = rest.dropFirst(block.count)
    file.append(rest.isEmpty ? 1 : 0)
    file += littleEndian(UInt16(block.count)) + littleEndian(~UInt16(block.count)) + block
  } while !rest.isEmpty
  file += littleEndian(checksum(bytes))
  return file + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
}

/// CRC-32 as gzip uses it, bit by bit.
private func checksum(_ bytes: [UInt8]) -> UInt32 {
  ~bytes.reduce(UInt32.max) { sum, byte in
    (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in
      rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1
    }
  }
}

private func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
  withUnsafeBytes(of: number.littleEndian) { Array($0) }
}
