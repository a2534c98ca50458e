import Analysis
import Ledger
import Pricing
import Quantities
import Usage

extension Tollbook {
  /// What each user used on each day, read from the ledger in one go.
  ///
  /// The one place where per-user usage enters an analysis. Rows are summed by day while they are
  /// read: a list of a million requests would be most of the time and of the memory.
  ///
  /// - Parameters:
  ///   - days: Which days.
  ///   - ledger: Where they are recorded.
  /// - Returns: The usage by user, day and kind.
  /// - Throws: `SQLiteError` where the file cannot be read.
  func userUsage(of days: Range<Day>, in ledger: Ledger) throws -> UserUsage {
    guard !days.isEmpty else { return .none(days) }
    return UserUsage(
      rows: try userSums(of: days, in: ledger), days: days, zone: zone, book: book)
  }
}
