import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// Forecasts whose every figure is arithmetic by hand.
@Suite struct ForecastExactTests {
  @Test func `an introductory price ends inside the horizon`() throws {
    let forecast = try Fixture.sim("intro", book: try Fixture.simBook())
    // A user and day: 1000 × 1 + 500 × 4 = 3000 millionths. Ten users: 0.03 a day, then 0.06.
    // 31 × 0.03; 31 × 0.06; 28 × 0.06.
    #expect(forecast.costs == ["0.93", "1.86", "1.68"])
    #expect(forecast.total.decimal == "4.47")
    #expect(forecast.months.map(\.mau) == [10, 10, 10])
    // Without the end January would have cost 0.93.
    #expect(forecast.eventLines == ["2027-01-01 intro: introductory price ends 0.93"])
    #expect(forecast.months[0].costPerMAU?.decimal == "0.093")
    #expect(forecast.months[0].usage == UsageAmount(requests: 310, tokens: 465_000))
    #expect(forecast.warnings.notable.isEmpty)
  }

  @Test func `a price that ends saves nothing`() throws {
    let book = try Fixture.book([
      Fixture.model("brief", [Fixture.price("1", nil, "4", until: "2026-12-11")])
    ])
    let forecast = try Fixture.sim("brief", book: book)
    // Ten days at 0.03, and from then on nothing is known.
    #expect(forecast.costs[0] == "0.3")
    #expect(forecast.eventLines == ["2026-12-11 brief: price ends, unpriced from then –"])
    #expect(forecast.months[1].bridge?.isPriced == false)
  }

  @Test func `a month without users leaves the others their range`() throws {
    let (december, january) = (try Fixture.day("2026-12-01"), try Fixture.day("2027-01-01"))
    let forecast = try Fixture.sim(
      "intro", book: try Fixture.simBook(), months: 2,
      users: .path([december.month: 10, january.month: 0]))
    #expect(forecast.costs == ["0.93", "0"])
    // Nothing of the sum spreads but December.
    #expect(forecast.range?.bounds == forecast.months[0].range?.bounds)
    #expect(forecast.range != nil)
  }

  @Test func `twice the users cost exactly twice as much`() throws {
    let book = try Fixture.simBook()
    let forecast = try Fixture.sim("intro", book: book, users: .constant(20))
    #expect(forecast.costs == ["1.86", "3.72", "3.36"])
    #expect(forecast.total.decimal == "8.94")
    #expect(forecast.months.map(\.mau) == [20, 20, 20])
    let scaled = try Fixture.sim("intro", book: book, users: .scale(try Fixture.factor("2")))
    #expect(scaled.costs == forecast.costs)
  }

  @Test func `a shutdown moves usage to its successor, with the successor's tokens`() throws {
    let forecast = try Fixture.sim(
      "old", book: try Fixture.simBook(), ratios: ["new": "1.1"])
    // Ten users a day: 10 × (1000 × 3 + 500 × 12) = 0.09, then 1.1 × 10 × (1000 × 2.5 + 500 × 15)
    // = 0.11. February: 14 × 0.09 + 14 × 0.11 = 1.26 + 1.54.
    #expect(forecast.costs == ["2.79", "2.79", "2.8"])
    // 14 × (0.11 - 0.09).
    #expect(forecast.eventLines == ["2027-02-15 old: shut down, moves to new 0.28"])
    #expect(forecast.months[2].events.first?.pricedAfter == "new")
    // 14 × 15,000 + 14 × 16,500 tokens.
    #expect(forecast.months[2].usage == UsageAmount(requests: 280, tokens: 441_000))
  }

  @Test func `a step on the 15th takes the days from the 15th`() throws {
    let forecast = try Fixture.sim("intro", book: try Fixture.simBook(doublesOn: "2026-12-15"))
    // 14 × 0.03 + 17 × 0.06 = 0.42 + 1.02.
    #expect(forecast.costs == ["1.44", "1.86", "1.68"])
    #expect(forecast.eventLines == ["2026-12-15 intro: introductory price ends 0.51"])
  }

  @Test func `every day of a month is a possible step`() throws {
    for day in 1...31 {
      let date = "2026-12-\(day < 10 ? "0" : "")\(day)"
      let forecast = try Fixture.sim("intro", book: try Fixture.simBook(doublesOn: date), months: 1)
      // day - 1 days at 3 cents, the others at 6; in cents, so that it is an integer.
      let cents = (day - 1) * 3 + (32 - day) * 6
      #expect(forecast.total == Money(picodollars: Int128(cents) * 10_000_000_000), "\(date)")
    }
  }

  @Test func `February has 29 days in 2028`() throws {
    let forecast = try Fixture.sim("intro", book: try Fixture.simBook(), months: 15)
    #expect(forecast.months[14].month.description == "2028-02")
    // 29 × 0.06.
    #expect(forecast.costs[14] == "1.74")
    #expect(forecast.costs[13] == "1.86")
  }

  @Test func `a shutdown on the first of a month changes nothing before it`() throws {
    let forecast = try Fixture.sim("old", book: try Fixture.simBook(oldEnds: "2027-02-01"))
    // 28 × 0.10.
    #expect(forecast.costs == ["2.79", "2.79", "2.8"])
    #expect(forecast.months[1].events.isEmpty)
    #expect(forecast.eventLines == ["2027-02-01 old: shut down, moves to new 0.28"])
  }

  @Test func `two shutdowns in a chain are followed one after the other`() throws {
    let book = try Fixture.book([
      Fixture.model(
        "a", [Fixture.price("1", nil, "4")],
        [Fixture.end("error", "2026-12-11", successor: "b")]),
      Fixture.model(
        "b", [Fixture.price("2", nil, "8")],
        [Fixture.end("error", "2026-12-21", successor: "c", earliest: true)]),
      Fixture.model("c", [Fixture.price("4", nil, "16")]),
    ])
    let forecast = try Fixture.sim(
      "a", book: book, months: 2, ratios: ["b": "1.5", "c": "0.5"])
    // 10 days × 0.03, 10 × 0.06 × 1.5, 11 × 0.12 × 1.5 × 0.5; then 31 × 0.09.
    #expect(forecast.costs == ["2.19", "2.79"])
    // 21 × (0.09 - 0.03), then 11 × (0.09 - 0.09): each on top of the one before.
    #expect(
      forecast.eventLines == [
        "2026-12-11 a: shut down, moves to b 1.26",
        "2026-12-21 a: shut down, moves to c (earliest day) 0",
      ])
  }

  @Test func `the effects of a month's events add up to what the month costs beyond its start`()
    throws
  {
    let book = try Fixture.book([
      Fixture.model(
        "a",
        [
          Fixture.price("1", nil, "4", until: "2026-12-06", introductory: true),
          Fixture.price("2", nil, "7", from: "2026-12-06", until: "2026-12-20"),
          Fixture.price("5", nil, "9", from: "2026-12-20", status: "announced"),
        ], [Fixture.end("reroute", "2026-12-29", successor: "b")]),
      Fixture.model("b", [Fixture.price("0.5", nil, "0.5")]),
    ])
    let month = try #require(try Fixture.sim("a", book: book, months: 1).months.first)
    let effects = month.events.compactMap(\.effect).reduce(.zero, +)
    // 31 × 0.03 at the prices of the first day.
    #expect((month.cost - effects).decimal == "0.93")
    #expect(
      month.events.map(\.kind) == [
        .introductoryEnds, .announcedPrice, .reroute(to: "b"),
      ])
  }

  @Test func `what changes on the very first day of the forecast is an event`() throws {
    let forecast = try Fixture.sim("intro", book: try Fixture.simBook(doublesOn: "2026-12-01"))
    #expect(forecast.costs == ["1.86", "1.86", "1.68"])
    #expect(forecast.eventLines == ["2026-12-01 intro: introductory price ends 0.93"])
  }

  @Test func `a log that crosses a past price change is priced at the prices to come`() throws {
    let forecast = try Fixture.sim("intro", book: try Fixture.simBook(doublesOn: "2026-10-15"))
    #expect(forecast.costs == ["1.86", "1.86", "1.68"])
    #expect(forecast.eventLines.isEmpty)
  }

  @Test func `a month that has begun shows what is spent and what is to come apart`() throws {
    let asOf = try Fixture.day("2026-12-11")
    let history = try Fixture.history(
      asOf: asOf, months: 2, firstDay: try Fixture.day("2026-09-01")
    ) {
      Fixture.daily("intro", $0)
    }
    let forecast = try Forecast(
      from: history,
      ForecastInput(
        book: try Fixture.simBook(doublesOn: "2026-12-06"), asOf: asOf, months: 2,
        users: .constant(20)))
    let month = forecast.months[0]
    // Ten users so far: 5 × 0.03 + 5 × 0.06. Twenty for the 21 days to come: 21 × 0.12.
    #expect(month.monthToDate?.cost.decimal == "0.45")
    #expect(month.monthToDate?.usage.requests == 100)
    #expect(month.rest.decimal == "2.52")
    #expect(month.cost.decimal == "2.97")
    #expect(month.daysAhead == 21)
    #expect(forecast.costs[1] == "3.72")
    #expect(forecast.months[1].monthToDate == nil)
  }

  @Test func `a price that changes within a local day weighs by the part of it`() throws {
    let asOf = try Fixture.day("2026-12-01")
    let history = try Fixture.history(
      asOf: asOf, months: 1, firstDay: try Fixture.day("2026-09-01")
    ) {
      Fixture.daily("intro", $0)
    }
    let book = try Fixture.simBook(doublesOn: "2026-12-10T06:00:00Z")
    let forecast = try Forecast(
      from: history, ForecastInput(book: book, asOf: asOf, months: 1))
    // 9 days and a quarter × 0.03, 21 days and three quarters × 0.06.
    #expect(forecast.costs == ["1.5825"])
  }

  @Test func `in New York the new year's price begins five hours before the new year`() throws {
    let zone = try TimeZoneRules.load(name: "America/New_York")
    let asOf = try Fixture.day("2026-12-01")
    let history = try Fixture.history(
      asOf: asOf, months: 2, firstDay: try Fixture.day("2026-09-01")
    ) {
      Fixture.daily("intro", $0)
    }
    let forecast = try Forecast(
      from: history,
      ForecastInput(book: try Fixture.simBook(), asOf: asOf, zone: zone, months: 2))
    // 31 × 0.03 and 5 / 24 of a day at 0.03 more.
    #expect(forecast.costs == ["0.93625", "1.86"])
    #expect(forecast.eventLines == ["2026-12-31 intro: introductory price ends 0.00625"])
    #expect(forecast.basis.timeZone == "America/New_York")
  }

  @Test func `a month with a change of clocks has as many days as any other`() throws {
    let zone = try TimeZoneRules.load(name: "Europe/Berlin")
    let asOf = try Fixture.day("2027-03-01")
    let history = try Fixture.history(
      asOf: asOf, months: 1, firstDay: try Fixture.day("2026-12-01")
    ) {
      Fixture.daily("intro", $0)
    }
    let forecast = try Forecast(
      from: history,
      ForecastInput(book: try Fixture.simBook(), asOf: asOf, zone: zone, months: 1))
    // 31 × 0.06, although March has an hour less.
    #expect(forecast.costs == ["1.86"])
  }
}
