import Quantities
import SQLite
import Usage

/// What sums of tokens no longer say of single requests: for levers that act on each of them.
///
/// Everything here reads `usage_records`, in one pass a question, and returns sums by series: no
/// user, time or count of a single request leaves the ledger.
extension Ledger {
  /// What is left of the answers of a series and context band under a cap.
  package struct AnswersUnderCap: Hashable, Sendable {
    package let series: UsageSeries
    package let contextOver: TokenCount
    package let requests: Int64
    /// The requests whose answer is longer than the cap.
    package let cutRequests: Int64
    package let text: Int64
    package let textLeft: Int64
    package let thinking: Int64
    package let thinkingLeft: Int64
  }

  /// The answers of a period under a cap on thinking and visible text together.
  ///
  /// Visible text is cut first. A record that stands for many requests is taken as if they were
  /// alike. Bands are kept apart, because their answers have other prices.
  package func answers(
    under cap: Int64, in period: Period, thresholds: ContextThresholds
  ) throws -> [AnswersUnderCap] {
    let statement = try bound(
      """
      SELECT series_id, \(DerivedSQL.contextOver(thresholds)) AS context_over, SUM(requests),
        SUM(CASE WHEN text_output + thinking > :cap * requests THEN requests ELSE 0 END),
        SUM(text_output), SUM(min(text_output, max(0, :cap * requests - thinking))),
        SUM(thinking), SUM(min(thinking, :cap * requests))
      FROM usage_records
      WHERE occurred_at >= :from AND occurred_at < :until
      GROUP BY 1, 2
      ORDER BY 1, 2
      """, period)
    try statement.bind(":cap", cap)
    let names = try knownSeries()
    var answers: [AnswersUnderCap] = []
    while try statement.step() {
      guard let series = names[statement.int64(0)] else { continue }
      answers.append(
        AnswersUnderCap(
          series: series, contextOver: TokenCount(statement.int64(1)),
          requests: statement.int64(2), cutRequests: statement.int64(3),
          text: statement.int64(4), textLeft: statement.int64(5), thinking: statement.int64(6),
          thinkingLeft: statement.int64(7)))
    }
    return answers
  }

  /// On how many UTC days a user made so many calls, by number of calls, among some series.
  ///
  /// Requests that name no user are no part of it.
  package func callsPerUserDay(
    in period: Period, among isMeant: (UsageSeries) -> Bool
  ) throws -> [Int64: Int64] {
    let meant = try knownSeries().filter { isMeant($0.value) }
    let statement = try bound(
      """
      SELECT user_id, occurred_at / 86400000000, series_id, SUM(requests)
      FROM usage_records
      WHERE occurred_at >= :from AND occurred_at < :until AND user_id IS NOT NULL
      GROUP BY 1, 2, 3
      ORDER BY 1, 2
      """, period)
    var days: [Int64: Int64] = [:]
    var latest: (user: Int64, day: Int64)?
    var calls: Int64 = 0
    while try statement.step() {
      guard meant[statement.int64(2)] != nil else { continue }
      let (user, day) = (statement.int64(0), statement.int64(1))
      if let latest, latest != (user, day) {
        days[calls, default: 0] += 1
        calls = 0
      }
      latest = (user, day)
      calls += statement.int64(3)
    }
    if latest != nil { days[calls, default: 0] += 1 }
    return days
  }

  /// How many requests of each series come at least so long after the last one that did, of the
  /// same user: those that a cache with that life has to pass on.
  ///
  /// Requests that name no user are all of that kind.
  package func refreshes(
    everyMicroseconds life: Int64, in period: Period
  ) throws -> [(series: UsageSeries, due: Int64, requests: Int64)] {
    let statement = try bound(
      """
      SELECT series_id, user_id, occurred_at, requests
      FROM usage_records
      WHERE occurred_at >= :from AND occurred_at < :until
      ORDER BY series_id, user_id, occurred_at
      """, period)
    let names = try knownSeries()
    var sums: [(series: UsageSeries, due: Int64, requests: Int64)] = []
    var latest: (series: Int64, user: Int64?, time: Int64)?
    while try statement.step() {
      let id = statement.int64(0)
      guard let series = names[id] else { continue }
      if latest?.series != id { sums.append((series, 0, 0)) }
      let (user, time) = (statement.optionalInt64(1), statement.int64(2))
      let requests = statement.int64(3)
      let isFresh =
        user != nil && latest?.series == id && latest?.user == user
        && time - (latest?.time ?? 0) < life
      let place = sums.count - 1
      sums[place].requests += requests
      // A record that stands for several requests of one moment needs one answer.
      if !isFresh { sums[place].due += user == nil ? requests : min(1, requests) }
      if !isFresh { latest = (id, user, time) }
    }
    return sums
  }

  /// How many requests of each series were cut before their answer ended, where any was.
  package func incompleteRequests(
    bySeriesIn period: Period
  ) throws -> [(series: UsageSeries, incomplete: Int64, requests: Int64)] {
    let statement = try bound(
      """
      SELECT series_id, SUM(CASE WHEN flags & 1 = 1 THEN requests ELSE 0 END) AS cut,
        SUM(requests)
      FROM usage_records
      WHERE occurred_at >= :from AND occurred_at < :until
      GROUP BY series_id
      HAVING cut > 0
      ORDER BY series_id
      """, period)
    let names = try knownSeries()
    var sums: [(series: UsageSeries, incomplete: Int64, requests: Int64)] = []
    while try statement.step() {
      guard let series = names[statement.int64(0)] else { continue }
      sums.append((series, statement.int64(1), statement.int64(2)))
    }
    return sums
  }

  private func bound(_ sql: String, _ period: Period) throws -> Statement {
    let statement = try connection.prepare(sql)
    try statement.bind(":from", period.from?.microseconds ?? .min)
    try statement.bind(":until", period.until?.microseconds ?? .max)
    return statement
  }
}
