import Analysis
import Foundation
import Pricing
import Quantities
import TestSupport
import Testing
import Usage

/// The method beside its reference, which is another program in another language.
///
/// The values are read where they lie, beside the repository: they are nobody's to copy.
@Suite struct ForecastGoldenTests {
  private struct Month: Decodable {
    let month: String
    let mau: Double?
    let rest: Double?
    let spend: Double
    let sampling: Double?
    let churn: Double?
    let common: Double?
    let drift: Double?
    let users: Double?
    let accumulation: Double?
    let seen: Double?
    let effective: Double?
    let degrees: Int
    let sigma: Double
    let low80: Double
    let high80: Double
    let low95: Double
    let high95: Double

    enum CodingKeys: String, CodingKey {
      case month, mau, rest, spend, sigma
      case sampling = "v_samp"
      case churn = "v_churn"
      case common = "v_common"
      case drift = "v_drift"
      case users = "v_mau"
      case accumulation = "v_acc"
      case seen = "n"
      case effective = "n_eff"
      case degrees = "df"
      case low80 = "lo80%"
      case high80 = "hi80%"
      case low95 = "lo95%"
      case high95 = "hi95%"
    }
  }

  private struct Expected: Decodable {
    let asof: String
    let none: [Month]
    let thousand: [Month]

    enum CodingKeys: String, CodingKey {
      case asof
      case none = "mau_none"
      case thousand = "mau_1000"
    }
  }

  private func isNear(_ actual: Double?, _ expected: Double?) -> Bool {
    guard let expected else { return actual == nil }
    guard let actual else { return false }
    return (actual - expected).magnitude <= 1e-6 * expected.magnitude
  }

  private func dollars(_ money: Money) -> Double? { Double(money.decimal) }

  private func check(_ range: ForecastRange?, _ cost: Money, _ month: Month) {
    #expect(isNear(dollars(cost), month.spend), "\(month.month)")
    #expect(isNear(range?.sigma, month.sigma), "\(month.month)")
    #expect(range?.degreesOfFreedom == month.degrees)
    let usual = range?.bounds(percent: 80)
    let wide = range?.bounds(percent: 95)
    #expect(isNear(usual.flatMap { dollars($0.low) }, month.low80), "\(month.month)")
    #expect(isNear(usual.flatMap { dollars($0.high) }, month.high80), "\(month.month)")
    #expect(isNear(wide.flatMap { dollars($0.low) }, month.low95), "\(month.month)")
    #expect(isNear(wide.flatMap { dollars($0.high) }, month.high95), "\(month.month)")
  }

  private func check(_ forecast: Forecast, _ expected: [Month]) {
    #expect(forecast.months.count == expected.count - 1)
    for (month, other) in zip(forecast.months, expected) {
      #expect(month.month.description == other.month)
      #expect(month.mau.map(Double.init) == other.mau)
      #expect(isNear(dollars(month.rest), other.rest), "\(other.month)")
      let parts = month.range?.variance
      #expect(isNear(parts?.sampling, other.sampling), "\(other.month)")
      #expect(isNear(parts?.churn, other.churn), "\(other.month)")
      #expect(isNear(parts?.common, other.common), "\(other.month)")
      #expect(isNear(parts?.drift, other.drift), "\(other.month)")
      #expect(isNear(parts?.users, other.users), "\(other.month)")
      #expect(isNear(parts?.accumulation, other.accumulation), "\(other.month)")
      #expect(isNear(month.evidence?.meanUsers, other.seen), "\(other.month)")
      #expect(isNear(month.evidence?.effectiveUsers, other.effective), "\(other.month)")
      check(month.range, month.cost, other)
    }
    if let total = expected.last { check(forecast.range, forecast.total, total) }
  }

  @Test func `point, parts of sigma and bounds agree with the reference to a millionth`() throws {
    guard let inputs = try requireInputs() else { return }
    let folder = inputs + "/../forecast-golden"
    let expected = try JSONDecoder().decode(
      Expected.self, from: Data(contentsOf: URL(fileURLWithPath: folder + "/expected.json")))
    let log = try String(contentsOfFile: folder + "/log.csv", encoding: .utf8)
    let rows = try SimulatedLog.rows(csv: log)
    let asOf = try Fixture.day(expected.asof)
    let history = try SimulatedLog.history(rows, asOf: asOf, months: 4)
    // The successor needs 1.1 tokens for one, as prices.json says there.
    let input = ForecastInput(
      book: try Fixture.simBook(), asOf: asOf, months: 4,
      tokenRatios: ["new": try Fixture.factor("1.1")])
    check(try Forecast(from: history, input), expected.none)
    var thousand = input
    thousand.users = .constant(1000)
    check(try Forecast(from: history, thousand), expected.thousand)
  }
}
