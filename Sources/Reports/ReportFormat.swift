/// How a report is written.
package enum ReportFormat: String, CaseIterable, Hashable, Sendable {
  /// Aligned columns for a terminal.
  case table
  /// GitHub's Markdown.
  case markdown
  /// One line a row, every column, nothing rounded.
  case csv
  /// Everything, versioned and exact.
  case json
  /// One page that needs nothing beside it.
  case html
}

/// What depends on where a report is shown.
package struct RenderingOptions: Hashable, Sendable {
  /// The columns of the terminal; nil where there is none, and tables are as wide as they need.
  package var width: Int?
  /// Whether escape sequences for bold and faint may be written.
  package var color: Bool

  package init(width: Int? = nil, color: Bool = false) {
    self.width = width
    self.color = color
  }
}

/// Writes a report; the same report always gives the same text, which ends with a newline.
package func render(
  _ report: Report, as format: ReportFormat, options: RenderingOptions = RenderingOptions()
) -> String {
  switch format {
  case .table: TableRenderer(options: options).text(of: report)
  case .markdown: MarkdownRenderer.text(of: report)
  case .csv: CSVRenderer.text(of: report)
  case .json: report.json.text
  case .html: HTMLRenderer.page(of: report)
  }
}
