/// The part of a source that is being looked at: bytes read but not yet consumed.
///
/// It grows only while one document does not fit, and never beyond `limit`, so memory stays the
/// same whatever the length of the file. The pointer it hands out is valid until the next `fill`.
final class ByteWindow {
  /// How long a single document may be: longer than a 4K image in base64, shorter than a mishap.
  static let largestDocument = 32 << 20

  private let source: any ByteSource
  private let buffer: ByteBuffer
  private var start = 0
  /// The most bytes that can be in view at once.
  let limit: Int
  /// Whether the source has nothing more to give.
  private(set) var isAtEnd = false
  /// How many bytes were consumed before the window.
  private(set) var offset: Int64

  /// A window on a source whose first byte stands at an offset.
  convenience init(
    _ source: any ByteSource, limit: Int = ByteWindow.largestDocument, offset: Int64 = 0
  ) {
    self.init(
      source, into: ByteBuffer(capacity: min(1 << 17, limit)), limit: limit, offset: offset)
  }

  /// The same with the room of a buffer, which is empty.
  init(
    _ source: any ByteSource, into buffer: ByteBuffer, limit: Int = ByteWindow.largestDocument,
    offset: Int64
  ) {
    self.source = source
    self.buffer = buffer
    self.limit = limit
    self.offset = offset
  }

  /// How many bytes are in view.
  var count: Int { buffer.count - start }

  /// The bytes in view; sound until the next `fill`, which may move them.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: buffer.bytes[start...])
  }

  /// Reads more bytes behind those in view; false at the end of the source or at the limit.
  func fill() throws(SourceError) -> Bool {
    guard !isAtEnd else { return false }
    if start > 0, buffer.room.isEmpty || count == 0 {
      // Bytes in view are moved to the front: cheaper than a larger buffer.
      buffer.removeFirst(start)
      start = 0
    }
    if buffer.room.isEmpty {
      guard buffer.capacity < limit else { return false }
      buffer.grow(to: min(buffer.capacity * 2, limit))
    }
    let read = try source.read(into: buffer.room)
    buffer.add(read)
    if read == 0 { isAtEnd = true }
    return read > 0
  }

  /// Gives up the first bytes in view.
  func consume(_ count: Int) {
    start += count
    offset += Int64(count)
  }
}

extension ByteWindow {
  /// Skips a byte-order mark in UTF-8; false where none is in view.
  ///
  /// One stands in the middle where files that begin with one were put together.
  func skipMark() throws(SourceError) -> Bool {
    while count < 3 { guard try fill() else { return false } }
    guard bytes.prefix(3).elementsEqual([0xEF, 0xBB, 0xBF]) else { return false }
    consume(3)
    return true
  }
}
