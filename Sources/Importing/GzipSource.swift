import CZlib

/// The inflated bytes of a gzip source, of all its members.
///
/// What could be inflated before a fault is handed out first; the fault then stays.
package final class GzipSource: ByteSource {
  private let source: any ByteSource
  /// At an address of its own, since zlib remembers where its stream lies.
  private let stream: UnsafeMutablePointer<z_stream>
  private let input: UnsafeMutableRawBufferPointer
  private var isBetweenMembers = false
  private var isFinished = false
  private var failure: SourceError?

  /// Inflates another source.
  package init(_ source: any ByteSource) throws(SourceError) {
    self.source = source
    input = .allocate(byteCount: 1 << 16, alignment: 16)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 15 bits of window, and 16 more to say: a gzip header, not a zlib one.
    let status = inflateInit2_(
      stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw .damagedGzip }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.deallocate()
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
    if let failure { throw failure }
    do throws(SourceError) {
      return try inflateSome(into: buffer)
    } catch {
      failure = error
      throw error
    }
  }

  private func inflateSome(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SourceError) -> Int {
    while !isFinished {
      if stream.pointee.avail_in == 0, try !refill() {
        isFinished = true
        break
      }
      if isBetweenMembers, try !beginMember() { continue }
      // Sound: zlib writes at most `avail_out` bytes, which is what the buffer holds.
      stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_out = UInt32(clamping: buffer.count)
      let room = stream.pointee.avail_out
      switch inflate(stream, Z_NO_FLUSH) {
      case Z_STREAM_END: isBetweenMembers = true
      case Z_OK, Z_BUF_ERROR: break
      default: failure = .damagedGzip
      }
      let produced = Int(room - stream.pointee.avail_out)
      if produced > 0 { return produced }
      if let failure { throw failure }
    }
    return 0
  }

  /// Reads more compressed bytes; false where the source ends, and may end.
  private func refill() throws(SourceError) -> Bool {
    let count = try source.read(into: input)
    stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(count)
    guard count == 0 else { return true }
    guard isBetweenMembers else { throw .truncatedGzip }
    return false
  }

  /// Goes on to another member, as `cat a.gz b.gz` makes them; false if there is only padding.
  ///
  /// Zeros after a member pad it to the blocks of a tape or a disk; gzip passes over them, too.
  private func beginMember() throws(SourceError) -> Bool {
    while stream.pointee.avail_in > 0, stream.pointee.next_in.pointee == 0 {
      stream.pointee.next_in += 1
      stream.pointee.avail_in -= 1
    }
    guard stream.pointee.avail_in > 0 else { return false }
    guard inflateReset(stream) == Z_OK else { throw .damagedGzip }
    isBetweenMembers = false
    return true
  }
}
