import Foundation
import TestSupport
import Testing
import TollbookKit

/// The same words give the same prices, whichever question is asked and wherever the day begins.
struct PriceTimeTests {
  /// Reference record R on gemini-3.8-flash, whose introductory price ends with 2026: 1,050 tokens in
  /// (of them 400 cached) and 500 out.
  private func tollbook(zone: String) throws -> Tollbook {
    let folder = try temporaryDirectory()
    try FrontDoorTests.line.replacingOccurrences(of: "gemini-2.5-flash", with: "gemini-3.8-flash")
      .write(toFile: folder + "/usage.jsonl", atomically: true, encoding: .utf8)
    let tollbook = Tollbook(
      ledgerPath: folder + "/ledger.db", book: try .bundled(), zone: try TimeZones.named(zone),
      now: try #require(Instant(iso8601: "2026-12-01T00:00:00Z")))
    _ = try tollbook.importLogs([folder + "/usage.jsonl"])
    return tollbook
  }

  @Test(arguments: ["UTC", "Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati"])
  func `a day's prices are the same for cost, compare and forecast in every zone`(
    zone: String
  ) throws {
    let tollbook = try tollbook(zone: zone)
    // Per million 0.75 / 0.075 / 3.75 and from 2027-01-01 on twice as much:
    // 650 × 0.75 + 400 × 0.075 + 500 × 3.75 = 2392.5 millionths of a dollar.
    for (day, cost) in [("2026-12-31", "0.0023925"), ("2027-01-01", "0.004785")] {
      let time = PriceTime.day(try #require(Day(day)))
      let usage = try tollbook.usage(UsageQuestion(valuation: time))
      #expect(usage.total.cost.decimal == cost)
      let (comparison, _) = try tollbook.comparison(
        [ComparisonCandidate(model: "gemini-3.8-flash")], valuation: time)
      #expect(comparison.today.figures.map(\.cost.decimal) == [cost])
      #expect(comparison.lines[0].figures.map(\.cost.decimal) == [cost])
      let forecast = try tollbook.forecast(
        months: 2, users: .observed, valuation: time, isForced: true)
      let january = try #require(forecast.months.last)
      // The log is one day long, so every day of January is like it.
      #expect(january.cost.decimal == (try #require(Money(decimal: cost)) * 31).decimal)
    }
  }

  @Test func `compared at the prices of then, today's mix is what cost says`() throws {
    let tollbook = try tollbook(zone: "UTC")
    let (comparison, period) = try tollbook.comparison(
      [ComparisonCandidate(model: "gemini-2.5-pro")], valuation: .then)
    let usage = try tollbook.usage(UsageQuestion(period: period))
    #expect(comparison.today.figures[0].cost == usage.total.cost)
    #expect(usage.total.cost.decimal == "0.0023925")
  }

  @Test func `a day named twice is one figure`() throws {
    let tollbook = try tollbook(zone: "UTC")
    let day = try #require(Day("2027-01-01"))
    let (comparison, _) = try tollbook.comparison(
      [ComparisonCandidate(model: "gemini-2.5-pro")], on: [day, tollbook.today, day])
    #expect(comparison.at == [.day(tollbook.today), .day(day)])
  }
}
