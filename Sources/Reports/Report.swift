/// A result, ready to be laid out: columns, rows, a total, and what has to be said beside them.
///
/// Builders (`Report.cost`, `Report.forecast` …) decide what a report says, renderers how it looks;
/// neither knows the other. Values are exact here: whatever is rounded is rounded by a renderer,
/// once, column by column.
package struct Report: Sendable {
  /// The name and version of its JSON, `tollbook.cost/1`; nil for a part of another report.
  package var schema: String?
  /// What it is, for people: "What it cost".
  package var title: String
  /// The columns, in order.
  package var columns: [Column]
  /// The rows; each has one cell a column, and the first column of words names the row.
  package var rows: [[Cell]]
  /// The row under the rows, nil in a column that has none; the sum of the rows where it is money.
  package var total: [Cell?]?
  /// What the figures cover; nil for a part of another report.
  package var scope: ReportScope?
  /// What has to be said under the table: gaps and what to do about them, assumptions, warnings.
  package var notes: [String]
  /// Further members of the JSON object, after the rows.
  package var extras: [JSONMember]
  /// Further tables.
  package var sections: [Section]

  /// A further table, and the name of its member in JSON.
  package struct Section: Sendable {
    /// The name: `lifecycle`.
    package let key: String
    /// The table.
    package let report: Report
    /// Whether it is shown to people; JSON and CSV have every section.
    package let isShown: Bool

    package init(key: String, report: Report, isShown: Bool = true) {
      self.key = key
      self.report = report
      self.isShown = isShown
    }
  }

  package init(
    schema: String? = nil, title: String, columns: [Column] = [], rows: [[Cell]] = [],
    total: [Cell?]? = nil, scope: ReportScope? = nil, notes: [String] = [],
    extras: [JSONMember] = [], sections: [Section] = []
  ) {
    self.schema = schema
    self.title = title
    self.columns = columns
    self.rows = rows
    self.total = total
    self.scope = scope
    self.notes = notes
    self.extras = extras
    self.sections = sections
  }
}

extension Report {
  /// The sections that people see.
  var shownSections: [Section] { sections.filter(\.isShown) }
}

/// One column of a report.
package struct Column: Hashable, Sendable {
  /// Its name in JSON and CSV: `cost_usd`.
  package let key: String
  /// Its heading for people: `cost USD`; the currency stands here, once, and in no cell.
  package let title: String
  /// What stands in it.
  package let kind: Kind
  /// Whether it is shown to people; JSON and CSV have every column.
  package let isShown: Bool
  /// Whether a page draws bars beside amounts that add up to a total.
  package let hasBars: Bool

  /// What stands in a column.
  package enum Kind: Hashable, Sendable {
    /// Names, from the left; a long one may lose its middle in a table.
    case label
    /// Words of our own and days, from the left; they are never shortened.
    case prose
    /// Numbers, from the right.
    case figure
  }

  package init(
    _ key: String, _ title: String, _ kind: Kind = .figure, isShown: Bool = true,
    hasBars: Bool = true
  ) {
    self.key = key
    self.title = title
    self.kind = kind
    self.isShown = isShown
    self.hasBars = hasBars
  }
}
