#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The lines that begin in one piece of a file, to the end of the last of them.
///
/// Read in steps that stay in the processor's nearest caches: where a piece is read as one, copying it
/// from the system's pages takes three times as long, and parsing it waits for memory.
final class PieceSource: ByteSource {
  private let file: FileSource
  private let range: Range<Int64>
  /// How long the file was.
  private let size: Int64
  private var next: Int64
  private var isAtEnd = false

  /// How many bytes are read at a time.
  static let step = 1 << 16
  /// How far beyond a piece the end of its last line is looked for.
  private static let longestTail: Int64 = 1 << 20
  /// How many bytes are searched first for the end of a line that begins before the piece.
  private static let firstLook = 1 << 11

  /// The lines that begin in a range of a file of some size.
  init(_ file: FileSource, _ range: Range<Int64>, size: Int64) {
    self.file = file
    self.range = range
    self.size = size
    next = range.lowerBound
  }

  /// Finds where the first line begins, from which on it then reads; nil where none does.
  ///
  /// A line begins where the byte before it ends another, so it is asked about the byte before the
  /// piece, too.
  ///
  /// - Parameter buffer: Room to look at bytes, which is empty again afterwards.
  /// - Returns: The offset of its first byte in the file.
  /// - Throws: `SourceError` if the file is not what it was.
  func findFirstLine(in buffer: ByteBuffer) throws(SourceError) -> Int64? {
    var place = range.lowerBound - 1
    var count = PieceSource.firstLook
    while place < range.upperBound - 1 {
      buffer.removeAll()
      let step = Int(min(Int64(count), range.upperBound - 1 - place))
      buffer.grow(to: step)
      try load(UnsafeMutableRawBufferPointer(rebasing: buffer.room.prefix(step)), at: place)
      buffer.add(step)
      let end = lineEnd(in: UnsafeRawBufferPointer(buffer.bytes))
      buffer.removeAll()
      if let end {
        next = place + Int64(end) + 1
        return next
      }
      place += Int64(step)
      count = min(count * 2, PieceSource.step)
    }
    return nil
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
    guard !isAtEnd, next < size else { return 0 }
    let count = Int(min(Int64(min(buffer.count, PieceSource.step)), size - next))
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(count))
    try load(room, at: next)
    // The first line end from the last byte of the piece on ends its last line.
    let from = max(0, Int(clamping: range.upperBound - 1 - next))
    next += Int64(count)
    guard from < count else { return count }
    if let end = lineEnd(in: UnsafeRawBufferPointer(rebasing: room[from...])) {
      isAtEnd = true
      return from + end + 1
    }
    guard next < size, next - range.upperBound >= PieceSource.longestTail else { return count }
    throw .tooLongLine
  }

  /// Fills a buffer with the bytes at an offset, all of which have to be there.
  private func load(
    _ buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SourceError) {
    guard file.read(at: offset, into: buffer) == buffer.count else { throw .changed }
  }

  private func lineEnd(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress,
      // Sound: memchr looks at no more than these bytes.
      let found = memchr(base, 0x0A, bytes.count)
    else { return nil }
    return base.distance(to: UnsafeRawPointer(found))
  }
}
