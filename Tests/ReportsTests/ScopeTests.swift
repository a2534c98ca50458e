import Pricing
import Quantities
import Reports
import Testing

/// What a report says it covers.
struct ScopeTests {
  static func lines(_ scope: ReportScope) -> [String] {
    scope.lines.map { $0.joined(separator: " · ") }
  }

  static func period(_ from: String?, _ until: String?, zone: TimeZoneRules = .utc) throws -> String
  {
    let scope = ReportScope(
      period: Period(
        from: try from.map { try #require(Instant(iso8601: $0)) },
        until: try until.map { try #require(Instant(iso8601: $0)) }),
      zone: zone)
    return lines(scope)[0]
  }

  @Test(
    arguments: [
      ("2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z", "2026-11-01 to 2026-11-30 (UTC)"),
      ("2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z", "2026-11-01 (UTC)"),
      ("2026-11-01T00:00:00Z", nil, "since 2026-11-01 (UTC)"),
      (nil, "2026-12-01T00:00:00Z", "until 2026-11-30 (UTC)"),
      (nil, nil, "all that is recorded (UTC)"),
      (
        "2026-11-01T06:00:00Z", "2026-11-01T07:30:00Z",
        "2026-11-01T06:00:00Z to before 2026-11-01T07:30:00Z (UTC)"
      ),
    ] as [(String?, String?, String)])
  func `whole days are named by their dates, the last one included`(
    from: String?, until: String?, text: String
  ) throws {
    #expect(try Self.period(from, until) == text)
  }

  @Test func `days are those of the report's zone`() throws {
    // Midnight in Berlin is 23:00 UTC in winter and 22:00 UTC in summer.
    let berlin = try TimeZoneRules.load(name: "Europe/Berlin")
    #expect(
      try Self.period("2026-06-30T22:00:00Z", "2026-11-30T23:00:00Z", zone: berlin)
        == "2026-07-01 to 2026-11-30 (Europe/Berlin)")
  }

  @Test func `the book says what it knows, where its version does not`() throws {
    var scope = try Fixture.scope(requests: 1)
    scope.prices?.version = "mine-7"
    scope.prices?.valuation = .day(try Fixture.day("2027-01-01"))
    scope.counts = nil
    #expect(
      Self.lines(scope) == [
        "2026-11-01 to 2026-11-30 (UTC) · USD at the prices of 2027-01-01 · "
          + "price book mine-7 (3f2a9c1b), known up to 2026-11-30"
      ])
  }

  @Test func `a book as known on a day says so, under the digest of the whole book`() throws {
    var scope = try Fixture.scope(requests: 1)
    scope.prices?.knownOn = try Fixture.day("2026-09-17")
    scope.prices?.asOf = try Fixture.day("2026-09-17")
    #expect(
      Self.lines(scope)[0].hasSuffix("price book 2026-11-30 (3f2a9c1b) as known on 2026-09-17"))
  }

  @Test func `what was not counted is counted`() throws {
    var scope = try Fixture.scope(requests: 1204, duplicates: 1)
    scope.counts?.unpricedRequests = 3
    scope.counts?.unpricedTokens = 1
    scope.counts?.incomplete = 2
    scope.counts?.quarantined = 4000
    scope.counts?.withoutUsage = 5
    scope.counts?.errorBodies = 1
    #expect(
      Self.lines(scope)[1]
        == "1,204 requests · 3 unpriced (1 token) · 2 incomplete · 4,000 quarantined · "
        + "1 duplicate left out · 5 without usage · 1 error answer")
  }

  @Test func `a report without money does not speak of prices`() throws {
    var scope = try Fixture.scope(requests: 1)
    scope.prices = nil
    #expect(
      Self.lines(scope) == [
        "2026-11-01 to 2026-11-30 (UTC)", "1 request · none incomplete, quarantined or duplicate",
      ])
  }
}
