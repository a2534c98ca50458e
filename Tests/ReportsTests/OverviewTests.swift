import Analysis
import Foundation
import Reports
import Testing

/// Several reports on one page, in every format.
struct OverviewTests {
  static func overview() throws -> Report {
    let usage = try UsageAndCostTests.usage()
    let scope = try Fixture.scope(requests: 43)
    return Report.overview(
      title: "November",
      sections: [
        Report.Section(key: "cost", report: Report.cost(usage, scope: scope)),
        Report.Section(
          key: "forecast",
          report: Report.forecast(try World.forecast("intro"), scope: try World.scope())),
        Report.Section(key: "retirements", report: try RetirementReportTests.report()),
      ])
  }

  @Test func `each report keeps its schema and its scope`() throws {
    let object = try JSONReading.object(render(try Self.overview(), as: .json))
    #expect(object["schema"] as? String == "tollbook.overview/1")
    #expect(object["rows"] == nil)
    let schemas = ["cost", "forecast", "retirements"].map { key in
      (object[key] as? [String: Any])?["schema"] as? String
    }
    #expect(schemas == ["tollbook.cost/1", "tollbook.forecast/1", "tollbook.retirements/1"])
    #expect(
      ((object["cost"] as? [String: Any])?["scope"] as? [String: Any])?["requests"] as? Int == 43)
  }

  @Test func `no JSON object has a name twice`() throws {
    func check(_ report: Report) {
      let keys = report.columns.map(\.key)
      #expect(Set(keys).count == keys.count, "\(keys)")
      let members =
        report.extras.map(\.key) + report.sections.map(\.key)
        + ["schema", "title", "rows", "total", "scope", "notes"]
      #expect(Set(members).count == members.count, "\(members)")
      for row in report.rows { #expect(row.count == keys.count) }
      report.sections.forEach { check($0.report) }
    }
    check(try Self.overview())
    check(
      Report.comparison(
        try ComparisonReportTests.comparison(
          [ComparisonCandidate(model: "new")], on: ["2026-12-01", "2027-01-01"]),
        scope: try World.scope()))
    let history = Report.priceStatements(
      of: "new", provider: .googleGeminiAPI, in: try World.book(),
      at: try PriceReportTests.at("2026-11-30"), scope: try World.scope())
    check(try #require(history))
    check(
      Report.priceList(
        try World.book(), at: try PriceReportTests.at("2026-11-30"), scope: try World.scope()))
  }

  @Test func `headings are nested, and each scope follows its report`() throws {
    let text = render(try Self.overview(), as: .markdown)
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }
    #expect(
      headings == [
        "# November", "## What it cost", "## What the coming months cost",
        "### What changes prices, and its effect in that month",
        "### Why a month costs more or less than the one before it", "## Models about to end",
        "### By app version",
      ])
  }

  @Test func `an HTML page is well-formed`() throws {
    let page = render(try Self.overview(), as: .html)
    let body = page.replacingOccurrences(of: "<!doctype html>\n", with: "")
      .replacingOccurrences(of: "<meta ([^>]*)>", with: "<meta $1/>", options: .regularExpression)
    #expect(try Markup.isWellFormed(body))
    #expect(page.components(separatedBy: "<h1>").count == 2)
    #expect(page.components(separatedBy: "<footer>").count == 4)
  }
}

/// Tags that open and close in order: the part of XML that matters here, read with a stack.
private enum Markup {
  static func isWellFormed(_ text: String) throws -> Bool {
    var open: [Substring] = []
    for tag in text.matches(of: try Regex("<(/?)([a-z0-9]+)[^<>]*?(/?)>")) {
      let name = tag.output[2].substring ?? ""
      if tag.output[3].substring == "/" { continue }
      if tag.output[1].substring == "/" {
        guard open.popLast() == name else { return false }
      } else {
        open.append(name)
      }
    }
    return open.isEmpty
  }
}
