import Quantities

/// The tokens of one request, or of many, in meters that never overlap.
///
/// Their sum is every token billed. An importer whose source counts cached tokens inside its
/// input (OpenAI, Gemini) subtracts them once; nothing downstream subtracts again.
public struct MeteredTokens: Hashable, Sendable {
  /// One count a meter, in the order of `Meter.allCases`, eight to a vector.
  ///
  /// Vectors lie in the value itself. An array would be allocated for each record and each row of
  /// a rollup: making and adding up a value took three and a half times as long.
  private var first: SIMD8<Int64> = .zero
  private var second: SIMD8<Int64> = .zero
  private var third: SIMD4<Int64> = .zero
  /// One bit a meter whose count is not zero, bit 0 for the first of `Meter.allCases`.
  ///
  /// It is a key of the rollup, so that "requests with an unpriced meter" stays countable after
  /// requests have been summed.
  package private(set) var mask: Int64

  /// No tokens at all.
  public init() { mask = 0 }

  /// The tokens counted on one meter.
  public subscript(meter: Meter) -> TokenCount {
    get { TokenCount(self[at: meter.index]) }
    set { self[at: meter.index] = newValue.value }
  }

  /// The count at a meter's index.
  package subscript(at index: Int) -> Int64 {
    get {
      if index < 8 { return first[index] }
      return index < 16 ? second[index - 8] : third[index - 16]
    }
    set {
      if index < 8 {
        first[index] = newValue
      } else if index < 16 {
        second[index - 8] = newValue
      } else {
        third[index - 16] = newValue
      }
      if newValue == 0 { mask &= ~(1 << Int64(index)) } else { mask |= 1 << Int64(index) }
    }
  }

  /// The indices of the meters that count anything, ascending.
  package var usedIndices: UsedIndices { UsedIndices(rest: mask) }

  /// Walks over the bits of a mask: most requests use three or four of twenty meters.
  package struct UsedIndices: Sequence, IteratorProtocol {
    private var rest: Int64

    /// The indices of the bits of a mask.
    package init(rest: Int64) { self.rest = rest }

    package mutating func next() -> Int? {
      guard rest != 0 else { return nil }
      defer { rest &= rest - 1 }
      return rest.trailingZeroBitCount
    }
  }

  /// Adds every meter of the other value to this one.
  ///
  /// Not as vectors, whose sums wrap around: a sum beyond `Int64` has to trap.
  public static func += (total: inout MeteredTokens, more: MeteredTokens) {
    for index in more.usedIndices { total[at: index] += more[at: index] }
  }

  /// Takes every meter of the other value away from this one.
  package static func -= (total: inout MeteredTokens, less: MeteredTokens) {
    for index in less.usedIndices { total[at: index] -= less[at: index] }
  }

  /// Every token billed.
  public var total: TokenCount {
    let bits = (first | second).lowHalf | (first | second).highHalf | third
    // No sum of twenty counts below 2^58 wraps around, so they can be added as vectors.
    guard (bits[0] | bits[1] | bits[2] | bits[3]) >> 58 == 0 else { return sum(0...19) }
    let sums = (first &+ second).lowHalf &+ (first &+ second).highHalf &+ third
    return TokenCount(sums[0] &+ sums[1] &+ sums[2] &+ sums[3])
  }

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
    // The bits of the range; counts that are zero are not even looked at.
    let bits = (Int64(2) << Int64(range.upperBound)) - (Int64(1) << Int64(range.lowerBound))
    var sum: Int64 = 0
    for index in UsedIndices(rest: mask & bits) { sum += self[at: index] }
    return TokenCount(sum)
  }
}
