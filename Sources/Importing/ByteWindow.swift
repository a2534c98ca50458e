/// The part of a source that is being looked at: bytes read but not yet consumed.
///
/// It grows only while one document does not fit, and never beyond `limit`, so memory stays the
/// same whatever the length of the file. The pointer it hands out is valid until the next `fill`.
final class ByteWindow {
  /// How long a single document may be: longer than a 4K image in base64, shorter than a mishap.
  static let largestDocument = 32 << 20

  private let source: any ByteSource
  private var storage: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0
  /// The most bytes that can be in view at once.
  let limit: Int
  /// Whether the source has nothing more to give.
  private(set) var isAtEnd = false
  /// How many bytes were consumed before the window.
  private(set) var offset: Int64 = 0

  init(_ source: any ByteSource, limit: Int = ByteWindow.largestDocument) {
    self.source = source
    self.limit = limit
    storage = .allocate(byteCount: min(1 << 20, limit), alignment: 16)
  }

  deinit { storage.deallocate() }

  /// How many bytes are in view.
  var count: Int { end - start }

  /// The bytes in view; sound until the next `fill`, which may move them.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: storage.bindMemory(to: UInt8.self)[start..<end])
  }

  /// Reads more bytes behind those in view; false at the end of the source or at the limit.
  func fill() throws(SourceError) -> Bool {
    guard !isAtEnd else { return false }
    if start > 0, end == storage.count || start == end {
      // Bytes in view are moved to the front: cheaper than a larger buffer.
      storage.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
      end -= start
      start = 0
    }
    if end == storage.count {
      guard storage.count < limit else { return false }
      grow()
    }
    let room = UnsafeMutableRawBufferPointer(rebasing: storage[end...])
    let read = try source.read(into: room)
    end += read
    if read == 0 { isAtEnd = true }
    return read > 0
  }

  /// Gives up the first bytes in view.
  func consume(_ count: Int) {
    start += count
    offset += Int64(count)
  }

  private func grow() {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(storage.count * 2, limit), alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
    storage.deallocate()
    storage = larger
    end -= start
    start = 0
  }
}
