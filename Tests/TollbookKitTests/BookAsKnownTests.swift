import Foundation
import TestSupport
import Testing
import TollbookKit

/// What somebody could know on 2026-09-17: the official tables of that day, beside those of now.
struct BookAsKnownTests {
  static let names = [
    "gemini-2.5-flash", "gemini-2.5-pro", "gemini-2.5-flash-image", "gemini-3.1-flash-lite",
    "gemini-2.0-flash",
  ]

  private func tollbook(knownOn day: String?, today: String) throws -> Tollbook {
    let folder = try temporaryDirectory()
    let whole = try PriceBook.bundled()
    let book = try day.map { whole.asKnown(on: try #require(Day($0))) } ?? whole
    return Tollbook(
      ledgerPath: folder + "/ledger.db", book: book,
      now: try #require(Instant(iso8601: today + "T12:00:00Z")))
  }

  /// Day, whether it is the earliest only, and successor, by model.
  private func ends(_ tollbook: Tollbook) throws -> [String: String] {
    let report = try tollbook.retirements(
      named: Self.names.map { .init(provider: .googleGeminiAPI, model: $0) })
    return Dictionary(
      uniqueKeysWithValues: report.warnings.map { warning in
        let end = warning.lifecycle
        let day = end?.day.map { "\(end?.isEarliestOnly == true ? "from " : "")\($0)" } ?? "no day"
        return (warning.model, "\(day) to \(end?.successor ?? "-")")
      })
  }

  @Test func `as known on 2026-09-17 the ends are those of the tables of that day`() throws {
    let ends = try ends(tollbook(knownOn: "2026-09-17", today: "2026-09-17"))
    #expect(
      ends == [
        "gemini-2.5-flash": "no day to -",
        "gemini-2.5-pro": "no day to -",
        "gemini-2.5-flash-image": "from 2026-10-02 to gemini-3.1-flash-image-preview",
        "gemini-3.1-flash-lite": "from 2027-05-07 to gemini-3.5-flash-lite",
        "gemini-2.0-flash": "2026-06-01 to gemini-3.6-flash",
      ])
  }

  @Test func `the same book with all that it knows says something else of three of them`() throws {
    let ends = try ends(tollbook(knownOn: nil, today: "2026-11-30"))
    #expect(ends["gemini-2.5-flash"] == "from 2026-12-01 to gemini-3.5-flash-lite")
    #expect(ends["gemini-2.5-pro"] == "from 2026-12-01 to gemini-3.8-flash")
    #expect(ends["gemini-2.5-flash-image"] == "from 2027-03-15 to gemini-3.1-flash-lite-image")
    #expect(ends["gemini-3.1-flash-lite"] == "from 2027-05-07 to gemini-3.5-flash-lite")
    #expect(ends["gemini-2.0-flash"] == "2026-06-01 to gemini-3.6-flash")
  }

  @Test func `a forecast of September does not know the re-route of November`() throws {
    let folder = try temporaryDirectory()
    try FrontDoorTests.line.replacingOccurrences(of: "2026-11-03", with: "2026-09-16")
      .write(toFile: folder + "/usage.jsonl", atomically: true, encoding: .utf8)
    let now = try #require(Instant(iso8601: "2026-09-17T00:00:00Z"))
    let whole = try PriceBook.bundled()
    func events(_ book: PriceBook) throws -> [PriceChange.Kind] {
      let tollbook = Tollbook(ledgerPath: folder + "/ledger.db", book: book, now: now)
      _ = try tollbook.importLogs([folder + "/usage.jsonl"])
      let forecast = try tollbook.forecast(months: 6, users: .observed, isForced: true)
      return forecast.months.flatMap(\.events).map(\.kind)
    }
    #expect(try events(whole.asKnown(on: now.dayUTC)) == [])
    #expect(try events(whole) == [.reroute(to: "gemini-3.5-flash-lite")])
    // What is kept is the whole book: its digest, with the day, gives the same figures again.
    let kept = try PriceBookShelf(ledgerPath: folder + "/ledger.db").keptBooks()
    #expect(kept.map(\.digest) == [whole.digest])
  }
}
