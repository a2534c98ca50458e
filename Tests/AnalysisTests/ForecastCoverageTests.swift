import Analysis
import Foundation
import Quantities
import Testing
import Usage

/// Ranges against a simulation whose truth is known.
///
/// The protocol of 15 seeds, with a fifth of its users so that it takes seconds; `bench/forecast` has
/// 60 seeds and all users.
@Suite struct ForecastCoverageTests {
  private struct Scenario {
    let name: String
    var simulation = Simulation()
    var givesUsers = true
  }

  private let scenarios = [
    Scenario(name: "as it is"),
    Scenario(name: "growth", simulation: Simulation(growth: 0.05)),
    Scenario(name: "heavier tail", simulation: Simulation(spread: 1.6)),
    Scenario(name: "a log of 45 days", simulation: Simulation(history: 45)),
    Scenario(name: "few users", simulation: Simulation(users: 20)),
    Scenario(
      name: "a month that has begun", simulation: Simulation(history: 131, asOf: "2026-12-10")),
    Scenario(name: "a quarter of the users", simulation: Simulation(users: 120, seen: 0.25)),
    Scenario(name: "users not given", givesUsers: false),
  ]

  private struct Tally {
    var months = 0
    var in80 = 0
    var in95 = 0
    var error = 0.0
    var actual = 0.0

    mutating func add(_ range: ForecastRange?, actual: Double, forecast: Money) {
      func holds(_ percent: Int) -> Bool {
        guard let bounds = range?.bounds(percent: percent), let low = Double(bounds.low.decimal),
          let high = Double(bounds.high.decimal)
        else { return false }
        return low <= actual && actual <= high
      }
      months += 1
      in80 += holds(80) ? 1 : 0
      in95 += holds(95) ? 1 : 0
      error += ((Double(forecast.decimal) ?? 0) - actual).magnitude
      self.actual += actual
    }

    static func += (sum: inout Tally, more: Tally) {
      sum.months += more.months
      sum.in80 += more.in80
      sum.in95 += more.in95
    }
  }

  private func run(_ scenario: Scenario, seed: UInt64) throws -> Tally {
    let (uses, shown) = try scenario.simulation.uses(seed: seed)
    let asOf = try Fixture.day(scenario.simulation.asOf)
    let rows = uses.filter { $0.day < asOf && shown.contains($0.user) }.map { use in
      SimulatedLog.row(
        "u\(use.user)", use.model, on: use.day, input: use.tokens.input,
        cached: use.tokens.cached, output: use.tokens.output)
    }
    var users: [Month: Set<Int>] = [:]
    var costs: [Month: Double] = [:]
    let (doubles, ends) = (try Fixture.day("2027-01-01"), try Fixture.day("2027-02-15"))
    for use in uses where use.day >= asOf.month.firstDay {
      users[use.day.month, default: []].insert(use.user)
      costs[use.day.month, default: 0] += use.cost(doubles: doubles, ends: ends)
    }
    let forecast = try Forecast(
      from: try SimulatedLog.history(rows, asOf: asOf, months: 3),
      ForecastInput(
        book: try Fixture.simBook(), asOf: asOf, months: 3,
        users: scenario.givesUsers ? .path(users.mapValues(\.count)) : .observed,
        tokenRatios: ["new": try Fixture.factor("1.1")]))
    var tally = Tally()
    for month in forecast.months {
      tally.add(month.range, actual: costs[month.month] ?? 0, forecast: month.cost)
    }
    return tally
  }

  @Test func `ranges hold what happens about as often as they say`() throws {
    var all = Tally()
    for scenario in scenarios {
      var tally = Tally()
      for seed in 1...15 as ClosedRange<UInt64> {
        let one = try run(scenario, seed: 7000 + seed)
        tally += one
      }
      // The three months of a seed go together: nine points of standard error for a scenario.
      #expect(tally.in80 * 100 >= tally.months * 55, "\(scenario.name): \(tally)")
      #expect(tally.in95 * 100 >= tally.months * 80, "\(scenario.name): \(tally)")
      all += tally
    }
    #expect(all.months == 8 * 15 * 3)
    #expect(all.in80 * 100 >= all.months * 72, "\(all)")
    #expect(all.in95 * 100 >= all.months * 91, "\(all)")
    // A range that holds everything says nothing.
    #expect(all.in80 * 100 <= all.months * 97, "\(all)")
  }
}
