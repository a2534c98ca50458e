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
    /// The requests that are recorded as sums, whose single sizes are not known.
    package let requestsInSums: Int64
    /// The requests whose answer is longer than the cap.
    package let cutRequests: Int64
    package let text: Int64
    /// In the parts of a token in which the cap was given.
    package let textLeft: Int64
    package let thinking: Int64
    /// In the parts of a token in which the cap was given.
    package let thinkingLeft: Int64
  }

  /// The answers of a period under a cap on thinking and visible text together.
  ///
  /// Visible text is cut first. A record that stands for many requests is taken as if they were
  /// alike. Bands are kept apart, because their answers have other prices.
  ///
  /// - Parameters:
  ///   - cap: The most that an answer has, in parts of a token.
  ///   - parts: How many parts a token has.
  ///   - period: Which records.
  ///   - thresholds: Where the bands begin.
  /// - Returns: Sums by series and band.
  /// - Throws: What the database says.
  package func answers(
    under cap: Int64, partsOfToken parts: Int64 = 1, in period: Period,
    thresholds: ContextThresholds
  ) throws -> [AnswersUnderCap] {
    let statement = try bound(
      """
      SELECT series_id, \(DerivedSQL.contextOver(thresholds)) AS context_over, SUM(requests),
        SUM(CASE WHEN (text_output + thinking) * :parts > :cap * requests THEN requests
          ELSE 0 END),
        SUM(text_output),
        SUM(min(text_output * :parts, max(0, :cap * requests - thinking * :parts))),
        SUM(thinking), SUM(min(thinking * :parts, :cap * requests)),
        SUM(CASE WHEN requests > 1 OR flags & \(RecordFlags.promptIsSum.rawValue) <> 0
          THEN requests ELSE 0 END)
      FROM usage_records
      WHERE occurred_at >= :from AND occurred_at < :until
      GROUP BY 1, 2
      ORDER BY 1, 2
      """, period)
    try statement.bind(":cap", cap)
    try statement.bind(":parts", parts)
    let names = try knownSeries()
    var answers: [AnswersUnderCap] = []
    while try statement.step() {
      guard let series = names[statement.int64(0)] else { continue }
      answers.append(
        AnswersUnderCap(
          series: series, contextOver: TokenCount(statement.int64(1)),
          requests: statement.int64(2), requestsInSums: statement.int64(8),
          cutRequests: statement.int64(3),
          text: statement.int64(4), textLeft: statement.int64(5), thinking: statement.int64(6),
          thinkingLeft: statement.int64(7)))
    }
    return answers
  }

  /// The calls of a series, by how many calls their user made on their day.
  package struct CallsOfSeries: Hashable, Sendable {
    package let series: UsageSeries
    /// Calls of the series that were made on days of so many calls, by that number.
    package var byCallsOfDay: [Int64: Int64] = [:]
    /// The calls that name no user.
    package var unnamed: Int64 = 0
  }

  /// The calls of some series, by how many calls among those series their user made on the UTC day.
  package func callsByUserDay(
    in period: Period, among isMeant: (UsageSeries) -> Bool
  ) throws -> [CallsOfSeries] {
    let meant = try knownSeries().filter { isMeant($0.value) }
    let statement = try bound(
      """
      SELECT user_id, occurred_at / 86400000000, series_id, SUM(requests)
      FROM usage_records
      WHERE occurred_at >= :from AND occurred_at < :until
      GROUP BY 1, 2, 3
      ORDER BY 1, 2
      """, period)
    var sums: [Int64: CallsOfSeries] = [:]
    var latest: (user: Int64, day: Int64)?
    var ofDay: [(series: Int64, calls: Int64)] = []
    func endDay() {
      let calls = ofDay.reduce(0) { $0 + $1.calls }
      for part in ofDay { sums[part.series]?.byCallsOfDay[calls, default: 0] += part.calls }
      ofDay = []
    }
    while try statement.step() {
      let (id, calls) = (statement.int64(2), statement.int64(3))
      guard let series = meant[id] else { continue }
      if sums[id] == nil { sums[id] = CallsOfSeries(series: series) }
      guard let user = statement.optionalInt64(0) else {
        sums[id]?.unnamed += calls
        continue
      }
      let day = (user: user, day: statement.int64(1))
      if let latest, latest != day { endDay() }
      latest = day
      ofDay.append((id, calls))
    }
    endDay()
    return sums.sorted { $0.key < $1.key }.map(\.value)
  }

  /// How many requests of each series come at least so long after the last one that did, of the
  /// same user for the same feature and model, among some series: those that a cache with that life
  /// has to pass on.
  ///
  /// Series that differ in anything else share their answers. Requests that name no user are all
  /// passed on. Those that are recorded as sums, whose single times are not known, are counted beside.
  package func refreshes(
    everyMicroseconds life: Int64, in period: Period, among isMeant: (UsageSeries) -> Bool
  ) throws -> [(series: UsageSeries, due: Int64, requests: Int64, inSums: Int64)] {
    let meant = try knownSeries().filter { isMeant($0.value) }
    let topics = meant.mapValues { Topic(model: $0.model, feature: $0.labels[Labels.feature]) }
    let statement = try bound(
      """
      SELECT series_id, user_id, occurred_at, requests
      FROM usage_records
      WHERE occurred_at >= :from AND occurred_at < :until
      ORDER BY user_id, occurred_at
      """, period)
    var sums: [Int64: (due: Int64, requests: Int64, inSums: Int64)] = [:]
    var latestUser: Int64?
    var latest: [Topic: Int64] = [:]
    while try statement.step() {
      let (id, requests) = (statement.int64(0), statement.int64(3))
      guard let topic = topics[id] else { continue }
      let (user, time) = (statement.optionalInt64(1), statement.int64(2))
      if user != latestUser { latest = [:] }
      latestUser = user
      var due = requests
      if user != nil {
        let isFresh = latest[topic].map { time - $0 < life } ?? false
        // A record that stands for several requests of one moment needs one answer.
        due = isFresh ? 0 : min(1, requests)
        if !isFresh { latest[topic] = time }
      }
      sums[id, default: (0, 0, 0)].due += due
      sums[id, default: (0, 0, 0)].requests += requests
      if requests > 1 { sums[id, default: (0, 0, 0)].inSums += requests }
    }
    return sums.sorted { $0.key < $1.key }.compactMap { id, sum in
      meant[id].map { ($0, sum.due, sum.requests, sum.inSums) }
    }
  }

  /// Requests that can share an answer.
  private struct Topic: Hashable {
    let model: String?
    let feature: String?
  }

  /// How many requests of each series were cut before their answer ended, be it none.
  package func incompleteRequests(
    bySeriesIn period: Period
  ) throws -> [(series: UsageSeries, incomplete: Int64, requests: Int64)] {
    let statement = try bound(
      """
      SELECT series_id, SUM(CASE WHEN flags & 1 = 1 THEN requests ELSE 0 END),
        SUM(requests)
      FROM usage_records
      WHERE occurred_at >= :from AND occurred_at < :until
      GROUP BY series_id
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
