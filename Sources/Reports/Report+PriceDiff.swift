import Analysis
import Pricing
import Quantities
import Usage

/// `tollbook prices diff OLD NEW`: what differs between two price books, and what that costs.
extension Report {
  /// The differences in words, as `tollbook.price-diff/1`.
  ///
  /// - Parameters:
  ///   - changes: What differs.
  ///   - names: How the older and the newer book are named in notes.
  ///   - effects: What that does to a ledger's figures; empty without a ledger.
  ///   - notes: What has to be said beside it.
  ///   - scope: The newer book.
  /// - Returns: One row a difference.
  package static func priceDiff(
    _ changes: [BookChange], names: (old: String, new: String), effects: [Section],
    notes: [String], scope: ReportScope
  ) -> Report {
    Report(
      schema: "tollbook.price-diff/1", title: "From \(names.old) to \(names.new)",
      columns: [
        Column(
          "provider", "provider", .label,
          isShown: Set(changes.map(\.provider)).count > 1),
        Column("subject", "model or name", .label),
        Column("what", "what differs", .prose),
        Column("change", "change", .label, isShown: false),
        Column("statements", "statements", .label, isShown: false),
      ],
      rows: rows(changes), scope: scope,
      notes: (changes.isEmpty ? ["both say the same of every price, end and alias"] : []) + notes,
      sections: effects)
  }

  /// Seller and model are said once for the changes below them; programs have them in every row.
  private static func rows(_ changes: [BookChange]) -> [[Cell]] {
    var last: (provider: Provider, subject: String)?
    return changes.map { change in
      defer { last = (change.provider, change.subject) }
      let isSameSeller = last?.provider == change.provider
      let isSame = isSameSeller && last?.subject == change.subject
      return [
        .symbol(isSameSeller ? "" : change.provider.name, code: change.provider.name),
        .symbol(isSame ? "" : change.subject, code: change.subject),
        .text(BookChangeWords.what(change)),
        .code(BookChangeWords.code(change.kind)),
        .list(BookChangeWords.statements(change.kind).map(\.id)),
      ]
    }
  }
}
