import Usage

/// The four counts that nearly every request has, as the one integer `records.counts`.
///
/// A count that its bits cannot hold is left to `rest`, whole, and its bits are zero. In SQL this is
/// said once more, by the view `usage_records`.
enum PackedCounts {
  /// The indices of the meters, from the lowest bits up.
  static let meters = [
    Meter.textInput.index, Meter.cachedTextInput.index, Meter.textOutput.index,
    Meter.thinking.index,
  ]
  /// The meters, one bit each.
  static let mask = meters.reduce(Int64(0)) { $0 | 1 << Int64($1) }

  /// How many bits each has: prompts of up to 262,143 tokens, answers of 16,383, thoughts of 8,191.
  private static let bits: [Int64] = [18, 18, 14, 13]

  /// The integer, and the meters that it has no room for, one bit each.
  static func pack(_ tokens: MeteredTokens) -> (counts: Int64, left: Int64) {
    let input = tokens[at: 0]
    let cached = tokens[at: 5]
    let output = tokens[at: 15]
    let thinking = tokens[at: 19]
    // All at once, for those are nearly all; of a number below zero bits are left, too.
    guard input >> 18 | cached >> 18 | output >> 14 | thinking >> 13 == 0 else {
      return packSome(tokens)
    }
    return (input | cached << 18 | output << 36 | thinking << 50, 0)
  }

  private static func packSome(_ tokens: MeteredTokens) -> (counts: Int64, left: Int64) {
    var (counts, left) = (Int64(0), Int64(0))
    var shift: Int64 = 0
    for (meter, bits) in zip(meters, bits) {
      let count = tokens[at: meter]
      if count >> bits == 0 { counts |= count << shift } else { left |= 1 << Int64(meter) }
      shift += bits
    }
    return (counts, left)
  }

  /// The tokens that an integer holds.
  static func tokens(_ counts: Int64) -> MeteredTokens {
    var tokens = MeteredTokens()
    tokens[at: 0] = counts & (1 << 18 - 1)
    tokens[at: 5] = counts >> 18 & (1 << 18 - 1)
    tokens[at: 15] = counts >> 36 & (1 << 14 - 1)
    tokens[at: 19] = counts >> 50
    return tokens
  }
}
