import Pricing
import Quantities
import Testing

/// What is said about each mistake in a contract: place, explanation, remedy.
@Suite struct ContractErrorTests {
  struct Mistake: CustomTestStringConvertible, Sendable {
    let text: String
    let message: String
    var testDescription: String { message }
  }

  /// A contract whose second line is its only discount.
  private static func discount(_ fields: String) -> String { ContractFixture.discount(fields) }

  static let mistakes: [Mistake] = [
    Mistake(
      text: """
        {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "models": [],
        "discounts": [{"percent_off": "10"}]}
        """,
      message: """
        mine.json:2: discounts: discounts without the contract they come from
        Add "contract": {"name": "…"} to the file.
        """),
    Mistake(
      text: """
        {"schema": "tollbook.prices/1", "seller": "google-gemini-api",
        "contract": {"title": "Acme", "name": "Acme"}, "discounts": [{"percent_off": "10"}]}
        """,
      message: """
        mine.json:2: contract.title: the key title is not known here
        Known here: name.
        """),
    Mistake(
      text: """
        {"schema": "tollbook.prices/1", "seller": "google-gemini-api",
        "contract": {}, "discounts": [{"percent_off": "10"}]}
        """,
      message: """
        mine.json:2: contract: name is missing
        Add "name"; pricing/README.md describes the format.
        """),
    Mistake(
      text: """
        {"schema": "tollbook.prices/1", "seller": "google-gemini-api",
        "contract": "Acme", "discounts": [{"percent_off": "10"}]}
        """,
      message: """
        mine.json:2: contract: a text stands where an object belongs
        Write an object.
        """),
    Mistake(
      text: ContractFixture.contract(#""discounts": []"#),
      message: """
        mine.json:1: contract: a contract without a price or a discount
        State a price in "models" or a percentage in "discounts".
        """),
    Mistake(
      text: discount(#""models": ["flash"]"#),
      message: """
        mine.json:2: discounts[0]: percent_off is missing
        Add "percent_off"; pricing/README.md describes the format.
        """),
    Mistake(
      text: discount(#""percent_off": 12.5"#),
      message: """
        mine.json:2: discounts[0].percent_off: the percentage 12.5 is a number, not a string
        Write it in quotes, "12.5": a number would pass through binary floating point.
        """),
    Mistake(
      text: discount(#""percent_off": "0""#),
      message: """
        mine.json:2: discounts[0].percent_off: "0" is not a percentage above 0 and at most 100
        Write how many percent come off as a plain decimal number: "12.5".
        """),
    Mistake(
      text: discount(#""percent_off": "100.01""#),
      message: """
        mine.json:2: discounts[0].percent_off: "100.01" is not a percentage above 0 and at most 100
        Write how many percent come off as a plain decimal number: "12.5".
        """),
    Mistake(
      text: discount(#""percent_off": "12.5 %""#),
      message: """
        mine.json:2: discounts[0].percent_off: "12.5 %" is not a percentage above 0 and at most 100
        Write how many percent come off as a plain decimal number: "12.5".
        """),
    Mistake(
      text: discount(#""percent_off": "12.3456789""#),
      message: """
        mine.json:2: discounts[0].percent_off: 12.3456789 has more than 6 decimals
        Write the percentage with six decimals at most, or state prices.
        """),
    Mistake(
      text: discount(#""percent_off": ["10"]"#),
      message: """
        mine.json:2: discounts[0].percent_off: an array stands where a percentage in quotes belongs
        Write a percentage in quotes.
        """),
    Mistake(
      text: discount(#""percent_off": "10", "model": ["flash"]"#),
      message: """
        mine.json:2: discounts[0].model: the key model is not known here
        Known here: percent_off, models, service_tiers, meters, from, until, note.
        """),
    Mistake(
      text: discount(#""percent_off": "10", "models": ["flash", "flesh"]"#),
      message: """
        mine.json:2: discounts[0].models[1]: flesh is not a model of google-gemini-api
        Name it as it is billed; a model of your own is added in a file without "contract".
        """),
    Mistake(
      text: discount(#""percent_off": "10", "models": ["latest"]"#),
      message: """
        mine.json:2: discounts[0].models[0]: latest is not a model but another name of flash
        Name what is billed: flash; a name can come to mean another model.
        """),
    Mistake(
      text: discount(#""percent_off": "10", "models": "flash""#),
      message: """
        mine.json:2: discounts[0].models: a text stands where an array belongs
        Write an array.
        """),
    Mistake(
      text: discount(#""percent_off": "10", "models": []"#),
      message: """
        mine.json:2: discounts[0].models: models is an empty list
        Leave it out for all of them, or name at least one.
        """),
    Mistake(
      text: discount(#""percent_off": "10", "models": ["flash", "flash"]"#),
      message: """
        mine.json:2: discounts[0].models[1]: flash stands in this list a second time
        Remove one of the two.
        """),
    Mistake(
      text: discount(#""percent_off": "10", "models": [7]"#),
      message: """
        mine.json:2: discounts[0].models[0]: a number stands where a text belongs
        Write a text.
        """),
    Mistake(
      text: discount(#""percent_off": "10", "from": "2026-07-01", "until": "2026-07-01""#),
      message: """
        mine.json:2: discounts[0].until: the period ends at 2026-07-01, not after 2026-07-01
        A period holds its start and not its end; swap the two or leave one out.
        """),
    Mistake(
      text: discount(#""percent_off": "10", "from": "2026-02-30""#),
      message: """
        mine.json:2: discounts[0].from: "2026-02-30" is neither a day nor a time
        Write a day of the calendar, 2026-12-01, or a time, 2026-12-01T08:00:00Z.
        """),
    Mistake(
      text: ContractFixture.contract(
        #""models": [{"model": "flesh", "prices": [{"per": "song", "amounts": {"s": "1"}}]}]"#),
      message: """
        mine.json:2: models[0].model: flesh is not a model of google-gemini-api
        Name it as it is billed; a model of your own is added in a file without "contract".
        """),
    Mistake(
      text: ContractFixture.contract(
        #""models": [{"model": "latest", "prices": [{"per": "song", "amounts": {"s": "1"}}]}]"#),
      message: """
        mine.json:2: models[0].model: latest is not a model but another name of flash
        Name what is billed: flash; a name can come to mean another model.
        """),
    Mistake(
      text: ContractFixture.contract(
        #""discounts": [{"percent_off": "10"}], "models": [{"model": "flash", "lifecycle": []}]"#),
      message: """
        mine.json:2: models[0].lifecycle: lifecycle cannot stand in a file with a contract
        State it in another file, without "contract", or leave it out.
        """),
    Mistake(
      text: ContractFixture.contract(
        #""discounts": [{"percent_off": "10"}], "aliases": [{"name": "a", "model": "flash"}]"#),
      message: """
        mine.json:2: aliases[0]: an alias cannot stand in a file with a contract
        State it in another file, without "contract", or leave it out.
        """),
    Mistake(
      text: ContractFixture.prices(
        #"{"per": "million_tokens", "amounts": {"input": "1"}, "status": "announced"}"#),
      message: """
        mine.json:2: models[0].prices[0].status: announced cannot stand in a file with a contract
        State it in another file, without "contract", or leave it out.
        """),
    Mistake(
      text: ContractFixture.prices(#"{"per": "million_tokens", "amounts": {"input": null}}"#),
      message: """
        mine.json:2: models[0].prices[0].amounts: an unknown price cannot stand in a file with a \
        contract
        State it in another file, without "contract", or leave it out.
        """),
    Mistake(
      text: discount(#""percent_off": "01""#),
      message: """
        mine.json:2: discounts[0].percent_off: "01" is not a percentage above 0 and at most 100
        Write how many percent come off as a plain decimal number: "12.5".
        """),
    Mistake(
      text: ContractFixture.contract(#""discounts": [{"percent_off": "10"}]"#, seller: "open-ai"),
      message: """
        mine.json:1: contract: there are no list prices of open-ai
        Correct the name, or add the seller's list prices with --prices FILE.
        """),
    Mistake(
      text: ContractFixture.contract(
        """
        "discounts": [{"percent_off": "10", "service_tiers": ["batch"], "until": "2026-08-01"},
        {"percent_off": "20", "models": ["flash"], "meters": ["output"], "from": "2026-06-01"}]
        """),
      message: """
        mine.json:3: discounts[1]: 10 % and 20 % would both come off flash, batch, text_output from \
        2026-06-01T00:00:00Z: see discounts[0] (line 2)
        Let only one of them apply: name other models, service_tiers, meters or days in one of them.
        """),
    Mistake(
      text: ContractFixture.prices(
        """
        {"per": "million_tokens", "amounts": {"input": "1"}},
        {"per": "million_tokens", "amounts": {"audio_input": "2"}}
        """),
      message: """
        mine.json:3: models[0].prices[1]: audio_input has another price from the beginning in \
        models[0].prices[0] (line 2)
        Let the earlier one end where the later one begins, or mark one "status": "withdrawn".
        """),
  ]

  @Test(arguments: mistakes)
  func `a mistake is shown with its place and its remedy`(mistake: Mistake) {
    let problems = ContractFixture.problems(mistake.text)
    #expect(problems.first?.description == mistake.message)
    #expect(problems.count == 1)
  }

  @Test func `tiers and meters that do not exist are named with those that do`() {
    let tier = ContractFixture.problems(
      Self.discount(#""percent_off": "10", "service_tiers": ["standard", "bulk"]"#))
    #expect(tier.map(\.place) == ["mine.json:2: discounts[0].service_tiers[1]"])
    #expect(tier.first?.explanation == "\"bulk\" is not a word known here")
    #expect(tier.first?.remedy.hasPrefix("Write one of: standard, batch, flex, ") == true)
    let meter = ContractFixture.problems(
      Self.discount(#""percent_off": "10", "meters": ["input_text", "cache_storage"]"#))
    #expect(
      meter.map(\.place) == [
        "mine.json:2: discounts[0].meters[0]", "mine.json:2: discounts[0].meters[1]",
      ])
    #expect(meter.first?.remedy.hasPrefix("Known: input, cached_input, output, ") == true)
  }

  @Test func `a file of list prices has no contract`() throws {
    let text = ContractFixture.contract(#""models": [], "discounts": [{"percent_off": "10"}]"#)
    let error = try #require(throws: PriceBookError.self) {
      try PriceBook.load([Fixture.source("base.json", text)])
    }
    #expect(
      error.problems.contains {
        $0.kind == .contract(.inBase) && $0.place == "base.json:1: contract"
      })
  }

  @Test func `discounts of two contracts do not stack, and neither is preferred`() {
    let problems = ContractFixture.problems(
      Self.discount(#""percent_off": "10""#),
      ContractFixture.discount(#""percent_off": "5.5", "models": ["pro"]"#, name: "Other"))
    #expect(
      problems.map { "\($0.place): \($0.explanation)" } == [
        "mine-1.json:2: discounts[0]: 10 % and 5.5 % would both come off pro, every tier, text_input "
          + "from the beginning: see mine.json: discounts[0] (line 2)"
      ])
  }

  /// Every way in which two discounts can keep out of each other's way.
  @Test(arguments: [
    (#""models": ["flash"]"#, #""models": ["pro"]"#),
    (#""service_tiers": ["standard"]"#, #""service_tiers": ["batch", "flex"]"#),
    (#""meters": ["input"]"#, #""meters": ["output", "cached_input"]"#),
    (#""meters": ["audio_input"]"#, #""meters": ["text_input"]"#),
    (#""until": "2026-06-01""#, #""from": "2026-06-01""#),
  ])
  func `discounts that never meet stand side by side`(one: String, other: String) throws {
    let book = try ContractFixture.book(
      ContractFixture.contract(
        #""discounts": [{"percent_off": "10", \#(one)}, {"percent_off": "20", \#(other)}]"#))
    #expect(book.contracts(with: .googleGeminiAPI).first?.discounts.count == 2)
  }

  @Test func `an alias with several meanings is refused with all of them`() {
    let list = """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "models": [],
      "aliases": [{"name": "best", "model": "latest", "until": "2026-06-01"},
      {"name": "best", "model": "pro", "from": "2026-06-01"}]}
      """
    let problems = ContractFixture.problems(
      list, Self.discount(#""percent_off": "10", "models": ["best"]"#))
    #expect(
      problems.first?.explanation == "best is not a model but another name of flash, pro")
  }
}
