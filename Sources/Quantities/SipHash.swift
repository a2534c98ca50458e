/// SipHash-2-4 with a 128-bit result: a fast keyed hash for telling records apart.
///
/// With a secret key nobody can construct two inputs of the same hash, and by chance 10^12 records
/// have one pair alike with probability about 10^-15. See Aumasson and Bernstein, "SipHash: a fast
/// short-input PRF" (https://cr.yp.to/siphash/siphash-20120918.pdf). A value type: copy it to hash
/// several continuations of one beginning.
package struct SipHash: Sendable {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64

  /// The bytes that do not yet make a word, the first in the lowest bits.
  private var tail: UInt64 = 0

  /// The number of bytes taken so far.
  private var count = 0

  /// A hash under the key whose 16 bytes are these two words, little-endian.
  package init(key0: UInt64, key1: UInt64) {
    // The constants spell "somepseudorandomlygeneratedbytes"; 0xee marks the 128-bit variant.
    v0 = key0 ^ 0x736f_6d65_7073_6575
    v1 = key1 ^ 0x646f_7261_6e64_6f6d ^ 0xee
    v2 = key0 ^ 0x6c79_6765_6e65_7261
    v3 = key1 ^ 0x7465_6462_7974_6573
  }

  /// Takes more bytes; how they are divided over calls makes no difference.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    // Fill the word that an earlier call began.
    while count & 7 != 0, position < bytes.count {
      append(bytes[position])
      position += 1
    }
    while bytes.count - position >= 8 {
      // Sound: eight bytes from `position` are inside the buffer.
      let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      compress(UInt64(littleEndian: word))
      position += 8
      count += 8
    }
    let rest = bytes.count - position
    guard rest > 0 else { return }
    if position >= 8 {
      // The last eight bytes, of which the first have been taken already. Sound: they are inside the
      // buffer, and the word that is begun is empty.
      let word = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
      tail = UInt64(littleEndian: word) >> UInt64(8 * (8 - rest))
      count += rest
    } else {
      for byte in bytes[position...] { append(byte) }
    }
  }

  /// Takes more bytes.
  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Takes the eight bytes of an integer, little-endian.
  package mutating func update(_ value: UInt64) {
    withUnsafeBytes(of: value.littleEndian) { update($0) }
  }

  /// The hash of everything taken so far, which may go on afterwards.
  package func finalize128() -> (high: UInt64, low: UInt64) {
    var last = self
    last.compress(UInt64(truncatingIfNeeded: count) << 56 | tail)
    last.v2 ^= 0xee
    for _ in 0..<4 { last.round() }
    let low = last.v0 ^ last.v1 ^ last.v2 ^ last.v3
    last.v1 ^= 0xdd
    for _ in 0..<4 { last.round() }
    return (high: last.v0 ^ last.v1 ^ last.v2 ^ last.v3, low: low)
  }
}

extension SipHash {
  private mutating func append(_ byte: UInt8) {
    tail |= UInt64(byte) << UInt64(8 * (count & 7))
    count += 1
    guard count & 7 == 0 else { return }
    compress(tail)
    tail = 0
  }

  private mutating func compress(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  private mutating func round() {
    v0 &+= v1
    v1 = v1 << 13 | v1 >> 51
    v1 ^= v0
    v0 = v0 << 32 | v0 >> 32
    v2 &+= v3
    v3 = v3 << 16 | v3 >> 48
    v3 ^= v2
    v0 &+= v3
    v3 = v3 << 21 | v3 >> 43
    v3 ^= v0
    v2 &+= v1
    v1 = v1 << 17 | v1 >> 47
    v1 ^= v2
    v2 = v2 << 32 | v2 >> 32
  }
}
