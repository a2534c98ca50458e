import Analysis
import Quantities

/// `tollbook retirements`: which models in use are about to end.
extension Report {
  /// The models by how soon they end, as `tollbook.retirements/1`.
  ///
  /// A model that the book does not know is listed as unknown: that is not "nothing announced".
  package static func retirements(_ report: RetirementReport, scope: ReportScope) -> Report {
    let warnings = report.warnings
    let sections =
      warnings.contains { $0.use?.appVersions.isEmpty == false }
      ? [Section(key: "app_versions", report: RetirementTable.versions(warnings))] : []
    return Report(
      schema: "tollbook.retirements/1", title: "Models about to end",
      columns: RetirementTable.columns(warnings), rows: warnings.map(RetirementTable.cells),
      scope: scope, notes: RetirementTable.notes(report),
      extras: [JSONMember("as_of", .string(report.asOf.description))], sections: sections)
  }
}

/// The models as rows.
private enum RetirementTable {
  /// The columns; what use and change say is left out where nothing is used or nothing moves.
  ///
  /// The words of "what happens" hold mode and successor, which have columns of their own in JSON.
  static func columns(_ warnings: [RetirementWarning]) -> [Column] {
    let isUsed = warnings.contains { $0.use != nil }
    let moves = warnings.contains { $0.change != nil }
    return [
      Column(
        "provider", "provider", .label, isShown: Set(warnings.map(\.provider)).count > 1),
      Column("model", "model", .label), Column("alias_of", "alias of", .label, isShown: false),
      Column("status", "status", .label, isShown: false), Column("day", "day", .prose),
      Column("earliest_only", "earliest only", isShown: false),
      Column("days_left", "days left"), Column("mode", "mode", .label, isShown: false),
      Column("what", "what happens", .prose),
      Column("successor", "successor", .label, isShown: false),
      Column("cost_change", "cost then", isShown: moves),
      Column("before_usd", "before USD", isShown: false),
      Column("after_usd", "after USD", isShown: false),
      Column("requests", "requests", isShown: false),
      Column("requests_share", "of requests", isShown: isUsed),
      Column("cost_usd", "cost USD", isShown: false),
      Column("cost_share", "of cost", isShown: isUsed),
      Column("unpriced_requests", "unpriced requests", isShown: false),
      Column("last_seen", "last seen", .prose, isShown: isUsed),
    ]
  }

  static func cells(_ warning: RetirementWarning) -> [Cell] {
    let change = warning.change
    let use = warning.use
    // Usage of which nothing has a price has no cost, and no share of it.
    let isPriced = use.map { $0.unpricedRequests < $0.requests || $0.cost != .zero } ?? false
    return [
      .text(warning.provider.name), .text(warning.model), .text(warning.aliasOf),
      .code(warning.status.rawValue), warning.lifecycle?.cell ?? .unknown,
      .flag(warning.lifecycle?.isEarliestOnly), .count(warning.daysLeft),
      .code(warning.lifecycle?.mode.rawValue), .text(RetirementWords.what(warning)),
      .text(warning.lifecycle?.successor), .ratio(change?.ratio), .money(change?.before),
      .money(change?.after), .count(use?.requests), .share(use?.shareOfRequests),
      .money(isPriced ? use?.cost : nil), .share(isPriced ? use?.shareOfCost : nil),
      .count(use?.unpricedRequests),
      .day(use?.lastSeen),
    ]
  }

  /// Which versions of the app ask for which model: a model's end is in the hands of those who have
  /// not updated yet.
  static func versions(_ warnings: [RetirementWarning]) -> Report {
    Report(
      title: "By app version",
      columns: [
        Column("model", "model", .label), Column("app_version", "app version", .label),
        Column("requests", "requests"), Column("cost_usd", "cost USD"),
        Column("last_seen", "last seen", .prose),
      ],
      rows: warnings.flatMap { warning in
        (warning.use?.appVersions ?? []).map { version in
          [
            .text(warning.model), .text(version.version), .count(version.requests),
            .money(version.unpricedRequests < version.requests ? version.cost : nil),
            .day(version.lastSeen),
          ]
        }
      })
  }

  /// Aliases and gaps of each model, then how far the book can be trusted.
  static func notes(_ report: RetirementReport) -> [String] {
    var notes = report.warnings.isEmpty ? ["no model was used in this period"] : []
    notes += report.warnings.flatMap(RetirementWords.notes)
    return notes
      + report.oldBooks.map { book in
        "warning: the prices of \(book.provider) are of \(book.asOf), "
          + "\(Phrase.counted(book.days, "day")) old; what was announced since is missing"
      }
  }
}
