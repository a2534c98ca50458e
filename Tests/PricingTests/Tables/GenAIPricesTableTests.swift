import Pricing
import Quantities
import Testing
import Usage

/// What genai-prices' table means.
@Suite struct GenAIPricesTableTests {
  private func table(_ model: String, seller: String = "google") -> String {
    #"[{"id": "\#(seller)", "name": "S", "models": [\#(model)]}]"#
  }

  private func model(_ rest: String, match: String = #"{"equals": "new"}"#) -> String {
    #"{"id": "new", "match": \#(match), "context_window": 1000, \#(rest)}"#
  }

  @Test func `prices are per million, with steps of their own`() throws {
    let text = table(
      model(
        """
        "prices": {"input_mtok": {"base": 1.25, "tiers": [{"start": 200000, "price": 2.5}]},
          "cache_read_mtok": 0.125, "output_mtok": {"base": "10", "tiers": [
            {"start": 200000, "price": 15}, {"start": 500000, "price": 20}]},
          "output_reasoning_mtok": 12}
        """))
    let book = try TableWorld.laid(text)
    let meters: [Meter] = [.textInput, .cachedTextInput, .textOutput, .thinking]
    #expect(try book.millions("new", meters) == ["1.25", "0.125", "10", "12"])
    #expect(try book.millions("new", meters, over: 200_000) == ["2.5", "0.125", "15", "12"])
    #expect(try book.millions("new", meters, over: 500_000) == ["2.5", "0.125", "20", "12"])
  }

  @Test func `of several prices the last that has begun counts, and the first before all`() throws {
    let text = table(
      model(
        """
        "prices": [{"prices": {"input_mtok": 1}},
          {"constraint": {"start_date": "2026-03-13"}, "prices": {"input_mtok": 2}},
          {"constraint": {"start_date": "2027-01-01"}, "prices": {"input_mtok": 3}},
          {"constraint": {"start_date": "2026-06-01"}, "prices": {"input_mtok": 4}}]
        """))
    let book = try TableWorld.laid(text)
    func input(_ time: String) throws -> String {
      try book.millions("new", [.textInput], at: time)[0]
    }
    #expect(try input("2020-01-01") == "1")
    #expect(try input("2026-03-12T23:45:00Z") == "1")
    #expect(try input("2026-03-13T00:00:00Z") == "2")
    #expect(try input("2026-06-01T00:00:00Z") == "4")
    // The list's order decides, not the days': from 2027 on both have begun, and the last is 4.
    #expect(try input("2027-06-01") == "4")
  }

  @Test func `a price that begins later is only announced`() throws {
    let text = table(
      model(
        """
        "prices": [{"prices": {"input_mtok": 1}},
          {"constraint": {"start_date": "2027-01-01"}, "prices": {"input_mtok": 2}}]
        """))
    let statements = try TableWorld.laid(text).model("new", of: .googleGeminiAPI)?.statements
    #expect(statements?.map(\.status) == [.inForce, .announced])
    #expect(try TableWorld.laid(text).millions("new", [.textInput], at: "2027-02-01") == ["2"])
  }

  @Test func `a variant replaces single prices for a tier; the rest stays as at standard`() throws {
    let text = table(
      model(
        """
        "prices": [{"prices": {"input_mtok": 1, "cache_read_mtok": 0.1, "output_mtok": 4}},
          {"constraint": {"start_date": "2027-01-01"},
           "prices": {"input_mtok": 2, "cache_read_mtok": 0.2, "output_mtok": 8}}],
        "price_variants": [
          {"when": {"processing": "batch"}, "constraint": {"start_date": "2027-01-01"},
           "prices": {"input_mtok": 1, "output_mtok": 4}},
          {"when": {"processing": "batch"}, "constraint": {"start_date": "2026-10-14"},
           "prices": {"input_mtok": 0.5, "output_mtok": 2}},
          {"when": {"service_tier": "priority"}, "prices": {"input_mtok": 3.6}},
          {"when": {"service_tier": "default"}, "prices": {}},
          {"when": {"route": "eu"}, "prices": {"input_mtok": 1.1}}]
        """))
    let book = try TableWorld.laid(text)
    let meters: [Meter] = [.textInput, .cachedTextInput, .textOutput]
    func batch(_ time: String) throws -> [String] {
      try book.millions("new", meters, tier: .batch, at: time)
    }
    #expect(try batch("2026-10-13") == ["–", "–", "–"])
    #expect(try batch("2026-10-14T00:00:00Z") == ["0.5", "0.1", "2"])
    #expect(try batch("2027-01-01T00:00:00Z") == ["1", "0.2", "4"])
    #expect(try book.millions("new", meters, tier: .priority) == ["3.6", "0.1", "4"])
    #expect(try book.millions("new", meters, tier: .flex) == ["–", "–", "–"])
    #expect(try TableWorld.remarks(text) == ["new price_variants[4]: conditional"])
  }

  @Test func `a price without a day counts from today on, whatever day a batch rate has`() throws {
    let text = table(
      model(
        """
        "prices": {"input_mtok": 1}, "price_variants": [{"when": {"processing": "batch"},
          "constraint": {"start_date": "2026-10-14"}, "prices": {"input_mtok": 0.5}}]
        """))
    let book = try TableWorld.laid(text)
    #expect(try book.millions("new", [.textInput], at: "2026-11-29") == ["–"])
    #expect(try book.millions("new", [.textInput], at: "2026-11-30T00:00:00Z") == ["1"])
    #expect(try book.millions("new", [.textInput], tier: .batch, at: "2026-11-01") == ["0.5"])
    let always = try TableWorld.laid(text, since: nil)
    #expect(try always.millions("new", [.textInput], at: "2020-01-01") == ["1"])
  }

  @Test func `whole names get the prices, rules for names are listed`() throws {
    let text = table(
      model(
        #""prices": {"input_mtok": 1, "input_gpixels": 2}"#,
        match: """
          {"or": [{"equals": "new"}, {"equals": "new-001"}, {"starts_with": "new-2"},
            {"and": [{"contains": "new"}, {"regex": "x$"}]}]}
          """))
    let book = try TableWorld.laid(text)
    #expect(try book.millions("new-001", [.textInput]) == ["1"])
    #expect(try book.millions("new-2", [.textInput]) == ["–"])
    let overlay = try TableWorld.overlay(text)
    #expect(overlay.modelCount == 2)
    #expect(
      overlay.remarks.map(\.explanation) == [
        "there is no price per pixel",
        "meant for names that begin with new-2; only whole names are matched",
        "meant for names that contain new and names like x$; only whole names are matched",
      ])
  }

  @Test func `prices of some hours are listed, and those of the others taken`() throws {
    let text = table(
      model(
        """
        "prices": [{"prices": {"input_mtok": 1}}, {"constraint": {"start_time": "16:30:00",
          "end_time": "00:30:00"}, "prices": {"input_mtok": 0.5}}]
        """))
    #expect(try TableWorld.laid(text).millions("new", [.textInput]) == ["1"])
    #expect(try TableWorld.remarks(text) == ["new prices[1]: conditional"])
  }

  @Test func `a step that ends is said to be over`() throws {
    let text = table(
      model(
        """
        "prices": [{"prices": {"input_mtok": {"base": 3, "tiers": [{"start": 200000,
          "price": 6}]}}}, {"constraint": {"start_date": "2026-03-13"},
          "prices": {"input_mtok": 3}}]
        """))
    let book = try TableWorld.laid(text)
    #expect(
      try book.millions("new", [.textInput], over: 200_000, at: "2026-03-12") == ["6"])
    #expect(
      try book.millions("new", [.textInput], over: 200_000, at: "2026-03-13") == ["3"])
    // Not only because nothing else prices long prompts: the statement says so.
    let bands = book.model("new", of: .googleGeminiAPI)?.statements.map(\.overPromptTokens)
    #expect(bands == [0, 200_000, 200_000])
  }

  @Test func `cache writes, searches and hours have their meters where the seller has them`() throws
  {
    let prices = """
      "prices": {"input_mtok": 1, "cache_write_mtok": 1.25, "cache_write_1h_mtok": 2,
        "web_searches_kcount": 10, "requests_kcount": 5, "audio_hours": 0.36,
        "input_mchars": 1, "output_citation_mtok": 2}
      """
    let anthropic = table(model(prices), seller: "anthropic")
    let book = try TableWorld.laid(anthropic, of: .anthropic)
    #expect(
      try book.millions("new", [.cacheWrite5m, .cacheWrite1h], of: .anthropic) == ["1.25", "2"])
    #expect(book.quoted("new", .thousandSearchQueries, "web_search", of: .anthropic) == "10")
    // 0.36 dollars an hour are 0.006 a minute.
    #expect(book.quoted("new", .minute, "audio_input", of: .anthropic) == "0.006")
    #expect(
      try TableWorld.remarks(table(model(prices))) == [
        "new prices.cache_write_mtok: storage_not_writes",
        "new prices.web_searches_kcount: conditional", "new prices.input_mchars: no_unit",
        "new prices.output_citation_mtok: no_meter",
      ])
  }

  @Test func `the newer shape, with units beside the sellers, is the same`() throws {
    let text = #"{"units": {}, "providers": \#(table(model(#""prices": {"input_mtok": 1}"#)))}"#
    #expect(try TableWorld.laid(text).millions("new", [.textInput]) == ["1"])
  }
}
