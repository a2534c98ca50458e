import Quantities
import TestSupport
import Testing
import Usage

@testable import Ledger

/// What is asked of single requests: answers under a cap, calls of a day, refreshes, cut answers.
struct RequestQuestionTests {
  private static let all = Period.always

  @Test func `a cap takes visible text first, then thinking`() throws {
    let fixture = try Fixture()
    func record(_ key: Int64, text: Int64, thinking: Int64) -> UsageRecord {
      var record = Fixture.record(key, output: text)
      record.tokens[.thinking] = TokenCount(thinking)
      return record
    }
    try fixture.add([
      record(1, text: 50, thinking: 0), record(2, text: 80, thinking: 40),
      record(3, text: 30, thinking: 130),
    ])
    let answers = try fixture.ledger.answers(
      under: 100, in: Self.all, thresholds: ContextThresholds([200_000]))
    let one = try #require(answers.first)
    #expect(answers.count == 1)
    // 50 whole; 60 of 80 beside 40 of thinking; nothing beside 100 of 130.
    #expect((one.requests, one.cutRequests) == (3, 2))
    #expect((one.text, one.textLeft) == (160, 110))
    #expect((one.thinking, one.thinkingLeft) == (170, 140))
  }

  @Test func `calls are counted by user and UTC day, among the series that are meant`() throws {
    let fixture = try Fixture()
    let first = try instant("2026-11-29T23:59:00Z")
    let next = try instant("2026-11-30T00:01:00Z")
    try fixture.add([
      Fixture.record(1, at: first, user: "ann"), Fixture.record(2, at: first, user: "ann"),
      Fixture.record(3, at: next, user: "ann"), Fixture.record(4, at: next, user: "bob"),
      Fixture.record(5, at: next, user: "bob", model: "gemini-2.5-pro"),
      Fixture.record(6, at: next),
    ])
    func calls(
      _ period: Period = Self.all, among isMeant: (UsageSeries) -> Bool = { _ in true }
    ) throws -> [[Int64: Int64]] {
      let sums = try fixture.ledger.callsByUserDay(in: period, among: isMeant)
      return sums.sorted { $0.series.model ?? "" < $1.series.model ?? "" }.map {
        $0.byCallsOfDay.merging([0: $0.unnamed]) { $1 }
      }
    }
    // Under 0, those of nobody. Flash: two of Ann's on a day of two, one on a day of one, one of the
    // two that Bob made; pro: his other one.
    #expect(try calls() == [[0: 1, 1: 1, 2: 3], [0: 0, 2: 1]])
    // Where only pro counts, Bob made one call that day.
    #expect(try calls { $0.model == "gemini-2.5-pro" } == [[0: 0, 1: 1]])
    #expect(try calls(Period(from: next)) == [[0: 1, 1: 1, 2: 1], [0: 0, 2: 1]])
  }

  @Test func `a refresh is the first request after the life of the last one`() throws {
    let fixture = try Fixture()
    let start = try instant("2026-11-29T08:00:00Z")
    func record(_ key: Int64, hours: Int64, _ user: String?) -> UsageRecord {
      Fixture.record(key, at: start.adding(seconds: hours * 3600), user: user)
    }
    try fixture.add([
      record(1, hours: 0, "ann"), record(2, hours: 5, "ann"), record(3, hours: 6, "ann"),
      record(4, hours: 11, "ann"), record(5, hours: 12, "ann"), record(6, hours: 1, "bob"),
      record(7, hours: 2, nil), record(8, hours: 3, nil),
    ])
    let sums = try fixture.ledger.refreshes(
      everyMicroseconds: 6 * 3_600_000_000, in: Self.all
    ) { _ in true }
    // Ann at 0, 6 and 12 hours, bob once, and both that name nobody.
    #expect(sums.map(\.due) == [6])
    #expect(sums.map(\.requests) == [8])
    #expect(sums.map(\.inSums) == [0])
    var sum = record(9, hours: 24, "bob")
    sum.requests = 5
    try fixture.add([sum])
    let more = try fixture.ledger.refreshes(
      everyMicroseconds: 6 * 3_600_000_000, in: Self.all
    ) { _ in true }
    // Five requests of one moment need one answer.
    #expect(more.map(\.due) == [7])
    #expect(more.map(\.inSums) == [5])
  }

  @Test func `requests of one feature and model share an answer`() throws {
    let fixture = try Fixture()
    let start = try instant("2026-11-29T08:00:00Z")
    func record(
      _ key: Int64, minute: Int64, model: String = "gemini-2.5-flash", _ labels: [String: String]
    ) -> UsageRecord {
      var record = Fixture.record(
        key, at: start.adding(seconds: minute * 60), user: "ann", model: model)
      record.series.labels = Labels(labels)
      return record
    }
    try fixture.add([
      record(1, minute: 0, ["feature": "chat", "platform": "ios"]),
      record(2, minute: 1, ["feature": "chat", "platform": "android"]),
      record(3, minute: 2, ["feature": "chat", "session": "s3"]),
      record(4, minute: 3, ["feature": "find", "platform": "ios"]),
      record(5, minute: 4, model: "gemini-2.5-pro", ["feature": "chat", "platform": "ios"]),
      record(6, minute: 5, ["platform": "ios"]),
    ])
    func due(among isMeant: (UsageSeries) -> Bool) throws -> [Int64] {
      let sums = try fixture.ledger.refreshes(
        everyMicroseconds: 3_600_000_000, in: Self.all, among: isMeant)
      return [sums.reduce(0) { $0 + $1.due }, sums.reduce(0) { $0 + $1.requests }]
    }
    // The first of chat on flash, of find, of chat on pro, and of what has no feature.
    #expect(try due { _ in true } == [4, 6])
    // A cache for android alone has not seen the request from ios.
    #expect(try due { $0.labels["platform"] == "android" } == [1, 1])
  }

  @Test func `calls that name no user are counted apart, series by series`() throws {
    let fixture = try Fixture()
    try fixture.add([
      Fixture.record(1, user: "ann"), Fixture.record(2), Fixture.record(3),
      Fixture.record(4, model: "gemini-2.5-pro"),
    ])
    let sums = try fixture.ledger.callsByUserDay(in: Self.all) { _ in true }
    #expect(
      Dictionary(uniqueKeysWithValues: sums.map { ($0.series.model, $0.unnamed) }) == [
        "gemini-2.5-flash": 2, "gemini-2.5-pro": 1,
      ])
  }

  @Test func `a cap may be a part of a token, and sums are told apart`() throws {
    let fixture = try Fixture()
    var sum = Fixture.record(2, output: 400)
    sum.requests = 4
    try fixture.add([Fixture.record(1, output: 150), sum, Fixture.record(3, output: 90)])
    // 1000 of 11 parts are 90.909…: of 150; of each of four answers of 100 on average; and 90 whole.
    let answers = try fixture.ledger.answers(
      under: 1000, partsOfToken: 11, in: Self.all, thresholds: ContextThresholds([200_000]))
    let one = try #require(answers.first)
    #expect((one.requests, one.cutRequests, one.requestsInSums) == (6, 5, 4))
    #expect((one.text, one.textLeft) == (640, 1000 + 4000 + 990))
  }

  @Test func `cut answers are counted, also where there are none`() throws {
    let fixture = try Fixture()
    try fixture.add([
      Fixture.record(1, flags: .incomplete), Fixture.record(2),
      Fixture.record(3, model: "gemini-2.5-pro"),
    ])
    let sums = try fixture.ledger.incompleteRequests(bySeriesIn: Self.all)
    #expect(sums.map(\.series.model) == ["gemini-2.5-flash", "gemini-2.5-pro"])
    #expect(sums.map(\.incomplete) == [1, 0])
    #expect(sums.map(\.requests) == [2, 1])
  }
}
