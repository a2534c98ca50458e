import Quantities
import SQLite

extension Ledger {
  /// On how many days each user was active, added up: the sum of the daily active users.
  ///
  /// - Parameter days: The days, one after the other, as the periods that they are in some time zone.
  /// - Returns: One for each user and day with a request; requests without a user do not count.
  /// - Throws: `SQLiteError` where the file cannot be read.
  package func activeUserDays(of days: [Period]) throws -> Int {
    let length = 96 * Instant.slotMicroseconds
    let areUTC = days.allSatisfy { ($0.from?.microseconds ?? 1) % length == 0 }
    guard areUTC, let first = days.first?.from, let last = days.last?.from else {
      return try days.reduce(0) { try $0 + activity(in: $1).users }
    }
    // The table has days of UTC; theirs need not be told apart quarter by quarter.
    let statement = try connection.prepare(
      "SELECT COUNT(*) FROM user_days WHERE day >= :first AND day <= :last AND user_id <> 0")
    try statement.bind(":first", first.microseconds / length)
    try statement.bind(":last", last.microseconds / length)
    return try statement.step() ? Int(statement.int64(0)) : 0
  }
}
