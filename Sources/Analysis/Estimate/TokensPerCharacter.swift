/// How many tokens a character of each class makes, between two bounds, by family of models.
///
/// Measured by `scripts/measure_tokens.py`; docs/estimate.md says how and on what:
/// - OpenAI: the published encodings o200k (GPT-4o and later) and cl100k (before), on 600-character
///   pieces of interface texts in 28 languages and of code; the bounds hold for 98 of 100 pieces.
/// - Gemini: the answers of recorded responses with the count beside them, all in English and code:
///   Latin letters, digits and marks. For other scripts no counts were at hand; the bounds are 60 %
///   to 160 % of o200k's middle, which the vendor's "a token is about four characters" and others'
///   "about one a character in Japanese" lie within.
/// - Anthropic: five recorded answers in English and code; for other scripts from o200k's middle to
///   what an older published Claude encoding needs.
enum TokensPerCharacter {
  /// Tokens for a thousand characters.
  struct Bounds: Hashable {
    let least: Int64
    let most: Int64
  }

  /// What a text's own bounds are widened by, for what a few words may deviate.
  static let slack = (less: Int64(2), more: Int64(6))

  /// The families of models whose texts can be estimated.
  enum Family: String, Hashable {
    case gemini = "Gemini"
    case openAI = "OpenAI, GPT-4o and later"
    case earlierOpenAI = "OpenAI before GPT-4o"
    case anthropic = "Anthropic"

    init?(model name: String) {
      let parts = name.split(separator: "-").map(String.init)
      switch parts.first {
      case "gemini": self = .gemini
      case "claude": self = .anthropic
      case "gpt":
        let number = parts.dropFirst().first ?? ""
        self = number == "4" || number.hasPrefix("3") ? .earlierOpenAI : .openAI
      case "chatgpt", "o1", "o3", "o4": self = .openAI
      default: return nil
      }
    }

    /// On what the family's bounds rest.
    var basis: String {
      switch self {
      case .gemini: "characters by script; Latin script measured on recorded answers"
      case .openAI: "characters by script, measured with the encoding o200k"
      case .earlierOpenAI: "characters by script, measured with the encoding cl100k"
      case .anthropic: "characters by script; few recorded answers, so the range is wide"
      }
    }
  }

  /// The tokens of a text, for a family.
  static func tokens(
    of text: TextCharacters, _ family: Family
  ) -> ClosedRange<Int64> {
    guard text.total > 0 else { return 0...0 }
    var (least, most) = (Int64(0), Int64(0))
    for (kind, count) in text.counts {
      let bounds = bounds(of: kind, family)
      least += count * bounds.least
      most += count * bounds.most
    }
    let low = max(1, least / 1000 - slack.less)
    return low...max(low, (most + 999) / 1000 + slack.more)
  }

  private static func bounds(of kind: CharacterClass, _ family: Family) -> Bounds {
    let table =
      switch family {
      case .gemini: gemini
      case .openAI: o200k
      case .earlierOpenAI: cl100k
      case .anthropic: anthropic
      }
    // Every class is in every table; one token a byte is beyond any encoding.
    return table[kind] ?? Bounds(least: 0, most: 4000)
  }

  private static let gemini: [CharacterClass: Bounds] = [
    .latin: Bounds(least: 196, most: 318), .accented: Bounds(least: 620, most: 1660),
    .cyrillic: Bounds(least: 214, most: 571), .arabic: Bounds(least: 242, most: 645),
    .han: Bounds(least: 499, most: 1330), .kana: Bounds(least: 376, most: 1003),
    .hangul: Bounds(least: 440, most: 1173), .otherScript: Bounds(least: 269, most: 1200),
    .digit: Bounds(least: 900, most: 1150), .mark: Bounds(least: 285, most: 480),
    .symbol: Bounds(least: 400, most: 3000),
  ]

  private static let o200k: [CharacterClass: Bounds] = [
    .latin: Bounds(least: 207, most: 331), .accented: Bounds(least: 700, most: 1300),
    .cyrillic: Bounds(least: 280, most: 446), .arabic: Bounds(least: 314, most: 504),
    .han: Bounds(least: 648, most: 1039), .kana: Bounds(least: 489, most: 784),
    .hangul: Bounds(least: 572, most: 916), .otherScript: Bounds(least: 350, most: 561),
    .digit: Bounds(least: 333, most: 1150), .mark: Bounds(least: 300, most: 481),
    .symbol: Bounds(least: 400, most: 3000),
  ]

  private static let cl100k: [CharacterClass: Bounds] = [
    .latin: Bounds(least: 215, most: 359), .accented: Bounds(least: 1400, most: 2531),
    .cyrillic: Bounds(least: 432, most: 720), .arabic: Bounds(least: 703, most: 1173),
    .han: Bounds(least: 838, most: 1396), .kana: Bounds(least: 710, most: 1184),
    .hangul: Bounds(least: 865, most: 1442), .otherScript: Bounds(least: 800, most: 1464),
    .digit: Bounds(least: 333, most: 1100), .mark: Bounds(least: 260, most: 433),
    .symbol: Bounds(least: 700, most: 3000),
  ]

  private static let anthropic: [CharacterClass: Bounds] = [
    .latin: Bounds(least: 250, most: 425), .accented: Bounds(least: 1037, most: 2835),
    .cyrillic: Bounds(least: 321, most: 736), .arabic: Bounds(least: 363, most: 1360),
    .han: Bounds(least: 748, most: 1345), .kana: Bounds(least: 564, most: 1074),
    .hangul: Bounds(least: 660, most: 1533), .otherScript: Bounds(least: 404, most: 1866),
    .digit: Bounds(least: 333, most: 1150), .mark: Bounds(least: 365, most: 620),
    .symbol: Bounds(least: 700, most: 3500),
  ]
}
