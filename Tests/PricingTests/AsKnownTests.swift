import Pricing
import Quantities
import Testing
import Usage

/// The book of an old day: what was known then, whatever has become of it since.
@Suite struct AsKnownTests {
  private static func book(
    _ prices: [String], ends: [String] = [], others: [String] = [], aliases: [String] = []
  ) throws -> PriceBook {
    let models = [Fixture.model("m", prices, lifecycle: ends)] + others
    return try PriceBook.load([
      Fixture.base(
        models: models.joined(separator: ",\n"), aliases: aliases.joined(separator: ",\n"))
    ])
  }

  private static func day(_ text: String) throws -> Day { try #require(Day(text)) }

  /// The price of "m" at noon of a day, by the knowledge of several days.
  private static func prices(
    _ book: PriceBook, at time: String, knownOn days: [String]
  ) throws -> [String] {
    try days.map { try book.asKnown(on: day($0)).input("m", at: time) }
  }

  @Test func `a price is not known before its day, unless the file says so`() throws {
    let book = try Self.book([
      Fixture.price(input: "1", until: "2026-07-01"),
      Fixture.price(input: "2", from: "2026-07-01", until: "2027-01-01"),
      Fixture.price(input: "3", from: "2027-01-01", more: #""known": "2026-09-20""#),
    ])
    let days = ["2026-06-30", "2026-07-01", "2026-09-19", "2026-09-20"]
    #expect(try Self.prices(book, at: "2026-08-01", knownOn: days) == ["1", "2", "2", "2"])
    #expect(try Self.prices(book, at: "2027-02-01", knownOn: days) == ["1", "2", "2", "3"])
    #expect(try book.input("m", at: "2027-02-01") == "3")
  }

  @Test func `what is in force later was an announcement`() throws {
    let book = try Self.book([
      Fixture.price(input: "1", until: "2026-07-01"),
      Fixture.price(input: "2", from: "2026-07-01", more: #""known": "2026-05-01""#),
    ])
    func statuses(_ day: String) throws -> [PriceStatement.Status] {
      try #require(try book.asKnown(on: Self.day(day)).model("m", of: .googleGeminiAPI))
        .statements.map(\.status)
    }
    #expect(try statuses("2026-04-30") == [.inForce])
    #expect(try statuses("2026-06-30") == [.inForce, .announced])
    #expect(try statuses("2026-07-01") == [.inForce, .inForce])
  }

  @Test func `an introductory price's end is known with the price`() throws {
    let book = try Self.book([
      Fixture.price(input: "1", from: "2026-09-02", until: "2027-01-01", introductory: true),
      Fixture.price(
        input: "2", from: "2027-01-01", status: "announced", more: #""known": "2026-09-20""#),
    ])
    // The rate that follows was not known on 3 September; that another one follows was.
    #expect(try Self.prices(book, at: "2027-01-01", knownOn: ["2026-09-03"]) == ["–"])
    #expect(try Self.prices(book, at: "2027-01-01", knownOn: ["2026-09-20"]) == ["2"])
    #expect(try Self.prices(book, at: "2026-12-31", knownOn: ["2026-09-01"]) == ["–"])
  }

  @Test func `an end by a re-route is known with the re-route`() throws {
    let book = try Self.book(
      [Fixture.price(input: "1", until: "2026-12-01")],
      ends: [
        Fixture.end(
          "error", "2026-12-01", earliest: true, status: "superseded",
          more: #""known": "2026-06-01", "superseded_on": "2026-11-10""#),
        Fixture.end("reroute", "2026-12-01", successor: "n", more: #""known": "2026-11-10""#),
      ],
      others: [Fixture.model("n", [Fixture.price(input: "9")])])
    #expect(try book.input("m", at: "2026-12-01") == "9")
    let days = ["2026-05-31", "2026-11-09", "2026-11-10"]
    #expect(try Self.prices(book, at: "2026-12-01", knownOn: days) == ["1", "1", "9"])
    let ends = try days.map { day in
      try book.asKnown(on: Self.day(day))
        .currentLifecycle(provider: .googleGeminiAPI, model: "m")?.mode
    }
    #expect(ends == [nil, .error, .reroute])
  }

  @Test func `an end that the file dates is known from then`() throws {
    let book = try Self.book([
      Fixture.price(input: "1", until: "2026-12-01", more: #""until_known": "2026-10-05""#)
    ])
    let days = ["2026-10-04", "2026-10-05"]
    #expect(try Self.prices(book, at: "2026-12-01", knownOn: days) == ["1", "–"])
  }

  @Test func `an end that nothing explains is known when it comes`() throws {
    let book = try Self.book([Fixture.price(input: "1", until: "2026-12-01")])
    let days = ["2026-11-30", "2026-12-01"]
    #expect(try Self.prices(book, at: "2026-12-02", knownOn: days) == ["1", "–"])
  }

  @Test func `an unknown end goes on only until a known price begins`() throws {
    // The gap in July was not known in May; that August would cost 3 was.
    let book = try Self.book([
      Fixture.price(input: "1", output: "4", until: "2026-07-01"),
      Fixture.price(input: "3", from: "2026-08-01", more: #""known": "2026-05-01""#),
    ])
    let may = try book.asKnown(on: Self.day("2026-05-31"))
    #expect(try may.input("m", at: "2026-07-15") == "1")
    #expect(try may.input("m", at: "2026-08-01") == "3")
    let rates = may.rates(
      provider: .googleGeminiAPI, model: "m", at: try Fixture.instant("2026-08-01"))
    #expect(rates.price(of: .textOutput)?.decimal(perUnits: 1_000_000) == "4")
  }

  @Test func `an announcement that was withdrawn counts until then`() throws {
    let book = try Self.book([
      Fixture.price(input: "3", from: "2026-01-01"),
      Fixture.price(
        input: "5", from: "2026-09-01", status: "withdrawn",
        more: #""known": "2026-06-01", "withdrawn_on": "2026-08-20""#),
    ])
    let days = ["2026-05-31", "2026-06-01", "2026-08-19", "2026-08-20"]
    #expect(try Self.prices(book, at: "2026-10-01", knownOn: days) == ["3", "5", "5", "3"])
    #expect(try Self.prices(book, at: "2026-08-31", knownOn: days) == ["3", "3", "3", "3"])
    #expect(try book.input("m", at: "2026-10-01") == "3")
  }

  @Test func `a wrong price counts until it is corrected`() throws {
    let wrong = Fixture.price(
      input: "30", from: "2026-01-01", status: "withdrawn",
      more: #""withdrawn_on": "2026-03-01""#)
    // printf 'google-gemini-api|m|standard|0|2026-01-01T00:00:00Z|million_tokens|USD|-|input=30'
    //   | sha256sum
    let book = try Self.book([
      wrong,
      Fixture.price(
        input: "3", from: "2026-01-01",
        more: #""known": "2026-03-01", "corrects": "a577326269bb1eb2""#),
    ])
    let days = ["2025-12-31", "2026-02-28", "2026-03-01"]
    #expect(try Self.prices(book, at: "2026-02-01", knownOn: days) == ["–", "30", "3"])
    #expect(try Self.prices(book, at: "2026-04-01", knownOn: days) == ["–", "30", "3"])
  }

  @Test func `an alias points where it was known to point`() throws {
    let book = try Self.book(
      [Fixture.price(input: "1")],
      others: [Fixture.model("n", [Fixture.price(input: "2", from: "2026-06-01")])],
      aliases: [
        Fixture.alias("latest", "m", from: "2026-01-01", until: "2026-07-01"),
        Fixture.alias("latest", "n", from: "2026-07-01", more: #""known": "2026-06-15""#),
      ])
    let days = ["2025-12-31", "2026-06-14", "2026-06-15"]
    let prices = try days.map { day in
      try book.asKnown(on: Self.day(day)).input("latest", at: "2026-07-02")
    }
    #expect(prices == ["–", "1", "2"])
  }

  @Test func `a model is there once anything is known of it`() throws {
    let book = try Self.book(
      [Fixture.price(input: "1")],
      ends: [Fixture.end("error", "2026-12-01", successor: "o", more: #""known": "2026-05-01""#)],
      others: [
        Fixture.model("n", [Fixture.price(from: "2026-06-01")]),
        Fixture.model("o", [Fixture.price(from: "2026-06-01")]),
        #"{"model": "p", "released": "2026-04-01", "prices": [], "lifecycle": []}"#,
        Fixture.model("q", []),
      ])
    func names(_ day: String) throws -> [String] {
      try book.asKnown(on: Self.day(day)).models(of: .googleGeminiAPI).map(\.name)
    }
    #expect(try names("2026-03-31") == ["m", "q"])
    #expect(try names("2026-04-01") == ["m", "p", "q"])
    // What "m" is to be replaced by is known by name before it has a price.
    #expect(try names("2026-05-01") == ["m", "o", "p", "q"])
    #expect(try names("2026-06-01") == ["m", "n", "o", "p", "q"])
  }

  @Test func `an overlay is as old as its statements`() throws {
    let overlay = """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "models": [{"model": "m",
      "prices": [{"per": "million_tokens", "from": "2026-09-01", "known": "2026-08-01",
      "amounts": {"input": "0.5"}}],
      "lifecycle": [{"mode": "error", "day": "2027-01-01", "known": "2026-08-01"}]}]}
      """
    let base = Fixture.base(
      models: Fixture.model(
        "m", [Fixture.price(input: "1", from: "2026-01-01")],
        lifecycle: [Fixture.end("error", "2026-12-01", more: #""known": "2026-02-01""#)]))
    let book = try PriceBook.load([base], overlays: [Fixture.source("mine.json", overlay)])
    let days = ["2026-07-31", "2026-08-01"]
    #expect(try Self.prices(book, at: "2026-10-01", knownOn: days) == ["1", "0.5"])
    let ends = try days.map { day in
      try book.asKnown(on: Self.day(day))
        .currentLifecycle(provider: .googleGeminiAPI, model: "m")?.day?.description
    }
    #expect(ends == ["2026-12-01", "2027-01-01"])
  }

  @Test func `the book of a day says so and has a digest of its own`() throws {
    let book = try Self.book([
      Fixture.price(input: "1"), Fixture.price(input: "2", over: 200_000),
    ])
    let old = try book.asKnown(on: Self.day("2026-09-17"))
    #expect(book.knownOn == nil)
    #expect(old.knownOn?.description == "2026-09-17")
    #expect(old.version == "2026-11-30")
    #expect(old.asOf.description == "2026-09-17")
    #expect(old.asOf(of: .googleGeminiAPI)?.description == "2026-09-17")
    // All of it was known then, so the prices are the same; what is asked is not.
    #expect(old.digest != book.digest)
    #expect(old.contextThresholds == book.contextThresholds)
    #expect(try old.asKnown(on: Self.day("2026-10-01")).knownOn == old.knownOn)
    #expect(try book.asKnown(on: Self.day("2027-01-01")).asOf.description == "2026-11-30")
  }

  @Test func `what follows a statement is found`() throws {
    let book = try Self.book([
      Fixture.price(input: "1", until: "2027-01-01", introductory: true),
      Fixture.price(input: "5", from: "2027-01-01", tier: "batch"),
      Fixture.price(input: "2", from: "2027-01-01", status: "announced"),
    ])
    let statements = try #require(book.model("m", of: .googleGeminiAPI)?.statements)
    #expect(book.follower(of: statements[0])?.price(of: .textInput)?.picodollars == 2_000_000)
    #expect(book.follower(of: statements[1]) == nil)
    #expect(book.follower(of: statements[2]) == nil)
  }
}
