import Quantities
import Usage

/// What a lever has to know beyond sums of tokens: something about single requests.
///
/// A rollup says how many tokens all answers had, not how many were longer than a cap. Whoever holds
/// the requests is asked, once for all rows.
package enum LeverQuestion: Hashable, Sendable {
  /// How many calls of each series are under so many of a user and day, among some usage.
  case callsPerUserDay(cap: Int64, UsageSelection)
  /// Which requests come at least so many hours after the last one that counted, of the same user,
  /// feature and model, among some usage.
  case refreshes(hours: DecimalFactor, UsageSelection)
  /// What is left of every answer under a number of tokens.
  case outputs(cap: AnswerCap)
  /// Which answers were cut before they ended, among some usage.
  case incomplete(UsageSelection)
}

/// The answers to levers' questions, as exact shares.
package struct LeverEvidence: Sendable {
  /// What is left of the answers of a series under a cap.
  struct AnswersLeft: Hashable, Sendable {
    /// The share of visible text that is left.
    let text: Exact
    /// The share of thinking that is left.
    let thinking: Exact
    /// The share of requests whose answer is cut.
    let cut: Exact
    /// The share of requests that are recorded as sums.
    let inSums: Exact
  }

  /// Answers of one price.
  private struct AnswerKind: Hashable {
    let series: UsageSeries
    let contextOver: TokenCount
  }

  /// How long an answer serves, among which usage.
  private struct Life: Hashable {
    let hours: DecimalFactor
    let selection: UsageSelection
  }

  /// A cap on calls, and among which usage they are counted.
  private struct CallCap: Hashable {
    let calls: Int64
    let selection: UsageSelection
  }

  /// Some requests of all.
  private struct Part {
    var some = Exact.zero
    var all = Exact.zero
    /// Those that are recorded as sums.
    var inSums = Exact.zero

    mutating func add(_ some: Exact, of all: Exact, inSums: Exact = .zero) {
      self.some += some
      self.all += all
      self.inSums += inSums
    }
  }

  /// The share of the calls of each series that are under a cap.
  private var calls: [CallCap: [UsageSeries: Exact]] = [:]
  /// The requests that need an answer of their own, of all.
  private var refreshed: [Life: [CacheTopic: Part]] = [:]
  private var answers: [AnswerCap: [AnswerKind: AnswersLeft]] = [:]
  /// The requests whose answer was cut, of all of a model.
  private var cut: [UsageSelection: [ModelKey: Part]] = [:]

  /// Nothing is known yet.
  package init() {}

  /// Notes the calls of a series, by how many calls their user made on that day.
  ///
  /// - Parameters:
  ///   - calls: How many calls of the series there were on days of so many calls, by that number.
  ///   - unnamed: Calls that name no user: no cap takes them away.
  ///   - cap: The most calls of a user and day.
  ///   - series: Whose calls they are.
  ///   - selection: The usage in which the calls of a day are counted.
  package mutating func addCalls(
    _ calls: [Int64: Int64], unnamed: Int64 = 0, under cap: Int64, of series: UsageSeries,
    among selection: UsageSelection = .everything
  ) {
    let days = calls.filter { $0.key > 0 }.sorted { $0.key < $1.key }
    let all = days.reduce(Exact(unnamed)) { $0 + Exact($1.value) }
    guard all > .zero else { return }
    // Each call of such a day is left with the chance of cap ÷ calls.
    var left = days.reduce(Exact(unnamed)) { sum, day in
      sum + Exact(day.value) * min(.one, Exact(cap, over: day.key))
    }
    if left.isOutOfRange {
      // Too many days of different lengths for one denominator: each in billionths of a call.
      left =
        days.reduce(PreciseCount(unnamed)) { sum, day in
          sum + PreciseCount(day.value).scaled(by: min(.one, Exact(cap, over: day.key)))
        }.exact
    }
    addCalls(left: left / all, under: cap, of: series, among: selection)
  }

  /// Notes the share of the calls of a series that a cap leaves.
  mutating func addCalls(
    left share: Exact, under cap: Int64, of series: UsageSeries, among selection: UsageSelection
  ) {
    calls[CallCap(calls: cap, selection: selection), default: [:]][series] = share
  }

  /// Notes how many of the requests of a series come later than so many hours after the last.
  package mutating func addRefreshes(
    hours: DecimalFactor, among selection: UsageSelection = .everything, of series: UsageSeries,
    due: Int64, requests: Int64, inSums: Int64 = 0
  ) {
    refreshed[Life(hours: hours, selection: selection), default: [:]][
      CacheTopic(series), default: Part()
    ].add(Exact(due), of: Exact(requests), inSums: Exact(inSums))
  }

  /// Notes what is left of the answers of a series and band under a cap, in the cap's parts of a
  /// token, of how many tokens.
  package mutating func addOutputs(
    cap: AnswerCap, of series: UsageSeries, over: TokenCount, text: (left: Int64, of: Int64),
    thinking: (left: Int64, of: Int64), cut: (requests: Int64, of: Int64), inSums: Int64 = 0
  ) {
    func share(_ parts: Int64, _ tokens: Int64) -> Exact {
      tokens > 0 ? Exact(parts, over: Int128(tokens) * Int128(cap.partsOfToken)) : .one
    }
    let kind = AnswerKind(series: series, contextOver: over)
    answers[cap, default: [:]][kind] = AnswersLeft(
      text: share(text.left, text.of), thinking: share(thinking.left, thinking.of),
      cut: cut.of > 0 ? Exact(cut.requests, over: cut.of) : .zero,
      inSums: cut.of > 0 ? Exact(inSums, over: cut.of) : .zero)
  }

  /// Notes how many requests of a series ended before their answer did, be it none.
  package mutating func addIncomplete(
    among selection: UsageSelection = .everything, of series: UsageSeries, incomplete: Int64,
    requests: Int64
  ) {
    cut[selection, default: [:]][ModelKey(series), default: Part()].add(
      Exact(incomplete), of: Exact(requests))
  }
}

extension LeverEvidence {
  /// The share of a series' calls that are left where nobody makes more than so many a day; nil where
  /// no call among the selection has a user.
  func callsLeft(
    under cap: Int64, among selection: UsageSelection, of series: UsageSeries
  ) -> Exact? {
    calls[CallCap(calls: cap, selection: selection)]?[series]
  }

  /// The share of the requests of a series' model and feature that a cache of such a life cannot
  /// answer.
  func dueShare(
    hours: DecimalFactor, among selection: UsageSelection, of series: UsageSeries
  ) -> Exact? {
    let part = refreshed[Life(hours: hours, selection: selection)]?[CacheTopic(series)]
    return part.flatMap { $0.all > .zero ? $0.some / $0.all : nil }
  }

  /// The share of the requests of a series' model and feature whose single times are not known.
  func summedShare(
    hours: DecimalFactor, among selection: UsageSelection, of series: UsageSeries
  ) -> Exact {
    let part = refreshed[Life(hours: hours, selection: selection)]?[CacheTopic(series)]
    return part.map { $0.all > .zero ? $0.inSums / $0.all : .zero } ?? .zero
  }

  /// What a cap leaves of the answers of a row, whichever model gives them now and however many
  /// tokens it needs.
  func answersLeft(under tokens: Int64, of row: ScaledRow) -> AnswersLeft? {
    let cap = AnswerCap(tokens, ratio: row.answerRatio)
    return answers[cap]?[AnswerKind(series: row.origin, contextOver: row.contextOver)]
  }

  /// The recorded attempts of a series' model for each answer that was finished; nil where none was,
  /// and where nothing is known.
  func attempts(of series: UsageSeries, among selection: UsageSelection) -> Exact? {
    guard let part = cut[selection]?[ModelKey(series)], part.some < part.all else { return nil }
    return part.all / (part.all - part.some)
  }

  /// Whether the log shows any attempt that failed.
  func hasFailures(among selection: UsageSelection) -> Bool {
    cut[selection]?.contains { $0.value.some > .zero } ?? false
  }

  /// Notes the share of a plan's requests that have to be answered anew.
  mutating func addRefreshes(
    hours: DecimalFactor, among selection: UsageSelection, of series: UsageSeries, share: Exact
  ) {
    refreshed[Life(hours: hours, selection: selection), default: [:]][
      CacheTopic(series), default: Part()
    ].add(share, of: .one)
  }
}

extension ModelKey {
  /// The model of a series; the empty name where nothing says which.
  fileprivate init(_ series: UsageSeries) {
    self.init(provider: series.provider, model: series.model ?? "")
  }
}
