@testable import Analysis
import Foundation
import Quantities
import Testing
import Usage

/// What is known about ranges and bridges without knowing their figures, and the arithmetic below.
@Suite struct ForecastRangeTests {
  private func simulated(
    seed: UInt64 = 4, users: MAUPlan = .observed, asOf: String = "2026-12-01",
    _ change: (inout [RollupRow]) throws -> Void = { _ in }
  ) throws -> Forecast {
    let simulation = Simulation(users: 30, asOf: asOf)
    let day = try Fixture.day(asOf)
    var rows = try simulation.uses(seed: seed).uses.filter { $0.day < day }.map { use in
      SimulatedLog.row(
        "u\(use.user)", use.model, on: use.day, input: use.tokens.input,
        cached: use.tokens.cached, output: use.tokens.output)
    }
    try change(&rows)
    return try Forecast(
      from: try SimulatedLog.history(rows, asOf: day, months: 4),
      ForecastInput(book: try Fixture.simBook(), asOf: day, months: 4, users: users))
  }

  private func isNear(_ one: Double?, _ other: Double?) -> Bool {
    guard let one, let other else { return false }
    return (one - other).magnitude <= 1e-11 * other.magnitude
  }

  @Test func `the same log gives the same figures, in whatever order it comes`() throws {
    let once = try simulated()
    let again = try simulated { $0.reverse() }
    #expect(once.months.map(\.range) == again.months.map(\.range))
    #expect(once.range == again.range)
    #expect(once.costs == again.costs)
  }

  @Test func `what users are called changes nothing`() throws {
    let once = try simulated()
    let renamed = try simulated { rows in
      for index in rows.indices { rows[index].user = rows[index].user.map { "\($0.count)\($0)z" } }
    }
    let mirrored = try simulated { rows in
      for index in rows.indices {
        rows[index].user = rows[index].user.map { String($0.reversed()) + "|" + $0 }
      }
    }
    for other in [renamed, mirrored] {
      #expect(other.costs == once.costs)
      #expect(
        zip(other.months, once.months).allSatisfy { isNear($0.range?.sigma, $1.range?.sigma) })
    }
  }

  @Test func `as many users as were seen have no sampling error`() throws {
    let seen = try simulated().months[0].evidence?.meanUsers
    let whole = try #require(seen.flatMap { Int(exactly: $0.rounded()) })
    let same = try simulated(users: .constant(whole))
    let more = try simulated(users: .constant(50 * whole))
    let part = try #require(same.months[0].range?.variance?.sampling)
    #expect(part < (try #require(more.months[0].range?.variance?.sampling)) / 20)
  }

  @Test func `more users of the same kind are surer`() throws {
    let once = try simulated(users: .constant(5000))
    let fourfold = try simulated(users: .constant(5000)) { rows in
      rows = rows.flatMap { row in
        (0..<4).map { copy in
          var row = row
          row.user = row.user.map { "\($0)-\(copy)" }
          return row
        }
      }
    }
    #expect(fourfold.costs[0] == once.costs[0])
    let (sure, unsure) = (
      try #require(fourfold.months[0].range?.sigma), try #require(once.months[0].range?.sigma)
    )
    #expect(sure < unsure * 0.7)
  }

  @Test func `a higher level holds a lower one`() throws {
    for month in try simulated().months {
      let usual = try #require(month.range?.bounds(percent: 80))
      let wide = try #require(month.range?.bounds(percent: 95))
      #expect(wide.low < usual.low && usual.low < month.cost)
      #expect(month.cost < usual.high && usual.high < wide.high)
    }
  }

  @Test(arguments: ["2026-12-01", "2026-12-11"])
  func `the steps from month to month add up to the difference`(_ asOf: String) throws {
    let forecast = try simulated(
      users: .growth(from: 50, perMonth: try Fixture.factor("0.1")), asOf: asOf)
    #expect(forecast.months[0].bridge == nil)
    for (before, after) in zip(forecast.months, forecast.months.dropFirst()) {
      let bridge = try #require(after.bridge)
      #expect(bridge.sum == after.cost - before.cost)
    }
    // Nothing but January's price, and February's shutdown, moves these two.
    #expect(forecast.months[1].bridge?.retirements == .zero)
    #expect(forecast.months[1].bridge.map { $0.prices > .zero } == true)
    #expect(forecast.months[2].bridge?.prices == .zero)
    #expect(forecast.months[2].bridge.map { $0.retirements != .zero } == true)
  }

  @Test func `each step of a bridge is what one change makes`() throws {
    // Ten users, 0.03 a day, then 0.06: worked out by hand.
    let book = try Fixture.simBook()
    let forecast = try Fixture.sim(
      "intro", book: book, users: .growth(from: 10, perMonth: try Fixture.factor("1")))
    let january = try #require(forecast.months[1].bridge)
    // 31 × 0.03 × 10 more users; as many days; twice the price for twenty.
    #expect(january.users.decimal == "0.93")
    #expect(january.days == .zero)
    #expect(january.prices.decimal == "1.86")
    let february = try #require(forecast.months[2].bridge)
    // 31 × 0.06 × 20 more users; three days less for forty.
    #expect(february.users.decimal == "3.72")
    #expect(february.days.decimal == "-0.72")
    #expect(february.prices == .zero && february.retirements == .zero)
  }

  @Test func `users, their days and their cost multiply to the month`() throws {
    let forecast = try Fixture.sim("intro", book: try Fixture.simBook())
    // Every user is active every day: 0.93 / (10 × 1 × 31).
    #expect(forecast.months[0].dailyShare?.isOne == true)
    #expect(forecast.months[0].costPerActiveUserDay?.decimal == "0.003")
  }

  @Test func `a level log is as sure as its priors`() throws {
    let forecast = try Fixture.sim("intro", book: try Fixture.simBook())
    let parts = try #require(forecast.months[0].range?.variance)
    // (3 × 0.06²) / (3 + 1): one window could be compared, without an error.
    #expect((parts.common - 0.0027).magnitude < 1e-15)
    #expect(parts.sampling == 0)
    #expect(forecast.accuracy?.error == 0)
    #expect(forecast.accuracy?.windows == 1)
  }

  @Test func `logarithm and exponential are right to fifteen digits`() {
    for step in 1...4000 {
      let x = Double(step) * 0.0037
      #expect((Elementary.ln(x) - log(x)).magnitude <= 4e-16 * max(1, log(x).magnitude))
      for sign in [-1.0, 1] {
        let expected = exp(sign * x)
        #expect((Elementary.exp(sign * x) - expected).magnitude <= 8e-16 * expected)
      }
    }
    #expect(Elementary.ln(1) == 0 && Elementary.exp(0) == 1)
  }

  @Test func `computed quantiles agree with the table, and with a printed one`() {
    for degrees in 3...9 {
      for percent in [50, 80, 90, 95] {
        let table = StudentT.quantile(percent: percent, degrees: degrees)
        let computed = StudentT.computed(share: Double(percent) / 100, degrees: degrees)
        #expect((table - computed).magnitude < 6e-5, "\(percent) \(degrees)")
      }
    }
    // 99 % two-sided at 3, 6 and 9 degrees: 5.841, 3.707, 3.250.
    for (degrees, quantile) in [(3, 5.841), (6, 3.707), (9, 3.250)] {
      #expect((StudentT.quantile(percent: 99, degrees: degrees) - quantile).magnitude < 5e-4)
    }
  }

  @Test func `wide ratios round like exact ones`() {
    for numerator in -40...40 {
      for denominator in 1...12 {
        let exact = Exact(numerator, over: denominator)
        let third = Exact(1, over: 3)
        #expect(WideRatio(exact).rounded == exact.rounded)
        let sum = WideRatio(exact) + WideRatio(third)
        #expect(sum.rounded == (exact + third).rounded)
        #expect((WideRatio(exact) * third).rounded == (exact * third).rounded)
      }
    }
    // (2^120 / 3) × 3 × (1 / 2^100): far beyond 128 bits on the way.
    let large = Exact(Int128(1) << 120)
    let wide = WideRatio(large) * large / large / Exact(Int128(1) << 100)
    #expect(wide.rounded == 1 << 20)
    #expect((WideRatio(large) * large).rounded == nil)
    #expect((WideRatio(large) / .zero).rounded == nil)
  }
}
