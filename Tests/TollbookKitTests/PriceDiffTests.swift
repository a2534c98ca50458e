import Foundation
import TestSupport
import Testing

@testable import TollbookKit

/// What the difference between two price books does to a ledger.
struct PriceDiffTests {
  let folder: String

  init() throws { folder = try temporaryDirectory() }

  private var ledger: String { folder + "/ledger.db" }

  /// A book in which a million tokens cost so much, in and out.
  private func book(_ price: String, ends: String = "") throws -> PriceBook {
    let text = """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "version": "v\(price)",
      "as_of": "2026-11-30", "currency": "USD", "day_zone": "UTC",
      "sources": {"page": {"name": "a page"}}, "aliases": [],
      "models": [{"model": "gemini-2.5-flash", "lifecycle": [\(ends)], "prices": [
        {"service_tier": "standard", "per": "million_tokens", "status": "in_force",
         "amounts": {"input": "\(price)", "cached_input": "\(price)", "output": "\(price)"},
         "sources": ["page"], "confidence": "high"}]}]}
      """
    return try PriceBook.load([PriceBookSource(name: "book.json", bytes: Array(text.utf8))])
  }

  private func tollbook(_ book: PriceBook, now: String = "2026-12-01") throws -> Tollbook {
    Tollbook(
      ledgerPath: ledger, book: book, now: try #require(Instant(iso8601: now + "T00:00:00Z")))
  }

  /// One request of 1,550 tokens on each day of November 2026, and one in October.
  private func importLog() throws {
    let days = ["10-31"] + (1...30).map { "11-\($0 < 10 ? "0" : "")\($0)" }
    let text = days.map { day in
      FrontDoorTests.line.replacingOccurrences(of: "11-03T", with: "\(day)T")
        .replacingOccurrences(of: "req-1", with: day)
    }.joined()
    try text.write(toFile: folder + "/usage.jsonl", atomically: true, encoding: .utf8)
    _ = try tollbook(book("1")).importLogs([folder + "/usage.jsonl"])
  }

  private func json(_ old: PriceBook, _ new: PriceBook, now: String = "2026-12-01") throws
    -> [String: Any]
  {
    let report = try PriceDiff(
      old: try tollbook(old, now: now), new: try tollbook(new, now: now)
    ).report()
    let text = render(report, as: .json)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func rows(_ report: [String: Any], _ section: String) throws -> [[String: Any]] {
    let table = try #require(report[section] as? [String: Any])
    return table["rows"] as? [[String: Any]] ?? []
  }

  @Test func `the last full month and the next twelve are priced by both books`() throws {
    try importLog()
    let report = try json(book("1"), book("3"))
    let month = try rows(report, "last_month")
    // 30 requests of 1,550 tokens in November: 46,500 millionths of a dollar, and three times that.
    #expect(month.map { $0["old_usd"] as? String } == ["0.0465"])
    #expect(month.map { $0["new_usd"] as? String } == ["0.1395"])
    #expect(month.map { $0["change_percent"] as? String } == ["200"])
    let ahead = try rows(report, "months_ahead")
    #expect(ahead.count == 12)
    // December has 31 such days.
    #expect(ahead[0]["month"] as? String == "2026-12")
    #expect(ahead[0]["old_usd"] as? String == "0.04805")
    #expect(ahead[0]["new_usd"] as? String == "0.14415")
    // Both have priced the ledger, so both are kept.
    let kept = try PriceBookShelf(ledgerPath: ledger).keptBooks()
    #expect(Set(kept.map(\.version)) == ["v1", "v3"])
  }

  @Test func `a month that is not over is not the last full one`() throws {
    try importLog()
    let month = try rows(json(book("1"), book("3"), now: "2026-11-30"), "last_month")
    // October's one request.
    #expect(month.map { $0["old_usd"] as? String } == ["0.00155"])
  }

  @Test func `usage of a model that ends without a successor is left out of both forecasts`() throws
  {
    try importLog()
    let ends = """
      {"mode": "error", "day": "2027-01-01", "earliest_only": false, "status": "current",
       "known": "2026-11-01", "sources": ["page"], "confidence": "high"}
      """
    let report = try json(book("1"), book("3", ends: ends))
    let table = try #require(report["months_ahead"] as? [String: Any])
    #expect(
      table["notes"] as? [String]
        == ["usage of models that end without a successor is left out from then on"])
    let ahead = try rows(report, "months_ahead")
    #expect(ahead[1]["old_usd"] as? String == "0.04805")
    #expect(ahead[1]["new_usd"] as? String == "0")
  }

  @Test func `without a ledger there are only the words`() throws {
    let report = try json(book("1"), book("3"))
    #expect(report["last_month"] == nil && report["months_ahead"] == nil)
    #expect((report["rows"] as? [Any])?.count == 1)
    #expect(
      report["notes"] as? [String]
        == ["there is no ledger at \(ledger), so what this costs is left out"])
    #expect(!FileManager.default.fileExists(atPath: ledger))
  }
}
