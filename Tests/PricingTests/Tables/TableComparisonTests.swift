import Pricing
import Quantities
import Testing
import Usage

/// Where a table and the book do not agree.
@Suite struct TableComparisonTests {
  private func compare(
    _ text: String, on day: String = "2026-11-30", provider: Provider? = nil
  ) throws -> PriceComparison {
    try TableWorld.book().compare(
      with: TableWorld.source(text), provider: provider, at: try Fixture.instant(day),
      today: try #require(Day("2026-11-30")))
  }

  /// `model tier>over name: book table`, in dollars as quoted.
  private func lines(_ comparison: PriceComparison) -> [String] {
    comparison.disagreements.map { row in
      func quoted(_ price: UnitPrice?) -> String {
        price?.decimal(perUnits: row.unit.quantity) ?? "–"
      }
      return "\(row.model) \(row.serviceTier.rawValue)>\(row.overPromptTokens) \(row.name): "
        + "\(quoted(row.booked)) \(quoted(row.listed))"
    }
  }

  private func modelsDev(_ models: String) -> String {
    #"{"google": {"id": "google", "models": {\#(models)}}}"#
  }

  @Test func `every meter, tier and step that the table states is compared`() throws {
    let table = """
      {"gemini/flash": {"litellm_provider": "gemini", "input_cost_per_token": 3e-07,
         "input_cost_per_audio_token": 7e-07, "cache_read_input_token_cost": 7.5e-08,
         "output_cost_per_token": 2.5e-06, "input_cost_per_token_batches": 1.5e-07},
       "gemini/pro": {"litellm_provider": "gemini", "input_cost_per_token": 1.25e-06,
         "output_cost_per_token": 1e-05, "output_cost_per_token_above_200k_tokens": 2e-05},
       "gemini/unheard-of": {"litellm_provider": "gemini", "input_cost_per_token": 1e-06}}
      """
    let comparison = try compare(table)
    #expect(
      lines(comparison) == [
        "flash standard>0 audio_input: 1 0.7", "flash standard>0 cached_input: 0.03 0.075",
        "flash batch>0 input: – 0.15",
        // Beyond 200,000 the table goes on with 1.25 for input.
        "pro standard>200000 input: 2.5 1.25", "pro standard>200000 output: 15 20",
      ])
    // flash: text input, output; pro: input and output below the step.
    #expect(comparison.agreementCount == 4)
    #expect(comparison.modelCount == 2)
    #expect(comparison.differences.count == 4)
    #expect(comparison.additions.count == 1)
    #expect(comparison.onlyListed.map(\.name) == ["unheard-of"])
    #expect(comparison.onlyBooked.map(\.name) == ["gone"])
    #expect(comparison.providers == [.googleGeminiAPI])
  }

  @Test func `both sources are named`() throws {
    let table = """
      {"gemini/flash": {"litellm_provider": "gemini", "input_cost_per_token": 4e-07}}
      """
    let row = try compare(table).disagreements[0]
    #expect(row.bookSources.map(\.name) == ["the seller's page"])
    #expect(row.entry == "gemini/flash")
    #expect(row.tableSources.isEmpty)
  }

  @Test func `a table without steps says that long prompts cost the same`() throws {
    let table = modelsDev(#""pro": {"cost": {"input": 1.25, "output": 10}}"#)
    #expect(
      lines(try compare(table)) == [
        "pro standard>200000 input: 2.5 1.25", "pro standard>200000 output: 15 10",
      ])
  }

  @Test func `a re-routed name is compared at what is billed for it`() throws {
    let table = modelsDev(#""gone": {"cost": {"input": 9, "output": 9}}"#)
    let after = try compare(table)
    #expect(
      lines(after) == [
        "gone standard>0 input: 0.3 9", "gone standard>0 output: 2.5 9",
      ])
    #expect(after.disagreements.map(\.billedAs) == ["flash", "flash"])
    #expect(lines(try compare(table, on: "2026-09-30")).isEmpty)
    let alias = modelsDev(#""flash-latest": {"cost": {"input": 0.3, "output": 2.4}}"#)
    #expect(lines(try compare(alias)) == ["flash-latest standard>0 output: 2.5 2.4"])
  }

  @Test func `implausible figures are shown, not hidden`() throws {
    // 8,000 times too much.
    let table = modelsDev(#""flash": {"cost": {"input": 2400, "output": 0}}"#)
    #expect(
      lines(try compare(table)) == [
        "flash standard>0 input: 0.3 2400", "flash standard>0 output: 2.5 0",
      ])
  }

  @Test func `what the table cannot say apart is not held against it`() throws {
    // The book has audio at 1.00; the table knows text only.
    let table = modelsDev(#""flash": {"cost": {"input": 0.3, "output": 2.5}}"#)
    #expect(lines(try compare(table)).isEmpty)
  }

  @Test func `other units are compared by name`() throws {
    let table = """
      {"gemini/flash": {"litellm_provider": "gemini", "mode": "chat",
        "search_context_cost_per_query": {"search_context_size_low": 0.045}}}
      """
    #expect(lines(try compare(table)) == ["flash standard>0 google_search: 35 45"])
  }

  @Test func `a dated table is compared at the day that is asked for`() throws {
    let table = """
      {"vendor": "google", "models": [{"id": "flash", "name": "Flash", "price_history": [
        {"input": 0.3, "output": 2.5, "from_date": "2026-06-01", "to_date": null},
        {"input": 0.15, "output": 0.6, "from_date": null, "to_date": "2026-06-01"}]}]}
      """
    #expect(lines(try compare(table)).isEmpty)
    #expect(
      lines(try compare(table, on: "2026-05-31")) == [
        "flash standard>0 input: 0.3 0.15", "flash standard>0 output: 2.5 0.6",
      ])
  }

  @Test func `a price file of our own is compared too`() throws {
    let overlay = """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api",
       "sources": {"mine": {"name": "our contract"}},
       "models": [{"model": "flash", "prices": [{"per": "million_tokens",
         "amounts": {"output": "2.25"}, "sources": ["mine"]}]}]}
      """
    let comparison = try compare(overlay)
    #expect(lines(comparison) == ["flash standard>0 output: 2.5 2.25"])
    #expect(comparison.disagreements[0].tableSources.map(\.name) == ["our contract"])
    // A file with a version is a book: it stands for itself.
    let base = """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "version": "2025-01-01",
       "as_of": "2025-01-01", "currency": "USD", "day_zone": "UTC",
       "sources": {"mine": {"name": "an older book"}}, "aliases": [],
       "models": [{"model": "flash", "lifecycle": [], "prices": [{"service_tier": "standard",
         "status": "in_force", "per": "million_tokens", "amounts": {"input": "0.15"},
         "sources": ["mine"], "confidence": "high"}]}]}
      """
    #expect(
      lines(try compare(base)) == [
        "flash standard>0 input: 0.3 0.15", "flash standard>0 audio_input: 1 0.15",
      ])
  }

  @Test func `only the sellers that both have, or the one asked for`() throws {
    let table = """
      {"claude-x": {"litellm_provider": "anthropic", "input_cost_per_token": 1e-06}}
      """
    #expect(try compare(table).providers.isEmpty)
    #expect(try compare(table).onlyListed.isEmpty)
  }

  @Test func `a broken file is an error of its kind`() throws {
    #expect(throws: PriceTableError.self) { try compare("[") }
    #expect(throws: PriceBookError.self) {
      try compare(#"{"schema": "tollbook.prices/1", "seller": "google-gemini-api"}"#)
    }
  }
}
