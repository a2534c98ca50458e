import Quantities

/// The tokens of one request, or of many, in meters that never overlap.
///
/// Their sum is every token billed. An importer whose source counts cached tokens inside its
/// input (OpenAI, Gemini) subtracts them once; nothing downstream subtracts again.
public struct MeteredTokens: Hashable, Sendable {
  /// One count a meter, in the order of `Meter.allCases`.
  package private(set) var counts: [Int64]
  /// One bit a meter whose count is not zero, bit 0 for the first of `Meter.allCases`.
  ///
  /// It is a key of the rollup, so that "requests with an unpriced meter" stays countable after
  /// requests have been summed.
  package private(set) var mask: Int64

  /// No tokens at all.
  public init() {
    counts = MeteredTokens.zeros
    mask = 0
  }

  /// One shared buffer of zeros, so that an empty value allocates nothing.
  private static let zeros = [Int64](repeating: 0, count: Meter.all.count)

  /// The tokens counted on one meter.
  public subscript(meter: Meter) -> TokenCount {
    get { TokenCount(counts[meter.index]) }
    set { self[at: meter.index] = newValue.value }
  }

  /// The count at a meter's index.
  package subscript(at index: Int) -> Int64 {
    get { counts[index] }
    set {
      counts[index] = newValue
      if newValue == 0 { mask &= ~(1 << Int64(index)) } else { mask |= 1 << Int64(index) }
    }
  }

  /// Adds every meter of the other value to this one.
  public static func += (total: inout MeteredTokens, more: MeteredTokens) {
    for index in total.counts.indices where more.counts[index] != 0 {
      total[at: index] += more.counts[index]
    }
  }

  /// Takes every meter of the other value away from this one.
  package static func -= (total: inout MeteredTokens, less: MeteredTokens) {
    for index in total.counts.indices where less.counts[index] != 0 {
      total[at: index] -= less.counts[index]
    }
  }

  /// Every token billed.
  public var total: TokenCount { TokenCount(counts.reduce(0, +)) }

  /// The whole prompt: fresh, cached and cache-written input, tool use excluded.
  ///
  /// This is the measure by which context bands are decided.
  public var prompt: TokenCount { sum(0...13) }

  /// The input tokens that were read from a cache; part of `prompt`.
  public var cached: TokenCount { sum(5...9) }

  /// The input tokens that were written to a cache; part of `prompt`.
  public var cacheWrites: TokenCount { sum(10...13) }

  /// The results of tool runs that were fed back as input; not part of `prompt`.
  public var toolUse: TokenCount { self[.toolUseInput] }

  /// The generated tokens without thinking.
  public var output: TokenCount { sum(15...18) }

  /// The thinking (reasoning) tokens.
  public var thinking: TokenCount { self[.thinking] }

  /// Whether any meter counts anything.
  public var isEmpty: Bool { mask == 0 }

  private func sum(_ range: ClosedRange<Int>) -> TokenCount {
    TokenCount(counts[range].reduce(0, +))
  }
}
