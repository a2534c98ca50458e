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
    let names = try ledger.userNames()
    guard !names.isEmpty else {
      return UserUsage(rows: try sums(of: days, in: ledger), days: days, zone: zone, book: book)
    }
    let (period, cuts) = (period(days), try cuts(of: days, in: ledger))
    var maker = UserUsageMaker(
      days: days, zone: zone, book: book, rows: try ledger.requestsAtMost(in: period, 1 << 20))
    // Only users of these days are known in them, so each is numbered when it is met.
    var users: [Int64: Int32] = [:]
    try ledger.eachRecord(
      in: period, cutAt: cuts, thresholds: book.contextThresholds, head: { maker.head(of: $0) }
    ) { head, user, requests, tokens in
      if users[user] == nil { users[user] = names[user].map { maker.number(of: $0) } }
      maker.add(head, user: users[user], requests: requests, tokens: tokens)
    }
    return maker.made
  }
}
