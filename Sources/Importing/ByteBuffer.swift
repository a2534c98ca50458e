/// A growing run of bytes at an address that stays the same until it grows.
///
/// An array's address may not be kept outside its closure; documents cut from an event are looked
/// at after that, so the event's bytes live here.
final class ByteBuffer {
  private var storage = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 12, alignment: 16)
  private(set) var count = 0

  deinit { storage.deallocate() }

  var isEmpty: Bool { count == 0 }

  /// The bytes; sound until the next `append`.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: storage.bindMemory(to: UInt8.self)[..<count])
  }

  func append(_ more: some Collection<UInt8>) {
    if count + more.count > storage.count { grow(to: count + more.count) }
    let room = UnsafeMutableRawBufferPointer(rebasing: storage[count...])
    room.copyBytes(from: more)
    count += more.count
  }

  func removeAll() { count = 0 }

  private func grow(to needed: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(needed, storage.count * 2), alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[..<count]))
    storage.deallocate()
    storage = larger
  }
}
