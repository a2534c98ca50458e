import Pricing
import Quantities

/// What a log would cost at the prices of the forecast's first day: one and the same for all of it,
/// so that a past change of price does not look like a change of use.
struct TodaysCosts {
  private let usage: UserUsage
  private let prices: [[Int64]]
  private let ratios: [Exact]
  /// The same for what is only compared.
  private let relativeRatios: [Double]

  init(_ usage: UserUsage, _ maker: PriceTimelineMaker) {
    self.usage = usage
    let terms = usage.kinds.map(maker.termsAtStart)
    ratios = terms.map(\.tokenRatio)
    relativeRatios = ratios.map(\.ratio)
    prices = zip(usage.kinds, terms).map { kind, terms in
      kind.meterIndices.map { terms.isDropped ? 0 : terms.rates.prices[$0]?.picodollars ?? 0 }
    }
  }

  /// The cost of some tokens of a kind before its token ratio.
  private func bare(_ kind: Int32, _ counts: [Int64], _ first: Int) -> Int128 {
    var cost: Int128 = 0
    for (place, price) in prices[Int(kind)].enumerated() {
      cost += Int128(counts[first + place]) * Int128(price)
    }
    return cost
  }

  /// The cost of a cell, for comparing it with others; no amount is made from it.
  func relative(_ cell: UserUsage.Cell) -> Double {
    Double(nearest: bare(cell.kind, usage.counts, cell.firstCount))
      * relativeRatios[Int(cell.kind)]
  }

  /// The cost of an entry of windows, for the same.
  private func relative(_ entry: UserWindows.Entry, _ counts: [Int64]) -> Double {
    Double(nearest: bare(entry.kind, counts, entry.firstCount)) * relativeRatios[Int(entry.kind)]
  }

  /// What each of some days costs, those without usage as zeros.
  func daily(_ days: Range<Day>) -> [Exact] {
    let kinds = usage.kinds.count
    var sums = [Int128](repeating: 0, count: days.count * kinds)
    let offset = days.lowerBound.days(until: usage.days.lowerBound)
    for cell in usage.cells {
      let day = Int(cell.day) + offset
      guard day >= 0, day < days.count else { continue }
      sums[day * kinds + Int(cell.kind)] += bare(cell.kind, usage.counts, cell.firstCount)
    }
    return (0..<days.count).map { day in
      (0..<kinds).reduce(.zero) { $0 + Exact(sums[day * kinds + $1]) * ratios[$1] }
    }
  }

  /// What each window costs by the model that requests name, in the order of the kinds.
  func byModel(_ windows: UserWindows, newest: Int) -> [(model: String, costs: [Double])] {
    var places: [String: Int] = [:]
    var models: [(model: String, costs: [Double])] = []
    let numbers = windows.kinds.map { kind -> Int in
      let model = kind.model ?? ""
      if let place = places[model] { return place }
      places[model] = models.count
      models.append((model, [Double](repeating: 0, count: newest)))
      return models.count - 1
    }
    for entry in windows.entries where Int(entry.window) < newest {
      models[numbers[Int(entry.kind)]].costs[Int(entry.window)] += relative(entry, windows.counts)
    }
    return models
  }

  /// What some windows cost in all, and what of it names no user.
  func withoutUser(_ windows: UserWindows, newest: Int) -> (cost: Double, all: Double) {
    var (cost, all) = (0.0, 0.0)
    for entry in windows.entries where Int(entry.window) < newest {
      let amount = relative(entry, windows.counts)
      all += amount
      if entry.user < 0 { cost += amount }
    }
    return (cost, all)
  }
}
