import TestSupport
import Testing
import TollbookKit

/// A comparison asked of a ledger: what is read from it, and how.
struct ComparisonQuestionTests {
  private func tollbook() throws -> Tollbook {
    let tollbook = Tollbook(
      ledgerPath: try temporaryDirectory() + "/ledger.db", book: try PriceBook.bundled(),
      now: try #require(Instant(iso8601: "2026-11-30T00:00:00Z")))
    _ = try tollbook.importLogs([Repository.path("reports/sample/usage.jsonl")])
    return tollbook
  }

  /// Counted in `usage.jsonl` by a few lines of Python, with a SipHash of its own: of the 500 priced
  /// requests of the newest 30 days 131 are of the users of "pilot", and 79 more are captions on a
  /// phone; five of all 502 name no user.
  @Test func `a route is asked of every recorded request`() throws {
    let tollbook = try tollbook()
    var question = ComparisonQuestion([])
    question.route = Route(
      name: "r",
      rules: [
        RouteRule(
          name: "pilot", conditions: RouteConditions(userShare: DecimalFactor("20")),
          target: .model("gemini-3.8-flash")),
        RouteRule(
          name: "cap",
          conditions: RouteConditions(labels: [
            .init(name: "feature", values: ["image-caption"]),
            .init(name: "platform", values: ["ios", "android"]),
          ]), target: .model("on-device:gemini-nano")),
      ], otherwise: .asRecorded)
    let answer = try tollbook.comparison(question)
    let route = try #require(answer.comparison.route)
    #expect(route.rules.map(\.usage.requests) == [131, 79, 290])
    #expect(route.rules[1].perMonth == .zero)
    #expect(route.gaps.map(\.requests) == [5])
    #expect(route.gaps.map(\.reached) == [502])
    let pro = try #require(answer.latencies?.first { $0.model == "gemini-2.5-pro" })
    #expect(pro.requests == 95 && pro.p50 == 9053 && pro.p95 == 15_325)
  }

  @Test func `a range is of the users of the period and of the windows that the log has`() throws {
    let answer = try tollbook().comparison(
      ComparisonQuestion([ComparisonCandidate(model: "gemini-3.8-flash")]))
    let outlook = try #require(answer.comparison.outlook)
    // Ninety days of log are three windows of thirty.
    let range = try #require(outlook.situations.first?.choices.last?.range)
    #expect(range.windows == 3 && range.users == 40)
    #expect(outlook.months.count == 12)
    #expect(answer.comparison.users?.userDays != nil)
  }

  @Test func `a period without usage is no input, not a wrong command line`() throws {
    let tollbook = try tollbook()
    var question = ComparisonQuestion([ComparisonCandidate(model: "gemini-3.8-flash")])
    question.period = Period(
      from: Instant(iso8601: "2020-01-01T00:00:00Z"),
      until: Instant(iso8601: "2020-02-01T00:00:00Z"))
    let error = #expect(throws: TollbookError.self) { try tollbook.comparison(question) }
    #expect(error?.kind == .noInput)
    #expect(
      error?.message
        == "the period ends before the recorded usage, which begins on 2026-09-01")
  }

  @Test func `a period in which nothing was used is named`() throws {
    let folder = try temporaryDirectory()
    let text = ["2026-11-01", "2026-11-20"].map { day in
      #"{"time":"\#(day)T12:00:00Z","request_id":"\#(day)","provider":"google-gemini-api","#
        + #""model":"gemini-2.5-flash","usageMetadata":{"promptTokenCount":7}}"# + "\n"
    }
    try text.joined().write(toFile: folder + "/usage.jsonl", atomically: true, encoding: .utf8)
    let tollbook = Tollbook(
      ledgerPath: folder + "/ledger.db", book: try PriceBook.bundled(),
      now: try #require(Instant(iso8601: "2026-11-30T00:00:00Z")))
    _ = try tollbook.importLogs([folder + "/usage.jsonl"])
    var question = ComparisonQuestion([ComparisonCandidate(model: "gemini-3.8-flash")])
    question.period = Period(
      from: Instant(iso8601: "2026-11-05T00:00:00Z"),
      until: Instant(iso8601: "2026-11-08T00:00:00Z"))
    let compared = #expect(throws: TollbookError.self) { try tollbook.comparison(question) }
    let tried = #expect(throws: TollbookError.self) {
      try tollbook.whatIf(period: question.period)
    }
    for error in [compared, tried] {
      #expect(error?.kind == .noInput)
      #expect(error?.message == "there is no usage from 2026-11-05 to 2026-11-07")
    }
  }

  @Test func `a model that nobody sells is a mistake of the route's file`() throws {
    var question = ComparisonQuestion([])
    let text = """
      {"schema": "tollbook.route/1", "default": "gemini-2.5-pro", "rules": [
       {"name": "new", "when": {"feature": "chat"},
        "to": "gemini-9"}]}
      """
    question.route = try Route(parsing: Array(text.utf8), file: "r.json")
    let error = #expect(throws: TollbookError.self) { try tollbook().comparison(question) }
    #expect(error?.kind == .inputData)
    #expect(
      error?.message == "r.json:3: rules[0].to: no model of the price book is called gemini-9, "
        + "where rule new of the route sends requests")
  }
}
