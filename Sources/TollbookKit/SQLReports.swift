import CBundledData
import Analysis
import Ledger
import Quantities
import Reports
import SQLite

/// The reports that are written in SQL: the files of `reports/`, carried inside the program.
package enum SQLReports {
  /// One report.
  package struct Definition {
    /// Its name, that of its file.
    package let name: String
    /// Its title, the first line of its file.
    package let title: String
    /// The whole file.
    package let sql: String
  }

  /// Every report, in order of name.
  package static var all: [Definition] {
    BundledFiles.read(tollbook_bundled_reports()).map { file in
      let sql = String(decoding: file.bytes, as: UTF8.self)
      let title = sql.prefix { $0 != "\n" }.drop { $0 == "-" || $0 == " " }
      return Definition(name: file.name, title: String(title), sql: sql)
    }
  }

  /// A report by its name.
  package static func definition(_ name: String) -> Definition? { all.first { $0.name == name } }

  /// The names and titles of the reports.
  package static var list: Report {
    let overview = ("overview", "Cost, forecast, comparison and retirements on one page")
    let rows = [overview] + all.map { ($0.name, $0.title) }
    return Report(
      schema: "tollbook.reports/1", title: "Reports",
      columns: [Column("name", "name", .label), Column("title", "title", .label)],
      rows: rows.map { [.text($0.0), .text($0.1)] })
  }
}

extension Tollbook {
  /// Runs a report that is written in SQL.
  package func report(named name: String) throws -> Report {
    guard let definition = SQLReports.definition(name) else {
      let names = ["overview"] + SQLReports.all.map(\.name)
      throw TollbookError(
        .usage, "\(name): there is no such report",
        next: "Choose from \(names.joined(separator: ", ")).")
    }
    return try withLedger(.readOnly) { ledger in
      let table = try ledger.table(definition.sql)
      let columns = table.columns.enumerated().map { index, name in
        let isFigure = table.rows.contains { if case .integer = $0[index] { true } else { false } }
        let words = String(name.map { $0 == "_" ? " " : $0 })
        return Column(name, words, isFigure ? .figure : .label)
      }
      return Report(
        schema: "tollbook.report.\(name)/1", title: definition.title, columns: columns,
        rows: table.rows.map { row in row.map(cell) })
    }
  }

  private func cell(_ value: Statement.Value) -> Cell {
    switch value {
    case .null: .unknown
    case .integer(let number): .count(number)
    case .real(let number): .text("\(number)")
    case .text(let text): .text(text)
    case .blob(let bytes): .text(Phrase.counted(bytes.count, "byte"))
    }
  }

  /// Cost, forecast, comparison and retirements on one page.
  package func overview(
    users: MAUPlan, candidates: [ComparisonCandidate]
  ) throws -> Report {
    var sections = [
      Report.Section(
        key: "cost", report: try costReport(UsageQuestion(by: [.month, .model])).report)
    ]
    do {
      let forecast = try forecast(months: 12, users: users)
      sections.append(Report.Section(key: "forecast", report: report(forecast)))
    } catch let refusal as ForecastRefusal {
      let note = Report(
        title: "What the coming months cost", notes: [refusal.explanation, refusal.remedy])
      sections.append(Report.Section(key: "forecast", report: note))
    }
    if !candidates.isEmpty {
      let report = try compare(ComparisonQuestion(candidates))
      sections.append(Report.Section(key: "comparison", report: report))
    }
    sections.append(
      Report.Section(key: "retirements", report: report(try retirements())))
    return .overview(title: "Tollbook overview, \(today)", sections: sections)
  }
}
