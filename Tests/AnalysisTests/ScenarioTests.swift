import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// Forecasts of scenarios, and how their files are read.
@Suite struct ScenarioTests {
  private func scenario(_ features: String) throws -> Scenario {
    try Scenario(
      parsing: Array(#"{"schema": "tollbook.scenario/1", "features": [\#(features)]}"#.utf8),
      file: "app.json")
  }

  private func forecast(
    _ features: String, book: PriceBook, users: MAUPlan = .constant(100), months: Int = 1,
    asOf: String = "2026-12-01"
  ) throws -> Forecast {
    try Forecast(
      of: try scenario(features),
      ForecastInput(
        book: book, asOf: try Fixture.day(asOf), months: months, users: users))
  }

  private static func feature(_ more: String = "", name: String = "chat", model: String = "intro")
    -> String
  {
    #"{"name": "\#(name)", "model": "\#(model)", "calls_per_active_user_per_day": "2", "#
      + #""input_tokens": 1000, "output_tokens": 500\#(more)}"#
  }

  @Test func `shares of users, cached tokens, thinking and images are exact`() throws {
    let forecast = try forecast(
      Self.feature(
        """
        , "active_share": 0.25, "cached_share": "0.4", "thinking_tokens": 100,
        "images_per_call": "0.5", "tokens_per_image": 258
        """), book: try Fixture.simBook())
    // 100 × 0.25 × 2 × 31 = 1550 requests of
    // 600 × 1 + 400 × 0.1 + 129 × 1 + (500 + 100) × 4 = 3169 millionths.
    #expect(forecast.costs == ["4.91195"])
    // 1550 × (1000 + 129 + 600).
    #expect(forecast.months[0].usage == UsageAmount(requests: 1550, tokens: 2_679_950))
  }

  @Test func `the features of a month add up to it, to the last digit`() throws {
    // A third of a third of a cent does not come out even: each feature is rounded, the month is not.
    let forecast = try forecast(
      [
        Self.feature(#", "active_share": "0.333333", "cached_share": "0.142857""#),
        Self.feature(#", "cached_share": 0.123457"#, name: "digest", model: "old"),
      ].joined(separator: ","), book: try Fixture.simBook(), users: .constant(7777), months: 4)
    for month in forecast.months {
      #expect(month.features.map(\.name) == ["chat", "digest"])
      #expect(month.features.map(\.cost).reduce(.zero, +) == month.cost)
      #expect(month.cost > .zero)
    }
    #expect(forecast.months.map(\.cost).reduce(.zero, +) == forecast.total)
  }

  @Test func `the band is that of the whole prompt, images included`() throws {
    let book = try Fixture.book([
      Fixture.model(
        "m", [Fixture.price("1", nil, "4"), Fixture.price("2", nil, "6", over: 200_000)])
    ])
    func cost(input: Int, images: String) throws -> [String] {
      try forecast(
        """
        {"name": "f", "model": "m", "calls_per_active_user_per_day": 1, "input_tokens": \(input),
        "output_tokens": 0, "images_per_call": \(images), "tokens_per_image": 1000}
        """, book: book, users: .constant(1)
      ).costs
    }
    // 31 × 200,000 × 1 millionth; with half an image on average 31 × 200,500 × 2.
    #expect(try cost(input: 200_000, images: "0") == ["6.2"])
    #expect(try cost(input: 200_000, images: "0.5") == ["12.431"])
  }

  @Test func `a scenario begins with a whole month`() throws {
    let book = try Fixture.simBook()
    let first = try forecast(Self.feature(), book: book, months: 2)
    #expect(first.months.map(\.month.description) == ["2026-12", "2027-01"])
    let second = try forecast(Self.feature(), book: book, asOf: "2026-12-02")
    #expect(second.months.map(\.month.description) == ["2027-01"])
    #expect(second.months[0].daysAhead == 31)
    let (day, month) = (try Fixture.day("2026-12-02"), try #require(Month("2027-01")))
    #expect(second.warnings.notable == [.beginsLater(asOf: day, first: month)])
    #expect(first.warnings.notable == [])
  }

  @Test func `a fixed fee is a part of a plan's months, beside its features`() throws {
    var input = ForecastInput(
      book: try Fixture.simBook(), asOf: try Fixture.day("2026-12-01"), months: 1,
      users: .constant(100))
    input.fixedFee = try #require(Money(decimal: "5"))
    let month = try Forecast(of: try scenario(Self.feature()), input).months[0]
    // 100 × 2 × 31 requests of 3000 millionths, and 5.
    #expect(month.cost.decimal == "23.6" && month.rest.decimal == "18.6")
    #expect(month.features.map(\.name) == ["chat", "fixed fee"])
    #expect(month.features.map(\.cost.decimal) == ["18.6", "5"])
    #expect(month.list.cost == month.cost)
  }

  @Test func `a scenario without a number of users is refused`() throws {
    let rate = try Fixture.factor("0.1")
    for plan in [MAUPlan.observed, .scale(rate), .growth(from: nil, perMonth: rate)] {
      #expect(throws: ForecastRefusal.scenarioNeedsMAU) {
        try forecast(Self.feature(), book: try Fixture.simBook(), users: plan)
      }
    }
  }

  @Test func `a feature of a model that nobody knows is unpriced, not free`() throws {
    let forecast = try forecast(
      [Self.feature(), Self.feature(name: "new", model: "gemini-9")].joined(separator: ","),
      book: try Fixture.simBook())
    // 100 × 2 × 31 requests of 3000 millionths.
    #expect(forecast.costs == ["18.6"])
    #expect(forecast.months[0].features[1].unpriced.requests == 6200)
    #expect(forecast.months[0].unpriced.tokens == 9_300_000)
    #expect(
      forecast.warnings.notable == [.unpriced(.unknownModel(.googleGeminiAPI, model: "gemini-9"))])
  }

  /// A mistake in a feature, on the second line of the file.
  struct Mistake: Sendable {
    let feature: String
    let place: String
    let says: String
  }

  static let mistakes = [
    Mistake(
      feature:
        #"{"model": "m", "calls_per_active_user_per_day": 1, "input_tokens": 1, "output_tokens": 1}"#,
      place: "app.json:2: features[0].name", says: "name is missing"),
    Mistake(
      feature: feature(#", "active_share": "1.000001""#),
      place: "app.json:2: features[0].active_share",
      says: "1.000001 is not a decimal number from 0 to 1"),
    Mistake(
      feature: feature(#", "cached_share": -0.1"#), place: "app.json:2: features[0].cached_share",
      says: "-0.1 is not a decimal number from 0 to 1"),
    Mistake(
      feature: feature(#", "cached_share": 4e-1"#), place: "app.json:2: features[0].cached_share",
      says: "4e-1 is not a decimal number from 0 to 1"),
    Mistake(
      feature: feature(#", "thinking_tokens": 1.5"#),
      place: "app.json:2: features[0].thinking_tokens",
      says: "1.5 is not a whole number of tokens from 0 to 100000000"),
    Mistake(
      feature: feature(#", "thinking_tokens": 9223372036854775808"#),
      place: "app.json:2: features[0].thinking_tokens",
      says: "9223372036854775808 is not a whole number of tokens from 0 to 100000000"),
    Mistake(
      feature: feature(#", "images_per_call": 1"#),
      place: "app.json:2: features[0].images_per_call",
      says: "images without the number of tokens of one"),
    Mistake(
      feature: """
        {"name": "n", "model": "m", "calls_per_active_user_per_day": 1, "input_tokens": 0,
        "output_tokens": 1, "cached_share": "0.5"}
        """, place: "app.json:3: features[0].cached_share",
      says: "a share of the prompt is cached, and there are no input_tokens"),
    Mistake(
      feature: feature(#", "service_tier": "turbo""#),
      place: "app.json:2: features[0].service_tier", says: "\"turbo\" is not a service tier"),
    Mistake(
      feature: feature(#", "provider": "Google""#), place: "app.json:2: features[0].provider",
      says: "\"Google\" cannot be a seller's name"),
    Mistake(
      feature: feature(#", "input_token": 5"#), place: "app.json:2: features[0]",
      says: "the key input_token is not known here"),
    Mistake(
      feature: feature(#", "model": "n""#), place: "app.json:2: features[0]",
      says: "the key model stands here a second time"),
    Mistake(
      feature: feature() + "," + feature(), place: "app.json:2: features[1].name",
      says: "the feature chat stands on line 2 already"),
    Mistake(
      feature: #""chat""#, place: "app.json:2: features[0]", says: "an object belongs here"),
    Mistake(
      feature: feature(#", "active_share": true"#),
      place: "app.json:2: features[0].active_share", says: "a decimal number belongs here"),
    Mistake(
      feature: "", place: "app.json:1: features", says: "a scenario without a single feature"),
  ]

  @Test(arguments: mistakes)
  func `a mistake is named with its line and field`(_ mistake: Mistake) throws {
    let text = "{\"schema\": \"tollbook.scenario/1\", \"features\": [\n\(mistake.feature)]}"
    let error = #expect(throws: InputFileError.self) {
      try Scenario(parsing: Array(text.utf8), file: "app.json")
    }
    let problem = try #require(error?.problems.first)
    #expect(problem.place.description == mistake.place)
    #expect(problem.explanation == mistake.says)
    #expect(problem.remedy.hasSuffix("."))
  }

  @Test func `what is not a scenario at all`() throws {
    func first(_ text: String) throws -> String? {
      let error = #expect(throws: InputFileError.self) {
        try Scenario(parsing: Array(text.utf8), file: "app.json")
      }
      return error?.description.split(separator: "\n").first.map(String.init)
    }
    #expect(try first("[]") == "app.json:1: an object belongs here")
    #expect(
      try first("{\n\n\"a\" 1}")
        == "app.json:3: not JSON: a character that JSON does not allow here")
    #expect(
      try first(#"{"schema": "tollbook.prices/1", "features": []}"#)
        == "app.json:1: schema: the schema is tollbook.prices/1, not tollbook.scenario/2")
    #expect(
      try first(#"{"schema": "tollbook.scenario/1"}"#)
        == "app.json:1: features: features is missing")
    #expect(
      try first(#"{"schema": "tollbook.scenario/1", "features": {}}"#)
        == "app.json:1: features: an array of features belongs here")
  }

  @Test func `every mistake is found, not only the first`() throws {
    let error = #expect(throws: InputFileError.self) {
      try scenario(#"{"name": "", "model": 5, "calls_per_active_user_per_day": "x"}"#)
    }
    // An empty name, a number for a model, no calls, no input, no output.
    #expect(error?.problems.count == 5)
    #expect(error?.description.hasSuffix("4 more mistakes in the file") == true)
  }

  @Test func `numbers may stand in quotes or not, and null is as good as missing`() throws {
    let one = try scenario(Self.feature(#", "active_share": "0.5", "thinking_tokens": null"#))
    let other = try scenario(Self.feature(#", "active_share": 0.5, "thinking_tokens": "0""#))
    #expect(one == other)
  }
}
