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
    var heads: [UserUsageMaker.Head] = []
    // Only users of these days are known in them, so each is numbered when it is met.
    var users = UserNumbers(names)
    try ledger.eachRecord(
      in: period, cutAt: cuts, thresholds: book.contextThresholds,
      head: { row in
        guard let head = maker.head(of: row) else { return nil }
        heads.append(head)
        return heads.count - 1
      },
      add: { head, user, requests, tokens in
        let number = users.number(of: user) { maker.number(of: $0) }
        maker.add(heads[head], user: number, requests: requests, tokens: tokens)
      })
    return maker.made
  }
}

/// The numbers of users by the ids that the ledger gives them, which mostly are 1, 2, 3 …: a million
/// records are not looked up in a dictionary.
private struct UserNumbers {
  private let names: [Int64: String]
  private var numbers: [Int32?]
  private var sparse: [Int64: Int32] = [:]

  init(_ names: [Int64: String]) {
    self.names = names
    numbers = Array(repeating: nil, count: 2 * names.count + 1)
  }

  /// The number of a user, who is given one on first sight; nil for nobody.
  mutating func number(of id: Int64, give: (String) -> Int32) -> Int32? {
    let place = Int(clamping: id)
    let isDense = numbers.indices.contains(place)
    if let known = isDense ? numbers[place] : sparse[id] { return known }
    guard let name = names[id] else { return nil }
    let number = give(name)
    if isDense { numbers[place] = number } else { sparse[id] = number }
    return number
  }
}
