import Pricing
import Quantities
import Usage

/// Usage and cost of some days for one user, not rounded yet.
struct DaySum {
  private(set) var cost = Exact.zero
  private(set) var listCost = Exact.zero
  private(set) var unlistedTokens = Exact.zero
  private(set) var requests = Exact.zero
  private(set) var tokens = Exact.zero
  private(set) var unpricedRequests = Exact.zero
  private(set) var unpricedTokens = Exact.zero
  private(set) var droppedRequests = Exact.zero
  private(set) var droppedTokens = Exact.zero
  private(set) var reasons: [UnpricedReason] = []

  mutating func add(_ load: Load, at price: LoadPrice, times factor: Exact) {
    let factorOfTokens = factor * price.tokenRatio
    let allRequests = Exact(load.row.requests) * factor
    let allTokens = Exact(load.row.tokens.total.value) * factorOfTokens
    if price.isDropped {
      droppedRequests += allRequests
      droppedTokens += allTokens
      return
    }
    cost += price.cost * factor
    listCost += price.listCost * factor
    unlistedTokens += Exact(price.unlistedTokens.value) * factorOfTokens
    requests += allRequests
    tokens += allTokens
    unpricedRequests += Exact(price.unpricedRequests) * factor
    unpricedTokens += Exact(price.unpricedTokens.value) * factorOfTokens
    for reason in price.reasons where !reasons.contains(reason) { reasons.append(reason) }
  }

  static func += (sum: inout DaySum, more: DaySum) {
    sum.cost += more.cost
    sum.listCost += more.listCost
    sum.unlistedTokens += more.unlistedTokens
    sum.requests += more.requests
    sum.tokens += more.tokens
    sum.unpricedRequests += more.unpricedRequests
    sum.unpricedTokens += more.unpricedTokens
    sum.droppedRequests += more.droppedRequests
    sum.droppedTokens += more.droppedTokens
    for reason in more.reasons where !sum.reasons.contains(reason) { sum.reasons.append(reason) }
  }
}

/// How the sums of several windows become what one user causes.
///
///     one user = Σ over windows of (sum / what the window's days weigh) / users of all windows
struct WindowPool {
  /// One over what each window's days weigh.
  private let scales: [Exact]
  /// The active users of all windows; the number of windows where users are not known.
  private let divisor: Exact

  var parts: Int { scales.count }

  /// - Parameters:
  ///   - weights: What the days of each window weigh, in 10⁻¹².
  ///   - divisor: The active users of all windows, or the number of windows.
  init(weights: [Int64], divisor: Exact) {
    scales = weights.map { Exact(WeekdayWeights.scale, over: $0) }
    self.divisor = divisor
  }

  /// For sums that are what one user causes already.
  static let single = WindowPool(weights: [WeekdayWeights.scale], divisor: .one)

  /// The value of some sums, one for each window, for so many users.
  func value(of sums: [Exact], times users: Exact) -> WideRatio {
    let first = scales.first
    // Windows of equal weight, which most are, can be summed before the one division.
    if scales.allSatisfy({ $0 == first }), let first {
      return WideRatio(sums.reduce(.zero, +)) * first * users / divisor
    }
    let sum = zip(sums, scales).reduce(WideRatio.zero) { $0 + WideRatio($1.0) * $1.1 }
    return sum * users / divisor
  }
}

/// Sums by window, for so many users: each figure is rounded once.
struct PooledSum {
  let sums: [DaySum]
  let pool: WindowPool
  let users: Exact

  /// A figure, rounded.
  private func figure(_ part: (DaySum) -> Exact) throws(ForecastRefusal) -> Int128 {
    guard let value = pool.value(of: sums.map(part), times: users).rounded else {
      throw .outOfRange
    }
    return value
  }

  private func count(_ part: (DaySum) -> Exact) throws(ForecastRefusal) -> Int64 {
    guard let count = Int64(exactly: try figure(part)) else { throw .outOfRange }
    return count
  }

  /// The cost.
  func cost() throws(ForecastRefusal) -> Money { Money(picodollars: try figure(\.cost)) }

  /// The cost without a contract, and what of it no list prices.
  func list() throws(ForecastRefusal) -> ForecastListCost {
    ForecastListCost(
      cost: Money(picodollars: try figure(\.listCost)),
      unlistedTokens: TokenCount(try count(\.unlistedTokens)))
  }

  /// Requests and tokens.
  func usage() throws(ForecastRefusal) -> UsageAmount {
    UsageAmount(requests: try count(\.requests), tokens: TokenCount(try count(\.tokens)))
  }

  /// What is left out.
  func dropped() throws(ForecastRefusal) -> UsageAmount {
    UsageAmount(
      requests: try count(\.droppedRequests), tokens: TokenCount(try count(\.droppedTokens)))
  }

  /// What has no price; nothing where nobody is there to use it.
  func unpriced() throws(ForecastRefusal) -> UnpricedUsage {
    guard users != .zero else { return .none }
    var reasons: [UnpricedReason] = []
    for reason in sums.flatMap(\.reasons) where !reasons.contains(reason) {
      reasons.append(reason)
    }
    return UnpricedUsage(
      requests: try count(\.unpricedRequests), tokens: TokenCount(try count(\.unpricedTokens)),
      reasons: reasons)
  }
}
