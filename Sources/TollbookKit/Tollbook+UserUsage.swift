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
    let sums = try userSums(of: days, in: ledger)
    guard sums.rows.isEmpty else {
      return UserUsage(rows: sums.rows, days: days, zone: zone, book: book)
    }
    var maker = UserUsageMaker(days: days, zone: zone, book: book)
    // Only users of these days are known in them, so each is numbered when it is met.
    var users: [Int64: Int32] = [:]
    sums.forEach(head: { maker.head(of: $0) }) { head, user, requests, counts, first in
      if users[user] == nil { users[user] = sums.names[user].map { maker.number(of: $0) } }
      maker.add(head, user: users[user], requests: requests, counts: counts, from: first)
    }
    return maker.made
  }
}
