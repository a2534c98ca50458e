/// The UTF-8 form of a UTF-16 source, as Windows tools write logs.
///
/// A surrogate without its partner, or half a character at the end, becomes U+FFFD; the JSON reader
/// then decides whether the line is still good.
package final class UTF16Source: ByteSource {
  private let source: any ByteSource
  private let isBigEndian: Bool
  private var decoded: [UInt8] = []
  private var taken = 0
  private var oddByte: UInt8?
  private var highSurrogate: UInt16?
  private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 15, alignment: 8)

  /// Converts another source, whose byte-order mark has been read already.
  package init(_ source: any ByteSource, isBigEndian: Bool) {
    self.source = source
    self.isBigEndian = isBigEndian
  }

  deinit { input.deallocate() }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
    if taken == decoded.count { try refill() }
    let count = min(buffer.count, decoded.count - taken)
    buffer.copyBytes(from: decoded[taken..<(taken + count)])
    taken += count
    return count
  }

  private func refill() throws(SourceError) {
    decoded.removeAll(keepingCapacity: true)
    taken = 0
    while decoded.isEmpty {
      let count = try source.read(into: input)
      guard count > 0 else { return flushRest() }
      for byte in input.prefix(count) {
        guard let first = oddByte else {
          oddByte = byte
          continue
        }
        oddByte = nil
        let (upper, lower) = isBigEndian ? (first, byte) : (byte, first)
        append(unit: UInt16(upper) << 8 | UInt16(lower))
      }
    }
  }

  private func append(unit: UInt16) {
    if let high = highSurrogate {
      highSurrogate = nil
      if UTF16.isTrailSurrogate(unit) {
        append(scalar: 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00))
        return
      }
      append(scalar: 0xFFFD)
    }
    if UTF16.isLeadSurrogate(unit) {
      highSurrogate = unit
    } else {
      append(scalar: UInt32(unit))
    }
  }

  private func append(scalar code: UInt32) {
    let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
    decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private func flushRest() {
    guard oddByte != nil || highSurrogate != nil else { return }
    oddByte = nil
    highSurrogate = nil
    append(scalar: 0xFFFD)
  }
}
