/// How much a log says about a month, beside its figures.
public struct ForecastEvidence: Hashable, Sendable {
  /// The windows that were pooled.
  public let pooledWindows: Int
  /// The mean number of active users in one of them.
  public let meanUsers: Double
  /// How many users of equal weight would vary as much.
  public let effectiveUsers: Double
  /// The share of a window's users who are active in the next.
  public let returnShare: Double
  /// How many users are half of the cost, the largest first.
  public let halfUsers: Int
  /// Their share of the cost.
  public let halfShare: Double

  init(_ variance: SpendVariance) {
    pooledWindows = variance.pooled
    meanUsers = variance.meanUsers
    effectiveUsers = variance.effectiveUsers
    returnShare = variance.returnShare
    var (users, share) = (0, 0.0)
    for own in variance.shares where share < 0.5 {
      users += 1
      share += own
    }
    halfUsers = users
    halfShare = share
  }
}
