import Analysis
import Pricing
import Quantities
import Reports
import Testing

/// `prices diff`: what differs, in words, and what it costs.
struct PriceDiffReportTests {
  private func report(_ old: String, _ new: String) throws -> Report {
    let difference = BookDifference(from: try Fixture.book(old), to: try Fixture.book(new))
    return .priceDiff(
      difference.changes, names: ("old", "new"), effects: [], notes: [],
      scope: try PriceReportTests.scope("2026-11-30"))
  }

  @Test func `differences are told by model, and counted in words that programs know`() throws {
    let newer = Fixture.prices
      .replacingOccurrences(of: #""output": "10""#, with: #""output": "12.5""#)
      .replacingOccurrences(
        of: #""output": "10"}}],"#, with: #""output": "12.5"}}],"#
      )
      .replacingOccurrences(
        of: #""aliases": []"#,
        with: #"""
          "aliases": [{"name": "latest", "model": "pro", "from": "2026-11-01", "sources": ["page"],
          "confidence": "high"}]
          """#)
    let report = try report(Fixture.prices, newer)
    let text = render(report, as: .table)
    #expect(
      text.contains("other amounts, standard from the beginning: output 10.00 → 12.50 (+25.0 %)"))
    #expect(text.contains("latest    stands for pro from 2026-11-01"))
    let rows = try #require(
      try JSONReading.object(render(report, as: .json))["rows"] as? [[String: Any]])
    #expect(rows.map { $0["subject"] as? String } == ["pro", "latest"])
    #expect(rows.map { $0["change"] as? String } == ["amounts_changed", "alias_added"])
    #expect(rows.map { $0["provider"] as? String } == ["google-gemini-api", "google-gemini-api"])
  }

  @Test func `books that say the same say so`() throws {
    let text = render(try report(Fixture.prices, Fixture.prices), as: .table)
    #expect(text.contains("both say the same of every price, end and alias"))
  }

  @Test func `figures under both books stand side by side`() throws {
    let figures = [
      PricedTwice(
        name: .text("flash"), old: try Fixture.money("4"), new: try Fixture.money("5"),
        unpricedOld: 0, unpricedNew: 0),
      PricedTwice(
        name: .text("mine"), old: nil, new: try Fixture.money("2"), unpricedOld: 7, unpricedNew: 0),
    ]
    let report = Report.pricedTwice(
      "What 2026-10 costs", naming: Column("model", "model", .label), figures)
    let words = render(report, as: .table).split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(words.contains("flash 4.00 5.00 +1.00 +25.0 % 0 0"))
    // What had no price did not cost nothing, so nothing is said of a change.
    #expect(words.contains("mine – 2.00 – – 7 0"))
    #expect(words.contains("total 4.00 7.00 +3.00 +75.0 % 7 0"))
  }
}

extension String {
  /// The text with every occurrence of a part replaced.
  fileprivate func replacingOccurrences(of part: String, with other: String) -> String {
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      result += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
