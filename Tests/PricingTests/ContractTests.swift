import Pricing
import Quantities
import Testing
import Usage

/// What is paid under a contract, worked out by hand from the list of `ContractFixture`.
@Suite struct ContractTests {
  private typealias World = ContractFixture

  @Test func `a discount comes off the list price in force, which stays what it is`() throws {
    let book = try World.book(World.discount(#""percent_off": "12.5""#))
    // 1 × 0.875, 0.25 × 0.875, 4 × 0.875; from July 2, 0.5 and 8.
    #expect(try World.paid(book) == ["1>0.875", "0.25>0.21875", "4>3.5"])
    #expect(try World.paid(book, at: "2026-07-01") == ["2>1.75", "0.5>0.4375", "8>7"])
    #expect(try World.paid(book, "pro") == ["10>8.75", "1>0.875", "40>35"])
    #expect(try World.paid(book, tier: .batch) == ["0.5>0.4375", "–", "2>1.75"])
    #expect(book.contractNames == ["Acme 2026"])
    #expect(book.version == "2026-11-30+overlay")
  }

  @Test func `a discount holds from its first instant up to its last`() throws {
    let book = try World.book(
      World.discount(#""percent_off": "10", "from": "2026-03-01", "until": "2026-08-01T06:15:00Z""#)
    )
    let cases = [
      ("2026-02-28T23:59:59Z", "1"), ("2026-03-01T00:00:00Z", "1>0.9"),
      ("2026-06-30T23:59:59Z", "1>0.9"), ("2026-07-01T00:00:00Z", "2>1.8"),
      ("2026-08-01T06:14:59Z", "2>1.8"), ("2026-08-01T06:15:00Z", "2"),
    ]
    for (time, expected) in cases {
      #expect(try World.paid(book, at: time, meters: [.textInput]) == [expected], "\(time)")
    }
  }

  @Test func `a contract's days begin in the zone that its file states`() throws {
    let book = try World.book(
      World.contract(
        #""day_zone": "-08:00", "discounts": [{"percent_off": "10", "from": "2026-03-01"}]"#))
    #expect(
      try World.paid(book, at: "2026-03-01T07:59:59Z", meters: [.textInput]) == ["1"])
    #expect(
      try World.paid(book, at: "2026-03-01T08:00:00Z", meters: [.textInput]) == ["1>0.9"])
  }

  @Test func `models, tiers and meters narrow a discount`() throws {
    let book = try World.book(
      World.contract(
        """
        "discounts": [
        {"percent_off": "10", "models": ["flash"], "service_tiers": ["batch"]},
        {"percent_off": "20", "models": ["flash"], "service_tiers": ["standard"],
         "meters": ["output", "cached_audio_input"]},
        {"percent_off": "30", "models": ["pro"], "meters": ["input"]}]
        """))
    #expect(try World.paid(book, tier: .batch) == ["0.5>0.45", "–", "2>1.8"])
    let meters: [Meter] = [.textInput, .cachedTextInput, .cachedAudioInput, .textOutput, .thinking]
    #expect(
      try World.paid(book, meters: meters) == ["1", "0.25", "0.25>0.2", "4>3.2", "4>3.2"])
    #expect(try World.paid(book, "pro") == ["10>7", "1", "40"])
  }

  @Test func `the name asked for gets what is billed: aliases and re-routes are followed`() throws {
    let book = try World.book(
      World.contract(
        """
        "discounts": [{"percent_off": "10", "models": ["flash"]},
        {"percent_off": "50", "models": ["pro"]}]
        """))
    #expect(try World.paid(book, "latest", meters: [.textInput]) == ["1>0.9"])
    // Re-routed: flash is billed as pro, so pro's discount is what counts.
    #expect(try World.paid(book, at: "2026-10-01", meters: [.textInput]) == ["10>5"])
    let flashAlone = try World.book(
      World.discount(#""percent_off": "10", "models": ["flash"]"#))
    #expect(try World.paid(flashAlone, at: "2026-10-01", meters: [.textInput]) == ["10"])
  }

  @Test func `a contract price is paid for the meters it names, a discount for the others`() throws
  {
    let book = try World.book(
      World.contract(
        """
        "models": [{"model": "flash", "prices": [
        {"per": "million_tokens", "from": "2026-06-15", "until": "2026-08-01",
         "amounts": {"input": "0.7", "audio_input": "0.9"}}]}],
        "discounts": [{"percent_off": "10"}]
        """))
    let meters: [Meter] = [.textInput, .audioInput, .cachedTextInput, .textOutput]
    #expect(
      try World.paid(book, at: "2026-06-14", meters: meters)
        == ["1>0.9", "1>0.9", "0.25>0.225", "4>3.6"])
    #expect(
      try World.paid(book, at: "2026-06-15", meters: meters)
        == ["1>0.7", "1>0.9", "0.25>0.225", "4>3.6"])
    #expect(
      try World.paid(book, at: "2026-07-31", meters: meters)
        == ["2>0.7", "2>0.9", "0.5>0.45", "8>7.2"])
    #expect(try World.paid(book, at: "2026-08-01", meters: [.textInput]) == ["2>1.8"])
    #expect(
      try World.paid(book, at: "2026-06-20", tier: .batch, meters: meters).first == "0.5>0.45")
  }

  @Test func `a contract price holds in its band, as a list price would`() throws {
    let base = #"{"per": "million_tokens", "amounts": {"input": "0.8"}}"#
    let long =
      #"{"per": "million_tokens", "over_prompt_tokens": 128000, "amounts": {"input": "0.85"}}"#
    let one = try World.book(World.prices(base))
    #expect(try World.paid(one, meters: [.textInput]) == ["1>0.8"])
    // The list has a price of its own for long prompts, of which the contract does not speak.
    #expect(try World.paid(one, over: 200_000, meters: [.textInput]) == ["3"])
    let two = try World.book(World.prices(base + "," + long))
    #expect(two.contextThresholds.tokens == [128_000, 200_000])
    #expect(try World.paid(two, meters: [.textInput]) == ["1>0.8"])
    // Output has no price of the contract's in that band: it has the list's of the band below.
    #expect(
      try World.paid(two, over: 128_000, meters: [.textInput, .textOutput]) == ["1>0.85", "4"])
    #expect(try World.paid(two, over: 200_000, meters: [.textInput]) == ["3"])
    let off = try World.book(World.discount(#""percent_off": "50""#))
    #expect(try World.paid(off, over: 200_000) == ["3>1.5", "–", "9>4.5"])
  }

  @Test func `a contract may price what no list does`() throws {
    let book = try World.book(
      World.prices(
        #"{"service_tier": "provisioned", "per": "million_tokens", "amounts": {"input": "0.6"}}"#))
    #expect(try World.paid(book, tier: .provisioned) == ["–>0.6", "–", "–"])
    let row = try Fixture.row(
      "flash", [.textInput: 1_000_000, .textOutput: 10], requests: 3, tier: .provisioned)
    var valuation = Valuation(book: book)
    let charge = valuation.charge(for: row)
    #expect(charge.cost.decimal == "0.6")
    #expect(charge.listCost == .zero)
    #expect(charge.list.unlistedTokens == 1_000_000)
    #expect(charge.list.unlistedCost.decimal == "0.6")
    // Output has neither price: it is unpriced, and not merely without a list price.
    #expect(charge.unpricedTokens == 10)
    // Nobody can check a saving on what has no list price, so there is none.
    #expect(charge.list.saved(of: charge.cost) == .zero)
  }

  @Test func `a contract price may be above the list's`() throws {
    let book = try World.book(
      World.prices(#"{"per": "million_tokens", "amounts": {"input": "1.5"}}"#))
    var valuation = Valuation(book: book)
    let charge = valuation.charge(for: try Fixture.row("flash", [.textInput: 2_000_000]))
    #expect([charge.listCost.decimal, charge.cost.decimal] == ["2", "3"])
    #expect(charge.list.saved(of: charge.cost).decimal == "-1")
  }

  @Test func `a later contract's price is laid over an earlier one's`() throws {
    let one = World.prices(
      #"{"per": "million_tokens", "amounts": {"input": "0.8", "output": "3"}}"#)
    let two = World.contract(
      """
      "models": [{"model": "flash", "prices": [{"per": "million_tokens", "from": "2026-05-01",
      "until": "2026-06-01", "amounts": {"input": "0.6"}}]}]
      """, name: "Acme, May")
    let book = try World.book(one, two)
    let times = ["2026-04-30", "2026-05-01", "2026-05-31", "2026-06-01"]
    #expect(
      try times.map { try World.paid(book, at: $0, meters: [.textInput, .textOutput]) }
        == [["1>0.8", "4>3"], ["1>0.6", "4>3"], ["1>0.6", "4>3"], ["1>0.8", "4>3"]])
    #expect(book.contractNames == ["Acme 2026", "Acme, May"])
    let rates = book.rates(
      provider: .googleGeminiAPI, model: "flash", at: try Fixture.instant("2026-05-01"))
    #expect(rates.terms?.contracts == ["Acme 2026", "Acme, May"])
  }

  @Test func `an overlay of list prices is what a discount comes off, whichever is given first`()
    throws
  {
    let list = """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "models": [{"model": "flash",
      "prices": [{"per": "million_tokens", "amounts": {"input": "7"}}]}, {"model": "tuned",
      "prices": [{"per": "million_tokens", "amounts": {"input": "5"}}]}]}
      """
    let off = World.discount(#""percent_off": "10", "models": ["flash", "tuned"]"#)
    for book in [try World.book(list, off), try World.book(off, list)] {
      #expect(try World.paid(book, meters: [.textInput]) == ["7>6.3"])
      #expect(try World.paid(book, "tuned", meters: [.textInput]) == ["5>4.5"])
    }
  }

  @Test func `a row's two costs are integers that add up`() throws {
    let book = try World.book(World.discount(#""percent_off": "10""#))
    let row = try Fixture.row(
      "flash", [.textInput: 1000, .cachedTextInput: 400, .textOutput: 100], requests: 2)
    var valuation = Valuation(book: book)
    let charge = valuation.charge(for: row)
    // List 1000 × 1 + 400 × 0.25 + 100 × 4 = 1500 millionths; paid 900 + 90 + 360 = 1350.
    #expect(charge.listCost.decimal == "0.0015")
    #expect(charge.cost.decimal == "0.00135")
    #expect(charge.costByMeter.map(\.cost.decimal) == ["0.0009", "0.00009", "0.00036"])
    #expect(charge.isComplete)
  }
}
