import Testing

@testable import Quantities

/// SHA-256 against the examples of NIST, and the ways to feed it against one another.
@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `the examples of FIPS 180 have their digests`(_ message: String, _ digest: String) {
    #expect(SHA256.hexDigest(of: Array(message.utf8)) == digest)
  }

  @Test func `a million times the letter a has its digest`() {
    var digest = SHA256()
    let thousand = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
    for _ in 0..<1000 { digest.update(thousand) }
    let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(SHA256.hex(digest.finalize()) == expected)
  }

  @Test func `a message cut anywhere has the digest of the whole`() {
    let message = (0..<150).map { UInt8($0) }
    for length in 0...message.count {
      let whole = SHA256.hexDigest(of: Array(message[..<length]))
      for cut in 0...length {
        var digest = SHA256()
        digest.update(Array(message[..<cut]))
        // Asking in between changes nothing.
        _ = digest.finalize()
        digest.update(Array(message[cut..<length]))
        guard SHA256.hex(digest.finalize()) == whole else {
          Issue.record("\(length) bytes cut at \(cut)")
          return
        }
      }
    }
  }

  @Test func `messages of every length up to three blocks differ`() {
    let digests = (0...192).map { SHA256.hexDigest(of: [UInt8](repeating: 0, count: $0)) }
    #expect(Set(digests).count == 193)
  }
}

/// SipHash-2-4-128 against the reference implementation's vectors.
@Suite struct SipHashTests {
  /// The reference key: the bytes 00 01 … 0f.
  private let reference = SipHash(key0: 0x0706_0504_0302_0100, key1: 0x0f0e_0d0c_0b0a_0908)

  /// The result as the reference writes it: 16 bytes, little-endian, the low word first.
  private func hex(_ hash: SipHash) -> String {
    let (high, low) = hash.finalize128()
    return SHA256.hex(
      [low, high].flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } })
  }

  // vectors_sip128 of https://github.com/veorq/SipHash: the hashes of the bytes 00 01 … (n − 1).
  @Test(arguments: [
    (0, "a3817f04ba25a8e66df67214c7550293"),
    (1, "da87c1d86b99af44347659119b22fc45"),
    (2, "8177228da4a45dc7fca38bdef60affe4"),
    (3, "9c70b60c5267a94e5f33b6b02985ed51"),
    (7, "a1f1ebbed8dbc153c0b84aa61ff08239"),
    (8, "3b62a9ba6258f5610f83e264f31497b4"),
    (9, "264499060ad9baabc47f8b02bb6d71ed"),
    (15, "5493e99933b0a8117e08ec0f97cfc3d9"),
    (16, "6ee2a4ca67b054bbfd3315bf85230577"),
    (31, "2939b0183223fafc1723de4f52c43d35"),
    (63, "5150d1772f50834a503e069a973fbd7c"),
  ])
  func `the first n bytes have the reference's hash`(_ count: Int, _ expected: String) {
    var hash = reference
    hash.update((0..<count).map { UInt8($0) })
    #expect(hex(hash) == expected)
  }

  @Test func `a message cut anywhere has the hash of the whole`() {
    let message = (0..<40).map { UInt8($0 * 6) }
    for length in 0...message.count {
      var whole = reference
      whole.update(Array(message[..<length]))
      for cut in 0...length {
        var inTwo = reference
        inTwo.update(Array(message[..<cut]))
        // Asking in between changes nothing.
        _ = inTwo.finalize128()
        var byByte = inTwo
        inTwo.update(Array(message[cut..<length]))
        for byte in message[cut..<length] { byByte.update([byte]) }
        #expect(inTwo.finalize128() == whole.finalize128(), "\(length) bytes cut at \(cut)")
        #expect(byByte.finalize128() == whole.finalize128(), "\(length) bytes cut at \(cut)")
      }
    }
  }

  @Test func `an integer counts as its eight bytes, wherever it stands`() {
    for offset in 0..<9 {
      var bytes = reference
      var integer = reference
      bytes.update([UInt8](repeating: 9, count: offset))
      integer.update([UInt8](repeating: 9, count: offset))
      bytes.update([0xef, 0xcd, 0xab, 0x89, 0x67, 0x45, 0x23, 0x01])
      integer.update(0x0123_4567_89ab_cdef)
      #expect(bytes.finalize128() == integer.finalize128())
    }
  }

  @Test func `another key gives another hash`() {
    let keys: [(UInt64, UInt64)] = [(0, 0), (1, 0), (0, 1), (1, 1), (1 << 63, 0), (0, 1 << 63)]
    let hashes = keys.map { hex(SipHash(key0: $0.0, key1: $0.1)) }
    #expect(Set(hashes).count == keys.count)
  }
}
