import Pricing
import Quantities
import Testing

/// What a book that loads may still be asked about: its days, its holes, its bands, its names.
@Suite struct PriceBookCheckTests {
  private func book(
    _ prices: [String], lifecycle: [String] = [], aliases: [String] = [], released: String? = nil
  ) throws -> PriceBook {
    var model = Fixture.model("m", prices, lifecycle: lifecycle)
    if let released { model.replace("\"prices\"", with: #""released": "\#(released)", "prices""#) }
    return try PriceBook.load([
      Fixture.base(
        models: [model, Fixture.model("n", [Fixture.price()])].joined(separator: ",\n"),
        aliases: aliases.joined(separator: ",\n"))
    ])
  }

  private func findings(
    _ prices: [String], lifecycle: [String] = [], aliases: [String] = [], released: String? = nil,
    today: String? = nil
  ) throws -> [PriceBookFinding.Kind] {
    let book = try book(prices, lifecycle: lifecycle, aliases: aliases, released: released)
    return book.check(today: today.flatMap { Day($0) }).map(\.kind)
  }

  private static let known = #""known": "2026-06-01""#

  private func instant(_ day: String) throws -> Instant {
    try Fixture.instant(day + "T00:00:00Z")
  }

  // MARK: - Days

  @Test func `a plain book raises no question`() throws {
    #expect(
      try findings([Fixture.price(cached: "0.1"), Fixture.price(input: "0.5", tier: "batch")])
        == [])
  }

  @Test func `a book is old after 45 days`() throws {
    // The book is of 2026-11-30; 45 days later it is 2027-01-14.
    #expect(try findings([Fixture.price()], today: "2027-01-14") == [])
    #expect(try findings([Fixture.price()], today: "2027-01-15") == [.old(days: 46)])
  }

  @Test func `an announced price whose day has passed is asked about`() throws {
    let prices = [
      Fixture.price(until: "2026-12-01"),
      Fixture.price(input: "2", from: "2026-12-01", status: "announced", more: Self.known),
    ]
    #expect(try findings(prices, today: "2026-12-01") == [])
    #expect(
      try findings(prices, today: "2026-12-02")
        == [.announcementNotConfirmed(since: try instant("2026-12-01"))])
  }

  @Test func `an announced price behind one in force is asked about`() throws {
    let prices = [
      Fixture.price(),
      Fixture.price(input: "2", from: "2026-12-01", status: "announced", more: Self.known),
    ]
    #expect(try findings(prices) == [.announcementShadowed(from: try instant("2026-12-01"))])
  }

  @Test func `an earliest day that has passed is asked about`() throws {
    let end = Fixture.end(
      "reroute", "2026-12-01", successor: "n", earliest: true, more: Self.known)
    #expect(
      try findings([Fixture.price()], lifecycle: [end], today: "2026-12-02")
        == [.endNotConfirmed(since: try #require(Day("2026-12-01")))])
  }

  @Test func `a base file says since when things are known`() throws {
    let prices = [
      Fixture.price(until: "2026-12-01"),
      Fixture.price(input: "2", from: "2026-12-01", status: "announced"),
      Fixture.price(input: "3", from: "2026-12-01", status: "withdrawn", more: Self.known),
    ]
    let ends = [
      Fixture.end("error", "2027-01-01"),
      Fixture.end("error", "2027-02-01", more: #""announced": "2026-01-01""#),
      Fixture.end("error", "2027-03-01", status: "superseded", more: Self.known),
    ]
    #expect(
      try findings(prices, lifecycle: ends)
        == ["known", "withdrawn_on", "known", "superseded_on"].map { .undated(field: $0) })
    let overlay = """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "models": [{"model": "m",
      "prices": [{"per": "million_tokens", "status": "announced", "from": "2026-12-01",
      "amounts": {"input": "2"}}], "lifecycle": [{"mode": "error", "day": null}]}]}
      """
    let end = Fixture.end("error", "2027-01-01", more: Self.known)
    let book = try PriceBook.load(
      book([Fixture.price(until: "2026-12-01")], lifecycle: [end]).files,
      overlays: [Fixture.source("mine.json", overlay)])
    #expect(book.check(today: nil) == [])
  }

  @Test func `a file does not know what comes after its own day`() throws {
    // The base file is of 2026-11-30.
    let asOf = try #require(Day("2026-11-30"))
    let late = try #require(Day("2026-12-01"))
    let prices = [
      Fixture.price(until: "2026-12-01", more: #""known": "2026-12-01""#),
      Fixture.price(input: "2", from: "2026-12-01", more: #""known": "2026-11-30""#),
    ]
    #expect(
      try findings(prices)
        == [
          .knownTooEarly("known", late, asOf: asOf),
          .inForceTooEarly(from: try instant("2026-12-01"), asOf: asOf),
        ])
    #expect(try book(prices).asKnown(on: asOf).check(today: nil).map(\.kind) == [])
  }

  @Test func `a model without a price is asked about while it can be used`() throws {
    let end = Fixture.end("error", "2026-12-01", more: Self.known)
    #expect(try findings([]) == [.withoutPrices])
    #expect(try findings([], lifecycle: [end], today: "2026-11-30") == [.withoutPrices])
    #expect(try findings([], lifecycle: [end], today: "2026-12-01") == [])
  }

  // MARK: - Holes

  @Test func `a gap between two statements is a hole`() throws {
    #expect(
      try findings([Fixture.price(until: "2026-01-01"), Fixture.price(from: "2026-01-02")])
        == [
          .hole(
            meters: ["input"], from: try instant("2026-01-01"), until: try instant("2026-01-02"))
        ])
  }

  @Test func `a follower that forgets a meter leaves a hole in it`() throws {
    let prices = [
      Fixture.price(output: "4", until: "2026-07-01", introductory: true),
      Fixture.price(input: "2", from: "2026-07-01"),
    ]
    #expect(
      try findings(prices)
        == [.nothingFollows(meters: ["output"], at: try instant("2026-07-01"))])
    // Stated, it is a fact and no hole.
    let stated = Fixture.price(input: "2", from: "2026-07-01").replacing(
      #""input": "2""#, with: #""input": "2", "output": null"#)
    #expect(try findings([prices[0], stated]) == [])
  }

  @Test func `a hole is found behind a longer statement and in each tier for itself`() throws {
    let prices = [
      Fixture.price(from: "2026-01-01", until: "2026-06-01"),
      Fixture.price(output: "4", from: "2026-06-01", until: "2026-07-01"),
      Fixture.price(input: "0.5", output: "2", from: "2026-01-01", tier: "batch"),
      Fixture.price(from: "2026-07-01"),
      Fixture.price(input: "0.5", from: "2026-01-01", until: "2026-02-01", tier: "flex"),
    ]
    #expect(
      try findings(prices)
        == [
          .nothingFollows(meters: ["output"], at: try instant("2026-07-01")),
          .nothingFollows(meters: ["input"], at: try instant("2026-02-01")),
        ])
  }

  @Test func `a band may be given up, and not merely paused`() throws {
    let band = [
      Fixture.price(input: "2", from: "2026-01-01", until: "2026-02-01", over: 200_000),
      Fixture.price(input: "2", from: "2026-03-01", until: "2026-04-01", over: 200_000),
    ]
    #expect(try findings([Fixture.price(), band[0]]) == [])
    #expect(
      try findings([Fixture.price()] + band)
        == [
          .hole(
            meters: ["input"], from: try instant("2026-02-01"), until: try instant("2026-03-01"))
        ])
    #expect(
      try findings([Fixture.price(until: "2026-02-01"), band[0]])
        == [["input"], ["input"]].map {
          .nothingFollows(meters: $0, at: try instant("2026-02-01"))
        })
  }

  @Test func `an end of the model says why its price ends`() throws {
    let price = Fixture.price(until: "2026-12-01")
    #expect(
      try findings([price])
        == [.nothingFollows(meters: ["input"], at: try instant("2026-12-01"))])
    for (mode, day, isReason) in [
      ("reroute", "2026-12-01", true), ("error", "2026-12-01", true), ("error", "2026-11-30", true),
      ("error", "2026-12-02", false), ("limited_access", "2026-12-01", false),
    ] {
      let end = Fixture.end(mode, day, successor: "n", more: Self.known)
      #expect(try findings([price], lifecycle: [end]).isEmpty == isReason, "\(mode) \(day)")
    }
  }

  @Test func `a model is priced from its release`() throws {
    let price = Fixture.price(from: "2026-03-02")
    #expect(
      try findings([price], released: "2026-03-01")
        == [
          .beginsLate(
            released: try #require(Day("2026-03-01")), from: try instant("2026-03-02"))
        ])
    #expect(try findings([price], released: "2026-03-02") == [])
    #expect(try findings([price, Fixture.price(tier: "free")], released: "2026-03-01").count == 1)
  }

  // MARK: - Bands

  @Test func `a band lies on a base over all of its time`() throws {
    let band = Fixture.price(input: "2", from: "2026-01-01", over: 200_000)
    let found = PriceBookFinding.Kind.bandWithoutBase(
      over: 200_000, at: try instant("2026-01-01"))
    #expect(try findings([band]) == [found])
    #expect(try findings([Fixture.price(from: "2026-02-01"), band]) == [found])
    #expect(try findings([Fixture.price(), band]) == [])
  }

  @Test func `a band prices what its base prices`() throws {
    let base = [
      Fixture.price(), Fixture.price(input: "1", output: "4", cached: "0.1", tier: "priority"),
    ]
    let bands = [
      Fixture.price(input: "2", over: 200_000),
      Fixture.price(input: "2", output: "8", tier: "priority", over: 200_000)
        .replacing(#""input""#, with: #""text_input""#),
    ]
    #expect(
      try findings(base + bands)
        == [
          .bandLeavesOut(
            meters: [
              "image_input", "video_input", "audio_input", "document_input", "cached_text_input",
              "cached_image_input", "cached_video_input", "cached_audio_input",
              "cached_document_input", "tool_use_input",
            ], over: 200_000)
        ])
  }

  @Test func `tiers step where standard does`() throws {
    let prices = [
      Fixture.price(), Fixture.price(input: "2", over: 200_000),
      Fixture.price(input: "0.5", tier: "batch"),
      Fixture.price(input: "1.5", tier: "priority"),
      Fixture.price(input: "3", tier: "priority", over: 128_000),
      Fixture.price(input: "0.5", tier: "flex"),
      Fixture.price(input: "1", tier: "flex", over: 200_000),
      Fixture.price(input: "0", tier: "free"),
    ]
    #expect(
      try findings(prices)
        == [
          .otherBands(.batch, has: [], standard: [200_000]),
          .otherBands(.priority, has: [128_000], standard: [200_000]),
        ])
  }

  // MARK: - Names

  @Test func `an alias leads to a model all the time`() throws {
    let aliases = [
      Fixture.alias("latest", "newest", from: "2026-01-01"),
      Fixture.alias("newest", "m", from: "2026-02-01", until: "2026-03-01"),
    ]
    #expect(
      try findings([Fixture.price()], aliases: aliases)
        == [.aliasLeadsNowhere("latest", at: try instant("2026-01-01"))])
    let moved = [
      Fixture.alias("latest", "newest", from: "2026-02-01"),
      Fixture.alias("newest", "m", from: "2026-02-01"),
    ]
    #expect(try findings([Fixture.price()], aliases: moved) == [])
    let ended = [Fixture.alias("latest", "newest", from: "2026-02-01"), aliases[1]]
    #expect(
      try findings([Fixture.price()], aliases: ended)
        == [.aliasLeadsNowhere("latest", at: try instant("2026-03-01"))])
  }

  @Test func `an alias in front of a model's own prices is reported`() throws {
    let prices = [
      Fixture.price(from: "2026-01-01", until: "2026-03-01"), Fixture.price(from: "2026-03-01"),
    ]
    func hidden(_ from: String?, until: String? = nil) throws -> [PriceBookFinding.Kind] {
      try findings(prices, aliases: [Fixture.alias("m", "n", from: from, until: until)])
        .filter { if case .aliasHidesPrices = $0 { true } else { false } }
    }
    #expect(
      try hidden("2026-02-01")
        == [.aliasHidesPrices("m", model: "n", from: try instant("2026-02-01"))])
    #expect(
      try hidden(nil)
        == [.aliasHidesPrices("m", model: "n", from: try instant("2026-01-01"))])
    #expect(try hidden(nil, until: "2026-01-01") == [])
  }

  @Test func `a correction names what it corrects`() throws {
    let wrong = Fixture.price(
      input: "30", from: "2026-01-01", status: "withdrawn",
      more: #""withdrawn_on": "2026-03-01""#)
    let id = try #require(book([wrong]).model("m", of: .googleGeminiAPI)?.statements.first?.id)
    func right(_ id: String) -> String {
      Fixture.price(
        from: "2026-01-01", more: #""known": "2026-03-01", "corrects": "\#(id)""#)
    }
    #expect(try findings([wrong, right(id)]) == [])
    #expect(
      try findings([wrong, right("0123456789abcdef")]) == [.correctsNothing("0123456789abcdef")])
    #expect(try findings([right(id)]) == [.correctsNothing(id)])
  }

  @Test func `a finding names line and field, and says what to do`() throws {
    let book = try PriceBook.load([
      Fixture.base(
        models: Fixture.model("m", [Fixture.price(), Fixture.price(cached: "2", tier: "flex")]))
    ])
    let finding = try #require(book.check(today: nil).first)
    #expect(
      finding.description
        == "base.json:7: models[0].prices[1].amounts.cached_input: m: cached_input costs 2, and "
        + "text_input 1; 0.01 to 1 times that is usual")
    #expect(
      finding.remedy == "Compare both prices with the seller's page: is it dollars, per what?")
  }

  @Test func `every finding of a poor book has a remedy of its own`() throws {
    let prices = [
      Fixture.price(from: "2026-02-01", until: "2026-03-01"),
      Fixture.price(input: "3000", from: "2026-04-01", until: "2026-05-01"),
      Fixture.price(input: "3", from: "2026-04-01", over: 200_000, status: "announced"),
      Fixture.price(input: "9", tier: "batch", more: #""corrects": "0123456789abcdef""#),
    ]
    let findings = try book(prices, released: "2026-01-01").check(today: nil)
    #expect(findings.count > 6)
    for finding in findings {
      #expect(!finding.remedy.isEmpty && ".?".contains(finding.remedy.suffix(1)), "\(finding)")
      #expect(finding.line > 5 && finding.path.hasPrefix("models[0]"), "\(finding)")
      #expect(finding.kind.isFault, "\(finding)")
    }
  }
}
