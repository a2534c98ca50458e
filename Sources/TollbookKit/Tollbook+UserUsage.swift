import Analysis
import Ledger
import Pricing
import Quantities
import Usage

extension Tollbook {
  /// What each user used on each day, read from the ledger in one go.
  ///
  /// The one place where per-user usage enters an analysis: a faster way of reading it belongs here
  /// and nowhere else.
  ///
  /// - Parameters:
  ///   - days: Which days.
  ///   - ledger: Where they are recorded.
  /// - Returns: The usage by user, day and kind.
  /// - Throws: `SQLiteError` where the file cannot be read.
  func userUsage(of days: Range<Day>, in ledger: Ledger) throws -> UserUsage {
    guard !days.isEmpty else { return .none(days) }
    let rows = try ledger.rollupRows(
      in: period(days), thresholds: book.contextThresholds, byUser: true)
    return UserUsage(rows: rows, days: days, zone: zone, book: book)
  }
}
