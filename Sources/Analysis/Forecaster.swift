import Pricing
import Quantities
import Usage

/// Sums loads over the months of a horizon: the heart of a forecast.
///
///     month = users × Σ over loads of factor × Σ over stretches of days × cost
///
/// A day weighs what its weekday weighs in the log, and a price that changes within a day weighs by
/// the part of it. All terms are exact; each figure is divided and rounded once.
struct Forecaster {
  let input: ForecastInput
  let clock: DayClock
  private let timelines: PriceTimelineMaker
  private var known: [UsageKind: PriceTimeline] = [:]
  private(set) var warnings: [ForecastWarning] = []
  private var movesTo: Set<String> = []

  init(_ input: ForecastInput, until end: Day, weights: WeekdayWeights = .level) {
    self.input = input
    clock = DayClock(zone: input.zone, weights: weights)
    let start = input.zone.start(of: input.asOf)
    timelines = PriceTimelineMaker(input: input, horizon: start..<input.zone.start(of: end))
  }

  /// Loads with their prices over the whole horizon; made once for each length of month.
  mutating func prepare(_ loads: [Load]) throws(ForecastRefusal) -> [PricedLoad] {
    var priced: [PricedLoad] = []
    for load in loads {
      let timeline = timeline(of: load.kind)
      if let refusal = timeline.refusal { throw refusal }
      timeline.notes.forEach { warn($0) }
      movesTo.formUnion(timeline.movesTo)
      priced.append(PricedLoad(load, timeline))
    }
    return priced
  }

  private mutating func timeline(of kind: UsageKind) -> PriceTimeline {
    if let timeline = known[kind] { return timeline }
    let timeline = timelines.timeline(of: kind)
    known[kind] = timeline
    return timeline
  }

  /// What a token of each kind costs in some days, by meter of the kind.
  ///
  /// Each day's price times what the day weighs. Only ratios of these are meant: they are no money.
  mutating func prices(of kinds: [UsageKind], from start: Instant, until end: Instant) -> [[Double]]
  {
    kinds.map { kind in
      let meters = kind.meterIndices
      var prices = [Double](repeating: 0, count: meters.count)
      for stretch in timeline(of: kind).stretches where stretch.from < end && stretch.until > start
      {
        let days = clock.days(from: max(start, stretch.from), until: min(end, stretch.until)).ratio
        for (place, meter) in meters.enumerated() {
          prices[place] += days * stretch.terms.price(of: meter)
        }
      }
      return prices
    }
  }

  /// The token ratios of models that nothing moves to.
  var unusedRatios: [ForecastWarning] {
    input.tokenRatios.keys.sorted().filter { !movesTo.contains($0) }
      .map { .unusedTokenRatio(model: $0) }
  }

  /// Adds a warning unless it has been given.
  mutating func warn(_ warning: ForecastWarning) {
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  /// The sums of some days, by part.
  func sums(_ loads: [PricedLoad], parts: Int, from start: Instant, until end: Instant) -> [DaySum]
  {
    var sums = [DaySum](repeating: DaySum(), count: parts)
    for priced in loads {
      for stretch in priced.stretches where stretch.from < end && stretch.until > start {
        let days = clock.days(from: max(start, stretch.from), until: min(end, stretch.until))
        sums[priced.load.part].add(priced.load, at: stretch.price, times: days * priced.load.factor)
      }
    }
    return sums
  }
}

/// A load and what it costs over the horizon.
struct PricedLoad {
  let load: Load
  let timeline: PriceTimeline
  let stretches: [(from: Instant, until: Instant, price: LoadPrice)]

  init(_ load: Load, _ timeline: PriceTimeline) {
    self.load = load
    self.timeline = timeline
    stretches = timeline.stretches.map { ($0.from, $0.until, $0.terms.price(load.row)) }
  }
}
