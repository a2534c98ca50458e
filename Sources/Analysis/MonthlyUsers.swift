/// How many users are active in a month, over some months of the log.
///
/// A month is `Comparison.monthDays` days: more users are active in ninety days than in thirty, so
/// those of a long period are no monthly active users.
public struct MonthlyUsers: Hashable, Sendable {
  /// The active users of each month, added up; a user counts in every month with a request.
  public let sum: Int
  /// How many months.
  public let months: Int
  /// The days of usage added up by user: one for each user and day with a request; nil if not known.
  public let userDays: Int?
  /// Users with requests of which none has a price: in none of the numbers.
  public let leftOut: Int

  /// Users by month; without any months or users they are not known, and nil stands for them.
  ///
  /// - Parameters:
  ///   - perMonth: The active users of each month whose usage is compared.
  ///   - userDays: Their days with a request, added up.
  ///   - leftOut: Users whose requests are none of those that are compared.
  public init?(_ perMonth: [Int], userDays: Int? = nil, leftOut: Int = 0) {
    sum = perMonth.reduce(0, +)
    months = perMonth.count
    self.userDays = userDays.flatMap { $0 > 0 ? $0 : nil }
    self.leftOut = leftOut
    guard sum > 0 else { return nil }
  }

  /// The users of an average month.
  var mean: Exact { Exact(sum, over: months) }
}
