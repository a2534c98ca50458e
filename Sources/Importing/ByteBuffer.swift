#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A growing run of bytes at an address that stays the same until it grows.
///
/// An array's address may not be kept outside its closure; documents are looked at after that, so
/// the bytes they are cut from live here. Growing moves pages, not bytes, where the system can: a
/// document of 30 MiB must not need 45 MiB for a moment.
final class ByteBuffer {
  private var base: UnsafeMutableRawPointer?
  private(set) var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 1 << 12) {
    self.capacity = capacity
    base = malloc(capacity)
  }

  deinit { free(base) }

  var isEmpty: Bool { count == 0 }

  /// The bytes; sound until the next growth.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base?.assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// The room behind the bytes; `count` does not include what is written there until it is added.
  var room: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: base.map { $0 + count }, count: capacity - count)
  }

  func append(_ more: some Collection<UInt8>) {
    if count + more.count > capacity { grow(to: max(count + more.count, capacity * 2)) }
    room.copyBytes(from: more)
    count += more.count
  }

  /// Takes in bytes that were written into the room.
  func add(_ written: Int) { count += written }

  /// Gives up the first bytes and moves the others to the front.
  func removeFirst(_ gone: Int) {
    guard gone > 0, let base else { return }
    memmove(base, base + gone, count - gone)
    count -= gone
  }

  func removeAll() { count = 0 }

  func grow(to needed: Int) {
    guard needed > capacity, let larger = realloc(base, needed) else { return }
    base = larger
    capacity = needed
  }
}
