import Analysis

/// `tollbook usage`: requests and tokens in groups.
extension Report {
  /// The tokens of each group, as `tollbook.usage/1`.
  package static func usage(_ usage: GroupedUsage, scope: ReportScope) -> Report {
    let figures =
      [Column("requests", "requests")] + TokenColumns.columns(for: usage.total, isShown: true)
      + [Column("total_tokens", "total tokens")]
    func cells(_ group: UsageGroup) -> [Cell] {
      [.count(group.requests)] + TokenColumns.cells(of: group) + [.count(group.tokens.total)]
    }
    return Report(
      schema: "tollbook.usage/1", title: "Tokens used",
      columns: GroupColumns.columns(of: usage.keys, besides: figures) + figures,
      rows: usage.groups.map { GroupColumns.cells(of: $0) + cells($0) },
      total: usage.keys.map { _ in nil } + cells(usage.total), scope: scope,
      notes: usage.groups.isEmpty ? [EmptyNote.text] : [])
  }
}

/// What is said where there is nothing to show.
enum EmptyNote {
  static let text = "no requests in this period; `tollbook status` shows what the ledger holds"
}
