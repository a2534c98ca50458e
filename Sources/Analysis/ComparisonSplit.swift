import Pricing
import Usage

/// Usage split into what can be compared and what has to be left out for want of a price.
struct ComparisonSplit {
  /// What has a price each time.
  private(set) var priced: [Load] = []
  /// The rest.
  private(set) var leftOut = UnpricedUsage.none
  /// The rest by the times at which it has no price.
  private(set) var gaps: [PriceTime: Gap] = [:]
  private let count: Int

  /// What has no price at some time.
  struct Gap {
    var loads = 0
    var models: [String] = []
    var reasons: [UnpricedReason] = []
  }

  init(_ loads: [Load], _ base: ComparisonBase) {
    var base = base
    count = loads.count
    for load in loads {
      let found = base.gaps(of: load.row)
      guard !found.isEmpty else {
        priced.append(load)
        continue
      }
      for (time, reasons) in found { note(load, at: time, reasons) }
      leftOut = leftOut.adding(load.row, reasons: found.flatMap(\.reasons))
    }
  }

  private mutating func note(_ load: Load, at time: PriceTime, _ reasons: [UnpricedReason]) {
    var gap = gaps[time] ?? Gap()
    gap.loads += 1
    if let model = load.row.series.model, !gap.models.contains(model) { gap.models.append(model) }
    for reason in reasons where !gap.reasons.contains(reason) { gap.reasons.append(reason) }
    gaps[time] = gap
  }

  /// Why nothing can be compared, where nothing has a price: at a time when nothing has one, if there
  /// is such a time.
  func refusal(at times: [PriceTime]) -> ComparisonRefusal {
    for time in times {
      guard let gap = gaps[time], gap.loads == count else { continue }
      return .nothingPriced(time, models: gap.models, gap.reasons)
    }
    return .nothingPricedEachTime(times, leftOut.reasons)
  }
}
