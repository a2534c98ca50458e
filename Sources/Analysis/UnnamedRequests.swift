/// How many of the requests name no user.
///
/// Figures by user divide what everybody costs by the users that are named. A few requests without a
/// name change that little; beyond `Forecast.mostWithoutUser` percent of them the named users no
/// longer stand for the rest, and there is no such figure.
public struct UnnamedRequests: Hashable, Sendable {
  /// The requests without a user.
  public let requests: Int
  /// All requests.
  public let all: Int

  /// Requests without a user, of all; nil where every request names one.
  public init?(_ requests: Int, of all: Int) {
    guard requests > 0, all > 0 else { return nil }
    // Days are counted as UTC has them where users are, so the edges may reach beyond the period.
    self.requests = min(requests, all)
    self.all = all
  }

  /// Whether the named users say nothing of a user's cost.
  public var areTooMany: Bool {
    Double(requests * 100) > Double(all) * Forecast.mostWithoutUser
  }
}
