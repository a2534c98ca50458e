import Usage

/// The SQL by which everything derived follows from the records.
///
/// Used to rebuild, to verify, and to read with other thresholds. It says once more in SQL what the
/// import adds up in memory; `verify` holds the two to each other.
enum DerivedSQL {
  /// The start of a record's quarter of an hour, right for times before 1970 too.
  static let slot = """
    occurred_at - ((occurred_at % 900000000) + 900000000) % 900000000
    """

  /// The highest threshold that a record's prompt exceeds; 0 for a sum of several prompts.
  static func contextOver(_ thresholds: ContextThresholds) -> String {
    let cases = thresholds.tokens.reversed().map { threshold in
      "WHEN \(MeterColumns.prompt) > \(threshold.value) THEN \(threshold.value)"
    }
    guard !cases.isEmpty else { return "0" }
    let isSum = "flags & \(RecordFlags.promptIsSum.rawValue) <> 0"
    return "CASE WHEN \(isSum) THEN 0 \(cases.joined(separator: " ")) ELSE 0 END"
  }

  /// How many requests a row of `records` stands for.
  static let requests = "coalesce(json_extract(rest, '$.requests'), 1)"

  /// The rollup, computed from the records.
  static func rollup(_ thresholds: ContextThresholds) -> String {
    """
    SELECT
      \(slot) AS slot,
      series_id,
      \(contextOver(thresholds)) AS context_over,
      meters,
      SUM(requests) AS requests,
      \(MeterColumns.sums)
    FROM usage_records
    GROUP BY 1, 2, 3, 4
    """
  }

  /// The sums of longer spans, computed from the rollup.
  static let spans = """
    WITH lengths (quarters, length) AS (
      VALUES \(RollupSpan.quarters.map { "(\($0), \($0 * 900_000_000))" }.joined(separator: ", "))
    )
    SELECT
      quarters,
      slot - ((slot % length) + length) % length AS start,
      series_id,
      context_over,
      meters,
      SUM(requests) AS requests,
      \(MeterColumns.sums)
    FROM lengths, usage_rollup
    GROUP BY 1, 2, 3, 4, 5
    """

  /// The days of users, computed from the records.
  ///
  /// User 0 stands for requests without one. A day's 96 quarters of an hour are two masks of 48
  /// bits. SQLite has no aggregate "or", but the sum of distinct powers of two is one.
  static let userDays = """
    WITH slots AS (
      SELECT
        (\(slot)) / 900000000 AS slot_number,
        coalesce(user_id, 0) AS user_id,
        SUM(\(requests)) AS requests
      FROM records
      GROUP BY 1, 2
    ), placed AS (
      SELECT
        (slot_number - ((slot_number % 96) + 96) % 96) / 96 AS day,
        ((slot_number % 96) + 96) % 96 AS place,
        user_id,
        requests
      FROM slots
    )
    SELECT
      day,
      user_id,
      SUM(requests) AS requests,
      SUM(CASE WHEN place < 48 THEN 1 << place ELSE 0 END) AS early_slots,
      SUM(CASE WHEN place >= 48 THEN 1 << (place - 48) ELSE 0 END) AS late_slots
    FROM placed
    GROUP BY 1, 2
    """
}

extension Ledger {
  /// Makes everything derived anew from the records, inside the caller's transaction.
  package func rebuildDerived() throws {
    for (quarters, sums) in [(1, DerivedSQL.rollup(thresholds)), (4, DerivedSQL.spans)] {
      let table = SumInsertion.table(quarters: Int64(quarters))
      let keys = SumInsertion.keys(quarters: Int64(quarters)).joined(separator: ", ")
      try connection.execute("DELETE FROM \(table)")
      try connection.execute(
        "INSERT INTO \(table) SELECT \(keys), \(MeterColumns.sumColumns) FROM (\(sums))")
    }
    try UsedMeters(connection).renew()
    try connection.execute("DELETE FROM user_days")
    try connection.execute("INSERT INTO user_days \(DerivedSQL.userDays)")
  }
}
