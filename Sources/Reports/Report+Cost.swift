import Analysis
import Quantities

/// `tollbook cost`: what the groups cost, and what of them has no price.
extension Report {
  /// The cost of each group, as `tollbook.cost/1`.
  ///
  /// A group of which nothing has a price has no cost: that is `–`, not `0.00`. Where a part has a
  /// price, its cost is shown and the rest is counted beside it. Under a contract the cost is the
  /// effective one, and the list cost stands beside it.
  package static func cost(_ usage: GroupedUsage, scope: ReportScope) -> Report {
    let hasGaps = usage.total.unpricedRequests > 0 || usage.total.unpricedTokens != 0
    let figures =
      [Column("requests", "requests")] + TokenColumns.columns(for: usage.total, isShown: false)
      + [
        Column("total_tokens", "total tokens"),
        Column("cost_usd", ContractColumns.costTitle(usage.contracts)),
      ] + ContractColumns.columns(of: usage) + [
        Column("unpriced_requests", "unpriced requests", isShown: hasGaps),
        Column("unpriced_tokens", "unpriced tokens", isShown: hasGaps),
      ]
    func cells(_ group: UsageGroup) -> [Cell] {
      [.count(group.requests)] + TokenColumns.cells(of: group) + [
        .count(group.tokens.total), cost(of: group),
      ] + ContractColumns.cells(of: group, in: usage) + [
        .count(group.unpricedRequests), .count(group.unpricedTokens),
      ]
    }
    return Report(
      schema: "tollbook.cost/1", title: "What it cost",
      columns: GroupColumns.columns(of: usage.keys, besides: figures) + figures,
      rows: usage.groups.map { GroupColumns.cells(of: $0) + cells($0) },
      total: usage.keys.map { _ in nil } + cells(usage.total), scope: scope,
      notes: usage.groups.isEmpty
        ? [EmptyNote.text]
        : UnpricedNotes.lines(usage.unpriced) + UncertainNotes.lines(usage.uncertain)
          + ContractColumns.notes(unlisted: usage.total.list.unlistedTokens),
      extras: [
        JSONMember("unpriced", UnpricedNotes.json(usage.unpriced)),
        JSONMember("uncertain", UncertainNotes.json(usage.uncertain)),
      ])
  }

  /// What a group cost; unknown where nothing of it has a price.
  static func cost(of group: UsageGroup) -> Cell {
    let isUnpriced = group.unpricedTokens != 0 && group.unpricedTokens == group.tokens.total
    return isUnpriced ? .unknown : .money(group.cost)
  }
}

/// What has no price, why, and what to do about it.
enum UnpricedNotes {
  /// More reasons than this say the same thing to a reader; JSON has them all.
  private static let limit = 10

  static func lines(_ gaps: [GroupedUsage.Unpriced]) -> [String] {
    var lines = gaps.prefix(limit).map { gap in
      let tokens = Phrase.counted(Int(gap.tokens.value), "token")
      let requests = Phrase.counted(gap.requests, "request")
      return "unpriced: \(tokens) of \(requests): \(gap.reason)"
    }
    if gaps.count > limit {
      let more = Phrase.counted(gaps.count - limit, "more reason")
      lines.append("unpriced: \(more); --format json lists them all")
    }
    return lines
  }

  static func json(_ gaps: [GroupedUsage.Unpriced]) -> JSONOutput {
    .array(
      gaps.map { gap in
        .object([
          JSONMember("reason", .string(gap.reason.description)),
          JSONMember("requests", .integer(gap.requests)),
          JSONMember("tokens", .integer(gap.tokens.value)),
        ])
      })
  }
}
