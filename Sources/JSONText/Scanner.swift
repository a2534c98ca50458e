/// Moves over the bytes of a JSON text, checking each token's grammar on the way.
///
/// Strings are most of a log's bytes, so they are read eight at a time: a word is searched at once
/// for a quote, a backslash, a control character or a byte beyond ASCII (measured at 7 to 12 GB/s
/// against 1.5 for a byte loop). What most tokens need is inlined into the parser's loop; the rest
/// are functions that change nothing and give the place where they have come to.
struct Scanner {
  private let base: UnsafePointer<UInt8>
  private let count: Int
  private(set) var position = 0

  @inline(__always)
  init(base: UnsafePointer<UInt8>, count: Int) {
    self.base = base
    self.count = count
  }

  @inline(__always)
  var isAtEnd: Bool { position == count }

  @inline(__always)
  mutating func advance() { position &+= 1 }

  @inline(__always)
  mutating func move(to place: Int) { position = place }

  /// The next byte that is no white space, which is passed over; nil at the end.
  @inline(__always)
  mutating func token() -> UInt8? {
    // Compact JSON has none: one comparison says so.
    if position < count, base[position] > 0x20 { return base[position] }
    position = spaceEnd(from: position)
    return position < count ? base[position] : nil
  }

  /// Passes over a byte; false, and nothing is passed over, if another stands here.
  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard position < count, base[position] == byte else { return false }
    position &+= 1
    return true
  }

  @inline(never)
  private func spaceEnd(from start: Int) -> Int {
    var position = start
    while position < count {
      switch base[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
      default: return position
      }
    }
    return position
  }

  /// Passes over a byte, and white space before it.
  @inline(__always)
  mutating func expect(_ byte: UInt8) throws(JSONError) {
    guard let found = token() else { throw JSONError(.unexpectedEnd, at: position) }
    guard found == byte else { throw JSONError(.unexpectedCharacter, at: position) }
    position &+= 1
  }

  /// Which of `true`, `false` and `null` stands here, and where it ends.
  @inline(never)
  func wordEnd() throws(JSONError) -> (kind: JSONNode.Kind, end: Int) {
    let (word, kind): (StaticString, JSONNode.Kind) =
      switch base[position] {
      case UInt8(ascii: "t"): ("true", .bool)
      case UInt8(ascii: "f"): ("false", .bool)
      case UInt8(ascii: "n"): ("null", .null)
      default: throw JSONError(.unexpectedCharacter, at: position)
      }
    for index in 0..<word.utf8CodeUnitCount {
      guard position + index < count else { throw JSONError(.unexpectedEnd, at: count) }
      guard base[position + index] == word.utf8Start[index] else {
        throw JSONError(.unexpectedCharacter, at: position + index)
      }
    }
    return (kind, position + word.utf8CodeUnitCount)
  }

  /// Skips a number: -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
  @inline(__always)
  mutating func skipNumber() throws(JSONError) {
    if base[position] == UInt8(ascii: "-") { position &+= 1 }
    if position < count, base[position] == UInt8(ascii: "0") {
      position &+= 1
    } else {
      position = try digitsEnd(from: position)
    }
    // A whole number ends here: what may go on is a point or an exponent.
    guard position < count,
      base[position] == UInt8(ascii: ".") || base[position] | 0x20 == UInt8(ascii: "e")
    else { return }
    position = try fractionEnd(from: position)
  }

  /// Where the digits end that begin here, of which there has to be one.
  @inline(__always)
  private func digitsEnd(from start: Int) throws(JSONError) -> Int {
    var position = start
    // Nearly all numbers end within a word.
    if position &+ 8 <= count {
      position &+= Scanner.noDigits(word(at: position)).trailingZeroBitCount >> 3
    }
    while position < count, base[position] &- 0x30 < 10 { position &+= 1 }
    guard position > start else {
      throw JSONError(position < count ? .invalidNumber : .unexpectedEnd, at: position)
    }
    return position
  }

  @inline(never)
  private func fractionEnd(from start: Int) throws(JSONError) -> Int {
    var position = start
    if base[position] == UInt8(ascii: ".") { position = try digitsEnd(from: position + 1) }
    guard position < count, base[position] | 0x20 == UInt8(ascii: "e") else { return position }
    position += 1
    if position < count,
      base[position] == UInt8(ascii: "+") || base[position] == UInt8(ascii: "-")
    {
      position += 1
    }
    return try digitsEnd(from: position)
  }

  // MARK: Strings

  /// Skips a string from its opening to after its closing quote; says whether it has escapes.
  @inline(__always)
  mutating func skipString() throws(JSONError) -> Bool {
    position = plainEnd(from: position &+ 1)
    if position < count, base[position] == UInt8(ascii: "\"") {
      position &+= 1
      return false
    }
    let rest = try stringEnd(from: position)
    position = rest.end
    return rest.hasEscapes
  }

  /// Where a string ends of which this is the first character that is not plain; that is after its
  /// closing quote.
  @inline(never)
  private func stringEnd(from start: Int) throws(JSONError) -> (end: Int, hasEscapes: Bool) {
    var position = start
    var hasEscapes = false
    while true {
      guard position < count else { throw JSONError(.unexpectedEnd, at: position) }
      switch base[position] {
      case UInt8(ascii: "\""): return (position + 1, hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        position = try escapeEnd(from: position)
      case 0..<0x20:
        throw JSONError(.controlCharacterInString, at: position)
      default:
        position = try multibyteEnd(from: position)
      }
      position = plainEnd(from: position)
    }
  }

  /// The end of the ASCII from here on that is neither a quote, a backslash nor a control character.
  @inline(__always)
  private func plainEnd(from start: Int) -> Int {
    var position = start
    // Names end within these; only texts are longer.
    let near = start &+ 40
    while position &+ 8 <= count {
      let found = Scanner.special(word(at: position))
      if found != 0 { return position &+ found.trailingZeroBitCount >> 3 }
      position &+= 8
      if position == near { return longPlainEnd(from: position) }
    }
    return lastPlainEnd(from: position)
  }

  /// The same for the middle of a text: 64 bytes are asked about at once.
  @inline(never)
  private func longPlainEnd(from start: Int) -> Int {
    var position = start
    while position &+ 64 <= count {
      // Pair by pair: halves of a vector of eight would be put together anew, which takes as long again.
      let found =
        Scanner.special(pair(at: position)) | Scanner.special(pair(at: position &+ 16))
        | Scanner.special(pair(at: position &+ 32)) | Scanner.special(pair(at: position &+ 48))
      if (found[0] | found[1]) & Scanner.topBits != 0 { break }
      position &+= 64
    }
    while position &+ 8 <= count {
      let found = Scanner.special(word(at: position))
      if found != 0 { return position &+ found.trailingZeroBitCount >> 3 }
      position &+= 8
    }
    return lastPlainEnd(from: position)
  }

  /// The same for the last bytes of the whole text, too few for a word.
  @inline(never)
  private func lastPlainEnd(from start: Int) -> Int {
    var position = start
    while position < count {
      let byte = base[position]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 { break }
      position &+= 1
    }
    return position
  }

  @inline(__always)
  private func word(at position: Int) -> UInt64 {
    // Sound: the callers have made sure that eight bytes lie before `count`, and loadUnaligned has
    // no alignment to respect.
    UInt64(littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
  }

  /// The top bit of each byte that ends a run of plain characters; bytes behind the first one may
  /// be marked wrongly.
  ///
  /// x - 1 sets a byte's top bit where the byte is 0, x - 0x20 where it is a control character; where
  /// it was set before, the byte is beyond ASCII. Only a byte that is marked borrows from the next.
  @inline(__always)
  private static func special(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ (ones &* 0x22)) &- ones
    let slashes = (word ^ (ones &* 0x5C)) &- ones
    return (quotes | slashes | (word &- ones &* 0x20) | word) & topBits
  }

  /// The top bit of each byte that is no digit.
  @inline(__always)
  private static func noDigits(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let digits = word ^ ones &* 0x30
    // A digit is now at most 9: nothing is carried from a byte whose top bit is taken away.
    return ((digits & ~topBits) &+ ones &* 0x76 | digits) & topBits
  }

  private static var topBits: UInt64 {
    @inline(__always) get { 0x8080_8080_8080_8080 }
  }

  @inline(__always)
  private func pair(at position: Int) -> SIMD2<UInt64> {
    // Sound: as above, of 16 bytes. The order of a word's bytes does not matter here.
    UnsafeRawPointer(base + position).loadUnaligned(as: SIMD2<UInt64>.self)
  }

  /// The same for two words, whose other bits mean nothing.
  @inline(__always)
  private static func special(_ words: SIMD2<UInt64>) -> SIMD2<UInt64> {
    let ones = SIMD2<UInt64>(repeating: 0x0101_0101_0101_0101)
    let quotes = (words ^ (ones &* 0x22)) &- ones
    let slashes = (words ^ (ones &* 0x5C)) &- ones
    return quotes | slashes | (words &- ones &* 0x20) | words
  }

  private func escapeEnd(from position: Int) throws(JSONError) -> Int {
    guard position + 1 < count else { throw JSONError(.unexpectedEnd, at: count) }
    switch base[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return position + 2
    case UInt8(ascii: "u"):
      for offset in 2..<6 {
        guard position + offset < count else { throw JSONError(.unexpectedEnd, at: count) }
        guard hexDigit(base[position + offset]) != nil else {
          throw JSONError(.invalidEscape, at: position)
        }
      }
      return position + 6
    default:
      throw JSONError(.invalidEscape, at: position)
    }
  }

  /// Where a run of characters beyond ASCII ends, which are held to RFC 3629: no overlong forms, no
  /// surrogates, nothing above U+10FFFF.
  private func multibyteEnd(from start: Int) throws(JSONError) -> Int {
    var position = start
    while position < count, base[position] >= 0x80 {
      let length: Int
      let secondAllowed: ClosedRange<UInt8>
      switch base[position] {
      case 0xC2...0xDF: (length, secondAllowed) = (2, 0x80...0xBF)
      case 0xE0: (length, secondAllowed) = (3, 0xA0...0xBF)
      case 0xED: (length, secondAllowed) = (3, 0x80...0x9F)
      case 0xE1...0xEF: (length, secondAllowed) = (3, 0x80...0xBF)
      case 0xF0: (length, secondAllowed) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, secondAllowed) = (4, 0x80...0xBF)
      case 0xF4: (length, secondAllowed) = (4, 0x80...0x8F)
      default: throw JSONError(.invalidUTF8, at: position)
      }
      for offset in 1..<length {
        // A text that is cut inside a character ends too early, like one cut anywhere else.
        guard position + offset < count else { throw JSONError(.unexpectedEnd, at: count) }
        let allowed = offset == 1 ? secondAllowed : 0x80...0xBF
        guard allowed.contains(base[position + offset]) else {
          throw JSONError(.invalidUTF8, at: position)
        }
      }
      position += length
    }
    return position
  }
}

/// The value of a hexadecimal digit.
func hexDigit(_ byte: UInt8) -> UInt32? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
  default: nil
  }
}
