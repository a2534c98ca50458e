import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// Effective and list figures side by side, worked out by hand.
@Suite struct ContractFigureTests {
  /// A book with a contract named Acme laid over it.
  private static func book(_ book: PriceBook, contract rest: String) throws -> PriceBook {
    let text = """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "contract": {"name": "Acme"},
      \(rest)}
      """
    return try PriceBook.load(
      Array(book.files.prefix(1)),
      overlays: book.files.dropFirst() + [
        PriceBookSource(name: "contract.json", bytes: Array(text.utf8))
      ])
  }

  private static func lists(_ forecast: Forecast) -> [String] {
    forecast.months.map(\.list.cost.decimal)
  }

  @Test func `groups add up both costs and what was saved`() throws {
    let book = try Self.book(
      Fixture.simBook(), contract: #""discounts": [{"percent_off": "10", "models": ["intro"]}]"#)
    let day = try Fixture.day("2026-11-20")
    let usage = GroupedUsage(
      [
        Fixture.row("intro", [.textInput: 1_000_000], on: day),
        Fixture.row("old", [.textInput: 1_000_000], on: day),
        Fixture.row("intro", [.textOutput: 1_000_000], on: day),
      ], by: [.model], zone: .utc, valuation: Valuation(book: book))
    // intro: 1 + 4 at list, 10 % less paid; old: 3, without a discount.
    #expect(usage.groups.map(\.list.cost.decimal) == ["5", "3"])
    #expect(usage.groups.map(\.cost.decimal) == ["4.5", "3"])
    #expect(usage.groups.map(\.saved.decimal) == ["0.5", "0"])
    #expect(usage.total.list.cost.decimal == "8")
    #expect(usage.total.saved.decimal == "0.5")
    #expect(usage.contracts == ["Acme"])
  }

  @Test func `a contract that begins within the usage does not change what came before`() throws {
    let book = try Self.book(
      Fixture.simBook(),
      contract: #""discounts": [{"percent_off": "50", "from": "2026-11-20"}]"#)
    let rows = try ["2026-11-19", "2026-11-20", "2026-11-21"].map { day in
      Fixture.row("old", [.textInput: 1_000_000], on: try Fixture.day(day))
    }
    let day = try Fixture.day("2026-11-30")
    let comparison = try Comparison(
      ComparisonInput(
        book: book, rows: rows, days: 3, candidates: [], asOf: day, at: [.then, .day(day)]))
    // 3 on the first day and half of it on each of the others; today all three at half.
    #expect(comparison.today.figures.map(\.cost.decimal) == ["6", "4.5"])
    #expect(comparison.today.figures.map { $0.list?.cost.decimal } == ["9", "9"])
  }

  @Test func `without a contract the list cost is the cost`() throws {
    let forecast = try Fixture.sim("old", book: try Fixture.simBook())
    #expect(Self.lists(forecast) == forecast.costs)
    #expect(forecast.list.cost == forecast.total)
    #expect(forecast.basis.contracts.isEmpty)
    let usage = GroupedUsage(
      Fixture.daily("old", try Fixture.day("2026-11-01")..<Fixture.day("2026-11-09")), by: [],
      zone: .utc, valuation: Valuation(book: try Fixture.simBook()))
    #expect(usage.total.list.cost == usage.total.cost && usage.total.saved == .zero)
    #expect(usage.contracts.isEmpty)
  }

  @Test func `a forecast takes the discount off every day's list price`() throws {
    let book = try Self.book(
      Fixture.simBook(), contract: #""discounts": [{"percent_off": "10"}]"#)
    let forecast = try Fixture.sim("intro", book: book)
    // List as ever: 31 × 0.03, 31 × 0.06, 28 × 0.06; paid nine tenths of it.
    #expect(Self.lists(forecast) == ["0.93", "1.86", "1.68"])
    #expect(forecast.costs == ["0.837", "1.674", "1.512"])
    #expect(forecast.list.cost.decimal == "4.47")
    #expect(forecast.total.decimal == "4.023")
    #expect(forecast.basis.contracts == ["Acme"])
    // What the rise adds to the month is paid less the discount as well.
    #expect(forecast.eventLines == ["2027-01-01 intro: introductory price ends 0.837"])
  }

  @Test func `a contract that ends is an event of its month`() throws {
    let book = try Self.book(
      Fixture.simBook(),
      contract: """
        "discounts": [{"percent_off": "10", "from": "2026-12-11", "until": "2027-01-15"}]
        """)
    let forecast = try Fixture.sim("intro", book: book)
    // 10 × 0.03 + 21 × 0.027; 14 × 0.054 + 17 × 0.06; 28 × 0.06.
    #expect(forecast.costs == ["0.867", "1.776", "1.68"])
    #expect(Self.lists(forecast) == ["0.93", "1.86", "1.68"])
    #expect(
      forecast.eventLines == [
        "2026-12-11 intro: contract Acme begins -0.063",
        // 31 × (0.054 - 0.027), then 17 × (0.06 - 0.054).
        "2027-01-01 intro: introductory price ends 0.837",
        "2027-01-15 intro: contract Acme ends, list price again 0.102",
      ])
  }

  @Test func `a re-routed model is paid by the terms of the model that is billed`() throws {
    let book = try Self.book(
      Fixture.simBook(),
      contract: """
        "models": [{"model": "new", "prices": [
        {"per": "million_tokens", "amounts": {"input": "1", "output": "2"}}]}]
        """)
    let forecast = try Fixture.sim("old", book: book)
    // old: 0.09 a day by list. new from February 15: 10 × (1000 × 1 + 500 × 2) = 0.02, list 0.10.
    #expect(forecast.costs == ["2.79", "2.79", "1.54"])
    #expect(Self.lists(forecast) == ["2.79", "2.79", "2.66"])
    // 14 × (0.02 - 0.09).
    #expect(forecast.eventLines == ["2027-02-15 old: shut down, moves to new -0.98"])
  }

  @Test func `a month that has begun has both costs in both of its parts`() throws {
    let asOf = try Fixture.day("2026-12-11")
    let history = try Fixture.history(
      asOf: asOf, months: 1, firstDay: try Fixture.day("2026-09-01")
    ) {
      Fixture.daily("intro", $0)
    }
    let book = try Self.book(
      Fixture.simBook(), contract: #""discounts": [{"percent_off": "50", "until": "2026-12-06"}]"#)
    let month = try #require(
      try Forecast(from: history, ForecastInput(book: book, asOf: asOf, months: 1)).months.first)
    // So far 5 × 0.015 + 5 × 0.03, at list 10 × 0.03; to come 21 × 0.03.
    #expect(month.monthToDate?.cost.decimal == "0.225")
    #expect(month.monthToDate?.list.cost.decimal == "0.3")
    #expect(month.cost.decimal == "0.855")
    #expect(month.list.cost.decimal == "0.93")
  }

  @Test func `tokens that only the contract prices are counted`() throws {
    let book = try Self.book(
      Fixture.simBook(),
      contract: """
        "models": [{"model": "new", "prices": [{"service_tier": "provisioned",
        "per": "million_tokens", "amounts": {"input": "1", "output": "2"}}]}]
        """)
    let asOf = try Fixture.day("2026-12-01")
    let history = try Fixture.history(
      asOf: asOf, months: 1, firstDay: try Fixture.day("2026-09-01")
    ) {
      $0.flatMap { day in
        [
          Fixture.row(
            "new", [.textInput: 10_000, .textOutput: 5000], on: day, requests: 10,
            tier: .provisioned),
          Fixture.row("new", [.textInput: 10_000], on: day, requests: 10),
        ]
      }
    }
    let forecast = try Forecast(from: history, ForecastInput(book: book, asOf: asOf, months: 1))
    // 31 × (0.01 + 0.01) for what is provisioned, 31 × 0.025 for what is not, which is all the list has.
    #expect(forecast.costs == ["1.395"])
    #expect(Self.lists(forecast) == ["0.775"])
    #expect(forecast.list.unlistedTokens == 465_000)
    #expect(forecast.months[0].unpriced.isEmpty)
  }

  @Test func `a plan's features add up to both totals`() throws {
    let scenario = try Scenario(
      parsing: Array(
        """
        {"schema": "tollbook.scenario/1", "features": [
        {"name": "chat", "model": "new", "calls_per_active_user_per_day": "1",
         "input_tokens": 1000, "output_tokens": 0},
        {"name": "title", "model": "intro", "calls_per_active_user_per_day": "1",
         "input_tokens": 1000, "output_tokens": 0}]}
        """.utf8), file: "plan.json")
    let book = try Self.book(
      Fixture.simBook(), contract: #""discounts": [{"percent_off": "20", "models": ["new"]}]"#)
    let forecast = try Forecast(
      of: scenario,
      ForecastInput(
        book: book, asOf: try Fixture.day("2026-12-01"), months: 1, users: .constant(100)))
    let features = forecast.months[0].features
    // 100 × 31 × 1000 tokens at 2.5 and 1 a million; new a fifth less.
    #expect(features.map(\.list.cost.decimal) == ["7.75", "3.1"])
    #expect(features.map(\.cost.decimal) == ["6.2", "3.1"])
    #expect(forecast.list.cost.decimal == "10.85")
    #expect(forecast.total.decimal == "9.3")
  }

  private func compare(
    _ models: [String], on days: [String] = ["2026-11-30"], contract: String?
  ) throws -> Comparison {
    let list = try ComparisonTests.book()
    return try Comparison(
      ComparisonInput(
        book: try contract.map { try Self.book(list, contract: $0) } ?? list,
        rows: try ComparisonTests.rows(), days: 10,
        candidates: models.map { ComparisonCandidate(model: $0) },
        asOf: try Fixture.day("2026-11-30"), at: try days.map { .day(try Fixture.day($0)) }))
  }

  @Test func `a comparison is made of what is paid, with the list beside it`() throws {
    let comparison = try compare(
      ["b"], contract: #""discounts": [{"percent_off": "50", "models": ["b"]}]"#)
    let today = comparison.today.figures[0]
    let b = comparison.lines[0].figures[0]
    // By list a costs 3.94 and b 7.58 (see `ComparisonTests`): half of that is cheaper than a.
    #expect([today.cost.decimal, b.cost.decimal] == ["3.94", "3.79"])
    #expect([today.list?.cost.decimal, b.list?.cost.decimal] == ["3.94", "7.58"])
    #expect(b.list?.perMonth.decimal == "22.74")
    #expect(b.perMonth.decimal == "11.37")
    #expect(b.ratio == ExactRatio(379, to: 394))
    #expect(comparison.contracts == ["Acme"])
  }

  @Test func `the list figures are those of the same comparison without the contract`() throws {
    // c has no batch tier by list and is priced at standard; the contract gives it one.
    let contract = """
      "models": [{"model": "c", "prices": [{"service_tier": "batch", "per": "million_tokens",
      "amounts": {"input": "0.1", "output": "0.2"}}]}], "discounts": [{"percent_off": "25"}]
      """
    let days = ["2026-11-30", "2027-01-01", "2027-06-01"]
    let under = try compare(["b", "c"], on: days, contract: contract)
    let without = try compare(["b", "c"], on: days, contract: nil)
    for (line, list) in zip([under.today] + under.lines, [without.today] + without.lines) {
      #expect(line.figures.map(\.list?.cost) == list.figures.map(\.cost))
      #expect(list.figures.allSatisfy { $0.list == nil })
    }
    let c = under.lines[1].figures[0]
    // Three quarters of 1 and of 0.15, and 1 × 0.1 + 0.1 × 0.2 for the batch.
    #expect(c.cost.decimal == "0.9825")
    #expect(c.notes.map(\.kind).count == 1)
  }

  @Test func `what today's mix has under contract alone is compared, and missing from the list`()
    throws
  {
    let list = try Fixture.book([
      Fixture.model("a", [Fixture.price("1", nil, "4")]),
      Fixture.model("b", [Fixture.price("2", nil, "8")]),
    ])
    let book = try Self.book(
      list,
      contract: """
        "models": [{"model": "a", "prices": [{"service_tier": "provisioned",
        "per": "million_tokens", "amounts": {"input": "0.5"}}]}]
        """)
    let row = Fixture.row(
      "a", [.textInput: 1_000_000], on: try Fixture.day("2026-11-20"), requests: 4,
      tier: .provisioned)
    let comparison = try Comparison(
      ComparisonInput(
        book: book, rows: [row], days: 30, candidates: [ComparisonCandidate(model: "b")],
        asOf: try Fixture.day("2026-11-30"), at: [.day(try Fixture.day("2026-11-30"))]))
    let today = comparison.today.figures[0]
    #expect(today.cost.decimal == "0.5")
    #expect(today.list?.cost == .zero)
    #expect(today.list?.unlistedTokens == 1_000_000)
    // b has no provisioned price either way, so its standard price is taken.
    let b = comparison.lines[0].figures[0]
    #expect([b.cost.decimal, b.list?.cost.decimal] == ["2", "2"])
    #expect(b.list?.unlistedTokens == 0)
  }
}
