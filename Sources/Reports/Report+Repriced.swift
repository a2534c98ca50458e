import Analysis
import Quantities

/// `tollbook cost --prices-as-of`: what it cost, and what the same usage costs on another day.
extension Report {
  /// The cost of each group then, and at another day's prices, as `tollbook.cost/1`.
  ///
  /// - Parameters:
  ///   - usage: The usage at the prices of its time.
  ///   - repriced: The same usage, grouped by the same keys, at the prices of the day.
  ///   - day: The day.
  ///   - scope: What the figures cover; its valuation is that of `usage`.
  /// - Returns: The report on the cost, with `repriced_usd` and `repriced_ratio` after `cost_usd`.
  package static func cost(
    _ usage: GroupedUsage, repriced: GroupedUsage, on day: Day, scope: ReportScope
  ) -> Report {
    var report = cost(usage, scope: scope)
    guard let place = report.columns.firstIndex(where: { $0.key == "cost_usd" }) else {
      return report
    }
    report.columns.insert(
      contentsOf: [
        Column("repriced_usd", "USD at \(day) prices"),
        Column("repriced_ratio", "times as much"),
      ], at: place + 1)
    let later = Dictionary(
      repriced.groups.map { ($0.values, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, group) in usage.groups.enumerated() {
      let cells = repricedCells(group, later[group.values])
      report.rows[index].insert(contentsOf: cells, at: place + 1)
    }
    report.total?.insert(contentsOf: repricedCells(usage.total, repriced.total), at: place + 1)
    // What has no price on either day was named already.
    let named = Set(usage.unpriced.map(\.reason))
    report.notes += UnpricedNotes.lines(repriced.unpriced.filter { !named.contains($0.reason) })
    report.extras.append(JSONMember("repriced_on", .string(day.description)))
    return report
  }

  /// The ratio compares sums of the same tokens only: a gap has to be the same on both days.
  private static func repricedCells(_ group: UsageGroup, _ later: UsageGroup?) -> [Cell] {
    guard let later else { return [.unknown, .unknown] }
    let isComparable = group.unpricedTokens == later.unpricedTokens && group.cost != .zero
    return [cost(of: later), isComparable ? .ratio(later.cost, to: group.cost) : .unknown]
  }
}
