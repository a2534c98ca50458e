import Quantities
import SQLite
import Usage

extension Ledger {
  /// The rollup of a period, in order of time.
  ///
  /// - Parameters:
  ///   - period: Half-open; its ends are rounded to quarters of an hour by the caller.
  ///   - thresholds: The context thresholds that must be kept apart. If the rollup does not, the
  ///     rows are computed from the records.
  ///   - byUser: Whether each row is one user's; these rows too are computed from the records.
  /// - Returns: The rows.
  /// - Throws: `SQLiteError` where the file cannot be read.
  package func rollupRows(
    in period: Period, thresholds: ContextThresholds, byUser: Bool = false
  ) throws -> [RollupRow] {
    let series = try knownSeries()
    guard byUser || !keepsApart(thresholds) else {
      return try read(
        """
        SELECT slot, series_id, context_over, requests, NULL, meters, \(MeterColumns.list)
        FROM usage_rollup
        WHERE slot >= :from AND slot < :until
        """, period, series)
    }
    let user = byUser ? "(SELECT name FROM users AS u WHERE u.user_id = r.user_id)" : "NULL"
    let grouping = byUser ? "user_id" : "NULL"
    return try read(
      """
      WITH r AS (
        SELECT \(DerivedSQL.slot) AS slot, series_id,
          \(DerivedSQL.contextOver(thresholds)) AS context_over,
          SUM(requests) AS requests, \(grouping) AS user_id, meters,
          \(MeterColumns.names.map { "SUM(\($0)) AS \($0)" }.joined(separator: ", "))
        FROM usage_records
        WHERE occurred_at >= :from AND occurred_at < :until
        GROUP BY 1, 2, 3, meters, 5
      )
      SELECT slot, series_id, context_over, requests, \(user), meters, \(MeterColumns.list)
      FROM r
      ORDER BY slot, series_id, context_over
      """, period, series)
  }

  private func read(
    _ sql: String, _ period: Period, _ series: [Int64: UsageSeries]
  ) throws -> [RollupRow] {
    let statement = try connection.prepare(sql)
    try statement.bind(":from", period.from?.microseconds ?? .min)
    try statement.bind(":until", period.until?.microseconds ?? .max)
    var rows: [RollupRow] = []
    while try statement.step() {
      guard let series = series[statement.int64(1)] else { continue }
      rows.append(
        RollupRow(
          slot: Instant(microseconds: statement.int64(0)), series: series,
          contextOver: TokenCount(statement.int64(2)), requests: Int(statement.int64(3)),
          tokens: MeterColumns.read(statement, from: 6, mask: statement.int64(5)),
          user: statement.optionalText(4)))
    }
    return rows
  }

  /// The first slot with usage and the end of the last one; nil for an empty ledger.
  package func extent() throws -> (first: Instant, end: Instant)? {
    let statement = try connection.prepare(
      // Two queries: each is one step in the index, both in one would read the whole table.
      "SELECT (SELECT MIN(slot) FROM usage_rollup), (SELECT MAX(slot) FROM usage_rollup)")
    guard try statement.step(), let first = statement.optionalInt64(0),
      let last = statement.optionalInt64(1)
    else { return nil }
    return (
      Instant(microseconds: first),
      Instant(microseconds: last + Instant.slotMicroseconds)
    )
  }

  /// How many different users were active in a period, and how many requests had no user.
  ///
  /// Exact to the quarter of an hour for users; requests are counted by UTC day.
  package func activity(in period: Period) throws -> (users: Int, requestsWithoutUser: Int) {
    let from = slotNumber(period.from, otherwise: -1 << 40)
    let until = slotNumber(period.until, otherwise: 1 << 40)
    let statement = try connection.prepare(
      """
      SELECT day, user_id, requests, early_slots, late_slots
      FROM user_days
      WHERE day >= :first AND day <= :last
      """)
    let first = floorDay(from)
    let last = floorDay(until - 1)
    try statement.bind(":first", first)
    try statement.bind(":last", last)
    var users: Set<Int64> = []
    var withoutUser = 0
    while try statement.step() {
      let day = statement.int64(0)
      let user = statement.int64(1)
      let isEdge = day == first || day == last
      if isEdge {
        let mask = Self.slotMask(from: max(0, from - day * 96), until: min(96, until - day * 96))
        let isActive =
          statement.int64(3) & mask.early != 0 || statement.int64(4) & mask.late != 0
        guard isActive else { continue }
      }
      if user == 0 { withoutUser += Int(statement.int64(2)) } else { users.insert(user) }
    }
    return (users.count, withoutUser)
  }

  private func slotNumber(_ instant: Instant?, otherwise: Int64) -> Int64 {
    guard let instant else { return otherwise }
    return instant.slot.microseconds / Instant.slotMicroseconds
  }

  private func floorDay(_ slot: Int64) -> Int64 { (slot - ((slot % 96) + 96) % 96) / 96 }

  /// The masks of a day's slots [from, until).
  private static func slotMask(from: Int64, until: Int64) -> (early: Int64, late: Int64) {
    var early: Int64 = 0
    var late: Int64 = 0
    for place in from..<max(from, until) {
      if place < 48 { early |= 1 << place } else { late |= 1 << (place - 48) }
    }
    return (early, late)
  }

  /// How many requests of a period are incomplete: their stream was cut.
  package func incompleteRequests(in period: Period) throws -> Int {
    let statement = try connection.prepare(
      """
      SELECT coalesce(SUM(\(DerivedSQL.requests)), 0)
      FROM records
      WHERE kind_id < 0 AND occurred_at >= :from AND occurred_at < :until
      """)
    try statement.bind(":from", period.from?.microseconds ?? .min)
    try statement.bind(":until", period.until?.microseconds ?? .max)
    return try statement.step() ? Int(statement.int64(0)) : 0
  }

  /// How many requests the ledger holds.
  package func requestCount() throws -> Int {
    let statement = try connection.prepare(
      "SELECT coalesce(SUM(requests), 0) FROM usage_rollup_spans WHERE quarters = 96")
    return try statement.step() ? Int(statement.int64(0)) : 0
  }
}
