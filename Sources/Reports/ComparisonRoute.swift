import Analysis
import Quantities

/// What each rule of a route takes, and what it costs there.
enum ComparisonRoute {
  /// One row a rule, the default last; nothing without a route.
  static func sections(_ comparison: Comparison) -> [Report.Section] {
    guard let route = comparison.route else { return [] }
    return [Report.Section(key: "route", report: report(route, comparison))]
  }

  private static func report(_ route: RouteShares, _ comparison: Comparison) -> Report {
    let requests = route.rules.reduce(0) { $0 + $1.usage.requests }
    let tokens = route.rules.reduce(0) { $0 + $1.usage.tokens.value }
    let today = route.rules.reduce(Money.zero) { $0 + $1.today }
    let cost = route.rules.reduce(Money.zero) { $0 + $1.perMonth }
    return Report(
      title: "Where the rules of \(route.name) send requests",
      columns: [
        Column("rule", "rule", .label), Column("takes", "takes", .prose),
        Column("to", "to", .label), Column("requests", "requests"),
        Column("requests_share", "of requests"),
        Column("total_tokens", "total tokens", isShown: false),
        Column("tokens_share", "of tokens"),
        Column("today_month_usd", "a month now USD", hasBars: false),
        Column("month_usd", "then USD", hasBars: false), Column("cost_share", "of cost"),
        Column("unpriced_tokens", "unpriced tokens", isShown: hasGaps(route)),
      ],
      rows: route.rules.map { rule in
        [
          .text(rule.name ?? RouteRule.defaultName),
          .text(rule.name == nil ? "everything else" : rule.conditions.description),
          .text(rule.target.description), .count(rule.usage.requests),
          .share(Int(rule.usage.requests), of: Int(requests)), .count(rule.usage.tokens),
          .share(Int(rule.usage.tokens.value), of: Int(tokens)), .money(rule.today),
          isUnpriced(rule) ? .unknown : .money(rule.perMonth),
          isUnpriced(rule) ? .unknown : .share(rule.perMonth, of: cost),
          .count(rule.unpriced.tokens),
        ]
      },
      total: [
        nil, nil, nil, .count(requests), nil, .count(tokens), nil, .money(today), .money(cost), nil,
        .count(route.rules.reduce(0) { $0 + $1.unpriced.tokens.value }),
      ],
      notes: route.gaps.map { words($0, route) } + shareNotes(route))
  }

  private static func hasGaps(_ route: RouteShares) -> Bool {
    route.rules.contains { !$0.unpriced.isEmpty }
  }

  private static func isUnpriced(_ rule: RouteShares.Share) -> Bool {
    rule.perMonth == .zero && !rule.unpriced.isEmpty
  }

  /// What the log does not have: such a request is not matched, and that is said.
  private static func words(_ gap: RouteGap, _ route: RouteShares) -> String {
    let name = route.rules[gap.rule].name ?? ""
    let lack =
      switch gap.field {
      case .label(let label): "without a label \(label)"
      case .user: "without a user"
      case .size: "recorded as sums, whose single sizes are not known"
      }
    let requests = Phrase.counted(gap.reached, "request")
    let count =
      gap.requests == gap.reached
      ? "all \(requests)" : "\(Phrase.number(gap.requests)) of \(requests)"
    return "not recorded: \(count) that reached the rule \(name) are \(lack); it takes none of them"
  }

  private static func shareNotes(_ route: RouteShares) -> [String] {
    let names = route.rules.filter { $0.conditions.userShare != nil }.compactMap(\.name)
    guard !names.isEmpty else { return [] }
    return [
      "users of \(Phrase.list(names, "and")): chosen by a stable hash of the rule's name and the user "
        + "id (SipHash-2-4), the same users every time"
    ]
  }
}
