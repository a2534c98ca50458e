import Quantities
import SQLite
import Usage

/// Sums of the recorded requests by rules that look at each request.
extension Ledger {
  /// Usage of one rule, in one stretch of time, that is priced alike.
  package struct DividedRow {
    /// The place of the first rule that its requests follow; the number of rules for none of them.
    package let rule: Int
    /// Their sum; its slot is that of the first of them in the stretch.
    package let row: RollupRow
    /// How many of them name no user.
    package let requestsWithoutUser: Int
    /// How many of them are recorded as sums, whose single sizes are not known.
    package let requestsInSums: Int
  }

  /// The records of a period, divided by rules and summed.
  ///
  /// This reads every record of the ledger: it takes as long as a `verify` and no more memory than
  /// its answer.
  ///
  /// - Parameters:
  ///   - period: Half-open.
  ///   - thresholds: The context thresholds that must be kept apart.
  ///   - rules: The first that a request follows is its own.
  ///   - cuts: Instants across which nothing is summed, such as changes of price.
  ///   - byUser: Whether each row is one user's.
  /// - Returns: The rows, in order of rule, series, band and time.
  /// - Throws: `SQLiteError` where the file cannot be read.
  package func dividedRows(
    in period: Period, thresholds: ContextThresholds, rules: [RecordRule], cuts: [Instant] = [],
    byUser: Bool = false
  ) throws -> [DividedRow] {
    let series = try knownSeries()
    let parameters = rules.indices.map { ":users\($0)" }
    let statement = try connection.prepare(
      Ledger.divisionSQL(
        thresholds, cuts.sorted(), byUser: byUser,
        conditions: zip(rules, parameters).map { $0.condition(series: series, users: $1) }))
    try statement.bind(":from", period.from?.microseconds ?? .min)
    try statement.bind(":until", period.until?.microseconds ?? .max)
    for (rule, parameter) in zip(rules, parameters) {
      guard let takes = rule.users else { continue }
      try statement.bind(parameter, try userNumbers(takes))
    }
    var rows: [DividedRow] = []
    while try statement.step() {
      guard let series = series[statement.int64(1)] else { continue }
      rows.append(
        DividedRow(
          rule: Int(statement.int64(0)),
          row: RollupRow(
            slot: Instant(microseconds: statement.int64(2)), series: series,
            contextOver: TokenCount(statement.int64(3)), requests: Int(statement.int64(4)),
            tokens: MeterColumns.read(statement, from: 9, mask: statement.int64(8)),
            user: statement.optionalText(7)),
          requestsWithoutUser: Int(statement.int64(5)), requestsInSums: Int(statement.int64(6))))
    }
    return rows
  }

  /// The numbers of the users that a rule takes, as a JSON array.
  private func userNumbers(_ takes: (String) -> Bool) throws -> String {
    let statement = try connection.prepare("SELECT user_id, name FROM users ORDER BY user_id")
    var numbers: [String] = []
    while try statement.step() {
      if takes(statement.text(1)) { numbers.append(String(statement.int64(0))) }
    }
    return "[\(numbers.joined(separator: ","))]"
  }

  private static func divisionSQL(
    _ thresholds: ContextThresholds, _ cuts: [Instant], byUser: Bool, conditions: [String]
  ) -> String {
    let cases = conditions.enumerated().map { "WHEN \($0.element) THEN \($0.offset)" }
    let rule =
      cases.isEmpty ? "0" : "CASE \(cases.joined(separator: "\n")) ELSE \(conditions.count) END"
    let places = cuts.enumerated().reversed().map { place, cut in
      "WHEN occurred_at >= \(cut.microseconds) THEN \(place + 1)"
    }
    let stretch = places.isEmpty ? "0" : "CASE \(places.joined(separator: " ")) ELSE 0 END"
    let sums = MeterColumns.names.map { "SUM(\($0)) AS \($0)" }.joined(separator: ", ")
    let name = byUser ? "(SELECT name FROM users AS u WHERE u.user_id = r.user)" : "NULL"
    return """
      WITH r AS (
        SELECT \(rule) AS rule, series_id, MIN(\(DerivedSQL.slot)) AS slot,
          \(DerivedSQL.contextOver(thresholds)) AS context_over, \(stretch) AS stretch,
          SUM(requests) AS requests,
          SUM(CASE WHEN user_id IS NULL THEN requests ELSE 0 END) AS without_user,
          SUM(CASE WHEN \(RecordRule.isSum) THEN requests ELSE 0 END) AS in_sums,
          \(byUser ? "user_id" : "NULL") AS user, meters, \(sums)
        FROM usage_records
        WHERE occurred_at >= :from AND occurred_at < :until
        GROUP BY 1, series_id, 4, 5, user, meters
      )
      SELECT rule, series_id, slot, context_over, requests, without_user, in_sums, \(name), meters,
        \(MeterColumns.list)
      FROM r
      ORDER BY rule, series_id, context_over, slot, user, meters
      """
  }
}
