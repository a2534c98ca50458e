/// SHA-256 (FIPS 180-4): the digest by which a price book or a file is recognised.
///
/// A value type: `finalize()` leaves it as it is, and it may take more.
package struct SHA256: Sendable {
  /// The intermediate hash value, H(i) in the standard.
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]

  /// The bytes that do not yet make a block, fewer than 64.
  private var tail: [UInt8] = []

  /// The number of bytes taken so far.
  private var count: UInt64 = 0

  /// A digest of nothing yet.
  package init() {}

  /// Takes more bytes; how they are divided over calls makes no difference.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count += UInt64(bytes.count)
    var position = 0
    if !tail.isEmpty {
      position = min(64 - tail.count, bytes.count)
      tail.append(contentsOf: bytes[..<position])
      guard tail.count == 64 else { return }
      let block = tail
      block.withUnsafeBytes { compress($0, at: 0) }
      tail.removeAll(keepingCapacity: true)
    }
    while bytes.count - position >= 64 {
      compress(bytes, at: position)
      position += 64
    }
    tail.append(contentsOf: bytes[position...])
  }

  /// Takes more bytes.
  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// The 32 bytes of the digest of everything taken so far.
  package func finalize() -> [UInt8] {
    var last = self
    // A one bit, zeros up to the last eight bytes of a block, and there the length in bits.
    let zeros = (119 - tail.count) % 64
    last.update([0x80] + [UInt8](repeating: 0, count: zeros) + Self.bigEndian(count * 8))
    return last.state.flatMap { Self.bigEndian($0) }
  }

  /// The digest of these bytes in 64 lower-case hexadecimal digits.
  package static func hexDigest(of bytes: [UInt8]) -> String {
    var digest = SHA256()
    digest.update(bytes)
    return hex(digest.finalize())
  }

  /// Bytes in lower-case hexadecimal digits, two each.
  package static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}

extension SHA256 {
  /// One round of the standard's section 6.2.2 over the 64 bytes at `start`.
  private mutating func compress(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      // Sound: the caller checked that 64 bytes follow `start`, and every word of `schedule` is
      // written before it is read.
      for index in 0..<16 {
        let word = bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
        schedule[index] = UInt32(bigEndian: word)
      }
      for index in 16..<64 {
        let early = schedule[index - 15]
        let late = schedule[index - 2]
        let sigma0 = early.rotated(7) ^ early.rotated(18) ^ (early >> 3)
        let sigma1 = late.rotated(17) ^ late.rotated(19) ^ (late >> 10)
        schedule[index] = schedule[index - 16] &+ sigma0 &+ schedule[index - 7] &+ sigma1
      }
      mix(UnsafeBufferPointer(schedule))
    }
  }

  private mutating func mix(_ schedule: UnsafeBufferPointer<UInt32>) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for (word, constant) in zip(schedule, Self.roundConstants) {
      let sum1 = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ sum1 &+ choice &+ constant &+ word
      let sum0 = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ sum0 &+ majority)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let roundConstants: [UInt32] = cubeRootFractions()

  /// Calculated rather than typed in: the digits are then the standard's definition itself.
  private static func cubeRootFractions() -> [UInt32] {
    let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
    return primes.map { prime in
      // The cube root of prime × 2^96 is that of prime with 32 more bits, found bit by bit.
      let cube = UInt128(prime) << 96
      var root: UInt128 = 0
      for bit in (0..<36).reversed() {
        let candidate = root | 1 << UInt128(bit)
        if candidate * candidate * candidate <= cube { root = candidate }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }
}

extension UInt32 {
  fileprivate func rotated(_ bits: UInt32) -> UInt32 {
    self >> bits | self << (32 - bits)
  }
}
