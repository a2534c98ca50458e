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
    let records = try readRecords(book)
    result.records = records.records
    result.costOfRecords = records.cost
    try compareSums(records.print, &result)
    try compareUserDays(&result)
    try checkReferences(&result)
    try checkKinds(&result)
    try checkUsedMeters(&result)
    try checkRetention(&result)
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

  /// Compares the sums with what the records add up to, and row by row if they differ.
  private func compareSums(_ records: SumPrint, _ result: inout Verification) throws {
    let rollup = try readSums("usage_rollup", place: "1, slot", lengths: RollupSpan.quarters)
    if rollup.own != records || rollup.hasEmptyRow {
      try compare(
        "usage_rollup",
        """
        SELECT slot, series_id, context_over, meters, requests, \(MeterColumns.list)
        FROM usage_rollup
        """,
        DerivedSQL.rollup(thresholds), &result)
    }
    let spans = try readSums("usage_rollup_spans", place: "quarters, start")
    if spans.own != rollup.spans || spans.hasEmptyRow {
      try compare(
        "usage_rollup_spans",
        """
        SELECT quarters, start, series_id, context_over, meters, requests, \(MeterColumns.list)
        FROM usage_rollup_spans
        """,
        DerivedSQL.spans, &result)
    }
  }

  private func compareUserDays(_ result: inout Verification) throws {
    let kept = "SELECT day, user_id, requests, early_slots, late_slots FROM user_days"
    if try readRows(kept) != readRows(DerivedSQL.userDays) {
      try compare("user_days", kept, DerivedSQL.userDays, &result)
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
