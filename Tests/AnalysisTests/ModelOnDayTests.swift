import Analysis
import Pricing
import Quantities
import Testing
import Usage

/// What holds for a name on one day.
struct ModelOnDayTests {
  private func found(_ name: String, on day: String) throws -> ModelOnDay? {
    ModelOnDay(
      of: name, provider: .googleGeminiAPI, in: try ModelLifeTests.book(),
      on: try Fixture.day(day))
  }

  private func prices(_ name: String, on day: String) throws -> [String] {
    try #require(try found(name, on: day)).prices.map { price in
      let amounts = price.statement.amounts.map { "\($0.price?.description ?? "?")" }
      return "\(price.statement.serviceTier.rawValue) \(amounts.joined(separator: " "))"
    }
  }

  @Test func `the prices of a day are those that a charge would take, and other units beside them`()
    throws
  {
    #expect(
      try prices("m", on: "2026-02-28") == [
        "standard 1 per million 2 per million 4 per million", "standard 40000 per million",
      ])
    #expect(
      try prices("m", on: "2026-07-01") == [
        "standard 1.5 per million 2 per million 8 per million",
        "batch 0.5 per million 2 per million", "standard 40000 per million",
      ])
    // A rise that was withdrawn prices nothing.
    #expect(
      try prices("m", on: "2027-01-15").first
        == "standard 1.5 per million 2 per million 8 per million")
  }

  @Test func `a name that is re-routed or an alias has the prices of the other model`() throws {
    let rerouted = try #require(try found("m", on: "2027-02-01"))
    #expect(rerouted.model.name == "n")
    #expect(rerouted.resolution.steps.map(\.kind) == [.reroute])
    let alias = try #require(try found("latest", on: "2026-10-31"))
    #expect(alias.model.name == "m")
    #expect(try found("latest", on: "2026-11-01")?.model.name == "n")
    #expect(try found("latest", on: "2026-01-31") == nil)
  }

  @Test func `an introductory price comes with what follows it`() throws {
    let price = try #require(try found("m", on: "2026-06-30")?.prices.first)
    let steps = try #require(price.follower).steps
    #expect(steps.map { $0.change?.percent(toPlaces: 0) } == ["50", "0", "100"])
    #expect(try found("m", on: "2026-07-01")?.prices.first?.follower == nil)
  }

  @Test func `a day on which a price may have changed says what it may have been`() throws {
    let book = try Fixture.book([
      """
      {"model": "m", "prices": [
        {"per": "million_tokens", "until": "2026-03-01", "amounts": {"input": "1"}},
        {"per": "million_tokens", "from": "2026-03-01", "amounts": {"input": "2"},
         "from_between": ["2026-02-20", "2026-03-10"]}], "lifecycle": []}
      """
    ])
    func other(_ day: String) throws -> [String] {
      let found = try #require(
        ModelOnDay(
          of: "m", provider: .googleGeminiAPI, in: book, on: try Fixture.day(day)))
      return found.prices.flatMap(\.otherwise).map { "\($0.after?.description ?? "-")" }
    }
    #expect(try other("2026-02-19") == [])
    #expect(try other("2026-02-20") == ["2 per million"])
    #expect(try other("2026-02-28") == ["2 per million"])
    #expect(try other("2026-03-01") == ["1 per million"])
    #expect(try other("2026-03-09") == ["1 per million"])
    // On the last possible day it had begun for sure.
    #expect(try other("2026-03-10") == [])
  }
}
