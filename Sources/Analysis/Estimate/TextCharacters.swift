/// How many characters of each script a text has: all of a text that an estimate keeps.
///
/// Scripts differ tenfold in tokens a character, so they are counted apart. Spaces and line ends
/// belong to the words beside them and are not counted; the figures of ``TokensPerCharacter`` were
/// measured the same way.
public struct TextCharacters: Hashable, Sendable {
  /// The characters (Unicode scalars) of each class.
  public private(set) var counts: [CharacterClass: Int64] = [:]

  /// Counts the characters of a text; bytes that are no UTF-8 count as symbols.
  public init(utf8 bytes: some Sequence<UInt8>) {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var sums = [Int64](repeating: 0, count: CharacterClass.allCases.count)
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        if let kind = CharacterClass(scalar.value) { sums[kind.place] += 1 }
      case .error: sums[CharacterClass.symbol.place] += 1
      case .emptyInput: break decoding
      }
    }
    for kind in CharacterClass.allCases where sums[kind.place] > 0 {
      counts[kind] = sums[kind.place]
    }
  }

  /// All characters but spaces.
  public var total: Int64 { counts.values.reduce(0, +) }

  /// Adds the characters of another text.
  public mutating func add(_ other: TextCharacters) {
    for (kind, count) in other.counts { counts[kind, default: 0] += count }
  }
}

/// A class of characters that tokenizers treat alike.
public enum CharacterClass: String, CaseIterable, Hashable, Sendable {
  /// A to Z.
  case latin
  /// Latin letters with marks: é, ß, ő, ạ.
  case accented
  case cyrillic
  case arabic
  /// Chinese characters, in Chinese and Japanese.
  case han
  case kana
  case hangul
  /// Greek, Hebrew, Devanagari, Thai and all other alphabets.
  case otherScript = "other_script"
  /// 0 to 9.
  case digit
  /// ASCII punctuation: most of what makes code differ from prose.
  case mark
  /// Everything else: typographic marks, arrows, emoji.
  case symbol

  /// The place in `allCases`.
  var place: Int { CharacterClass.allCases.firstIndex(of: self) ?? 0 }

  /// The class of a character; nil for spaces and line ends.
  init?(_ scalar: UInt32) {
    switch scalar {
    case 9, 10, 13, 32: return nil
    case 48...57: self = .digit
    case 65...90, 97...122: self = .latin
    case 0..<128: self = .mark
    default: self = CharacterClass(beyondASCII: scalar)
    }
  }

  private init(beyondASCII scalar: UInt32) {
    switch scalar {
    case 0xD7, 0xF7: self = .symbol
    case 0xC0...0x24F, 0x1E00...0x1EFF: self = .accented
    case 0x400...0x52F: self = .cyrillic
    case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF:
      self = .arabic
    case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: self = .kana
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: self = .han
    case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7AF: self = .hangul
    case 0x370..<0x2000: self = .otherScript
    default: self = .symbol
    }
  }
}
