import Analysis
import Foundation
import Quantities
import TestSupport
import Usage

/// A log whose truth is known: users of lognormal intensity who come and go, requests that come in
/// bunches, weekdays, months that differ, a price that doubles and a model that ends.
///
/// The generator is the tests' own; nothing in the method draws a random number.
struct Simulation {
  var users = 40
  var history = 122
  var growth = 0.0
  var spread = 1.2
  /// The share of users that the log shows.
  var seen = 1.0
  var asOf = "2026-12-01"

  /// What happened on one day by one user on one model.
  struct Use {
    let day: Day
    let user: Int
    let model: String
    let tokens: (input: Int64, cached: Int64, output: Int64)
  }

  private struct Person {
    let number: Int
    let intensity: Double
    let activity: Double
    let preference: Double
    let size: Double
  }

  private static let weekdays = [1.1, 1.15, 1.15, 1.1, 1.0, 0.55, 0.5]

  /// Everything from the first day of the log to the end of February 2027.
  func uses(seed: UInt64) throws -> (uses: [Use], shown: Set<Int>) {
    var draw = Draw(seed: seed)
    let asOf = try Fixture.day(asOf)
    let start = asOf.adding(days: -history)
    let end = try Fixture.day("2027-03-01")
    var uses: [Use] = []
    var shown: Set<Int> = []
    var born = 0
    func person() -> Person {
      born += 1
      if draw.uniform() < seen { shown.insert(born) }
      return Person(
        number: born, intensity: exp(draw.normal() * spread), activity: draw.beta(1.2, 2.5),
        preference: draw.beta(3, 2), size: exp(draw.normal() * 0.4))
    }
    var alive: [Person] = []
    var shocks: [Month: Double] = [:]
    for day in start..<end {
      let target = Double(users) * pow(1 + growth, Double(start.days(until: day)) / 30.44)
      let shock = shocks[day.month] ?? exp(draw.normal() * 0.04)
      shocks[day.month] = shock
      alive.removeAll { _ in draw.uniform() < 1 / 120 }
      while Double(alive.count) < target { alive.append(person()) }
      for user in alive
      where draw.uniform() < min(1, user.activity * Self.weekdays[day.weekday]) {
        let requests = 1 + draw.poisson(draw.gamma(1.5) * 4 * user.intensity * shock / 1.5)
        let intro = draw.binomial(requests, user.preference)
        for (model, count) in [("intro", intro), ("old", requests - intro)] where count > 0 {
          let input = Double(count) * 1500 * user.size * exp(draw.normal() * 0.3)
          let output = Double(count) * 350 * exp(draw.normal() * 0.3)
          uses.append(
            Use(
              day: day, user: user.number, model: model,
              tokens: (Int64(input * 0.6), Int64(input * 0.4), Int64(output))))
        }
      }
    }
    return (uses, shown)
  }
}

extension Simulation.Use {
  /// What it cost at the price and the successor of its day, in dollars.
  func cost(doubles: Day, ends: Day) -> Double {
    let (input, cached, output): (Double, Double, Double)
    switch model {
    case "intro": (input, cached, output) = day < doubles ? (1, 0.1, 4) : (2, 0.2, 8)
    default: (input, cached, output) = day < ends ? (3, 0.3, 12) : (2.75, 0.275, 16.5)
    }
    return
      (Double(tokens.input) * input + Double(tokens.cached) * cached
      + Double(tokens.output) * output) / 1e6
  }
}

/// Draws from the distributions of the simulation.
struct Draw {
  private var source: SeededRandom

  init(seed: UInt64) { source = SeededRandom(seed: seed) }

  /// Between 0 and 1, never 0.
  mutating func uniform() -> Double { (Double(source.next() >> 11) + 0.5) / 9_007_199_254_740_992 }

  mutating func normal() -> Double {
    sqrt(-2 * log(uniform())) * cos(2 * Double.pi * uniform())
  }

  /// Marsaglia and Tsang, 2000; for shapes of at least 1.
  mutating func gamma(_ shape: Double) -> Double {
    let d = shape - 1.0 / 3
    while true {
      let x = normal()
      let v = 1 + x / sqrt(9 * d)
      guard v > 0 else { continue }
      let cube = v * v * v
      if log(uniform()) < x * x / 2 + d - d * cube + d * log(cube) { return d * cube }
    }
  }

  mutating func beta(_ first: Double, _ second: Double) -> Double {
    let one = gamma(first)
    return one / (one + gamma(second))
  }

  mutating func poisson(_ mean: Double) -> Int {
    if mean > 30 { return max(0, Int((mean + sqrt(mean) * normal()).rounded())) }
    var product = uniform()
    var count = 0
    let limit = exp(-mean)
    while product > limit {
      product *= uniform()
      count += 1
    }
    return count
  }

  mutating func binomial(_ count: Int, _ share: Double) -> Int {
    if count > 50 {
      let mean = Double(count) * share
      return min(count, max(0, Int((mean + sqrt(mean * (1 - share)) * normal()).rounded())))
    }
    return (0..<count).reduce(0) { sum, _ in sum + (uniform() < share ? 1 : 0) }
  }
}
