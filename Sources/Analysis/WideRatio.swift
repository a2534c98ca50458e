/// A ratio of whole numbers of any size, for the one division at the end of a figure.
///
/// What a forecast sums in `Exact` fits in 128 bits as long as it stays in one window. Several
/// windows weigh differently, and three weights of fourteen digits have a common denominator of
/// forty-two: only their sum needs more, and only until it is rounded.
struct WideRatio {
  private var isNegative: Bool
  /// Limbs, least first; the value above the line.
  private var numerator: [UInt64]
  /// Limbs, least first; never zero unless out of range.
  private var denominator: [UInt64]

  static let zero = WideRatio(.zero)

  init(_ value: Exact) {
    isNegative = value.numerator < 0
    numerator = WideRatio.limbs(value.numerator.magnitude)
    denominator = WideRatio.limbs(value.denominator.magnitude)
  }

  var isOutOfRange: Bool { denominator.isEmpty }

  static func * (left: WideRatio, right: WideRatio) -> WideRatio {
    var product = left
    product.isNegative = left.isNegative != right.isNegative
    product.numerator = multiplied(left.numerator, right.numerator)
    product.denominator = multiplied(left.denominator, right.denominator)
    return product
  }

  static func * (left: WideRatio, right: Exact) -> WideRatio { left * WideRatio(right) }

  /// The quotient; out of range for a divisor of zero.
  static func / (left: WideRatio, right: Exact) -> WideRatio { left * (Exact.one / right) }

  static func + (left: WideRatio, right: WideRatio) -> WideRatio {
    var (mine, theirs) = (left.numerator, right.numerator)
    var sum = left
    if left.denominator != right.denominator {
      mine = multiplied(mine, right.denominator)
      theirs = multiplied(theirs, left.denominator)
      sum.denominator = multiplied(left.denominator, right.denominator)
    }
    if left.isNegative == right.isNegative {
      sum.numerator = added(mine, theirs)
    } else if isLess(mine, theirs) {
      sum.numerator = subtracted(theirs, mine)
      sum.isNegative = right.isNegative
    } else {
      sum.numerator = subtracted(mine, theirs)
    }
    return sum
  }

  /// The nearest whole number, a tie going to the even one; nil beyond 127 bits or out of range.
  var rounded: Int128? {
    guard !isOutOfRange else { return nil }
    let width = WideRatio.bitWidth(numerator)
    let shift = width - WideRatio.bitWidth(denominator)
    guard shift >= 0 else { return roundedRest(0, numerator) }
    guard shift < 126 else { return nil }
    var rest = numerator
    var divisor = WideRatio.shiftedLeft(denominator, by: shift)
    var quotient: Int128 = 0
    // Bit by bit: a figure is divided once, and a few hundred steps are microseconds.
    for _ in 0...shift {
      quotient <<= 1
      if !WideRatio.isLess(rest, divisor) {
        rest = WideRatio.subtracted(rest, divisor)
        quotient |= 1
      }
      WideRatio.halve(&divisor)
    }
    return roundedRest(quotient, rest)
  }

  private func roundedRest(_ quotient: Int128, _ rest: [UInt64]) -> Int128 {
    let twice = WideRatio.added(rest, rest)
    let isTie = twice == denominator
    let roundsUp = isTie ? quotient % 2 == 1 : WideRatio.isLess(denominator, twice)
    let magnitude = roundsUp ? quotient + 1 : quotient
    return isNegative ? -magnitude : magnitude
  }
}

/// Arithmetic of limbs, least first, without zeros at the top.
extension WideRatio {
  private static func limbs(_ value: UInt128) -> [UInt64] {
    trimmed([UInt64(truncatingIfNeeded: value), UInt64(truncatingIfNeeded: value >> 64)])
  }

  private static func trimmed(_ limbs: [UInt64]) -> [UInt64] {
    var limbs = limbs
    while limbs.last == 0 { limbs.removeLast() }
    return limbs
  }

  private static func bitWidth(_ limbs: [UInt64]) -> Int {
    limbs.last.map { limbs.count * 64 - $0.leadingZeroBitCount } ?? 0
  }

  private static func isLess(_ left: [UInt64], _ right: [UInt64]) -> Bool {
    guard left.count == right.count else { return left.count < right.count }
    var place = left.count - 1
    while place >= 0 {
      if left[place] != right[place] { return left[place] < right[place] }
      place -= 1
    }
    return false
  }

  private static func multiplied(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
    guard !left.isEmpty, !right.isEmpty else { return [] }
    if right == [1] { return left }
    if left == [1] { return right }
    var product = [UInt64](repeating: 0, count: left.count + right.count)
    for (place, limb) in left.enumerated() {
      var carry: UInt64 = 0
      for (other, factor) in right.enumerated() {
        // At most (2^64 - 1)^2 + 2 (2^64 - 1), which is 2^128 - 1.
        let sum =
          UInt128(limb) * UInt128(factor) + UInt128(product[place + other]) + UInt128(carry)
        product[place + other] = UInt64(truncatingIfNeeded: sum)
        carry = UInt64(truncatingIfNeeded: sum >> 64)
      }
      product[place + right.count] = carry
    }
    return trimmed(product)
  }

  private static func added(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
    let (long, short) = left.count < right.count ? (right, left) : (left, right)
    var sum = long
    var carry: UInt64 = 0
    for place in long.indices {
      let more = place < short.count ? short[place] : 0
      if more == 0, carry == 0, place >= short.count { break }
      let total = UInt128(long[place]) + UInt128(more) + UInt128(carry)
      sum[place] = UInt64(truncatingIfNeeded: total)
      carry = UInt64(truncatingIfNeeded: total >> 64)
    }
    if carry > 0 { sum.append(carry) }
    return sum
  }

  /// The difference, for a first number that is not less than the second.
  private static func subtracted(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
    var difference = left
    var borrow = false
    for place in left.indices {
      let less = place < right.count ? right[place] : 0
      let (once, under) = left[place].subtractingReportingOverflow(less)
      let (twice, again) = once.subtractingReportingOverflow(borrow ? 1 : 0)
      difference[place] = twice
      borrow = under || again
    }
    return trimmed(difference)
  }

  private static func shiftedLeft(_ limbs: [UInt64], by bits: Int) -> [UInt64] {
    let (whole, rest) = bits.quotientAndRemainder(dividingBy: 64)
    var shifted = [UInt64](repeating: 0, count: whole) + limbs + [0]
    guard rest > 0 else { return trimmed(shifted) }
    for place in stride(from: shifted.count - 1, through: whole, by: -1) {
      let lower = place > whole ? shifted[place - 1] >> UInt64(64 - rest) : 0
      shifted[place] = shifted[place] << UInt64(rest) | lower
    }
    return trimmed(shifted)
  }

  private static func halve(_ limbs: inout [UInt64]) {
    for place in limbs.indices {
      let upper = place + 1 < limbs.count ? limbs[place + 1] << 63 : 0
      limbs[place] = limbs[place] >> 1 | upper
    }
    while limbs.last == 0 { limbs.removeLast() }
  }
}
