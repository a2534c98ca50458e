import Analysis
import Pricing
import Quantities
import Testing

/// What one book says that another does not.
struct BookDifferenceTests {
  /// A model with these prices and ends.
  private func book(
    _ prices: [String], _ ends: [String] = [], others: [String] = [], aliases: [String] = []
  ) throws -> PriceBook {
    let next = Fixture.model("n", [Fixture.price("9", nil, "9")])
    return try Fixture.book([Fixture.model("m", prices, ends), next] + others, aliases: aliases)
  }

  private func codes(_ old: PriceBook, _ new: PriceBook) -> [String] {
    BookDifference(from: old, to: new).changes.map { change in
      let what: String
      switch change.kind {
      case .modelAdded(let model): what = "model added, \(model.statements.count)"
      case .modelRemoved: what = "model removed"
      case .priceAdded(let statement): what = "added \(statement.amounts.count)"
      case .priceWithdrawn: what = "withdrawn"
      case .priceRemoved: what = "removed"
      case .pricesEnd(let statements, let was):
        let end = statements[0].period.until?.dayUTC.description ?? "-"
        what = "\(statements.count) end \(end), was \(was?.dayUTC.description ?? "-")"
      case .priceStatus(let statement, let was):
        what = "\(was.rawValue) to \(statement.status.rawValue)"
      case .amountsChanged(_, let steps):
        what =
          "amounts "
          + steps.map { "\($0.name) \($0.change?.percent(toPlaces: 0) ?? "-")" }
          .joined(separator: ",")
      case .endAdded(let end): what = "end added \(end.mode.rawValue)"
      case .endRevoked(let end): what = "end revoked \(end.mode.rawValue)"
      case .endChanged(let from, let to):
        what = "end \(from.day?.description ?? "-") to \(to.day?.description ?? "-")"
      case .aliasAdded(let alias): what = "alias to \(alias.model)"
      case .aliasEnds(let alias, _):
        what = "alias ends \(alias.period.until?.dayUTC.description ?? "-")"
      case .aliasRemoved: what = "alias removed"
      }
      return "\(change.subject): \(what)"
    }
  }

  @Test func `a book does not differ from itself, however its rows are ordered`() throws {
    let prices = [Fixture.price("1", "0.1", "4"), Fixture.price("0.5", nil, "2", tier: "batch")]
    #expect(try codes(book(prices), book(prices)) == [])
    #expect(try codes(book(prices), book(prices.reversed())) == [])
  }

  @Test func `a price that changes is an end and a new statement`() throws {
    let old = try book([
      Fixture.price("1", nil, "4"), Fixture.price("0.5", nil, "2", tier: "batch"),
    ])
    let new = try book([
      Fixture.price("1", nil, "4", until: "2027-01-01"),
      Fixture.price("0.5", nil, "2", until: "2027-01-01", tier: "batch"),
      Fixture.price("2", nil, "8", from: "2027-01-01", status: "announced"),
    ])
    #expect(codes(old, new) == ["m: added 2", "m: 2 end 2027-01-01, was -"])
    // The other way round both are undone.
    #expect(codes(new, old) == ["m: 2 end -, was 2027-01-01", "m: removed"])
  }

  @Test func `other amounts for the same time are one change`() throws {
    let old = try book([Fixture.price("1", "0.1", "4", from: "2026-01-01")])
    let new = try book([Fixture.price("1.25", "0.1", "3", from: "2026-01-01")])
    // 1 → 1.25 is a quarter more, 4 → 3 a quarter less; what is cached stays.
    #expect(codes(old, new) == ["m: amounts input 25,output -25"])
  }

  @Test func `an announcement that comes true, and one that is withdrawn`() throws {
    let base = Fixture.price("1", nil, "4", until: "2027-01-01")
    func rise(_ status: String, _ more: String = "") -> String {
      #"{"per": "million_tokens", "from": "2027-01-01", "known": "2026-09-01", "#
        + #""status": "\#(status)"\#(more), "amounts": {"input": "2", "output": "8"}}"#
    }
    let announced = try book([base, rise("announced")])
    #expect(
      try codes(announced, book([base, rise("in_force")])) == ["m: announced to in_force"])
    let withdrawn = try book([base, rise("withdrawn", #", "withdrawn_on": "2026-11-01""#)])
    #expect(codes(announced, withdrawn) == ["m: withdrawn"])
    #expect(codes(withdrawn, announced) == ["m: added 2"])
  }

  @Test func `ends of models, and models that come and go`() throws {
    let price = [Fixture.price("1", nil, "4")]
    let early = [Fixture.end("error", "2026-10-16", successor: "n", earliest: true)]
    let late = [Fixture.end("error", "2027-03-01", successor: "n", earliest: true)]
    #expect(try codes(book(price), book(price, early)) == ["m: end added error"])
    #expect(try codes(book(price, early), book(price, late)) == ["m: end 2026-10-16 to 2027-03-01"])
    #expect(try codes(book(price, early), book(price)) == ["m: end revoked error"])
    let more = try book(
      price,
      others: [Fixture.model("x", price, [Fixture.end("reroute", "2027-01-01", successor: "n")])])
    #expect(try codes(book(price), more) == ["x: model added, 1", "x: end added reroute"])
    #expect(try codes(more, book(price)) == ["x: model removed"])
  }

  @Test func `aliases that come, end and go`() throws {
    let price = [Fixture.price("1", nil, "4")]
    let one = #"{"name": "latest", "model": "m", "from": "2026-01-01"}"#
    let ended = #"{"name": "latest", "model": "m", "from": "2026-01-01", "until": "2026-11-01"}"#
    let next = #"{"name": "latest", "model": "n", "from": "2026-11-01"}"#
    let old = try book(price, aliases: [one])
    #expect(
      try codes(old, book(price, aliases: [ended, next])) == [
        "latest: alias ends 2026-11-01", "latest: alias to n",
      ])
    #expect(try codes(old, book(price)) == ["latest: alias removed"])
  }

  @Test func `a seller that only one of the books has`() throws {
    let here = try Fixture.book([Fixture.model("m", [Fixture.price("1", nil, "4")])])
    let there = try Fixture.book(
      [Fixture.model("m", [Fixture.price("1", nil, "4")])], seller: "openai")
    let changes = BookDifference(from: here, to: there).changes
    #expect(changes.map(\.provider) == [.googleGeminiAPI, .openAI])
    #expect(codes(here, there) == ["m: model removed", "m: model added, 1"])
  }
}
