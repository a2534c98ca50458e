import Pricing
import Quantities
import Usage

/// What each rule of a route takes, and what that costs there and as it is.
public struct RouteShares: Sendable {
  /// What the route is called.
  public let name: String
  /// One a rule, in order, and the default last.
  public let rules: [Share]
  /// What rules look at and requests lack.
  public let gaps: [RouteGap]

  /// What one rule takes.
  public struct Share: Sendable {
    /// The rule's name; nil for the default.
    public let name: String?
    /// Which requests it takes.
    public let conditions: RouteConditions
    /// Where it sends them, as it is written in the file.
    public let target: RouteTarget
    /// What it takes.
    public let usage: UsageAmount
    /// What that costs a month as it is, at the first of the comparison's prices.
    public let today: Money
    /// What it costs a month where the rule sends it, at the same prices.
    public let perMonth: Money
    /// What has no price there: not in `perMonth`, and not free.
    public let unpriced: UnpricedUsage
  }
}

extension RouteShares {
  /// The shares of the input's route; nil without one.
  init?(
    _ input: ComparisonInput, _ choice: ComparisonChoice?, _ pricing: ChoicePricing,
    _ scale: ComparisonScale
  ) throws(ComparisonRefusal) {
    guard let usage = input.route, case .route(let targets)? = choice, let time = input.at.first
    else { return nil }
    var shares: [Share] = []
    for (index, target) in targets.enumerated() {
      let rule = index < usage.route.rules.count ? usage.route.rules[index] : nil
      let rows = pricing.loads.filter { $0.part == index }.map(\.row)
      let today = pricing.sum(ofRule: index, .asRecorded, at: time.basis)
      let sum = pricing.sum(ofRule: index, target, at: time.basis)
      guard let before = scale.perMonth(today).money, let after = scale.perMonth(sum).money,
        let unpriced = sum.unpriced
      else { throw .outOfRange }
      shares.append(
        Share(
          name: rule?.name, conditions: rule?.conditions ?? RouteConditions(),
          target: usage.route.targets[index],
          usage: UsageAmount(
            requests: rows.reduce(0) { $0 + Int64($1.requests) },
            tokens: rows.reduce(.zero) { $0 + $1.tokens.total }),
          today: before, perMonth: after, unpriced: unpriced))
    }
    name = usage.route.name
    rules = shares
    gaps = usage.gaps
  }
}
