import Quantities
import Testing

@testable import Analysis

/// The arithmetic under every figure: exact, or out of range, and never anything between.
@Suite struct ExactTests {
  @Test func `fractions are kept in lowest terms, the sign above the line`() {
    #expect(Exact(6, over: -4) == Exact(-3, over: 2))
    #expect(Exact(0, over: 7) == .zero)
    #expect(Exact(1, over: 3) + Exact(1, over: 6) == Exact(1, over: 2))
    #expect(Exact(2, over: 3) - Exact(2, over: 3) == .zero)
    #expect(Exact(4, over: 9) * Exact(3, over: 8) == Exact(1, over: 6))
    #expect(Exact(1, over: 2) / Exact(1, over: 4) == Exact(2))
    #expect(Exact(1, over: 3) < Exact(1, over: 2))
  }

  @Test func `a third of a dollar three times is a dollar`() {
    let dollar = Exact(Money(picodollars: 1_000_000_000_000))
    let third = dollar / Exact(3)
    #expect((third + third + third).money == Money(decimal: "1"))
    #expect(third.money?.decimal == "0.333333333333")
  }

  @Test(arguments: [(1, 2, 0), (3, 2, 2), (5, 2, 2), (-1, 2, 0), (-3, 2, -2), (7, 4, 2), (5, 4, 1)])
  func `a tie goes to the even neighbour`(_ above: Int, _ below: Int, _ whole: Int64) {
    #expect(Exact(above, over: below).count == whole)
  }

  @Test func `what cancels does not overflow`() {
    let large = Exact(Int128.max)
    #expect(large / large == .one)
    #expect(large * (Exact(7) / large) == Exact(7))
  }

  @Test func `what does not fit is out of range and stays so`() {
    let large = Exact(Int128.max)
    let half = Exact(1, over: 2)
    for result in [
      large * Exact(2), large + large, half + large, large - half, Exact(1) / .zero,
      Exact(Int128.max, over: 0),
    ] {
      #expect(result.isOutOfRange)
      #expect((result + .one).isOutOfRange)
      #expect((result * .zero).isOutOfRange)
      #expect((-result).isOutOfRange)
      #expect((.one / result).isOutOfRange)
      #expect(result.money == nil)
    }
    #expect(Exact(Int128.max).count == nil)
    #expect(Exact(Int128.max).money == Money(picodollars: .max))
  }

  @Test func `sums are the same in every order`() {
    let terms = [
      Exact(1, over: 3), Exact(-5, over: 7), Exact(1_000_003, over: 1_000_000), Exact(11, over: 96),
    ]
    let forwards = terms.reduce(.zero, +)
    let backwards = terms.reversed().reduce(.zero, +)
    #expect(forwards == backwards)
    // (1 - 15/21 ... worked out over 3 × 7 × 1,000,000 × 32 = 672,000,000:
    // 224,000,000 - 480,000,000 + 672,002,016 + 77,000,000 = 493,002,016.
    #expect(forwards == Exact(493_002_016, over: 672_000_000))
  }

  @Test func `a ratio is shown by one rounding`() throws {
    let ratio = try #require(ExactRatio(Money(picodollars: 2), to: Money(picodollars: 3)))
    #expect(ratio.rounded(toPlaces: 2) == "0.67")
    #expect(ratio.percent(toPlaces: 1) == "66.7")
    #expect(ExactRatio(Money(picodollars: 2), to: .zero) == nil)
    #expect(ExactRatio(1, to: 0) == nil)
    #expect(ExactRatio(2, to: 2)?.isOne == true)
  }
}
