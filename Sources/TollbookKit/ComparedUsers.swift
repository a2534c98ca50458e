import Analysis
import Quantities
import Usage

/// Counts who is behind the usage that is compared: the users whose cost is told.
///
/// A user whose requests all lack a price is not among those that a cost is divided by: the cost of
/// such a user is in no figure, and would make everyone else's look smaller.
struct ComparedUsers {
  private let span: UsageSpan
  private let months: [Range<Instant>]
  private let days: [Instant]
  private var base: ComparisonBase
  private var numbers: [String: Int] = [:]
  private var active: [Set<Int>]
  private var userDays: Set<UserDay> = []
  private var compared: Set<Int> = []
  private var requests = 0
  private var unnamedRequests = 0

  private struct UserDay: Hashable {
    let user: Int
    let day: Int
  }

  init(_ span: UsageSpan, base: ComparisonBase) {
    self.span = span
    self.base = base
    months = span.months
    days = span.dayStarts
    active = months.map { _ in [] }
  }

  /// Where rows may not be summed across to be counted.
  var cuts: [Instant] { days + months.map(\.lowerBound) }

  /// Counts a row of one user, or of nobody.
  mutating func add(_ row: RollupRow) {
    guard span.period.contains(row.slot) else { return }
    let user = row.user.map { number(of: $0) }
    guard base.holds(row) else { return }
    requests += row.requests
    guard let user else {
      unnamedRequests += row.requests
      return
    }
    compared.insert(user)
    if let month = months.firstIndex(where: { $0.contains(row.slot) }) {
      active[month].insert(user)
    }
    userDays.insert(UserDay(user: user, day: day(of: row.slot)))
  }

  private mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = numbers.count
    return numbers.count - 1
  }

  private func day(of slot: Instant) -> Int {
    var (low, high) = (0, days.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if days[middle] <= slot { low = middle } else { high = middle }
    }
    return low
  }

  /// The users by month; nil where nobody is named.
  var users: MonthlyUsers? {
    MonthlyUsers(
      active.map(\.count), userDays: userDays.count, leftOut: numbers.count - compared.count)
  }

  /// The compared requests that name no user; nil where all do.
  var unnamed: UnnamedRequests? { UnnamedRequests(unnamedRequests, of: requests) }
}
