import Quantities
import Usage

/// The usage of a comparison by user, and that of the time before: what a ratio's range is taken from.
///
/// Rows stand by the rule of the route that they fall under; without a route there is one rule.
public struct PairedUsage: Sendable {
  /// The compared usage by user, one row for each user and kind of request.
  public let users: [[RollupRow]]
  /// The usage of the windows before, each as long as the compared days, the newest first.
  public let earlier: [[[RollupRow]]]

  /// The usage behind a range.
  ///
  /// - Parameters:
  ///   - users: The compared usage, each row with its user; empty where users are not known.
  ///   - earlier: The windows before; those from the first empty one on are left aside.
  public init(users: [[RollupRow]], earlier: [[[RollupRow]]]) {
    self.users = users
    self.earlier = Array(
      earlier.prefix(PairedRange.Constants.standard.windows - 1)
        .prefix { $0.contains { !$0.isEmpty } })
  }

  /// The usage behind a range, without a route.
  ///
  /// - Parameters:
  ///   - usage: The compared days by user and day.
  ///   - zone: Where its days begin and end.
  ///   - earlier: The usage of the windows before, the newest first.
  public init(_ usage: UserUsage, zone: TimeZoneRules, earlier: [[RollupRow]]) {
    let rows = usage.cells.map { cell in
      let kind = usage.kinds[Int(cell.kind)]
      // The middle of its day: only what the name stood for then is asked of it.
      return RollupRow(
        slot: zone.start(of: usage.day(of: cell)).adding(seconds: 43_200), series: kind.series,
        contextOver: kind.contextOver, requests: Int(cell.requests),
        tokens: usage.tokens(of: cell),
        user: cell.user < 0 ? nil : usage.users[Int(cell.user)])
    }
    self.init(users: [rows], earlier: earlier.map { [$0] })
  }

  /// Whether enough of the requests name a user to tell users apart.
  ///
  /// Beyond a fifth without one, those that have one no longer stand for the rest.
  var knowsUsers: Bool {
    let rows = users.joined()
    let all = rows.reduce(0) { $0 + $1.requests }
    let without = rows.reduce(0) { $0 + ($1.user == nil ? $1.requests : 0) }
    return all > without && UnnamedRequests(without, of: all)?.areTooMany != true
  }
}
