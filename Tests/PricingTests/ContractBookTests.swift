import Pricing
import Quantities
import Testing
import Usage

/// What a book with a contract says of itself: fingerprint, changes, remarks.
@Suite struct ContractBookTests {
  private typealias World = ContractFixture

  @Test func `every part of a contract that can change a figure is in the fingerprint`() throws {
    let price = #"{"per": "million_tokens", "amounts": {"input": "0.8"}}"#
    let files: [String?] = [
      nil, World.discount(#""percent_off": "10""#), World.discount(#""percent_off": "10.000001""#),
      World.discount(#""percent_off": "10""#, name: "Other"),
      World.discount(#""percent_off": "10", "models": ["flash"]"#),
      World.discount(#""percent_off": "10", "models": ["pro"]"#),
      World.discount(#""percent_off": "10", "service_tiers": ["batch"]"#),
      World.discount(#""percent_off": "10", "meters": ["input"]"#),
      World.discount(#""percent_off": "10", "from": "2026-01-01""#),
      World.discount(#""percent_off": "10", "until": "2026-01-01""#), World.prices(price),
      World.prices(price, model: "pro"),
      World.prices(price.replacing("0.8", with: "0.9")),
      World.prices(price.replacing("{\"per", with: #"{"from": "2026-01-01", "per"#)),
      // The same price as a list price is another book: its list cost differs.
      World.prices(price).replacing(#""contract": {"name": "Acme 2026"},"#, with: ""),
    ]
    let digests = try files.map { try World.book([$0].compactMap(\.self)).digest }
    #expect(Set(digests).count == files.count)
  }

  @Test func `how a contract is written does not change the fingerprint`() throws {
    let digests = try [
      World.discount(#""percent_off": "10", "models": ["flash", "pro"], "meters": ["input"]"#),
      World.discount(
        """
        "note": "by mail", "from": null, "percent_off": "10.0", "models": ["pro", "flash"],
        "meters": ["text_input", "input"]
        """),
    ].map { try World.book($0).digest }
    #expect(digests[0] == digests[1])
  }

  @Test func `a book is the same when it is loaded again from its files`() throws {
    let book = try World.book(World.discount(#""percent_off": "10""#))
    let again = try PriceBook.load(
      Array(book.files.prefix(book.baseFileCount)),
      overlays: Array(book.files.dropFirst(book.baseFileCount)))
    #expect(again.digest == book.digest)
    #expect(again.contractNames == ["Acme 2026"])
    #expect(book.withoutContracts.contractNames.isEmpty)
    #expect(try book.withoutContracts.digest == World.book().digest)
  }

  @Test func `contracts begin, change and end among the changes of a price`() throws {
    let book = try World.book(
      World.contract(
        """
        "discounts": [
        {"percent_off": "10", "models": ["flash"], "from": "2026-03-01", "until": "2026-04-01"},
        {"percent_off": "20", "models": ["flash"], "from": "2026-04-01", "until": "2026-08-01"}]
        """))
    let changes = book.priceChanges(provider: .googleGeminiAPI, model: "flash", in: .always)
    #expect(
      changes.map { "\($0.at.dayUTC) \($0.kind)" } == [
        "2026-03-01 contractBegins(\"Acme 2026\")", "2026-04-01 contractChanges(\"Acme 2026\")",
        "2026-07-01 priceChange", "2026-08-01 contractEnds(\"Acme 2026\")",
        "2026-10-01 reroute(to: \"pro\")",
      ])
    // Where the contract has a price of its own, the list's rise is no change.
    let fixed = try World.book(
      World.prices(
        #"{"per": "million_tokens", "amounts": {"input": "1", "cached_input": "1", "output": "1"}}"#
      ))
    let kinds = fixed.priceChanges(provider: .googleGeminiAPI, model: "flash", in: .always)
      .map(\.kind)
    #expect(kinds == [.reroute(to: "pro")])
  }

  private func remarks(_ overlay: String) throws -> [String] {
    let book = try World.book(overlay)
    let findings = book.check(today: nil).filter { $0.file == "mine-0.json" }
    return findings.map { "\($0.line): \($0.path): \($0.explanation)" }
  }

  @Test func `a discounted price that had to be rounded is reported`() throws {
    // 0.25 × 0.876543211 = 0.21913580275.
    let text = World.discount(#""percent_off": "12.345679", "models": ["flash"]"#)
    #expect(
      try remarks(text).first
        == "2: discounts[0]: flash: 12.345679 % off 1 for text_input is rounded to 0.876543 a "
        + "million tokens")
    #expect(
      try remarks(World.discount(#""percent_off": "12.5", "until": "2026-10-01""#)).isEmpty)
  }

  @Test func `a discount that finds nothing is reported`() throws {
    let text = World.discount(
      """
      "percent_off": "10", "models": ["flash"], "service_tiers": ["standard", "flex"],
      "meters": ["cache_write_5m", "output"], "until": "2026-10-01"
      """)
    #expect(
      try remarks(text) == [
        "2: discounts[0]: google-gemini-api: a discount names flex, of which nothing has a list price "
          + "in its time",
        "2: discounts[0]: google-gemini-api: a discount names cache_write_5m, of which nothing has a "
          + "list price in its time",
      ])
    // flash has no price of its own any more when it is billed as pro.
    #expect(
      try remarks(
        World.discount(#""percent_off": "10", "models": ["flash"], "from": "2027-01-01""#)
      )
      .first?.hasSuffix("a discount names flash, of which nothing has a list price in its time")
        == true)
  }

  @Test func `a contract that a re-route leads out of is reported`() throws {
    let lost = [
      "2: discounts[0]: flash: billed as pro from 2026-10-01T00:00:00Z on, which the contract does "
        + "not cover"
    ]
    #expect(try remarks(World.discount(#""percent_off": "10", "models": ["flash"]"#)) == lost)
    #expect(try remarks(World.discount(#""percent_off": "10""#)).isEmpty)
    #expect(
      try remarks(World.discount(#""percent_off": "10", "models": ["flash", "pro"]"#)).isEmpty)
    #expect(
      try remarks(
        World.discount(#""percent_off": "10", "models": ["flash"], "until": "2026-10-01""#)
      ).isEmpty)
  }

  @Test func `what a contract states can be read`() throws {
    let book = try World.book(
      World.contract(
        """
        "models": [{"model": "flash", "prices": [
        {"per": "million_tokens", "amounts": {"input": "0.8"}, "note": "schedule B"},
        {"per": "thousand_search_queries", "amounts": {"google_search": "10"}}]}],
        "discounts": [{"percent_off": "5", "models": ["pro"], "note": "schedule C"}]
        """))
    let contract = try #require(book.contracts(with: .googleGeminiAPI).first)
    #expect(contract.name == "Acme 2026")
    #expect(contract.discounts.map(\.note) == ["schedule C"])
    #expect(contract.discounts.first?.models == ["pro"])
    let prices = book.contractPrices(provider: .googleGeminiAPI, model: "flash")
    #expect(prices.map(\.unit) == [.millionTokens, .thousandSearchQueries])
    #expect(prices.first?.note == "schedule B")
    // The list is what it was.
    #expect(book.model("flash", of: .googleGeminiAPI)?.statements.count == 4)
    #expect(book.unitPrices(provider: .googleGeminiAPI, model: "flash").isEmpty)
    #expect(book.contracts(with: .openAI).isEmpty)
  }

  @Test func `a contract holds whatever day's knowledge the list is asked for`() throws {
    let book = try World.book(
      World.contract(
        """
        "models": [{"model": "pro", "prices": [{"per": "million_tokens", "from": "2027-01-01",
        "until": "2027-03-01", "amounts": {"input": "5"}}]}],
        "discounts": [{"percent_off": "10", "models": ["flash"], "from": "2027-01-01"}]
        """)
    ).asKnown(on: try #require(Day("2026-08-01")))
    #expect(book.contractNames == ["Acme 2026"])
    let times = ["2026-12-31", "2027-01-01", "2027-02-28", "2027-03-01"]
    #expect(
      try times.map { try World.paid(book, "pro", at: $0, meters: [.textInput]) }
        == [["10"], ["10>5"], ["10>5"], ["10"]])
    #expect(book.withoutContracts.knownOn == book.knownOn)
  }

  @Test func `a withdrawn contract price is not paid`() throws {
    let book = try World.book(
      World.prices(
        """
        {"per": "million_tokens", "amounts": {"input": "0.1"}, "status": "withdrawn"},
        {"per": "million_tokens", "amounts": {"input": "0.8"}}
        """))
    #expect(try World.paid(book, meters: [.textInput]) == ["1>0.8"])
  }
}
