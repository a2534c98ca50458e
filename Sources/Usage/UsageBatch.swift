import Quantities

/// Usage records by the thousand, as plain values.
///
/// A `UsageRecord` owns strings: to hand one from the thread that reads to the one that writes costs
/// a dozen retains and releases, as much as reading the line did. Here a record is bits alone, and
/// points by number to its series and user, which a batch holds once.
package struct UsageBatch: Sendable {
  /// One record; `series` and `user` are positions in the batch's lists.
  package struct Row: Sendable {
    /// Its tokens, in meters that never overlap.
    package var tokens: MeteredTokens
    /// What makes the request the same request wherever it is read.
    package var key: RequestKey
    /// When it happened.
    package var occurredAt: Instant
    /// The provider's own total; nil if it gave none.
    package var reportedTotal: Int64?
    /// How long the request took, in milliseconds; nil if unknown.
    package var latencyMilliseconds: Int64?
    /// What has to be known about how the record came to be.
    package var flags: RecordFlags
    /// The line on which it begins, from 1 within what the batch was read from.
    package var line: Int64
    /// How many requests it stands for: 1, unless it is a sum or a part.
    package var requests: Int
    /// The search queries that grounding ran, where the source counts them.
    package var searchQueries: Int32
    /// The position of its series.
    package var series: Int32
    /// The position of its user; negative if it is unknown.
    package var user: Int32

    /// A row.
    package init(
      key: RequestKey, occurredAt: Instant, series: Int32, user: Int32 = -1, tokens: MeteredTokens,
      reportedTotal: Int64? = nil, searchQueries: Int32 = 0, latencyMilliseconds: Int64? = nil,
      flags: RecordFlags = [], requests: Int = 1, line: Int64
    ) {
      self.key = key
      self.occurredAt = occurredAt
      self.series = series
      self.user = user
      self.tokens = tokens
      self.reportedTotal = reportedTotal
      self.searchQueries = searchQueries
      self.latencyMilliseconds = latencyMilliseconds
      self.flags = flags
      self.requests = requests
      self.line = line
    }
  }

  /// The records, in the order in which they were found.
  package private(set) var rows: [Row] = []
  /// How many lines stand before those that the rows count.
  ///
  /// By itself, so that who puts pieces of a file together need not touch every row.
  package var linesBefore: Int64 = 0
  /// The flags that any of the rows has.
  package private(set) var flags: RecordFlags = []
  /// What the rows' `series` point to.
  package private(set) var series: [UsageSeries] = []
  /// What the rows' `user` point to.
  package private(set) var users: [String] = []

  private var seriesPositions: [UsageSeries: Int32] = [:]
  private var userPositions: [String: Int32] = [:]

  /// An empty batch.
  package init() {}

  /// The position of a series, which is added on first sight.
  package mutating func position(of series: UsageSeries) -> Int32 {
    if let last = self.series.last, last == series { return Int32(self.series.count - 1) }
    if let known = seriesPositions[series] { return known }
    let position = Int32(self.series.count)
    self.series.append(series)
    seriesPositions[series] = position
    return position
  }

  /// The position of a user, who is added on first sight; negative for none.
  package mutating func position(ofUser user: String?) -> Int32 {
    guard let user else { return -1 }
    if let known = userPositions[user] { return known }
    let position = Int32(users.count)
    users.append(user)
    userPositions[user] = position
    return position
  }

  /// Adds a record whose series and user have positions already.
  package mutating func append(_ row: Row) {
    rows.append(row)
    flags.formUnion(row.flags)
  }

  /// Adds a record that is completed where it will stand; without it, where `complete` throws.
  package mutating func append<Failure: Error>(
    _ row: Row, complete: (inout Row) throws(Failure) -> Void
  ) throws(Failure) {
    rows.append(row)
    let last = rows.count - 1
    do throws(Failure) {
      try complete(&rows[last])
      flags.formUnion(rows[last].flags)
    } catch {
      rows.removeLast()
      throw error
    }
  }

  /// Says whose the last record was.
  package mutating func setUserOfLast(_ user: String) {
    guard !rows.isEmpty else { return }
    rows[rows.count - 1].user = position(ofUser: user)
  }

  /// Gives the records whose keys are derived from content other keys.
  package mutating func changeDerivedKeys(_ key: (RequestKey) -> RequestKey) {
    guard flags.contains(.keyDerived) else { return }
    for index in rows.indices where rows[index].flags.contains(.keyDerived) {
      rows[index].key = key(rows[index].key)
    }
  }

  /// The line of the source on which a record begins, from 1.
  package func line(of row: Row) -> Int64 { row.line + linesBefore }

  /// Makes room for so many records.
  package mutating func reserve(_ count: Int) { rows.reserveCapacity(count) }

  /// Adds a record.
  package mutating func append(_ record: UsageRecord) {
    append(
      Row(
        key: record.key, occurredAt: record.occurredAt, series: position(of: record.series),
        user: position(ofUser: record.user), tokens: record.tokens,
        reportedTotal: record.reportedTotal?.value,
        searchQueries: Int32(clamping: record.searchQueries),
        latencyMilliseconds: record.latencyMilliseconds, flags: record.flags,
        requests: record.requests, line: record.origin.line - linesBefore))
  }

  /// Adds the records of another batch.
  package mutating func append(contentsOf other: UsageBatch) {
    let seriesHere = other.series.map { position(of: $0) }
    let usersHere = other.users.map { position(ofUser: $0) }
    for var row in other.rows {
      row.series = seriesHere[Int(row.series)]
      if row.user >= 0 { row.user = usersHere[Int(row.user)] }
      row.line = other.line(of: row) - linesBefore
      append(row)
    }
  }

  /// Every record by itself, for those who look at a few.
  package var records: [UsageRecord] { rows.map { record($0) } }

  /// A row as a record by itself.
  package func record(_ row: Row) -> UsageRecord {
    UsageRecord(
      key: row.key, occurredAt: row.occurredAt, series: series[Int(row.series)],
      user: row.user < 0 ? nil : users[Int(row.user)], tokens: row.tokens,
      reportedTotal: row.reportedTotal.map { TokenCount($0) },
      searchQueries: Int(row.searchQueries), latencyMilliseconds: row.latencyMilliseconds,
      flags: row.flags, requests: row.requests, origin: RecordOrigin(line: line(of: row)))
  }

  /// Empties the batch and keeps its room.
  package mutating func removeAll() {
    linesBefore = 0
    flags = []
    rows.removeAll(keepingCapacity: true)
    series.removeAll(keepingCapacity: true)
    users.removeAll(keepingCapacity: true)
    seriesPositions.removeAll(keepingCapacity: true)
    userPositions.removeAll(keepingCapacity: true)
  }
}
