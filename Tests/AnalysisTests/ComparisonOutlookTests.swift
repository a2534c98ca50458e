import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// What becomes of choices as known prices change, worked out by hand on the log of `ComparisonTests`:
/// ten days, in which "a" costs 3.94, "b" 7.58 (12.86 from 2027 on) and "c" 1.75.
@Suite struct ComparisonOutlookTests {
  private func compare(
    asOf: String = "2026-12-01", months: Int = 8, users: Int? = 50, revenue: String? = nil,
    budget: String? = nil, fixed: String = "0", book: PriceBook? = nil, rows: [RollupRow]? = nil,
    on models: [String] = ["b", "c"]
  ) throws -> Comparison {
    var candidates = models.map { ComparisonCandidate(model: $0) }
    candidates[candidates.count - 1].fixedCost = try #require(Money(decimal: fixed))
    let day = try Fixture.day(asOf)
    return try Comparison(
      ComparisonInput(
        book: try book ?? ComparisonTests.book(), rows: try rows ?? ComparisonTests.rows(),
        days: 10, users: users.flatMap { MonthlyUsers([$0]) }, candidates: candidates, asOf: day,
        at: [.day(day)], months: months, revenuePerMAU: revenue.flatMap { Money(decimal: $0) },
        budget: budget.flatMap { Money(decimal: $0) }))
  }

  @Test func `every month costs its days, and the month of another cheapest choice is named`()
    throws
  {
    let outlook = try #require(try compare().outlook)
    #expect(outlook.months.map { "\($0.month)" }.first == "2026-12")
    #expect(outlook.months.map { "\($0.month)" }.last == "2027-07")
    func costs(_ month: Int) -> [String] { outlook.months[month].choices.map(\.cost.decimal) }
    // 31 days of 0.394, 0.758 and 0.175; b at 1.286 from January on; c moves to b in June.
    #expect(costs(0) == ["12.214", "23.498", "5.425"])
    #expect(costs(1) == ["12.214", "39.866", "5.425"])
    #expect(costs(2) == ["11.032", "36.008", "4.9"])
    #expect(costs(6) == ["11.82", "38.58", "38.58"])
    #expect(outlook.months.map(\.cheapest) == [2, 2, 2, 2, 2, 2, 0, 0])
    #expect(outlook.turns.map { "\($0.month)" } == ["2027-06"])
    // December to July are 31 + 31 + 28 + 31 + 30 + 31 + 30 + 31 = 243 days.
    #expect(outlook.totals[0].cost.decimal == "95.742")
    #expect(outlook.totals[0].ratio?.isOne == true)
  }

  @Test func `there is a situation for today and one for each day on which a cost changes`()
    throws
  {
    let outlook = try #require(try compare().outlook)
    #expect(outlook.situations.map { "\($0.day)" } == ["2026-12-01", "2027-01-01", "2027-06-01"])
    #expect(
      outlook.situations.map { $0.events.map(\.description) } == [
        [], ["b: introductory price ends"], ["c: shut down, moves to b (earliest day)"],
      ])
    #expect(
      outlook.situations.map { $0.choices[1].perMonth.decimal } == ["22.74", "38.58", "38.58"])
    #expect(outlook.situations.map { $0.choices[2].perMonth.decimal } == ["5.25", "5.25", "38.58"])
    // 1286 / 394 = 643 / 197.
    #expect(outlook.situations[2].choices[2].ratio?.numerator == 643)
    #expect(outlook.situations[2].choices[2].ratio?.denominator == 197)
  }

  @Test(arguments: [["d"], ["d", "rises"], ["rises", "d"]])
  func `a change of one choice is told whatever else is compared, and whether or not it costs`(
    _ models: [String]
  ) throws {
    let book = try Fixture.book([
      Fixture.model("a", [Fixture.price("10", nil, "1")]),
      Fixture.model(
        "d", [Fixture.price("3", nil, "1")], [Fixture.end("error", "2027-01-20", successor: "e")]),
      Fixture.model("e", [Fixture.price("3", nil, "1")]),
      Fixture.model(
        "rises",
        [
          Fixture.price("1", nil, "1", until: "2027-01-10"),
          Fixture.price("2", nil, "1", from: "2027-01-10"),
        ]),
    ])
    let row = Fixture.row("a", [.textInput: 1_000_000], on: try Fixture.day("2026-11-20"))
    let outlook = try #require(
      try compare(asOf: "2027-01-01", months: 1, book: book, rows: [row], on: models).outlook)
    let others = models.contains("rises") ? ["2027-01-10 rises: price changes"] : []
    #expect(
      outlook.events.map { "\($0.day) \($0)" }
        == others + ["2027-01-20 d: shut down, moves to e"])
    // d costs on the day what it did, so no figure is told anew for it.
    #expect(outlook.situations.count == 1 + others.count)
  }

  @Test func `the months begin with the first that begins today or later`() throws {
    let outlook = try #require(try compare(asOf: "2026-11-30", months: 2).outlook)
    #expect(outlook.months.map { "\($0.month)" } == ["2026-12", "2027-01"])
    #expect(outlook.situations.map { "\($0.day)" } == ["2026-11-30", "2027-01-01"])
    #expect(try compare(months: 0).outlook == nil)
  }

  @Test func `a price that changes within a month weighs by its days`() throws {
    let book = try Fixture.book([
      Fixture.model("a", [Fixture.price("10", nil, "1")]),
      Fixture.model(
        "d",
        [
          Fixture.price("10", nil, "1", until: "2027-01-16"),
          Fixture.price("30", nil, "1", from: "2027-01-16"),
        ]),
    ])
    let row = Fixture.row("a", [.textInput: 1_000_000], on: try Fixture.day("2026-11-20"))
    let outlook = try #require(
      try compare(asOf: "2027-01-01", months: 2, book: book, rows: [row], on: ["d"]).outlook)
    // A day costs a tenth of 10: January 15 × 1 + 16 × 3, February 28 × 3.
    #expect(outlook.months.map { $0.choices[1].cost.decimal } == ["63", "84"])
    #expect(outlook.months.map { $0.choices[0].cost.decimal } == ["31", "28"])
  }

  @Test func `a model that ends without a successor is not the cheapest from then on`() throws {
    let book = try Fixture.book([
      Fixture.model("a", [Fixture.price("10", nil, "1")]),
      Fixture.model(
        "d", [Fixture.price("1", nil, "1")], [Fixture.end("error", "2027-02-10")]),
    ])
    let row = Fixture.row("a", [.textInput: 1_000_000], on: try Fixture.day("2026-11-20"))
    let outlook = try #require(
      try compare(asOf: "2027-01-01", months: 3, book: book, rows: [row], on: ["d"]).outlook)
    #expect(outlook.months.map { $0.choices[1].state } == [.complete, .ended, .ended])
    #expect(outlook.months.map(\.cheapest) == [1, 0, 0])
  }

  @Test func `what has no price in some month is neither zero nor the cheapest`() throws {
    let book = try Fixture.book([
      Fixture.model("a", [Fixture.price("10", nil, "1")]),
      Fixture.model("late", [Fixture.price("1", nil, "1", from: "2027-02-01")]),
    ])
    let row = Fixture.row("a", [.textInput: 1_000_000], on: try Fixture.day("2026-11-20"))
    let outlook = try #require(
      try compare(
        asOf: "2027-01-01", months: 2, budget: "100", book: book, rows: [row], on: ["late"]
      ).outlook)
    #expect(outlook.months.map { $0.choices[1].state } == [.unpriced, .complete])
    #expect(outlook.months.map(\.cheapest) == [0, 1])
    #expect(outlook.months[0].choices[1].affordable == nil)
    #expect(outlook.situations[0].choices[1].ratio == nil)
    #expect(outlook.situations[0].choices[1].breakEven == nil)
    #expect(outlook.totals[1].state == .unpriced)
    #expect(outlook.totals[1].ratio == nil)
  }

  @Test func `a choice pays from the share and the users at which its savings are its fixed cost`()
    throws
  {
    let outlook = try #require(try compare(revenue: "0.2", fixed: "3.285").outlook)
    let c = try #require(outlook.situations[0].choices[2].breakEven)
    // It saves 11.82 - 5.25 = 6.57 a month: half of the traffic saves 3.285, and so do 25 users.
    #expect(c.share == .from(try #require(ExactRatio(1, to: 2))))
    #expect(c.users == 25)
    // (5.25 + 3.285) / 50, of 0.2 each.
    #expect(c.neededPerMAU?.decimal == "0.1707")
    #expect(c.marginPerMAU?.decimal == "0.0293")
    // 3.285 / (0.2 - 0.105) = 34.6 users; 10 - 11.82 - 3.285 is made good by 5.105 / 6.57 of it.
    #expect(c.coveredFromUsers == 35)
    #expect(c.coveredShare == .from(try #require(ExactRatio(1021, to: 1314))))
    let b = try #require(outlook.situations[0].choices[1].breakEven)
    #expect(b.share == .never)
    #expect(b.users == nil)
    #expect(b.coveredShare == BreakEven.Covered.none)
    // From June on c costs as much as b, and its fixed cost beside it.
    #expect(outlook.situations[2].choices[2].breakEven?.share == .never)
    // Its months have the fixed cost in them.
    #expect(outlook.months[0].choices[2].cost.decimal == "8.71")
  }

  @Test func `revenue carries a dearer choice up to a share of the traffic`() throws {
    let outlook = try #require(try compare(revenue: "0.3").outlook)
    let choices = outlook.situations[0].choices
    // 15 - 11.82 = 3.18 is left for what b costs more: 22.74 - 11.82 = 10.92.
    #expect(
      choices[1].breakEven?.coveredShare == .upTo(try #require(ExactRatio(318, to: 1092))))
    #expect(choices[2].breakEven?.coveredShare == .all)
    #expect(choices[2].breakEven?.share == .always)
    #expect(choices[2].breakEven?.users == 0)
  }

  @Test func `a budget affords whole users, month by month`() throws {
    let outlook = try #require(try compare(budget: "100", fixed: "3.285").outlook)
    // 5000 / 12.214 = 409.4; 5000 / 23.498 = 212.8; 96.715 × 50 / 5.425 = 891.4.
    #expect(
      outlook.months[0].choices.map(\.affordable) == [.users(409), .users(212), .users(891)])
    // 5000 / 39.866 = 125.4.
    #expect(outlook.months[1].choices[1].affordable == .users(125))
    let short = try #require(try compare(budget: "3", fixed: "3.285").outlook)
    #expect(short.months[0].choices[2].affordable == .users(0))
  }

  @Test func `what cannot be is refused with a remedy`() throws {
    func refusal(_ make: () throws -> Comparison) -> ComparisonRefusal? {
      #expect(throws: ComparisonRefusal.self) { try make() }
    }
    #expect(refusal { try compare(months: 121) } == .monthsOutOfRange(121))
    #expect(refusal { try compare(months: -1) } == .monthsOutOfRange(-1))
    #expect(
      refusal { try compare(users: nil, budget: "1") } == .noUsers(option: "--budget"))
    #expect(
      refusal { try compare(users: nil, revenue: "1") } == .noUsers(option: "--revenue-per-mau"))
    #expect(refusal { try compare(months: 0, budget: "1") } == .needsMonths(option: "--budget"))
    let late = try Fixture.day("9999-12-02")
    #expect(
      refusal { try compare(asOf: "9999-12-02", months: 1) }
        == .horizonTooLate(asOf: late, months: 1))
    #expect(try compare(asOf: "9999-12-02", months: 0).outlook == nil)
    #expect(try compare(asOf: "9999-12-01", months: 1).outlook?.months.count == 1)
    let minus = try #require(Money(decimal: "-1"))
    #expect(
      refusal { try compare(fixed: "-1") } == .negativeAmount(minus, option: "--fixed-cost"))
  }

  @Test func `users of whom nothing has a price are not called nobody`() throws {
    func refusal(_ models: [String]) throws -> ComparisonRefusal? {
      let day = try Fixture.day("2026-11-20")
      let rows = models.map { Fixture.row($0, [.textInput: 1_000_000], on: day) }
      return #expect(throws: ComparisonRefusal.self) {
        try compare(users: nil, budget: "1", rows: rows)
      }
    }
    // Nothing has a price at all: that is what is wrong, and not the users.
    guard case .nothingPriced(_, ["unheard-of"], _)? = try refusal(["unheard-of"]) else {
      Issue.record("another refusal")
      return
    }
    let some = try refusal(["a", "unheard-of"])
    #expect(some == .noPricedUsers(option: "--budget"))
    #expect(
      some?.explanation == "--budget needs to know users, and no request that has a price names one"
    )
  }

  @Test func `a price of a model that has taken another's place is told once, as its own`() throws {
    // "gone" has been answered as "b" since 1 December; b's introductory price ends with the year.
    let book = try Fixture.book([
      Fixture.model("a", [Fixture.price("1", "0.1", "4")]),
      Fixture.model(
        "b",
        [
          Fixture.price("2", "0.2", "8", until: "2027-01-01", introductory: true),
          Fixture.price("4", "0.4", "16", from: "2027-01-01"),
        ]),
      Fixture.model(
        "gone", [Fixture.price("1", "0.1", "4")],
        [Fixture.end("reroute", "2026-12-01", successor: "b")]),
    ])
    let day = try Fixture.day("2026-11-20")
    let rows = ["a", "b", "gone"].map { Fixture.row($0, [.textInput: 1_000_000], on: day) }
    let outlook = try #require(
      try compare(asOf: "2026-12-02", months: 2, book: book, rows: rows, on: ["b", "a"]).outlook)
    #expect(outlook.events.map { "\($0.day) \($0)" } == ["2027-01-01 b: introductory price ends"])
    // Before the re-route that is still to come, and then the price of what answers.
    let early = try #require(
      try compare(asOf: "2026-11-30", months: 2, book: book, rows: rows, on: ["a"]).outlook)
    #expect(
      early.events.map { "\($0.day) \($0)" } == [
        "2026-12-01 gone: re-routed to b", "2027-01-01 b: introductory price ends",
      ])
  }

  @Test func `monthly users are those of an average month, and their days are added up`() throws {
    let day = try Fixture.day("2026-11-30")
    let comparison = try Comparison(
      ComparisonInput(
        book: ComparisonTests.book(), rows: ComparisonTests.rows(), days: 60,
        users: MonthlyUsers([40, 60], userDays: 394), candidates: [], asOf: day,
        at: [.day(day)]))
    // 3.94 in 60 days is 1.97 a month, of 50 users; and a hundredth for each of their 394 days.
    #expect(comparison.today.figures[0].perThousandMAU?.decimal == "39.4")
    #expect(comparison.today.figures[0].perUserDay?.decimal == "0.01")
    #expect(MonthlyUsers([]) == nil)
    #expect(MonthlyUsers([0]) == nil)
  }

  @Test func `nobody is counted as a user where more than a fifth of the requests name none`()
    throws
  {
    func input(_ without: Int, budget: Money? = nil) throws -> ComparisonInput {
      let day = try Fixture.day("2026-11-30")
      return ComparisonInput(
        book: try ComparisonTests.book(), rows: try ComparisonTests.rows(), days: 30,
        users: MonthlyUsers([10], userDays: 20), unnamed: UnnamedRequests(without, of: 100),
        candidates: [ComparisonCandidate(model: "b")], asOf: day, at: [.day(day)], months: 1,
        budget: budget)
    }
    // 3.94 a month of ten users; a fifth is not too many, one more is.
    let few = try Comparison(input(20))
    #expect(few.today.figures[0].perThousandMAU?.decimal == "394")
    #expect(few.today.figures[0].perUserDay?.decimal == "0.197")
    let many = try Comparison(input(21))
    #expect(many.users == nil && many.unnamed == UnnamedRequests(21, of: 100))
    #expect(many.today.figures[0].perThousandMAU == nil)
    #expect(many.lines[0].figures[0].perUserDay == nil)
    #expect(many.outlook?.situations[0].choices[1].breakEven?.neededPerMAU == nil)
    let refusal = #expect(throws: ComparisonRefusal.self) {
      try Comparison(input(21, budget: Money(decimal: "5")))
    }
    #expect(
      refusal?.explanation == "--budget needs to know users, and 21 of 100 requests name none")
    #expect(UnnamedRequests(0, of: 100) == nil)
  }
}
