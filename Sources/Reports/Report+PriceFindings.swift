import Pricing

/// `tollbook prices check`: what in the book deserves a second look.
extension Report {
  /// The findings of a check, as `tollbook.price-check/1`.
  ///
  /// People get place and words, as a compiler would print them, so that editors can jump there;
  /// programs get the same in parts, with a code for the kind.
  package static func priceFindings(
    _ findings: [PriceBookFinding], notes: [String] = [], scope: ReportScope
  ) -> Report {
    Report(
      schema: "tollbook.price-check/1", title: "What deserves a second look",
      columns: [
        Column("place", "place", .label), Column("finding", "what was found", .prose),
        Column("remedy", "what to do", .prose),
        Column("is_fault", "fault", isShown: false),
        Column("kind", "kind", .label, isShown: false),
        Column("provider", "provider", .label, isShown: false),
        Column("model", "model", .label, isShown: false),
        Column("file", "file", .label, isShown: false), Column("line", "line", isShown: false),
        Column("path", "path", .label, isShown: false),
      ],
      rows: findings.map { finding in
        [
          .text("\(finding.file):\(finding.line)"), .text(finding.explanation),
          .text(finding.remedy), .flag(finding.kind.isFault),
          .code(finding.kind.code), .text(finding.provider.name), .text(finding.model),
          .text(finding.file), .count(finding.line), .text(finding.path),
        ]
      },
      scope: scope, notes: (findings.isEmpty ? ["nothing to remark"] : []) + notes)
  }
}
