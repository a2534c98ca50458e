import Foundation
import TestSupport
import Testing
import TollbookKit

/// Levers on a ledger whose requests differ in a label each: no figure depends on that.
struct LeverSumTests {
  /// Three requests of 1200 tokens in and 300 out on gemini-2.5-flash, ten minutes apart, of each of
  /// twelve users on each day of October and November 2026: 1110 millionths each.
  private func tollbook(labelled: Bool) throws -> Tollbook {
    let folder = try temporaryDirectory()
    var text = ""
    for day in 0..<61 {
      let date = try #require(Day("2026-10-01")).adding(days: day)
      for user in 0..<12 {
        for turn in 0..<3 {
          let id = "\(day)-\(user)-\(turn)"
          let labels = labelled ? #""labels":{"session":"s\#(id)","platform":"p\#(turn)"},"# : ""
          text +=
            #"{"time":"\#(date)T08:\#(turn)0:00Z","request_id":"\#(id)",\#(labels)"#
            + #""provider":"google-gemini-api","model":"gemini-2.5-flash","user":"u\#(user)","#
            + #""usageMetadata":{"promptTokenCount":1200,"candidatesTokenCount":300,"#
            + #""totalTokenCount":1500}}"# + "\n"
        }
      }
    }
    try text.write(toFile: folder + "/usage.jsonl", atomically: true, encoding: .utf8)
    let tollbook = Tollbook(
      ledgerPath: folder + "/ledger.db", book: try PriceBook.bundled(),
      now: try #require(Instant(iso8601: "2026-12-01T12:00:00Z")))
    _ = try tollbook.importLogs([folder + "/usage.jsonl"])
    return tollbook
  }

  private func levers(_ lever: String) throws -> [Lever] { try scenario(lever).levers }

  private func scenario(_ lever: String) throws -> Scenario {
    let text = #"{"schema": "tollbook.scenario/2", "levers": [\#(lever)]}"#
    return try Scenario(parsing: Array(text.utf8), file: "levers.json")
  }

  private let november = Period(
    from: Instant(iso8601: "2026-11-01T00:00:00Z"),
    until: Instant(iso8601: "2026-12-01T00:00:00Z"))

  @Test(arguments: [
    // 540 requests at 1110 millionths and 540 at half of that.
    (#"{"lever": "service_tier", "batch_share": "0.5"}"#, 1080, "0.8991"),
    // 864 of 1080 requests.
    (#"{"lever": "response_cache", "hit_rate": "0.2"}"#, 864, "0.95904"),
    (#"{"lever": "response_cache", "hit_rate": "0.6"}"#, 432, "0.47952"),
    // What runs on a device is counted and costs nothing: 0.1 × 1.1988.
    (#"{"lever": "on_device", "share": "0.9"}"#, 1080, "0.11988"),
  ])
  func `a comparison keeps shares of single requests`(
    _ lever: String, requests: Int64, cost: String
  ) throws {
    var question = ComparisonQuestion([ComparisonCandidate(model: "gemini-2.5-pro")])
    question.months = 0
    question.period = november
    question.valuation = .day(try #require(Day("2026-11-30")))
    question.levers = try levers(lever)
    let comparison = try tollbook(labelled: true).comparison(question).comparison
    #expect(Int64(comparison.usage.requests) == requests)
    #expect(comparison.today.figures.first?.cost.decimal == cost)
  }

  @Test func `a forecast keeps shares of single requests`() throws {
    let tollbook = try tollbook(labelled: true)
    var question = ForecastQuestion()
    question.months = 1
    question.asOf = Day("2026-12-01")
    question.valuation = .day(try #require(Day("2026-11-30")))
    let plain = try tollbook.forecast(question)
    // 36 requests on each of 31 days.
    #expect(plain.months[0].usage.requests == 1116)
    question.levers = try levers(#"{"lever": "service_tier", "batch_share": "0.5"}"#)
    let batch = try tollbook.forecast(question)
    #expect(batch.months[0].usage.requests == 1116)
    // Three quarters of the cost; each figure is rounded once, to 10⁻¹² USD.
    #expect((batch.total * 4 - plain.total * 3).picodollars.magnitude <= 7)
    question.levers = try levers(#"{"lever": "on_device", "share": "0.5"}"#)
    let device = try tollbook.forecast(question)
    #expect(device.months[0].usage.requests == 1116)
    #expect((device.total * 2 - plain.total).picodollars.magnitude <= 3)
  }

  @Test(arguments: [false, true])
  func `an answer serves its user whatever a request is labelled with`(labelled: Bool) throws {
    let (whatIf, _) = try tollbook(labelled: labelled).whatIf(
      try scenario(#"{"lever": "response_cache", "refresh_hours": 1}"#), period: november,
      at: Day("2026-11-30"))
    // One of three requests is asked: two thirds of 1.1988 USD are saved.
    #expect(whatIf.today.decimal == "1.1988")
    #expect(whatIf.lines.map(\.effect.saved.lowerBound.decimal) == ["0.7992"])
  }
}
