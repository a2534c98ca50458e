import Pricing
import Quantities
import Reports
import Testing
import Usage

/// The listings of a table that was taken over, and of one that was compared.
@Suite struct PriceTableReportTests {
  /// "flash" costs 1 and 4 in the book; here 1 and 5, with a price per pixel and one of nothing.
  static let table = """
    {"gemini/flash": {"litellm_provider": "gemini", "input_cost_per_token": 1e-06,
       "output_cost_per_token": 5e-06, "input_cost_per_pixel": 1e-08,
       "output_cost_per_token_batches": 2.5e-06},
     "gemini/other": {"litellm_provider": "gemini", "input_cost_per_token": -1e-06}}
    """

  private static var source: PriceBookSource {
    PriceBookSource(name: "theirs.json", bytes: Array(table.utf8))
  }

  private static func scope() throws -> ReportScope { try Fixture.scope(requests: 0) }

  private static func imported() throws -> Report {
    let day = try Fixture.day("2026-11-30")
    let overlay = try PriceTable.read(source).overlay(
      of: .googleGeminiAPI, over: try Fixture.book(), from: source,
      PriceTable.Taking(now: day.startUTC, today: day, since: day.startUTC))
    return .priceImport(
      [(overlay, nil)], from: "theirs.json", kind: .litellm, scope: try scope())
  }

  private static func compared() throws -> Report {
    let day = try Fixture.day("2026-11-30")
    let comparison = try Fixture.book().compare(with: source, at: day.startUTC, today: day)
    return .priceComparison(comparison, with: "theirs.json", on: day, scope: try scope())
  }

  @Test func `an import lists every figure that it did not take over`() throws {
    let json = try JSONReading.object(render(try Self.imported(), as: .json))
    #expect(json["schema"] as? String == "tollbook.price-import/1")
    let rows = try #require(json["rows"] as? [[String: Any]])
    #expect(rows.count == 1)
    #expect(rows[0]["models"] as? Int == 1)
    #expect(rows[0]["refused"] as? Int == 1)
    #expect(rows[0]["not_expressed"] as? Int == 1)
    func list(_ key: String) -> [[String: Any]] {
      (json[key] as? [String: Any])?["rows"] as? [[String: Any]] ?? []
    }
    #expect(list("refused").map { $0["model"] as? String } == ["other"])
    #expect(list("refused").map { $0["figure"] as? String } == ["-1e-06"])
    #expect(list("refused").map { $0["reason"] as? String } == ["negative"])
    #expect(list("not_expressed").map { $0["key"] as? String } == ["input_cost_per_pixel"])
  }

  @Test func `a comparison has both prices and both sources in a row`() throws {
    let json = try JSONReading.object(render(try Self.compared(), as: .json))
    #expect(json["schema"] as? String == "tollbook.price-comparison/1")
    let rows = try #require(json["rows"] as? [[String: Any]])
    #expect(rows.count == 1)
    #expect(rows[0]["model"] as? String == "flash")
    #expect(rows[0]["meter"] as? String == "output")
    #expect(rows[0]["book_usd"] as? String == "4")
    #expect(rows[0]["table_usd"] as? String == "5")
    #expect(rows[0]["book_sources"] as? String == "page")
    #expect(rows[0]["table_sources"] as? String == "gemini/flash")
    #expect(json["differences"] as? Int == 1)
    #expect(json["agreements"] as? Int == 1)
  }

  @Test func `what only the table has is no difference`() throws {
    let json = try JSONReading.object(render(try Self.compared(), as: .json))
    let additions = try #require((json["additions"] as? [String: Any])?["rows"] as? [[String: Any]])
    #expect(additions.map { $0["service_tier"] as? String } == ["batch"])
    #expect(additions.map { $0["table_usd"] as? String } == ["2.5"])
    let onlyInBook = try #require(json["only_in_book"] as? [[String: Any]])
    #expect(onlyInBook.map { $0["model"] as? String } == ["pro"])
  }
}
