import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// A route as a choice: each rule's requests where the rule sends them.
@Suite struct RoutedUsageTests {
  private static let route = Route(
    name: "hybrid",
    rules: [
      RouteRule(
        name: "short",
        conditions: RouteConditions(
          promptTokens: 0...1500, labels: [.init(name: "language", values: ["en"])]),
        target: .model("free")),
      RouteRule(
        name: "pilot", conditions: RouteConditions(userShare: DecimalFactor("20")),
        target: .model("b")),
    ], otherwise: .asRecorded)

  private static func book() throws -> PriceBook {
    try Fixture.book([
      Fixture.model("a", [Fixture.price("1", "0.1", "4")]),
      Fixture.model("b", [Fixture.price("2", "0.2", "8")]),
      Fixture.model("free", [Fixture.price("0", "0", "0")]),
    ])
  }

  private static func usage(_ route: Route = route) throws -> RoutedUsage {
    let day = try Fixture.day("2026-11-20")
    func row(_ input: Int64, requests: Int, language: String? = nil) -> RollupRow {
      Fixture.row(
        "a", [.textInput: input * 1_000_000], on: day, requests: requests,
        labels: language.map { ["language": $0] } ?? [:])
    }
    return RoutedUsage(
      route: route,
      groups: [
        .init(rows: [row(1, requests: 60, language: "en")]),
        .init(rows: [row(2, requests: 10)], requestsInSums: 4),
        .init(
          rows: [row(3, requests: 20, language: "en"), row(4, requests: 10)],
          requestsWithoutUser: 7),
      ])
  }

  private func compare(_ usage: RoutedUsage) throws -> Comparison {
    let day = try Fixture.day("2026-11-30")
    return try Comparison(
      ComparisonInput(
        book: Self.book(), rows: [], days: 30, candidates: [ComparisonCandidate(model: "b")],
        asOf: day, at: [.day(day)], route: usage, months: 1))
  }

  @Test func `a route costs what its rules' requests cost where they go`() throws {
    let comparison = try compare(Self.usage())
    // As it is 1 + 2 + 3 + 4; short ones free, the pilot twice 2, the rest 7.
    #expect(comparison.today.figures[0].cost.decimal == "10")
    #expect(comparison.lines.map(\.name) == ["b", "hybrid"])
    #expect(comparison.lines.map { $0.figures[0].cost.decimal } == ["20", "11"])
    let shares = try #require(comparison.route)
    #expect(shares.rules.map(\.name) == ["short", "pilot", nil])
    #expect(shares.rules.map(\.usage.requests) == [60, 10, 30])
    #expect(shares.rules.map(\.today.decimal) == ["1", "2", "7"])
    #expect(shares.rules.map(\.perMonth.decimal) == ["0", "4", "7"])
    // December has 31 days of a thirtieth each.
    #expect(comparison.outlook?.months[0].choices[2].cost == Money(decimal: "11.366666666667"))
  }

  @Test func `what rules look at and requests lack is counted among those that reached them`()
    throws
  {
    // Of 100 requests 60 matched; of the 40 behind, 20 have no language and 4 no size of their own.
    // The pilot saw those 40, of which 7 of the last 30 name no user.
    #expect(
      try Self.usage().gaps == [
        RouteGap(rule: 0, field: .label("language"), requests: 20, reached: 100),
        RouteGap(rule: 0, field: .size, requests: 4, reached: 100),
        RouteGap(rule: 1, field: .user, requests: 7, reached: 40),
      ])
  }

  @Test func `a target that nobody sells is refused with the rule's name`() throws {
    let route = Route(
      name: "r", rules: [RouteRule(name: "one", conditions: .init(), target: .model("zzz"))],
      otherwise: .asRecorded)
    let error = #expect(throws: ComparisonRefusal.self) { try compare(Self.usage(route)) }
    #expect(error == .unknownTarget("zzz", rule: "rule one", nil))
    let text = """
      {"schema": "tollbook.route/1", "name": "b", "rules": [
        {"name": "one", "when": {"model": "a"},
         "to": "a"}],
       "default": "TARGET"}
      """
    func file(_ target: String) throws -> Route {
      try Route(
        parsing: Array(text.replacing("TARGET", with: target).utf8), file: "my.json")
    }
    #expect(
      throws: ComparisonRefusal.unknownTarget(
        "zzz", rule: "the default", try file("a").places?.otherwise)
    ) { try compare(Self.usage(try file("zzz"))) }
    #expect(try file("a").places?.otherwise.description == "my.json:4: default")
    #expect(try file("a").places?.rules.map(\.description) == ["my.json:3: rules[0].to"])
    // Beside the model "b" that it is compared with.
    let twice = #expect(throws: ComparisonRefusal.self) { try compare(Self.usage(try file("a"))) }
    #expect(twice?.explanation == "my.json:1: name: two choices are called b")
    let other = Route(name: "r", rules: [], otherwise: .model("openai:a"))
    #expect(throws: ComparisonRefusal.unknownTarget("openai:a", rule: "the default", nil)) {
      try compare(Self.usage(other))
    }
  }

  @Test func `a route that is called as a model beside it is refused`() throws {
    let route = Route(name: "b", rules: Self.route.rules, otherwise: .asRecorded)
    #expect(throws: ComparisonRefusal.choiceTwice("b", nil)) { try compare(Self.usage(route)) }
  }

  @Test func `a route ends with the first of the models that it leaves requests on`() throws {
    let book = try Fixture.book([
      Fixture.model(
        "a", [Fixture.price("1", "0.1", "4")], [Fixture.end("error", "2027-02-15")]),
      Fixture.model("b", [Fixture.price("2", "0.2", "8")]),
      Fixture.model("free", [Fixture.price("0", "0", "0")]),
    ])
    func models(_ otherwise: RouteTarget) throws -> [String] {
      let day = try Fixture.day("2026-11-30")
      let route = Route(
        name: "hybrid", rules: [Self.route.rules[0], Self.route.rules[1]], otherwise: otherwise)
      let comparison = try Comparison(
        ComparisonInput(
          book: book, rows: [], days: 30, candidates: [], asOf: day, at: [.day(day)],
          route: Self.usage(route), months: 1))
      let parts = try #require(comparison.lines.last?.parts)
      return parts.map { "\($0.model) \($0.lifecycle?.day?.description ?? "stays")" }
    }
    // What no rule takes is a's, and stays there.
    #expect(try models(.asRecorded) == ["free stays", "b stays", "a 2027-02-15"])
    #expect(try models(.model("b")) == ["free stays", "b stays"])
  }

  @Test func `everything as recorded is today's mix`() throws {
    let route = Route(name: "r", rules: [], otherwise: .asRecorded)
    let comparison = try compare(Self.usage(route))
    #expect(comparison.lines[1].figures[0].ratio?.isOne == true)
  }
}
