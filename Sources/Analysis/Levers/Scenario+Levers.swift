import Pricing
import Quantities
import Usage

/// Levers on a plan: each feature is changed as the rows of a log would be.
extension Scenario {
  /// What one monthly active user causes on a day, levers moved.
  ///
  /// - Parameters:
  ///   - book: The prices, for bands and for what levers need.
  ///   - day: When prices have to be there.
  /// - Returns: One load for each part of a feature, with the feature's place.
  /// - Throws: A lever that cannot be moved on the plan.
  func loads(_ book: PriceBook, on day: Day) throws(ForecastRefusal) -> [Load] {
    let plain = features.map { $0.millionRequests(thresholds: book.contextThresholds) }
    let rows: [RollupRow]
    do throws(LeverRefusal) {
      rows = try changed(plain, book, at: day.priceInstant)
    } catch {
      throw .lever(error)
    }
    let parts = Dictionary(
      uniqueKeysWithValues: features.enumerated().map { ($0.element.name, $0.offset) })
    return rows.map { row in
      let part = row.series.labels[Labels.feature].flatMap { parts[$0] } ?? 0
      return Load(
        row: row, producedBy: nil,
        factor: features[part].requestsPerMAUPerDay / Exact(DecimalFactor.scale), part: part)
    }
  }

  private func changed(
    _ rows: [RollupRow], _ book: PriceBook, at instant: Instant
  ) throws(LeverRefusal) -> [RollupRow] {
    guard !levers.isEmpty else { return rows }
    return try LeveredUsage(rows, levers: levers, evidence: evidence, book: book, at: instant).rows
  }

  /// What the plan says of single requests: all of a feature's are alike, and an active user sends
  /// its calls spread over the day.
  private var evidence: LeverEvidence {
    var evidence = LeverEvidence()
    for question in Lever.questions(of: levers) {
      switch question {
      case .callsPerUserDay(let selection):
        let calls = features.filter { selection.contains($0.series) }
          .reduce(Exact.zero) { $0 + Exact($1.callsPerActiveUserPerDay) }
        evidence.addUserDay(calls: calls, among: selection)
      case .refreshes(let hours):
        for feature in features {
          let calls = Exact(feature.callsPerActiveUserPerDay)
          let due = Exact(24) / Exact(hours)
          let share = calls > .zero ? min(.one, due / calls) : .one
          evidence.addRefreshes(hours: hours, of: feature.series, share: share)
        }
      case .outputs(let cap):
        for feature in features { evidence.addOutputs(of: feature, cap: cap) }
      case .incomplete: break
      }
    }
    return evidence
  }
}

extension LeverEvidence {
  /// The answer of a feature: all of its requests have the same.
  fileprivate mutating func addOutputs(of feature: Scenario.Feature, cap: Int64) {
    let text = min(feature.outputTokens, max(0, cap - feature.thinkingTokens))
    let thinking = min(feature.thinkingTokens, cap)
    let isCut = text < feature.outputTokens || thinking < feature.thinkingTokens
    addOutputs(
      cap: cap, of: feature.series, text: (text, feature.outputTokens),
      thinking: (thinking, feature.thinkingTokens), cut: (isCut ? 1 : 0, 1))
  }
}
