import Pricing
import Quantities
import Usage

/// Levers on a plan: each feature is changed as the rows of a log would be.
struct LeveredPlan {
  /// What one monthly active user causes on a day: one load for each part of a feature, with the
  /// feature's place.
  let loads: [Load]
  /// The caches that are kept, whatever is asked of them.
  let storage: [CacheStorage]
  /// What is to be said of it.
  let remarks: [ForecastWarning]

  /// Moves a scenario's levers on its features.
  ///
  /// - Parameters:
  ///   - scenario: The plan.
  ///   - book: The prices, for bands and for what levers need.
  ///   - day: When prices have to be there.
  /// - Throws: A lever that cannot be moved on the plan.
  init(_ scenario: Scenario, book: PriceBook, on day: Day) throws(ForecastRefusal) {
    let features = scenario.features
    var rows = features.map { $0.millionRequests(thresholds: book.contextThresholds) }
    if scenario.levers.isEmpty {
      (storage, remarks) = ([], [])
    } else {
      do throws(LeverRefusal) {
        let usage = try LeveredUsage(
          rows, levers: scenario.levers, evidence: scenario.evidence(book.contextThresholds),
          book: book, at: day.priceInstant)
        (rows, storage) = (usage.rows, usage.storage)
        remarks = Lever.remarks(scenario.levers, ofPlan: true)
      } catch {
        throw .lever(error)
      }
    }
    let parts = Dictionary(
      uniqueKeysWithValues: features.enumerated().map { ($0.element.name, $0.offset) })
    loads = rows.map { row in
      let part = row.series.labels[Labels.feature].flatMap { parts[$0] } ?? 0
      return Load(
        row: row, producedBy: nil,
        factor: features[part].requestsPerMAUPerDay / Exact(DecimalFactor.scale), part: part)
    }
  }
}

extension LeveredPlan {
  /// What keeping the plan's caches costs in a month, as a part of it; nil where none is kept.
  ///
  /// Each day at its own prices. Users are no part of it: a cache is kept whoever asks.
  func storage(
    of days: Range<Day>, _ input: ForecastInput
  ) throws(ForecastRefusal) -> FeatureForecast? {
    guard !storage.isEmpty else { return nil }
    var sum = Exact.zero
    for day in days {
      let instant = input.valuation.basis.instant(for: day.priceInstant)
      guard let cost = storage.costPerDay(input.book, at: instant) else {
        let model = storage.first?.series.model ?? ""
        throw .lever(.impossible(.contextCache, .noStoragePrice(model: model)))
      }
      sum += cost
    }
    guard let cost = sum.money else { throw .outOfRange }
    let models = storage.compactMap(\.series.model)
    return FeatureForecast(
      name: "context cache storage", model: models.first ?? "", cost: cost,
      list: ForecastListCost(cost: cost, unlistedTokens: 0), usage: .none, unpriced: .none)
  }
}

extension Scenario {
  /// What the plan says of single requests: all of a feature's are alike, and an active user sends
  /// its calls spread over the day.
  fileprivate func evidence(_ thresholds: ContextThresholds) -> LeverEvidence {
    var evidence = LeverEvidence()
    for question in Lever.questions(of: levers) {
      switch question {
      case .callsPerUserDay(let cap, let selection):
        let share = callsLeft(under: cap, among: selection)
        for feature in features {
          evidence.addCalls(left: share, under: cap, of: feature.series, among: selection)
        }
      case .refreshes(let hours, let selection):
        for feature in features {
          evidence.addRefreshes(
            hours: hours, among: selection, of: feature.series,
            share: dueShare(of: feature, hours: hours))
        }
      case .outputs(let cap):
        for feature in features {
          evidence.addOutputs(of: feature, cap: cap, over: feature.band(thresholds))
        }
      case .incomplete: break
      }
    }
    return evidence
  }
}

extension Scenario {
  /// The share of a user's calls that a cap leaves, where it counts those of some features.
  private func callsLeft(under cap: Int64, among selection: UsageSelection) -> Exact {
    let calls = features.filter { selection.contains($0.series) }
      .reduce(Exact.zero) { $0 + Exact($1.callsPerActiveUserPerDay) }
    return calls > Exact(cap) ? Exact(cap) / calls : .one
  }

  /// The answers of a feature that have to be made anew, of all planned calls: as many as fit the day,
  /// and no more than each user's cap leaves calls.
  private func dueShare(of feature: Feature, hours: DecimalFactor) -> Exact {
    let calls = Exact(feature.callsPerActiveUserPerDay)
    guard calls > .zero else { return .one }
    let due = Exact(24) / Exact(hours) / calls
    // Two caps on one feature are refused when the file is read.
    for lever in levers {
      guard case .userCap(let cap) = lever.formula, lever.selection.contains(feature.series)
      else { continue }
      let left = callsLeft(under: cap.callsPerDay, among: cap.selection)
      return Exact(cap.paidShare) * min(.one, due) + cap.paidShare.complement * min(left, due)
    }
    return min(.one, due)
  }
}

extension LeverEvidence {
  /// The answer of a feature: all of its requests have the same.
  fileprivate mutating func addOutputs(
    of feature: Scenario.Feature, cap: AnswerCap, over band: TokenCount
  ) {
    let whole = (
      text: feature.outputTokens * cap.partsOfToken,
      thinking: feature.thinkingTokens * cap.partsOfToken
    )
    let text = min(whole.text, max(0, cap.parts - whole.thinking))
    let thinking = min(whole.thinking, cap.parts)
    let isCut = text < whole.text || thinking < whole.thinking
    addOutputs(
      cap: cap, of: feature.series, over: band, text: (text, feature.outputTokens),
      thinking: (thinking, feature.thinkingTokens), cut: (isCut ? 1 : 0, 1))
  }
}
