import CZlib

/// The inflated bytes of a gzip source, of all its members.
package final class GzipSource: ByteSource {
  private let source: any ByteSource
  private var stream = z_stream()
  private let input: UnsafeMutableRawBufferPointer
  private var isAtStreamEnd = false
  private var hasFinished = false

  /// Inflates another source.
  package init(_ source: any ByteSource) throws(SourceError) {
    self.source = source
    input = .allocate(byteCount: 1 << 16, alignment: 16)
    // 15 bits of window, and 16 more to say: a gzip header, not a zlib one.
    let status = inflateInit2_(
      &stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw .damagedGzip }
  }

  deinit {
    inflateEnd(&stream)
    input.deallocate()
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
    while !hasFinished {
      if stream.avail_in == 0 { try refill() }
      if hasFinished { return 0 }
      if isAtStreamEnd {
        // A gzip file may consist of several members, as `cat a.gz b.gz` makes.
        guard inflateReset(&stream) == Z_OK else { throw .damagedGzip }
        isAtStreamEnd = false
      }
      stream.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.avail_out = UInt32(clamping: buffer.count)
      let room = stream.avail_out
      let status = inflate(&stream, Z_NO_FLUSH)
      let produced = Int(room - stream.avail_out)
      switch status {
      case Z_STREAM_END: isAtStreamEnd = true
      case Z_OK, Z_BUF_ERROR: break
      default: throw .damagedGzip
      }
      if produced > 0 { return produced }
    }
    return 0
  }

  private func refill() throws(SourceError) {
    let count = try source.read(into: input)
    stream.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.avail_in = UInt32(count)
    guard count == 0 else { return }
    hasFinished = true
    guard isAtStreamEnd else { throw .truncatedGzip }
  }
}
