import Quantities
import Usage

/// The usage of a comparison by user, and that of the time before: what a ratio's range is taken from.
///
/// Rows stand by the rule of the route that they fall under; without a route there is one rule.
public struct PairedUsage: Sendable {
  /// The compared usage by user, one row for each user and kind of request, in whatever order.
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

  /// Whether enough of the requests name a user to tell users apart.
  ///
  /// Beyond a fifth without one, those that have one no longer stand for the rest.
  var knowsUsers: Bool {
    let rows = users.joined()
    let all = rows.reduce(0) { $0 + $1.requests }
    let without = rows.reduce(0) { $0 + ($1.userOrStandIn == nil ? $1.requests : 0) }
    return all > without && UnnamedRequests(without, of: all)?.areTooMany != true
  }
}
