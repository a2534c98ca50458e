import Quantities
import Usage

/// The windows of one length that a log is cut into, newest first, with what each user used in each.
///
/// A window is exactly as long as the month it stands for: more users are active in 31 days than in
/// 28, so a cost per user taken from the one does not hold for the other.
public struct UserWindows: Sendable {
  /// The length of the months they stand for.
  public let monthLength: Int
  /// The windows, newest first; up to the first one in which nothing was used.
  public let windows: [Window]
  /// What was used, everything that is priced alike under one number.
  public let kinds: [UsageKind]
  /// The numbers, in the log, of the users who were active in any of the windows, ascending.
  public let users: [Int32]
  /// Usage by user (a place in `users`, or -1), window and kind, in that order.
  public let entries: [Entry]
  /// The tokens of all entries, each entry's one after the other.
  package let counts: [Int64]
  /// Whose days were left out of which window, where the user was active on another day of it.
  let absences: [Absence]

  /// One window.
  public struct Window: Hashable, Sendable {
    /// Its days, those that were taken out of the log included.
    public let days: Range<Day>
    /// The users who were active in it.
    public let activeUsers: Int
    /// The requests in it.
    public let requests: Int
    /// The requests in it that name no user.
    public let requestsWithoutUser: Int
    /// On how many days each user was active, added up: the sum of the daily active users.
    public let activeUserDays: Int
    /// On how many days a user could have been seen, added up over its active users: days that were
    /// left out, for all or for one user, say nothing about who was active on them.
    public let possibleUserDays: Int
    /// What a day of it weighs, added up over its days, in 10⁻¹².
    package let weight: Int64
  }

  /// How much of a window was left out for one user alone.
  struct Absence: Hashable {
    /// The user's place in `users`.
    let user: Int
    /// The window, 0 for the newest.
    let window: Int
    /// How many days of the window.
    let days: Int
    /// What they weigh, in 10⁻¹².
    let weight: Int64
  }

  /// What one user used in one window of one kind.
  public struct Entry: Hashable, Sendable {
    /// The user's place in `users`; -1 for requests that name none.
    public let user: Int32
    /// The window, 0 for the newest.
    public let window: Int32
    /// The kind's number.
    public let kind: Int32
    /// How many requests.
    public let requests: Int64
    /// Where its tokens begin in `counts`: one for each meter of its kind, ascending.
    package let firstCount: Int
  }
}

extension UserWindows {
  /// Whether each user was active in each window, `[user][window]`.
  public var activity: [[Bool]] {
    var active = [[Bool]](
      repeating: [Bool](repeating: false, count: windows.count), count: users.count)
    for entry in entries where entry.user >= 0 {
      active[Int(entry.user)][Int(entry.window)] = true
    }
    return active
  }

  /// What everybody used of each kind in one window: requests and tokens, exactly.
  func totals(of window: Int) -> [(requests: Int64, tokens: MeteredTokens)] {
    var sums = [(requests: Int64, tokens: MeteredTokens)](
      repeating: (0, MeteredTokens()), count: kinds.count)
    let meters = kinds.map(\.meterIndices)
    for entry in entries where Int(entry.window) == window {
      let kind = Int(entry.kind)
      sums[kind].requests += entry.requests
      for (place, meter) in meters[kind].enumerated() {
        sums[kind].tokens[at: meter] += counts[entry.firstCount + place]
      }
    }
    return sums
  }
}
