import Quantities
import Usage

/// Recorded usage divided by the rules of a route.
///
/// Divided request by request, by whoever holds the requests: a prompt's size is one request's own
/// and is lost in every sum.
public struct RoutedUsage: Sendable {
  /// The rules.
  public let route: Route
  /// The usage of each rule, and last of all what no rule matches.
  public let groups: [Group]
  /// What using the route costs a month beside its tokens.
  public let fixedCost: Money

  /// The usage of one rule.
  public struct Group: Sendable {
    /// The usage; rows may be summed over time as far as prices stay the same.
    public let rows: [RollupRow]
    /// How many of its requests name no user.
    public let requestsWithoutUser: Int
    /// How many of its requests are recorded as sums, so that no single prompt is known.
    public let requestsInSums: Int

    /// The usage of one rule.
    public init(rows: [RollupRow], requestsWithoutUser: Int = 0, requestsInSums: Int = 0) {
      self.rows = rows
      self.requestsWithoutUser = requestsWithoutUser
      self.requestsInSums = requestsInSums
    }

    /// How many requests.
    public var requests: Int { rows.reduce(0) { $0 + $1.requests } }
  }

  /// Usage divided by a route.
  ///
  /// - Parameters:
  ///   - route: The rules.
  ///   - groups: One group a rule in the order of the rules, and one for the default; groups that are
  ///     missing at the end are empty.
  ///   - fixedCost: What it costs a month beside its tokens.
  public init(route: Route, groups: [Group], fixedCost: Money = .zero) {
    self.route = route
    let missing = max(0, route.rules.count + 1 - groups.count)
    self.groups =
      Array(groups.prefix(route.rules.count + 1))
      + [Group](repeating: Group(rows: []), count: missing)
    self.fixedCost = fixedCost
  }
}

/// What a rule looks at and the log does not have: requests that it could not match for want of it.
public struct RouteGap: Hashable, Sendable {
  /// The place of the rule, from 0.
  public let rule: Int
  /// What is missing.
  public let field: Field
  /// How many of the requests that reached the rule lack it.
  public let requests: Int
  /// How many reached the rule, those that it matched included.
  public let reached: Int

  /// Something that is missing.
  public init(rule: Int, field: Field, requests: Int, reached: Int) {
    self.rule = rule
    self.field = field
    self.requests = requests
    self.reached = reached
  }

  /// What a request may lack.
  public enum Field: Hashable, Sendable {
    /// The label of this name.
    case label(String)
    /// The user.
    case user
    /// The size of its own prompt or answer: it is recorded as a sum.
    case size
  }
}

extension RoutedUsage {
  /// What rules look at and requests lack.
  ///
  /// Only requests count that no earlier rule took: those of the rules behind, and of the default.
  public var gaps: [RouteGap] {
    route.rules.indices.flatMap { place -> [RouteGap] in
      let rest = groups[(place + 1)...]
      let reached = groups[place...].reduce(0) { $0 + $1.requests }
      func gap(_ field: RouteGap.Field, _ requests: Int) -> [RouteGap] {
        guard requests > 0 else { return [] }
        return [RouteGap(rule: place, field: field, requests: requests, reached: reached)]
      }
      let conditions = route.rules[place].conditions
      let labels = conditions.labels.flatMap { label in
        gap(
          .label(label.name),
          rest.lazy.flatMap(\.rows).filter { $0.series.labels[label.name] == nil }
            .reduce(0) { $0 + $1.requests })
      }
      let without = rest.reduce(0) { $0 + $1.requestsWithoutUser }
      let users = conditions.userShare == nil ? [] : gap(.user, without)
      let looksAtSize = conditions.promptTokens != nil || conditions.outputTokens != nil
      let sizes = looksAtSize ? gap(.size, rest.reduce(0) { $0 + $1.requestsInSums }) : []
      return labels + users + sizes
    }
  }
}
