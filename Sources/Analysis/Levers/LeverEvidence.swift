import Quantities
import Usage

/// What a lever has to know beyond sums of tokens: something about single requests.
///
/// A rollup says how many tokens all answers had, not how many were longer than a cap. Whoever holds
/// the requests is asked, once for all rows.
package enum LeverQuestion: Hashable, Sendable {
  /// How many calls the users made on each of their days, among some usage.
  case callsPerUserDay(UsageSelection)
  /// Which requests come at least so many hours after the last one that counted, of the same user
  /// and series; hours in millionths.
  case refreshes(hours: DecimalFactor)
  /// What is left of every answer under a number of tokens.
  case outputs(cap: Int64)
  /// Which answers were cut before they ended.
  case incomplete
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

  /// The calls of a day and how often there was such a user and day, by selection.
  private var userDays: [UsageSelection: [(calls: Exact, times: Exact)]] = [:]
  private var refreshed: [DecimalFactor: [UsageSeries: Exact]] = [:]
  private var answers: [Int64: [AnswerKind: AnswersLeft]] = [:]
  private var attempts: [UsageSeries: Exact] = [:]

  /// Nothing is known yet.
  package init() {}

  /// Notes that on so many days a user made so many calls.
  package mutating func addUserDays(
    _ days: [Int64: Int64], among selection: UsageSelection
  ) {
    userDays[selection] = days.sorted { $0.key < $1.key }.map { (Exact($0.key), Exact($0.value)) }
  }

  /// Notes how many of the requests of a series come later than so many hours after the last.
  package mutating func addRefreshes(
    hours: DecimalFactor, of series: UsageSeries, due: Int64, requests: Int64
  ) {
    guard requests > 0 else { return }
    refreshed[hours, default: [:]][series] = Exact(due, over: requests)
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

  /// Notes how many requests of a series ended before their answer did.
  package mutating func addIncomplete(of series: UsageSeries, incomplete: Int64, requests: Int64) {
    guard incomplete > 0, incomplete < requests else { return }
    attempts[series] = Exact(requests, over: requests - incomplete)
  }
}

extension LeverEvidence {
  /// The share of calls that are left where nobody makes more than so many a day; nil where no call
  /// has a user.
  func callsLeft(under cap: Int64, among selection: UsageSelection) -> Exact? {
    guard let days = userDays[selection] else { return nil }
    var (left, all) = (Exact.zero, Exact.zero)
    for (calls, times) in days {
      all += calls * times
      left += min(calls, Exact(cap)) * times
    }
    let share = left / all
    return share.isOutOfRange ? nil : share
  }

  /// The share of a series' requests that a cache of such a life cannot answer.
  func dueShare(hours: DecimalFactor, of series: UsageSeries) -> Exact? {
    refreshed[hours]?[series]
  }

  /// What a cap leaves of the answers of a row, whichever model gives them now.
  func answersLeft(under cap: Int64, of row: ScaledRow) -> AnswersLeft? {
    answers[cap]?[AnswerKind(series: row.origin, contextOver: row.contextOver)]
  }

  /// The recorded attempts for each answer that was finished; nil where every one was.
  func attempts(of series: UsageSeries) -> Exact? { attempts[series] }

  /// Whether the log shows any attempt that failed.
  var hasFailures: Bool { !attempts.isEmpty }

  /// Notes calls of a plan, which need not be whole.
  mutating func addUserDay(calls: Exact, among selection: UsageSelection) {
    userDays[selection] = [(calls, .one)]
  }

  /// Notes the share of a plan's requests that have to be answered anew.
  mutating func addRefreshes(hours: DecimalFactor, of series: UsageSeries, share: Exact) {
    refreshed[hours, default: [:]][series] = share
  }
}
