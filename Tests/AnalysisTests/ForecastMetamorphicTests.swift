import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// Changes of the input whose effect on a forecast is known without knowing the forecast.
@Suite struct ForecastMetamorphicTests {
  /// An untidy log: two models, cached tokens, thinking, uneven days, 7 users.
  private func rows(_ days: Range<Day>) -> [RollupRow] {
    days.flatMap { day -> [RollupRow] in
      let odd = Int64(day.number % 13 + 1)
      return [
        Fixture.row(
          "intro", [.textInput: 977 * odd, .cachedTextInput: 331, .textOutput: 57], on: day,
          requests: 2),
        Fixture.row("old", [.textInput: 101, .thinking: 13 * odd], on: day),
      ]
    }
  }

  /// A multiple of users × windows × days of every month.
  private let even = 7 * 3 * 28 * 30 * 31

  /// Whether two amounts are the same but for the one rounding of each, in 10⁻¹² USD.
  private func isNear(_ one: Money, _ other: Money, within rest: Int128) -> Bool {
    (one - other).picodollars.magnitude <= rest.magnitude
  }

  private func forecast(
    _ book: PriceBook, users: MAUPlan = .constant(1000),
    rows: ((Range<Day>) -> [RollupRow])? = nil
  ) throws -> Forecast {
    let asOf = try Fixture.day("2026-12-11")
    let history = try Fixture.history(
      asOf: asOf, months: 4, firstDay: try Fixture.day("2026-07-03"), users: 7, book: book,
      rows: rows ?? self.rows)
    return try Forecast(
      from: history, ForecastInput(book: book, asOf: asOf, months: 4, users: users))
  }

  @Test func `splitting each request in two changes nothing`() throws {
    let book = try Fixture.simBook()
    let split = try forecast(book) { days in
      rows(days).flatMap { row -> [RollupRow] in
        var (one, other) = (row, row)
        other.tokens = MeteredTokens()
        for meter in Meter.allCases where row.tokens[meter] > 1 {
          other.tokens[meter] = 1
          one.tokens[meter] = row.tokens[meter] - 1
        }
        return [one, other]
      }
    }
    #expect(split.costs == (try forecast(book).costs))
    #expect(split.eventLines == (try forecast(book).eventLines))
  }

  @Test func `the order of rows, their labels and their slots change nothing`() throws {
    let book = try Fixture.simBook()
    let shuffled = try forecast(book) { days in
      rows(days).reversed().enumerated().map { index, row in
        var row = row
        row.series.labels["feature"] = "f\(index % 3)"
        row.slot = row.slot.adding(seconds: Int64(index % 5) * 3600)
        return row
      }
    }
    #expect(shuffled.months.map(\.rest) == (try forecast(book).months.map(\.rest)))
    #expect(shuffled.eventLines == (try forecast(book).eventLines))
  }

  @Test func `prices times three are costs times three`() throws {
    func book(_ intro: [String], _ doubled: [String], _ old: [String]) throws -> PriceBook {
      try Fixture.book([
        Fixture.model(
          "intro",
          [
            Fixture.price(intro[0], intro[1], intro[2], until: "2027-01-01"),
            Fixture.price(doubled[0], doubled[1], doubled[2], from: "2027-01-01"),
          ]), Fixture.model("old", [Fixture.price(old[0], old[1], old[2])]),
      ])
    }
    let once = try forecast(
      try book(["1", "0.1", "4"], ["2", "0.2", "8"], ["3", "0.3", "12"]), users: .constant(even))
    let thrice = try forecast(
      try book(["3", "0.3", "12"], ["6", "0.6", "24"], ["9", "0.9", "36"]), users: .constant(even))
    for (one, three) in zip(once.months, thrice.months) {
      #expect(isNear(three.cost, one.cost * 3, within: 2))
      let sigma = try #require(one.range?.sigma)
      #expect(try #require(three.range?.sigma) / sigma - 1 < 1e-12)
    }
    #expect(once.total > .zero)
  }

  @Test func `twice the users are twice the rest`() throws {
    let book = try Fixture.simBook()
    let once = try forecast(book, users: .constant(even))
    let twice = try forecast(book, users: .constant(2 * even))
    for (one, two) in zip(once.months, twice.months) {
      #expect(isNear(two.rest, one.rest * 2, within: 1))
      for (event, other) in zip(one.events, two.events) {
        let effects = (try #require(event.effect), try #require(other.effect))
        #expect(isNear(effects.1, effects.0 * 2, within: 1))
      }
    }
  }

  @Test func `an event after the horizon changes nothing`() throws {
    let late = try Fixture.simBook(oldEnds: "2027-04-01")
    let later = try Fixture.simBook(oldEnds: "2029-01-01")
    #expect(try forecast(late).costs == (try forecast(later).costs))
    #expect(try forecast(late).eventLines == (try forecast(later).eventLines))
  }

  @Test func `history before the seventh window changes nothing`() throws {
    let book = try Fixture.simBook()
    let asOf = try Fixture.day("2026-12-01")
    func forecast(firstDay: String) throws -> Forecast {
      let history = try Fixture.history(
        asOf: asOf, months: 2, firstDay: try Fixture.day(firstDay), users: 7, rows: rows)
      return try Forecast(
        from: history, ForecastInput(book: book, asOf: asOf, months: 2, users: .constant(50))
      )
    }
    let seven = try forecast(firstDay: "2026-04-28")
    let more = try forecast(firstDay: "2020-01-01")
    #expect(seven.costs == more.costs)
    #expect(seven.months.map(\.range) == more.months.map(\.range))
  }
}
