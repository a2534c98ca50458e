import TestSupport
import Testing

@testable import Quantities

/// Amounts and prices, which are exact or refused.
@Suite struct MoneyTests {
  private func money(_ decimal: String) throws -> Money {
    try #require(Money(decimal: decimal))
  }

  @Test(arguments: [
    ("0.001457", "0.001457"), ("0", "0"), ("-1.5", "-1.5"), ("1.50", "1.5"), ("-0.00", "0"),
    ("0.000000000001", "0.000000000001"), ("100000000000000", "100000000000000"),
  ])
  func `an amount keeps every digit and no idle zero`(_ text: String, _ canonical: String) {
    #expect(Money(decimal: text)?.decimal == canonical)
  }

  @Test(arguments: ["", "1.0000000000001", "1.0000000000000", "$1", "1e-3", "1,5", ".5", "+1"])
  func `an amount that is not exact is refused`(_ text: String) {
    #expect(Money(decimal: text) == nil)
  }

  @Test func `tenths add up, as they do not in binary`() throws {
    let sum = try money("0.1") + money("0.2")
    #expect(sum == Money(decimal: "0.3"))
    #expect(try money("0.3") - sum == .zero)
    #expect(try -money("0.3") + sum == .zero)
    #expect(try money("0.07") * 100 == money("7"))
    #expect(try money("0.07") * -3 == money("-0.21"))
    #expect(try money("-0.01") < money("0"))
  }

  @Test func `a figure that stands alone is rounded half to even`() throws {
    #expect(try money("2.675").rounded(toPlaces: 2) == "2.68")
    #expect(try money("2.665").rounded(toPlaces: 2) == "2.66")
    #expect(try money("-2.665").rounded(toPlaces: 2) == "-2.66")
    #expect(try money("0.005").rounded(toPlaces: 2) == "0.00")
    #expect(try money("-0.004").rounded(toPlaces: 2) == "0.00")
    #expect(try money("0.005000000001").rounded(toPlaces: 2) == "0.01")
    #expect(try money("1234.5").rounded(toPlaces: 0) == "1234")
    #expect(try money("1").rounded(toPlaces: 14) == "1.00000000000000")
  }

  @Test func `scaling rounds once, half to even, for every fraction of a small world`() {
    for amount in -20...20 {
      for numerator in -9...9 {
        for denominator in -9...9 where denominator != 0 {
          let result = Money(picodollars: Int128(amount))
            .scaled(by: Int128(numerator), over: Int128(denominator))
          // |result × denominator − product| is at most half the denominator; at half, even.
          let error = abs(Int(result.picodollars) * denominator - amount * numerator)
          let isTie = 2 * error == abs(denominator)
          #expect(2 * error <= abs(denominator), "\(amount) × \(numerator) / \(denominator)")
          #expect(
            !isTie || result.picodollars % 2 == 0, "\(amount) × \(numerator) / \(denominator)")
        }
      }
    }
  }

  @Test func `scaling holds the product in full width`() {
    let largest = Money(picodollars: .max)
    #expect(largest.scaled(by: .max, over: .max) == largest)
    #expect(largest.scaled(by: -.max, over: .max) == -largest)
    let next = largest - Money(picodollars: 1)
    #expect(largest.scaled(by: next.picodollars, over: .max) == next)
    // (2^127 − 1) × 2 / 4 = 2^126 − 1/2, a tie; 2^126 is the even one.
    #expect(largest.scaled(by: 2, over: 4).picodollars == 1 << 126)
    #expect(Money(picodollars: .min).scaled(by: 1, over: 2).picodollars == -(1 << 126))
    #expect(Money.zero.scaled(by: .min, over: .min) == .zero)
    #expect(Money(picodollars: 1).scaled(by: .min, over: .min).picodollars == 1)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `scaling forth and back by a whole factor changes nothing`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let bits = Int.random(in: 1...62, using: &random)
      let factor = Int128.random(in: 1...(1 << Int128(bits)), using: &random)
      let amount = Money(picodollars: Int128.random(in: -(1 << 64)...(1 << 64), using: &random))
      #expect(amount.scaled(by: factor, over: 1).scaled(by: 1, over: factor) == amount)
      #expect(amount.scaled(by: factor, over: factor) == amount)
    }
  }

  @Test func `an amount beyond the range traps instead of wrapping`() async {
    await #expect(processExitsWith: .failure) {
      _ = Money(picodollars: .max) + Money(picodollars: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = Money(picodollars: .max).scaled(by: 2, over: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = Money(picodollars: 1).scaled(by: 1, over: 0)
    }
  }
}

/// Rows rounded together under their total.
@Suite struct ApportionTests {
  private func apportion(_ amounts: [String], places: Int) throws -> ShownAmounts {
    Money.apportion(try amounts.map { try #require(Money(decimal: $0)) }, places: places)
  }

  @Test func `a third each makes a whole`() throws {
    let shown = try apportion(["0.333", "0.333", "0.334"], places: 2)
    #expect(shown.rows == ["0.33", "0.33", "0.34"])
    #expect(shown.total == "1.00")
  }

  @Test func `among equals the earlier row is rounded up`() throws {
    let shown = try apportion(["0.005", "0.005", "0.005", "0.005"], places: 2)
    #expect(shown.rows == ["0.01", "0.01", "0.00", "0.00"])
    #expect(shown.total == "0.02")
  }

  @Test func `a credit is a row like any other`() throws {
    let shown = try apportion(["10.006", "-0.006"], places: 2)
    #expect(shown.rows == ["10.01", "-0.01"])
    #expect(shown.total == "10.00")
  }

  @Test func `no rows add up to nothing`() {
    #expect(Money.apportion([], places: 2) == ShownAmounts(rows: [], total: "0.00"))
  }

  @Test(arguments: [12, 15])
  func `with every digit shown no row is changed`(_ places: Int) throws {
    let shown = try apportion(["0.000000000001", "2"], places: places)
    #expect(shown.rows.map { String($0.prefix(14)) } == ["0.000000000001", "2.000000000000"])
    #expect(shown.total.hasPrefix("2.000000000001"))
  }

  @Test func `rows add up, for every three rows of a small world`() {
    // Thousandths shown to two places: every remainder, both signs, and both sides of every tie.
    for first in -11...11 {
      for second in -11...11 {
        for third in -11...11 {
          let amounts = [first, second, third].map {
            Money(picodollars: Int128($0) * 1_000_000_000)
          }
          let shown = Money.apportion(amounts, places: 2)
          let rows = shown.rows.compactMap { Money(decimal: $0) }
          let changes = zip(rows, amounts).map { abs(($0 - $1).picodollars) }
          let isRight =
            rows.count == 3 && Money(decimal: shown.total) == rows.reduce(.zero, +)
            && shown.total == amounts.reduce(.zero, +).rounded(toPlaces: 2)
            && changes.allSatisfy { $0 < 10_000_000_000 }
          guard isRight else {
            Issue.record("\(amounts): \(shown)")
            return
          }
        }
      }
    }
  }
}

/// Prices of one unit, and what many cost.
@Suite struct UnitPriceTests {
  @Test func `a price per million is whole picodollars per token`() throws {
    let price = try #require(UnitPrice(decimal: "0.0025", perUnits: 1_000_000))
    #expect(price.picodollars == 2500)
    #expect(price.decimal(perUnits: 1_000_000) == "0.0025")
    #expect(price.decimal(perUnits: 1) == "0.0000000025")
    #expect(price.description == "0.0025 per million")
    #expect(UnitPrice(decimal: "0.04", perUnits: 1)?.picodollars == 40_000_000_000)
    #expect(UnitPrice(decimal: "0.000001", perUnits: 1_000_000)?.picodollars == 1)
    #expect(UnitPrice(decimal: "0.3", perUnits: 3)?.picodollars == 100_000_000_000)
  }

  @Test func `a price that is not whole picodollars is refused`() {
    #expect(UnitPrice(decimal: "0.0000001", perUnits: 1_000_000) == nil)
    #expect(UnitPrice(decimal: "1", perUnits: 3) == nil)
    #expect(UnitPrice(decimal: "-1", perUnits: 1) == nil)
    #expect(UnitPrice(decimal: "1", perUnits: 0) == nil)
    #expect(UnitPrice(decimal: "1", perUnits: -1) == nil)
    #expect(UnitPrice(decimal: "10000000", perUnits: 1) == nil)
    #expect(UnitPrice(decimal: "1e-6", perUnits: 1) == nil)
    #expect(UnitPrice(picodollars: -1) == nil)
    #expect(UnitPrice(picodollars: 0) == .free)
  }

  @Test func `a price times a count is exact, up to the largest of both`() throws {
    let price = try #require(UnitPrice(decimal: "1.25", perUnits: 1_000_000))
    // 12 345 tokens at 1.25 USD per million: 12345 × 1.25 / 10^6.
    #expect((price * 12_345).decimal == "0.01543125")
    #expect(price * 0 == .zero)
    #expect((price * TokenCount(-4)).decimal == "-0.000005")
    let most = try #require(UnitPrice(picodollars: .max))
    #expect((most * TokenCount(.max)).picodollars == Int128(Int64.max) * Int128(Int64.max))
    #expect(UnitPrice.free < price)
  }

  @Test func `counts add and compare as numbers`() {
    let counts: [TokenCount] = [3, 1, 2]
    #expect(counts.reduce(.zero, +) == 6)
    #expect(counts.max() == 3)
    #expect((TokenCount(1) - 3).value == -2)
    #expect(TokenCount(1_234_567).description == "1234567")
  }
}
