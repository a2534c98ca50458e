import Foundation
import TestSupport
import Testing
import TollbookKit

/// The library as an app would use it: one import line, a ledger, four questions.
///
/// Nothing here is `@testable`; what these tests use is what the library offers.
struct FrontDoorTests {
  /// Reference record R: ((1000 − 400 + 50) × 0.30 + 400 × 0.03 + (200 + 300) × 2.50) / 10⁶ USD.
  static let line = """
    {"time":"2026-11-03T09:12:44.120Z","request_id":"req-1","provider":"google-gemini-api",\
    "model":"gemini-2.5-flash","usageMetadata":{"promptTokenCount":1000,\
    "cachedContentTokenCount":400,"candidatesTokenCount":200,"thoughtsTokenCount":300,\
    "toolUsePromptTokenCount":50,"totalTokenCount":1550},"user":"ann","feature":"chat"}

    """

  /// A folder with one log of reference record R, once for each day of November 2026 and user.
  private func logs(users: [String]) throws -> String {
    let folder = try temporaryDirectory() + "/logs"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    var text = ""
    for day in 1...30 {
      for user in users {
        text +=
          Self.line
          .replacingOccurrences(of: "11-03T", with: String(format: "11-%02dT", day))
          .replacingOccurrences(of: "req-1", with: "req-\(day)-\(user)")
          .replacingOccurrences(of: "ann", with: user)
      }
    }
    try text.write(toFile: folder + "/usage.jsonl", atomically: true, encoding: .utf8)
    return folder
  }

  private func tollbook(_ ledger: String, zone: TimeZoneRules = .utc) throws -> Tollbook {
    Tollbook(
      ledgerPath: ledger, book: try .bundled(), zone: zone,
      now: try #require(Instant(iso8601: "2026-12-01T00:00:00Z")))
  }

  @Test func `import, usage, cost and forecast with one import line`() throws {
    let logs = try logs(users: ["ann", "bob"])
    let tollbook = try tollbook(logs + "/../ledger.db")
    let summary = try tollbook.importLogs([logs])
    #expect(summary.requests == 60)
    #expect(summary.isClean)
    #expect(summary.failure([logs]) == nil)

    let november = try TimeBounds.period(
      since: nil, until: nil, month: "2026-11", zone: tollbook.zone)
    let usage = try tollbook.usage(UsageQuestion(by: [.model, .user], period: november))
    #expect(
      usage.groups.map(\.values) == [["gemini-2.5-flash", "ann"], ["gemini-2.5-flash", "bob"]])
    #expect(usage.total.tokens.prompt == 60_000)
    #expect(usage.total.tokens.thinking == 18_000)
    // 60 × 0.001457 USD
    #expect(usage.total.cost == Money(decimal: "0.08742"))
    #expect(usage.total.unpricedRequests == 0)

    // Two users cost 60 × 0.001457 in 30 days, so 8,000 cost 4,000 times as much in January's
    // 31; by then gemini-2.5-flash is answered by its successor at the same price.
    let forecast = try tollbook.forecast(
      months: 2, users: .constant(8000), isForced: true)
    #expect(forecast.months.map { "\($0.month)" } == ["2026-12", "2027-01"])
    let january = try #require(forecast.months.last)
    #expect(january.usage.requests == 4000 * 2 * 31)

    let (comparison, _) = try tollbook.comparison([ComparisonCandidate(model: "gemini-3.8-flash")])
    // The same tokens at its introductory 0.75, 0.075 and 3.75 USD:
    // 60 × (650 × 0.75 + 400 × 0.075 + 500 × 3.75) / 10⁶.
    #expect(comparison.lines.first?.figures.first?.cost == Money(decimal: "0.14355"))
    #expect(try tollbook.faults() == [])

    let ending = try tollbook.retirements(within: 90).warnings
    #expect(ending.map(\.model) == ["gemini-2.5-flash"])
  }

  @Test func `what is imported again is counted as read before`() throws {
    let logs = try logs(users: ["ann"])
    let tollbook = try tollbook(logs + "/../ledger.db")
    #expect(try tollbook.importLogs([logs]).requests == 30)
    let again = try tollbook.importLogs([logs, logs + "/usage.jsonl"])
    #expect(again.requests == 0)
    #expect(again.unchangedFiles == 2)
    #expect(again.readBefore == 60)
    #expect(again.duplicates == 0)
  }

  @Test func `options say what a log does not`() throws {
    let logs = try logs(users: ["ann"])
    let tollbook = try tollbook(logs + "/../ledger.db")
    var options = ImportOptions()
    options.serviceTier = .batch
    options.labels = ["team": "red"]
    _ = try tollbook.importLogs([logs], options: options, hashUsers: true)
    let team = try #require(GroupKey(word: "label:team"))
    let usage = try tollbook.usage(UsageQuestion(by: [.serviceTier, team, .user]))
    #expect(usage.groups.map { $0.values.prefix(2) } == [["batch", "red"]])
    #expect(usage.groups.first?.values.last != "ann")
  }

  @Test func `prices of then and of another day`() throws {
    let logs = try logs(users: ["ann"])
    let tollbook = try tollbook(logs + "/../ledger.db")
    var options = ImportOptions()
    options.format = .usageLine
    _ = try tollbook.importLogs([logs], options: options)
    let then = try tollbook.usage(UsageQuestion())
    let now = try tollbook.usage(UsageQuestion(valuation: .day(tollbook.today)))
    #expect(then.total.cost == Money(decimal: "0.04371"))
    #expect(now.total.tokens == then.total.tokens)
  }

  @Test func `days are those of the time zone`() throws {
    let logs = try temporaryDirectory()
    try Self.line.replacingOccurrences(of: "03T09:12:44.120Z", with: "03T23:30:00Z")
      .write(toFile: logs + "/usage.jsonl", atomically: true, encoding: .utf8)
    for (name, day) in [("UTC", "2026-11-03"), ("Asia/Tokyo", "2026-11-04")] {
      let tollbook = try tollbook(logs + "/../\(day).db", zone: try TimeZones.named(name))
      _ = try tollbook.importLogs([logs])
      #expect(try tollbook.usage(UsageQuestion(by: [.day])).groups.map(\.values) == [[day]])
    }
  }

  @Test func `a ledger that is not there yet says how to make it`() throws {
    let path = try temporaryDirectory() + "/none.db"
    let error = #expect(throws: TollbookError.self) {
      try tollbook(path).usage(UsageQuestion())
    }
    #expect(error?.kind == .noInput)
    #expect(error?.nextStep.contains("tollbook import") == true)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
