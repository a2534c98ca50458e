/// The most tokens that an answer has, as tokens of the model that gave the recorded one.
///
/// Where a model needs 2 tokens for one of another's, its answers of 1,000 tokens at most are recorded
/// answers of 500. A cap that is no fraction of up to 1,000 parts of a token is rounded to one of
/// 1,000, so that sums of answers in such parts fit 64 bits.
package struct AnswerCap: Hashable, Sendable {
  /// The cap, in parts of a token.
  package let parts: Int64
  /// How many parts a token has.
  package let partsOfToken: Int64

  /// Longer than any answer.
  private static let most = Exact(1_000_000_000)
  private static let finest: Int64 = 1000

  /// A cap on answers as they were recorded.
  package init(_ tokens: Int64) { self.init(tokens, ratio: .one) }

  /// A cap on answers that have so many tokens for each recorded one.
  init(_ tokens: Int64, ratio: Exact) {
    let exact = Exact(tokens) / ratio
    let cap = exact.isOutOfRange ? AnswerCap.most : min(exact, AnswerCap.most)
    let isFine = cap.denominator <= Int128(AnswerCap.finest)
    let parts = isFine ? cap.numerator : (cap * Exact(AnswerCap.finest)).rounded ?? 0
    self.parts = Int64(parts)
    partsOfToken = isFine ? Int64(cap.denominator) : AnswerCap.finest
  }

  /// Everything that an answer may have become, in tokens for each recorded one.
  ///
  /// - Parameter levers: All levers; those that send requests to other models count.
  /// - Returns: Products of their ratios, the smallest first; the first hundred of them.
  static func ratios(under levers: [Lever]) -> [Exact] {
    var ratios: Set<Exact> = [.one]
    for lever in levers {
      guard case .modelShare(let share) = lever.formula else { continue }
      for ratio in ratios.sorted() {
        for part in share.parts where ratios.count < 100 {
          let product = ratio * Exact(part.target.tokenRatio)
          if !product.isOutOfRange { ratios.insert(product) }
        }
      }
    }
    return ratios.sorted()
  }
}
