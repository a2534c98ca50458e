import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// What levers leave of usage in small pieces: the sums are those of the usage as a whole.
@Suite struct LeverSumTests {
  /// Requests of 101 tokens in and 7 out: one row each, with a conversation of its own.
  private func rows(users: Int, each: Int) throws -> [RollupRow] {
    var rows: [RollupRow] = []
    for turn in 0..<each {
      for user in 0..<users {
        var row = try LeverFixture.row(
          [.textInput: 101, .textOutput: 7], requests: 1,
          labels: ["session": "\(turn)-\(user)"], day: turn)
        row.user = "u\(user)"
        rows.append(row)
      }
    }
    return rows
  }

  private func left(_ rows: [RollupRow], _ json: String, byUser: Bool) throws -> [RollupRow] {
    try LeveredUsage(
      rows, levers: try LeverFixture.levers(json), evidence: LeverEvidence(),
      book: try LeverFixture.book(), at: try Fixture.day("2026-11-30").startUTC, byUser: byUser
    ).rows
  }

  private func sums(_ rows: [RollupRow]) -> [Int64] {
    [
      rows.reduce(0) { $0 + Int64($1.requests) },
      rows.reduce(0) { $0 + $1.tokens[.textInput].value },
      rows.reduce(0) { $0 + $1.tokens[.textOutput].value },
    ]
  }

  @Test(arguments: [false, true])
  func `half of single requests is half of them all`(byUser: Bool) throws {
    // 12 × 3 requests, 3636 tokens in and 252 out; half of each is a batch.
    let lever = #"{"lever": "service_tier", "batch_share": "0.5"}"#
    let left = try left(try rows(users: 12, each: 3), lever, byUser: byUser)
    for tier in [ServiceTier.standard, .batch] {
      #expect(sums(left.filter { $0.series.serviceTier == tier }) == [18, 1818, 126])
    }
    #expect(left.allSatisfy { $0.requests >= 0 && $0.tokens[.textInput].value >= 0 })
  }

  @Test(arguments: [false, true])
  func `what is left of each day is off by less than one`(byUser: Bool) throws {
    let lever = #"{"lever": "on_device", "share": "0.3"}"#
    let rows = try rows(users: 7, each: 5)
    // Rows need not come in order of time.
    let left = try left(rows.reversed(), lever, byUser: byUser)
      .filter { $0.series.provider != .onDevice }
    // 0.7 × 35 = 24.5 requests, 2474.5 and 171.5 tokens, half to even.
    #expect(sums(left) == [24, 2474, 172])
    for slot in Set(rows.map(\.slot)) {
      // 0.7 × 7 requests are 4.9; 0.7 × 707 tokens 494.9.
      let own = sums(left.filter { $0.slot == slot })
      #expect(own[0] == 4 || own[0] == 5)
      #expect(own[1] == 494 || own[1] == 495)
    }
    // A request is there or not, and has 70.7 tokens in.
    #expect(left.allSatisfy { 0...1 ~= $0.requests && 70...71 ~= $0.tokens[.textInput].value })
  }

  @Test func `users stay active whatever is left, also those told by a label`() throws {
    var rows = try rows(users: 4, each: 1)
    for place in rows.indices { rows[place].user = nil }
    let lever = #"{"lever": "response_cache", "hit_rate": "0.75"}"#
    let left = try left(rows, lever, byUser: true)
    #expect(sums(left)[0] == 1)
    #expect(Set(left.map { $0.series.labels["session"] }).count == 4)
  }

  @Test func `the share of refreshes is one for a feature and model`() throws {
    let ios = try LeverFixture.row([.textInput: 2000], requests: 20, labels: ["platform": "ios"])
    let android = try LeverFixture.row(
      [.textInput: 6000], requests: 60, labels: ["platform": "android"])
    var evidence = LeverEvidence()
    let hours = try Fixture.factor("12")
    evidence.addRefreshes(hours: hours, of: ios.series, due: 2, requests: 20)
    evidence.addRefreshes(hours: hours, of: android.series, due: 18, requests: 60)
    // 20 of 80 need an answer of their own: a quarter of each.
    let lever = #"{"lever": "response_cache", "refresh_hours": 12}"#
    #expect(
      try LeverFixture.moved([ios, android], lever, evidence).lines == [
        "gemini-2.5-toy standard 5: text_input 500",
        "gemini-2.5-toy standard 15: text_input 1500",
      ])
  }

  @Test func `attempts are those of a model, also where a version never finished`() throws {
    let old = try LeverFixture.row([.textInput: 800], requests: 8, labels: ["app_version": "v1"])
    let new = try LeverFixture.row([.textInput: 3200], requests: 32, labels: ["app_version": "v2"])
    let other = try LeverFixture.row([.textInput: 500], requests: 5, model: "gemini-3-toy")
    var evidence = LeverEvidence()
    evidence.addIncomplete(of: old.series, incomplete: 8, requests: 8)
    evidence.addIncomplete(of: new.series, incomplete: 2, requests: 32)
    evidence.addIncomplete(of: other.series, incomplete: 0, requests: 5)
    // 40 requests for 30 answers: at one attempt each, three quarters of both.
    let lever = #"{"lever": "retries", "attempts_per_success": 1}"#
    #expect(
      try LeverFixture.moved([old, new, other], lever, evidence).lines == [
        "gemini-2.5-toy standard 6: text_input 600",
        "gemini-2.5-toy standard 24: text_input 2400",
        "gemini-3-toy standard 5: text_input 500",
      ])
    // Alone, the old version does not say how many attempts an answer needs.
    var alone = LeverEvidence()
    alone.addIncomplete(of: old.series, incomplete: 8, requests: 8)
    #expect(
      throws: LeverRefusal.impossible(.retries, .noFinishedAnswer(model: "gemini-2.5-toy"))
    ) { try LeverFixture.moved([old], lever, alone) }
  }

  @Test func `calls that name no user stay under a cap`() throws {
    let row = try LeverFixture.row([.textInput: 5000], requests: 50)
    var evidence = LeverEvidence()
    // 40 calls of users, 20 of them under the cap, and 10 of nobody: 30 of 50.
    evidence.addCalls([5: 10, 30: 30], unnamed: 10, under: 10, of: row.series)
    let lever = #"{"lever": "user_cap", "calls_per_day": 10}"#
    #expect(
      try LeverFixture.moved([row], lever, evidence).lines
        == ["gemini-2.5-toy standard 30: text_input 3000"])
  }
}
