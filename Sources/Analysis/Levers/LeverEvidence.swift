import Quantities
import Usage

/// What a lever has to know beyond sums of tokens: something about single requests.
///
/// A rollup says how many tokens all answers had, not how many were longer than a cap. Whoever holds
/// the requests is asked, once for all rows.
package enum LeverQuestion: Hashable, Sendable {
  /// How many calls the users made on each of their days, among some usage.
  case callsPerUserDay(UsageSelection)
  /// Which requests come at least so many hours after the last one that counted, of the same user,
  /// feature and model, among some usage.
  case refreshes(hours: DecimalFactor, UsageSelection)
  /// What is left of every answer under a number of tokens.
  case outputs(cap: Int64)
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

  /// Requests that can share an answer, whatever else they are labelled with.
  private struct Topic: Hashable {
    let model: String?
    let feature: String?

    init(_ series: UsageSeries) {
      model = series.model
      feature = series.labels[Labels.feature]
    }
  }

  /// Some requests of all.
  private struct Part {
    var some = Exact.zero
    var all = Exact.zero

    mutating func add(_ some: Exact, of all: Exact) {
      self.some += some
      self.all += all
    }
  }

  /// The calls of a day and how often there was such a user and day, by selection.
  private var userDays: [UsageSelection: [(calls: Exact, times: Exact)]] = [:]
  /// The calls that name no user, by selection.
  private var unnamedCalls: [UsageSelection: Exact] = [:]
  /// The requests that need an answer of their own, of all.
  private var refreshed: [Life: [Topic: Part]] = [:]
  private var answers: [Int64: [AnswerKind: AnswersLeft]] = [:]
  /// The requests whose answer was cut, of all of a model.
  private var cut: [UsageSelection: [ModelKey: Part]] = [:]

  /// Nothing is known yet.
  package init() {}

  /// Notes that on so many days a user made so many calls, and how many calls name no user.
  package mutating func addUserDays(
    _ days: [Int64: Int64], unnamed: Int64 = 0, among selection: UsageSelection
  ) {
    unnamedCalls[selection] = Exact(unnamed)
    userDays[selection] = days.sorted { $0.key < $1.key }.map { (Exact($0.key), Exact($0.value)) }
  }

  /// Notes how many of the requests of a series come later than so many hours after the last.
  package mutating func addRefreshes(
    hours: DecimalFactor, among selection: UsageSelection = .everything, of series: UsageSeries,
    due: Int64, requests: Int64
  ) {
    refreshed[Life(hours: hours, selection: selection), default: [:]][
      Topic(series), default: Part()
    ].add(Exact(due), of: Exact(requests))
  }

  /// Notes what is left of the answers of a series and band under a cap.
  package mutating func addOutputs(
    cap: Int64, of series: UsageSeries, over: TokenCount, text: (left: Int64, of: Int64),
    thinking: (left: Int64, of: Int64), cut: (requests: Int64, of: Int64)
  ) {
    func share(_ part: Int64, _ whole: Int64) -> Exact {
      whole > 0 ? Exact(part, over: whole) : .one
    }
    let kind = AnswerKind(series: series, contextOver: over)
    answers[cap, default: [:]][kind] = AnswersLeft(
      text: share(text.left, text.of), thinking: share(thinking.left, thinking.of),
      cut: cut.of > 0 ? Exact(cut.requests, over: cut.of) : .zero)
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
  /// The share of calls that are left where nobody makes more than so many a day; nil where no call
  /// has a user.
  ///
  /// Calls that name no user are all left.
  func callsLeft(under cap: Int64, among selection: UsageSelection) -> Exact? {
    guard let days = userDays[selection] else { return nil }
    let unnamed = unnamedCalls[selection] ?? .zero
    var (left, all) = (unnamed, unnamed)
    for (calls, times) in days {
      all += calls * times
      left += min(calls, Exact(cap)) * times
    }
    let share = left / all
    return share.isOutOfRange ? nil : share
  }

  /// The share of the requests of a series' model and feature that a cache of such a life cannot
  /// answer.
  func dueShare(
    hours: DecimalFactor, among selection: UsageSelection, of series: UsageSeries
  ) -> Exact? {
    let part = refreshed[Life(hours: hours, selection: selection)]?[Topic(series)]
    return part.flatMap { $0.all > .zero ? $0.some / $0.all : nil }
  }

  /// What a cap leaves of the answers of a row, whichever model gives them now.
  func answersLeft(under cap: Int64, of row: ScaledRow) -> AnswersLeft? {
    answers[cap]?[AnswerKind(series: row.origin, contextOver: row.contextOver)]
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

  /// Notes calls of a plan, which need not be whole.
  mutating func addUserDay(calls: Exact, among selection: UsageSelection) {
    userDays[selection] = [(calls, .one)]
  }

  /// Notes the share of a plan's requests that have to be answered anew.
  mutating func addRefreshes(
    hours: DecimalFactor, among selection: UsageSelection, of series: UsageSeries, share: Exact
  ) {
    refreshed[Life(hours: hours, selection: selection), default: [:]][
      Topic(series), default: Part()
    ].add(share, of: .one)
  }
}

extension ModelKey {
  /// The model of a series; the empty name where nothing says which.
  fileprivate init(_ series: UsageSeries) {
    self.init(provider: series.provider, model: series.model ?? "")
  }
}
