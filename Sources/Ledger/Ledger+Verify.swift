import Pricing
import Quantities
import SQLite
import Usage

/// What `verify` compared and where it found a difference.
package struct Verification: Sendable {
  /// Records that were added up again.
  package var records: Int64 = 0
  /// Rollup rows that were compared.
  package var rollupRows: Int64 = 0
  /// The cost of the records, priced one by one at their own instants.
  package var costOfRecords = Money.zero
  /// The cost of the rollup.
  package var costOfRollup = Money.zero
  /// What is wrong, in words; empty if nothing is.
  package var faults: [String] = []
}

extension Ledger {
  /// Computes everything derived from the records once more and compares it with what is kept.
  ///
  /// - Parameter book: The price book by which records and rollup are both charged: that prices
  ///   may be applied to sums is checked on every request.
  /// - Returns: What was compared, and every difference.
  /// - Throws: `SQLiteError` where the file cannot be read.
  package func verify(book: PriceBook) throws -> Verification {
    var result = Verification()
    try checkFile(&result)
    try compare(
      "usage_rollup",
      """
      SELECT slot, series_id, context_over, meters, requests, \(MeterColumns.list)
      FROM usage_rollup
      """,
      DerivedSQL.rollup(thresholds), &result)
    try compare(
      "usage_rollup_spans",
      """
      SELECT quarters, start, series_id, context_over, meters, requests, \(MeterColumns.list)
      FROM usage_rollup_spans
      """,
      DerivedSQL.spans, &result)
    try compare(
      "user_days", "SELECT day, user_id, requests, early_slots, late_slots FROM user_days",
      DerivedSQL.userDays, &result)
    try checkReferences(&result)
    try checkKinds(&result)
    try checkUsedMeters(&result)
    try compareCharges(book, &result)
    return result
  }

  private func checkFile(_ result: inout Verification) throws {
    let statement = try connection.prepare("PRAGMA integrity_check(10)")
    while try statement.step() {
      let line = statement.text(0)
      if line != "ok" { result.faults.append("SQLite: \(line)") }
    }
  }

  /// Compares a derived table with what the records give, both ways round.
  private func compare(
    _ table: String, _ kept: String, _ computed: String, _ result: inout Verification
  ) throws {
    for (one, other, words) in [
      (kept, computed, ("does not follow", "do not follow")),
      (computed, kept, ("is missing that follows", "are missing that follow")),
    ] {
      let statement = try connection.prepare(
        "SELECT COUNT(*) FROM (SELECT * FROM (\(one)) EXCEPT SELECT * FROM (\(other)))")
      guard try statement.step() else { continue }
      let count = statement.int64(0)
      guard count > 0 else { continue }
      let rows = Phrase.counted(count, "row", words.0, words.1)
      result.faults.append("\(table): \(rows) from the records")
    }
  }

  private func checkReferences(_ result: inout Verification) throws {
    let statement = try connection.prepare("PRAGMA foreign_key_check")
    var count = 0
    while try statement.step() { count += 1 }
    if count > 0 {
      let rows = Phrase.counted(count, "row", "points", "point")
      result.faults.append("\(rows) to something that is not there")
    }
  }

  /// Cut streams are found by the sign of their kind's number.
  private func checkKinds(_ result: inout Verification) throws {
    let statement = try connection.prepare(
      """
      SELECT COUNT(*)
      FROM record_kinds
      WHERE (kind_id < 0) <> (flags & \(RecordFlags.incomplete.rawValue) <> 0)
      """)
    let count = try statement.step() ? statement.int64(0) : 0
    if count > 0 {
      let kinds = Phrase.counted(count, "kind") + " of records \(count == 1 ? "has" : "have")"
      result.faults.append("\(kinds) the wrong sign")
    }
  }

  private func checkUsedMeters(_ result: inout Verification) throws {
    let count = try UsedMeters(connection).missing()
    if count > 0 {
      let sums = Phrase.counted(count, "sum", "has", "have")
      result.faults.append("\(sums) a meter that is not among the used")
    }
  }

  private func compareCharges(_ book: PriceBook, _ result: inout Verification) throws {
    var ofRecords = Valuation(book: book)
    let series = try knownSeries()
    let statement = try connection.prepare(
      "SELECT occurred_at, series_id, flags, \(MeterColumns.list) FROM usage_records")
    while try statement.step() {
      guard let series = series[statement.int64(1)] else { continue }
      result.records += 1
      let tokens = MeterColumns.read(statement, from: 3)
      let isSum = RecordFlags(rawValue: statement.int64(2)).contains(.promptIsSum)
      let row = RollupRow(
        slot: Instant(microseconds: statement.int64(0)), series: series,
        contextOver: isSum ? 0 : book.contextThresholds.exceeded(by: tokens.prompt), requests: 1,
        tokens: tokens)
      result.costOfRecords += ofRecords.charge(for: row).cost
    }
    var ofRollup = Valuation(book: book)
    for row in try rollupRows(in: Period(), thresholds: book.contextThresholds) {
      result.costOfRollup += ofRollup.charge(for: row).cost
      result.rollupRows += 1
    }
    if result.costOfRecords != result.costOfRollup {
      result.faults.append(
        "charges: the records cost \(result.costOfRecords.decimal) USD one by one, "
          + "the rollup costs \(result.costOfRollup.decimal) USD")
    }
  }
}
