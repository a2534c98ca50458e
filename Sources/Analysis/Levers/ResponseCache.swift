import Usage

/// Answers that are given again without asking a model.
///
///     asked = max(1 − hit rate, min(1, refreshes ÷ requests that are left))
///
/// A refresh is a request that comes at least so many hours after the last refresh of the same user
/// for the same feature and model, whatever its other labels: an answer older than that is made anew.
/// Refreshes and requests are those of the feature and model together, and the share that is asked
/// is one for all of them. Requests that name no user are refreshes. Where calls have been capped
/// there are fewer requests, and at most as many refreshes as among all of them: that many are taken.
/// A record that stands for many requests is taken to be of one moment, and that is said.
/// Without a life, answers are kept for good and the hit rate alone counts.
struct ResponseCache: Hashable, Sendable {
  /// The share of requests whose answer has been given before.
  let hitRate: DecimalFactor
  /// After how many hours an answer is made anew; nil for never.
  let refreshHours: DecimalFactor?
  /// The usage that the cache serves: that which the lever moves.
  let selection: UsageSelection
}

extension ResponseCache: LeverRule {
  var setting: String {
    let hits = "\(hitRate.percentText) of requests are answered from a cache"
    guard let refreshHours else { return hits }
    if hitRate == .one { return "an answer serves its user for \(refreshHours.counted("hour"))" }
    return hits + ", for \(refreshHours.counted("hour")) at most"
  }

  var assumptions: [String] {
    var lines = ["the cache itself costs nothing"]
    if hitRate < .one { lines.append("requests that repeat are as long as the others") }
    if refreshHours != nil {
      lines.append("a user's requests for one feature and model can share an answer")
    }
    return lines
  }

  var changesNothing: Bool { hitRate == .zero }

  /// Works out for each kind how many requests there were for each one that is left.
  func prepare(_ rows: [ScaledRow], _ run: inout LeverRun) {
    run.requestsBefore = [:]
    guard let refreshHours else { return }
    var requests: [CacheTopic: (before: PreciseCount, left: PreciseCount)] = [:]
    for row in rows {
      let sum = requests[CacheTopic(row.origin)] ?? (.zero, .zero)
      requests[CacheTopic(row.origin)] = (sum.before + row.recorded, sum.left + row.requests)
    }
    let sums = rows.reduce(PreciseCount.zero) { sum, row in
      let share = run.evidence.summedShare(hours: refreshHours, among: selection, of: row.origin)
      return sum + row.requests.scaled(by: share)
    }
    if sums > .zero { run.note(.timesInSums, sums) }
    run.requestsBefore = requests.compactMapValues { $0.before.ratio(to: $0.left) }
  }

  func changed(_ row: ScaledRow, _ run: inout LeverRun) -> [ScaledRow] {
    var asked = hitRate.complement
    if let refreshHours {
      let known = run.evidence.dueShare(
        hours: refreshHours, among: selection, of: row.origin)
      guard let due = known else {
        run.note(.noUsers, row.requests)
        return [row]
      }
      asked = max(asked, due * (run.requestsBefore[CacheTopic(row.origin)] ?? .one))
    }
    if asked < .one { run.move(row.requests) }
    return [row.scaled(by: min(asked, .one))]
  }
}
