import Pricing
import Quantities
import Testing

/// Percentages, and what they leave of a price.
@Suite struct PercentOffTests {
  struct Reduction: Sendable {
    let price: String
    let percent: String
    let left: String
  }

  /// From Python: `(Decimal(price) * (100 - Decimal(percent)) / 100).quantize(Decimal("0.000001"),
  /// ROUND_HALF_EVEN)`.
  static let reductions = [
    Reduction(price: "0.30", percent: "10", left: "0.27"),
    Reduction(price: "0.30", percent: "12.5", left: "0.2625"),
    Reduction(price: "2.5", percent: "17.3", left: "2.0675"),
    Reduction(price: "0.075", percent: "33.333333", left: "0.05"),
    Reduction(price: "1.25", percent: "100", left: "0"),
    Reduction(price: "0.000001", percent: "50", left: "0"),
    Reduction(price: "0.000003", percent: "50", left: "0.000002"),
    Reduction(price: "0.000007", percent: "50", left: "0.000004"),
    Reduction(price: "0.000005", percent: "10", left: "0.000004"),
    Reduction(price: "0.000005", percent: "30", left: "0.000004"),
    Reduction(price: "0.000001", percent: "49.999999", left: "0.000001"),
    Reduction(price: "0.0125", percent: "0.000001", left: "0.0125"),
    Reduction(price: "999999.999999", percent: "0.000001", left: "999999.989999"),
  ]

  @Test(arguments: reductions)
  func `what is left of a price is rounded once, half to even`(_ reduction: Reduction) throws {
    let percent = try #require(PercentOff(decimal: reduction.percent))
    let price = try #require(UnitPrice(decimal: reduction.price, perUnits: 1_000_000))
    #expect(percent.off(price).decimal(perUnits: 1_000_000) == reduction.left)
    #expect(percent.description == reduction.percent)
  }

  @Test func `the highest price there is can be reduced`() throws {
    let price = try #require(UnitPrice(picodollars: .max))
    let percent = try #require(PercentOff(decimal: "0.000001"))
    // 9223372036854775807 × 99999999 / 100000000 = 9223371944621055438.45…, by Python.
    #expect(percent.off(price).picodollars == 9_223_371_944_621_055_438)
  }

  @Test(arguments: [
    "0", "-1", "100.000001", "101", "01", "00.5", "12.5000001", "1e1", "+5", "5 %", "", ".5", "5.",
  ])
  func `anything but a number above 0 and up to 100 is no percentage`(text: String) {
    #expect(PercentOff(decimal: text) == nil)
  }
}
