import Pricing
import Quantities
import Testing
import Usage

/// Which model a name stands for: dated aliases, re-routes, shutdowns, and chains of them.
@Suite struct ResolutionTests {
  /// The re-routes of Gemini 2.5 on 2026-12-01, one of them in two steps, and a moving alias.
  static func book() throws -> PriceBook {
    try PriceBook.load([
      Fixture.base(
        models: [
          Fixture.model(
            "gemini-2.5-flash", [Fixture.price(input: "0.30", until: "2026-12-01")],
            lifecycle: [
              Fixture.end(
                "reroute", "2026-12-01", successor: "gemini-3.5-flash-lite", earliest: true)
            ]),
          Fixture.model(
            "gemini-2.5-pro", [Fixture.price(input: "1.25", until: "2026-12-01")],
            lifecycle: [Fixture.end("reroute", "2026-12-01", successor: "gemini-3.7-flash")]),
          Fixture.model(
            "gemini-3.7-flash", [Fixture.price(input: "0.90")],
            lifecycle: [Fixture.end("reroute", "2026-10-08", successor: "gemini-3.8-flash")]),
          Fixture.model("gemini-3.8-flash", [Fixture.price(input: "0.75")]),
          Fixture.model("gemini-3.5-flash-lite", [Fixture.price(input: "0.10")]),
          Fixture.model(
            "gemini-2.0-flash", [Fixture.price(input: "0.15")],
            lifecycle: [Fixture.end("error", "2026-02-05", successor: "gemini-2.5-flash")]),
        ].joined(separator: ",\n"),
        aliases: [
          Fixture.alias(
            "gemini-flash-latest", "gemini-2.5-flash", from: "2025-09-01", until: "2026-08-13"),
          Fixture.alias(
            "gemini-flash-latest", "gemini-3.7-flash", from: "2026-08-13", until: "2026-09-02"),
          Fixture.alias("gemini-flash-latest", "gemini-3.8-flash", from: "2026-09-02"),
          Fixture.alias("my-flash", "gemini-flash-latest"),
        ].joined(separator: ",\n"))
    ])
  }

  private func resolve(
    _ name: String, at time: String, shutdowns: ShutdownRule = .keepsItsPrice
  ) throws -> Resolution? {
    try Self.book().resolve(
      provider: .googleGeminiAPI, model: name, at: try Fixture.instant(time), shutdowns: shutdowns)
  }

  @Test func `an unchanged name is billed as its successor from the day of the re-route`() throws {
    let book = try Self.book()
    #expect(try book.input("gemini-2.5-flash", at: "2026-11-30T23:59:59Z") == "0.3")
    #expect(try book.input("gemini-2.5-flash", at: "2026-12-01T00:00:00Z") == "0.1")
    let after = try #require(try resolve("gemini-2.5-flash", at: "2026-12-01T00:00:00Z"))
    #expect(after.model == "gemini-3.5-flash-lite")
    #expect(after.steps.map(\.kind) == [.reroute])
    #expect(after.steps[0].since?.description == "2026-12-01T00:00:00Z")
    #expect(after.steps[0].lifecycle?.isEarliestOnly == true)
  }

  @Test func `re-routes are followed in a chain`() throws {
    let before = try #require(try resolve("gemini-2.5-pro", at: "2026-11-30"))
    #expect(before.model == "gemini-2.5-pro")
    #expect(before.steps.isEmpty)
    let after = try #require(try resolve("gemini-2.5-pro", at: "2026-12-01"))
    #expect(after.steps.map(\.to) == ["gemini-3.7-flash", "gemini-3.8-flash"])
    #expect(try Self.book().input("gemini-2.5-pro", at: "2026-12-01") == "0.75")
  }

  @Test(arguments: [
    ("2025-08-31T23:59:59Z", nil), ("2025-09-01T00:00:00Z", "gemini-2.5-flash"),
    ("2026-08-12T23:59:59Z", "gemini-2.5-flash"), ("2026-08-13T00:00:00Z", "gemini-3.7-flash"),
    ("2026-09-01T23:59:59Z", "gemini-3.7-flash"), ("2026-09-02T00:00:00Z", "gemini-3.8-flash"),
  ])
  func `an alias has a history`(time: String, model: String?) throws {
    #expect(try resolve("gemini-flash-latest", at: time)?.model == model)
    #expect(try resolve("my-flash", at: time)?.model == model)
  }

  @Test func `before its first day an alias is an unknown model`() throws {
    let rates = try Self.book().rates(
      provider: .googleGeminiAPI, model: "my-flash", at: try Fixture.instant("2025-08-31"))
    #expect(
      rates.unpricedReason == .unknownModel(.googleGeminiAPI, model: "gemini-flash-latest"))
    #expect(rates.validity.until?.description == "2025-09-01T00:00:00Z")
  }

  @Test func `a model that was shut down stays priced`() throws {
    let resolution = try #require(try resolve("gemini-2.0-flash", at: "2026-06-01"))
    #expect(resolution.model == "gemini-2.0-flash")
    #expect(resolution.shutdown?.day == Day("2026-02-05"))
    #expect(try Self.book().input("gemini-2.0-flash", at: "2026-06-01") == "0.15")
  }

  @Test func `looking ahead, users of a shut down model move to its successor`() throws {
    let book = try Self.book()
    func input(_ time: String) throws -> String {
      try book.input("gemini-2.0-flash", at: time, shutdowns: .movesToSuccessor)
    }
    #expect(try input("2026-02-04T23:59:59Z") == "0.15")
    #expect(try input("2026-02-05T00:00:00Z") == "0.3")
    #expect(try input("2026-12-01T00:00:00Z") == "0.1")
    let steps = try resolve("gemini-2.0-flash", at: "2026-12-01", shutdowns: .movesToSuccessor)?
      .steps
    #expect(steps?.map(\.kind) == [.shutdown, .reroute])
  }

  @Test func `an alias goes before a model of the same name`() throws {
    let book = try PriceBook.load([
      Fixture.base(
        models: [
          Fixture.model("old", [Fixture.price(input: "1")]),
          Fixture.model("new", [Fixture.price(input: "2")]),
        ].joined(separator: ",\n"),
        aliases: Fixture.alias("old", "new", from: "2026-06-26"))
    ])
    #expect(try book.input("old", at: "2026-06-25") == "1")
    #expect(try book.input("old", at: "2026-06-26") == "2")
  }

  @Test func `names that would circle without their days do not circle with them`() throws {
    let book = try PriceBook.load([
      Fixture.base(
        models: [
          Fixture.model("a", [Fixture.price(input: "1")]),
          Fixture.model("b", [Fixture.price(input: "2")]),
        ].joined(separator: ",\n"),
        aliases: [
          Fixture.alias("a", "b", until: "2026-01-01"),
          Fixture.alias("b", "a", from: "2026-01-01"),
        ].joined(separator: ",\n"))
    ])
    #expect(try book.input("a", at: "2025-12-31") == "2")
    #expect(try book.input("b", at: "2025-12-31") == "2")
    #expect(try book.input("a", at: "2026-01-01") == "1")
    #expect(try book.input("b", at: "2026-01-01") == "1")
  }
}
