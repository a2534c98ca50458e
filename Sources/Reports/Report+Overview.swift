import Quantities

/// Several reports on one page.
extension Report {
  /// A page of reports, as `tollbook.overview/1`: for printing, for a wiki, for a mail.
  ///
  /// Each report keeps its schema, its notes and its scope, since their periods may differ.
  package static func overview(title: String, sections: [Section]) -> Report {
    Report(schema: "tollbook.overview/1", title: title, sections: sections)
  }
}
