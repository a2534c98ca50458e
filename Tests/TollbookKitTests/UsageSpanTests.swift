import Foundation
import TestSupport
import Testing
import TollbookKit

/// Which stretch of a ledger is compared, and who is counted in it.
struct UsageSpanTests {
  /// The sample log, whose usage ends on 2026-11-29, on some day.
  private func sample(asOf day: String) throws -> Tollbook {
    let tollbook = Tollbook(
      ledgerPath: try temporaryDirectory() + "/ledger.db", book: try PriceBook.bundled(),
      now: try #require(Day(day)).startUTC)
    _ = try tollbook.importLogs([Repository.path("reports/sample/usage.jsonl")])
    return tollbook
  }

  private func question(_ from: String? = nil, _ until: String? = nil) -> ComparisonQuestion {
    var question = ComparisonQuestion([ComparisonCandidate(model: "gemini-3.8-flash")])
    question.period = Period(
      from: from.flatMap { Instant(iso8601: $0) }, until: until.flatMap { Instant(iso8601: $0) })
    return question
  }

  @Test(arguments: [
    ("2026-11-28T13:00:00Z", "2026-11-30T00:00:00Z", "1 11/24"),
    ("2026-11-20T06:15:00Z", "2026-11-25T18:45:00Z", "5 25/48"),
    ("2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z", "1"),
  ])
  func `instants are the requests that cost counts, in days and parts of days`(
    _ from: String, _ until: String, _ length: String
  ) throws {
    let tollbook = try sample(asOf: "2026-11-30")
    let question = question(from, until)
    let requests = Int64(
      try tollbook.usage(UsageQuestion(period: question.period)).total.requests)
    let answer = try tollbook.comparison(question)
    let compared = answer.comparison.usage.requests + answer.comparison.leftOut.requests
    #expect(compared == requests && requests > 0)
    #expect(answer.comparison.days.description == length)
    #expect(answer.period == question.period && answer.remark == nil)
    let (whatIf, period) = try tollbook.whatIf(period: question.period)
    #expect(whatIf.usage.requests + whatIf.leftOut.requests == requests)
    #expect(whatIf.days.description == length && period == question.period)
  }

  @Test func `nothing is taken from today on, and that is said`() throws {
    let answer = try sample(asOf: "2026-10-02").comparison(question())
    #expect(answer.period.from == Instant(iso8601: "2026-09-02T00:00:00Z"))
    #expect(answer.period.until == Instant(iso8601: "2026-10-02T00:00:00Z"))
    #expect(
      answer.remark == "usage from 2026-10-02 on, which counts as today, is left out")
    for period in [nil, "2026-10-05T00:00:00Z"] {
      let tollbook = try sample(asOf: period == nil ? "2020-01-01" : "2026-10-01")
      let error = #expect(throws: TollbookError.self) {
        try tollbook.comparison(question(period))
      }
      #expect(error?.kind == .noInput)
      #expect(error?.message.contains("which counts as today") == true)
      let other = #expect(throws: TollbookError.self) {
        try tollbook.whatIf(period: question(period).period)
      }
      #expect(other == error)
    }
  }

  @Test func `a month that goes on is as long as its days that are over`() throws {
    let month = question("2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z")
    let early = try sample(asOf: "2026-11-10").comparison(month)
    #expect(early.comparison.days.whole == 9)
    #expect(
      early.remark
        == "the period is not over on 2026-11-10, which counts as today: taken up to 2026-11-09")
    // The log ends on the 29th: a 30th that has not begun is no day without usage.
    let late = try sample(asOf: "2026-11-30").comparison(month)
    #expect(late.comparison.days.whole == 29 && late.remark != nil)
    let past = try sample(asOf: "2026-12-05").comparison(month)
    #expect(past.comparison.days.whole == 30 && past.remark == nil)
  }

  @Test func `a log that began today is as long as it goes`() throws {
    let folder = try temporaryDirectory()
    // One request at each full hour from 0 to 5: the last quarter of an hour with usage ends at 5:15.
    let text = (0..<6).map { hour in
      #"{"time":"2026-11-01T0\#(hour):00:00Z","request_id":"\#(hour)","#
        + #""provider":"google-gemini-api","model":"gemini-2.5-flash","#
        + #""usageMetadata":{"promptTokenCount":1000,"totalTokenCount":1000}}"# + "\n"
    }.joined()
    try text.write(toFile: folder + "/usage.jsonl", atomically: true, encoding: .utf8)
    let tollbook = Tollbook(
      ledgerPath: folder + "/ledger.db", book: try PriceBook.bundled(),
      now: try #require(Instant(iso8601: "2026-11-01T12:00:00Z")))
    _ = try tollbook.importLogs([folder + "/usage.jsonl"])
    let month = question("2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z")
    let answer = try tollbook.comparison(month)
    #expect(answer.comparison.days.description == "7/32")
    #expect(answer.comparison.usage.requests == 6)
    #expect(
      answer.remark == "2026-11-01, which counts as today, is not over: taken up to its last usage")
    #expect(try tollbook.whatIf(period: Period()).whatIf.days.description == "7/32")
    // What was asked of today is there: four hours with a request each.
    let morning = question("2026-11-01T00:00:00Z", "2026-11-01T04:00:00Z")
    #expect(try tollbook.comparison(morning).comparison.days.description == "1/6")
    #expect(try tollbook.comparison(morning).comparison.usage.requests == 4)
  }

  /// Ten users of one request a day in November on gemini-2.5-flash, 1000 tokens in and 500 out, and
  /// some who use a model without a price, two of them besides.
  private func partlyUnpriced(now: String) throws -> Tollbook {
    let folder = try temporaryDirectory()
    var text = ""
    func add(_ day: Int, _ model: String, _ user: String?) {
      let date = "2026-11-\(day < 10 ? "0" : "")\(day)"
      let name = user.map { #""user":"\#($0)","# } ?? ""
      text +=
        #"{"time":"\#(date)T08:00:00Z","request_id":"\#(day)-\#(model)-\#(user ?? "")","#
        + #""provider":"google-gemini-api","model":"\#(model)",\#(name)"#
        + #""usageMetadata":{"promptTokenCount":1000,"candidatesTokenCount":500,"#
        + #""totalTokenCount":1500}}"# + "\n"
    }
    for day in 1...30 {
      for user in 0..<10 { add(day, "gemini-2.5-flash", "u\(user)") }
      for user in ["u0", "u1", "x0", "x1", "x2"] { add(day, "gemini-9", user) }
    }
    for day in 1...9 { add(day, "gemini-9", nil) }
    add(1, "gemini-2.5-flash", nil)
    try text.write(toFile: folder + "/usage.jsonl", atomically: true, encoding: .utf8)
    let tollbook = Tollbook(
      ledgerPath: folder + "/ledger.db", book: try PriceBook.bundled(),
      now: try #require(Instant(iso8601: now)))
    _ = try tollbook.importLogs([folder + "/usage.jsonl"])
    return tollbook
  }

  @Test(arguments: [false, true])
  func `users whose requests all lack a price are in no figure`(_ hasRoute: Bool) throws {
    let tollbook = try partlyUnpriced(now: "2026-11-30T12:00:00Z")
    var question = question()
    if hasRoute {
      question.route = Route(
        name: "r",
        rules: [
          RouteRule(
            name: "one", conditions: RouteConditions(promptTokens: 0...1500),
            target: .model("gemini-3.8-flash"))
        ], otherwise: .asRecorded)
    }
    let comparison = try tollbook.comparison(question).comparison
    let users = try #require(comparison.users)
    #expect(users.sum == 10 && users.months == 1 && users.leftOut == 3)
    #expect(users.userDays == 290)
    // 1000 × 0.30 + 500 × 2.50 = 1550 millionths: 291 of them by ten users in 29 days, or 290 user
    // days: the 30th is not over. 0.45105 × 30 ÷ 29 × 100, and ÷ 290.
    #expect(comparison.today.figures[0].perThousandMAU?.decimal == "46.660344827586")
    #expect(comparison.today.figures[0].perUserDay?.decimal == "0.001555344828")
    // One of the 291 that are compared; the nine others are left out with their model.
    #expect(comparison.unnamed == UnnamedRequests(1, of: 291))
    #expect(comparison.leftOut.requests == 154)
  }
}
