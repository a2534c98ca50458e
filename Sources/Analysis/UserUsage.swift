import Quantities
import Usage

/// What each user used on each day: what the windows of a forecast and of a comparison are cut from.
///
/// A user and not a request is what a forecast samples: requests of one user resemble each other, so
/// a range that is made from requests is far too narrow. Users, kinds and cells are in an order that
/// does not depend on how the log was read, so sums over them have the same bytes in every run.
///
/// The tokens lie in one flat array: ten thousand users over two hundred days are half a million
/// cells, and a `MeteredTokens` each would be two hundred megabytes.
public struct UserUsage: Sendable {
  /// The days that were looked at, whether or not anything was used on them.
  public let days: Range<Day>
  /// The users who are known, in order of their names' bytes; a user's number is the place here.
  public let users: [String]
  /// What was used, everything that is priced alike under one number.
  public let kinds: [UsageKind]
  /// Usage by user, day and kind, in that order; at most one cell for each.
  public let cells: [Cell]
  /// The tokens of all cells, each cell's one after the other.
  package let counts: [Int64]
  /// The requests that name no user and were told apart by a label instead.
  public let standInRequests: Int

  /// The usage of one user on one day of one kind.
  public struct Cell: Hashable, Sendable {
    /// The user's number; -1 for requests that name none.
    public let user: Int32
    /// How many days after the first of `days`.
    public let day: Int32
    /// The kind's number.
    public let kind: Int32
    /// How many requests.
    public let requests: Int64
    /// Where its tokens begin in `counts`: one for each meter of its kind, ascending.
    package let firstCount: Int

    /// The number that stands for requests without a user.
    public static let nobody: Int32 = -1
  }

  init(
    days: Range<Day>, users: [String], kinds: [UsageKind], cells: [Cell], counts: [Int64],
    standInRequests: Int = 0
  ) {
    self.days = days
    self.users = users
    self.kinds = kinds
    self.cells = cells
    self.counts = counts
    self.standInRequests = standInRequests
  }

  /// No usage at all.
  public static func none(_ days: Range<Day>) -> UserUsage {
    UserUsage(days: days, users: [], kinds: [], cells: [], counts: [])
  }
}

extension UserUsage {
  /// The tokens of a cell.
  public func tokens(of cell: Cell) -> MeteredTokens {
    var tokens = MeteredTokens()
    for (place, meter) in kinds[Int(cell.kind)].meterIndices.enumerated() {
      tokens[at: meter] = counts[cell.firstCount + place]
    }
    return tokens
  }

  /// The day of a cell.
  public func day(of cell: Cell) -> Day { days.lowerBound.adding(days: Int(cell.day)) }

  /// All requests.
  public var requests: Int { cells.reduce(0) { $0 + Int($1.requests) } }

  /// The first day with usage; nil where there is none.
  public var firstUsedDay: Day? {
    cells.map(\.day).min().map { days.lowerBound.adding(days: Int($0)) }
  }

  /// The same usage without some cells; users, kinds and their numbers stay.
  public func filtered(_ isKept: (Cell) -> Bool) -> UserUsage {
    UserUsage(
      days: days, users: users, kinds: kinds, cells: cells.filter(isKept), counts: counts,
      standInRequests: standInRequests)
  }

  /// The same usage up to a day, not included: what a log said at that time.
  public func before(_ end: Day) -> UserUsage {
    let last = Int32(clamping: days.lowerBound.days(until: end))
    return UserUsage(
      days: days.lowerBound..<max(days.lowerBound, min(end, days.upperBound)), users: users,
      kinds: kinds, cells: cells.filter { $0.day < last }, counts: counts,
      standInRequests: standInRequests)
  }
}
