import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// The range of a ratio, against a few lines of Python that follow the formula.
@Suite struct PairedRangeTests {
  private static func rows(_ users: Bool) throws -> [RollupRow] {
    let day = try Fixture.day("2026-11-20")
    let usage: [(String, [Meter: Int64])] = [
      ("u1", [.textInput: 1_000_000, .textOutput: 100_000]), ("u2", [.textOutput: 1_000_000]),
      ("u3", [.textInput: 2_000_000]),
    ]
    return usage.map { user, tokens in
      var row = Fixture.row("a", tokens, on: day)
      row.user = users ? user : nil
      return row
    }
  }

  private func ranges(
    of models: [ComparisonCandidate], users: [RollupRow], earlier: Int = 2
  ) throws -> [PairedRange?] {
    let (october, september) = (try Fixture.day("2026-10-20"), try Fixture.day("2026-09-20"))
    let windows = [
      [Fixture.row("a", [.textInput: 3_000_000, .textOutput: 1_000_000], on: october)],
      [Fixture.row("a", [.textInput: 1_000_000], on: september)], [],
      [Fixture.row("a", [.textInput: 9_000_000], on: september)],
    ]
    let day = try Fixture.day("2026-12-01")
    let comparison = try Comparison(
      ComparisonInput(
        book: ComparisonTests.book(), rows: try Self.rows(false), days: 30, candidates: models,
        asOf: day, at: [.day(day)],
        paired: PairedUsage(users: [users], earlier: windows.prefix(earlier).map { [$0] }),
        months: 12))
    return try #require(comparison.outlook).situations[0].choices.map(\.range)
  }

  @Test func `the variance is that of users on both sides, and that of windows`() throws {
    let range = try #require(
      try ranges(of: [ComparisonCandidate(model: "c")], users: try Self.rows(true))[1])
    // Today 1.4 + 4 + 2, on c 0.6 + 1 + 1; the windows before 7 to 2.5 and 1 to 0.5.
    #expect(range.ratio == ExactRatio(26, to: 74))
    #expect(abs(range.samplingVariance - 0.1763236326759787) < 1e-12)
    #expect(abs(range.timeVariance - 0.015924252181397064) < 1e-12)
    #expect(abs((range.effectiveUsers ?? 0) - 2.493624772313297) < 1e-12)
    #expect(range.users == 3 && range.windows == 3 && range.degrees == 5)
    let (eighty, ninetyFive) = (range.bounds(percent: 80), range.bounds(percent: 95))
    #expect(abs(eighty.low - 0.18394971079442746) < 1e-9)
    #expect(abs(eighty.high - 0.671095222511002) < 1e-9)
    #expect(abs(ninetyFive.low - 0.11382695504545726) < 1e-9)
    #expect(abs(ninetyFive.high - 1.084521430333627) < 1e-9)
  }

  @Test func `everything stays as it is: no sampling part, and no width`() throws {
    let shares = try ["99.999999", "0.000001"].map(Fixture.factor)
    let mix = ComparisonCandidate(mix: [
      .init(model: "a", percent: shares[0]),
      .init(provider: .googleGeminiAPI, model: "a", percent: shares[1]),
    ])
    for range in try ranges(
      of: [ComparisonCandidate(model: "a"), mix], users: try Self.rows(true))
    {
      let range = try #require(range)
      #expect(range.ratio.isOne)
      #expect(range.samplingVariance == 0)
      #expect(range.bounds(percent: 95) == (1, 1))
    }
  }

  @Test func `a price that is twice as high for all has no sampling part`() throws {
    // b costs exactly twice a on every meter, so every user's part of the sum is the same.
    let range = try #require(
      try ranges(of: [ComparisonCandidate(model: "b")], users: try Self.rows(true))[1])
    #expect(range.ratio == ExactRatio(2, to: 1))
    #expect(range.samplingVariance < 1e-30)
    #expect(range.timeVariance > 0)
  }

  @Test func `without users the windows alone make the range, and more than a fifth is without`()
    throws
  {
    let none = try #require(try ranges(of: [ComparisonCandidate(model: "c")], users: [])[1])
    #expect(none.users == nil && none.samplingVariance == 0)
    #expect(abs(none.bounds(percent: 80).low - 0.2916460581524499) < 1e-9)
    #expect(abs(none.bounds(percent: 80).high - 0.4232794123069952) < 1e-9)
    // One of three requests without a user is too many.
    var rows = try Self.rows(true)
    rows[0].user = nil
    #expect(try ranges(of: [ComparisonCandidate(model: "c")], users: rows)[1] == none)
    rows[1].requests = 5
    rows[0].requests = 1
    #expect(try ranges(of: [ComparisonCandidate(model: "c")], users: rows)[1]?.users == 2)
  }

  @Test func `windows behind an empty one are left aside`() throws {
    let users = try Self.rows(true)
    let c = [ComparisonCandidate(model: "c")]
    #expect(try ranges(of: c, users: users, earlier: 4)[1] == ranges(of: c, users: users)[1])
    #expect(try ranges(of: c, users: users, earlier: 1)[1]?.windows == 2)
  }

  @Test func `percentiles are the nearest ranks`() throws {
    let times: [Int64: Int] = [100: 1, 200: 9, 900: 9, 5000: 1]
    let latency = try #require(
      ModelLatency(provider: .googleGeminiAPI, model: "a", times: times))
    // Of twenty: the tenth and the nineteenth.
    #expect(latency.requests == 20 && latency.p50 == 200 && latency.p95 == 900)
    #expect(ModelLatency(provider: .googleGeminiAPI, model: "a", times: [:]) == nil)
    #expect(ModelLatency(provider: .openAI, model: nil, times: [7: 1])?.p95 == 7)
  }
}
