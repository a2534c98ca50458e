import Pricing
import Quantities
import Testing
import Usage

/// Prices by length of prompt: decided per request, cached tokens included, for the whole request.
@Suite struct ContextBandTests {
  /// A row of one request whose band is decided as an importer decides it.
  private func row(
    _ book: PriceBook, _ model: String, _ tokens: [Meter: Int64], requests: Int = 1
  ) throws -> RollupRow {
    var row = try Fixture.row(model, tokens, requests: requests)
    row.contextOver = book.contextThresholds.exceeded(by: row.tokens.prompt)
    return row
  }

  @Test func `the thresholds are those of the whole book`() throws {
    #expect(try ValuationTests.book().contextThresholds.tokens == [128_000, 200_000])
  }

  @Test func `a prompt of exactly 200,000 tokens is still in the lower band`() throws {
    let book = try ValuationTests.book()
    let at = try row(book, "gemini-2.5-pro", [.textInput: 200_000, .textOutput: 1000])
    let over = try row(book, "gemini-2.5-pro", [.textInput: 200_001, .textOutput: 1000])
    // 200,000 × 1.25 + 1000 × 10 = 260,000 millionths.
    #expect(Fixture.cost(at, book) == "0.26")
    // 200,001 × 2.50 + 1000 × 15 = 500,002.5 + 15,000: the whole request, output too.
    #expect(Fixture.cost(over, book) == "0.5150025")
  }

  @Test func `cached tokens count towards the threshold, tool use does not`() throws {
    let book = try ValuationTests.book()
    let cached = try row(book, "gemini-2.5-pro", [.textInput: 1, .cachedTextInput: 200_000])
    // 1 × 2.50 + 200,000 × 0.25 = 50,002.5 millionths.
    #expect(Fixture.cost(cached, book) == "0.0500025")
    let tools = try row(book, "gemini-2.5-pro", [.textInput: 200_000, .toolUseInput: 10])
    // 200,010 × 1.25 = 250,012.5 millionths.
    #expect(Fixture.cost(tools, book) == "0.2500125")
  }

  @Test func `ten requests of 30,000 tokens do not reach the band of one of 300,000`() throws {
    let book = try ValuationTests.book()
    let one = try row(book, "gemini-2.5-pro", [.textInput: 30_000])
    var ten = one
    for _ in 1..<10 { ten.tokens += one.tokens }
    ten.requests = 10
    #expect(ten.tokens.prompt == 300_000)
    // 300,000 × 1.25 = 375,000 millionths; in the other band it would be twice that.
    #expect(Fixture.cost(ten, book) == "0.375")
  }

  @Test func `a threshold of another model changes nothing`() throws {
    let book = try ValuationTests.book()
    // 150,000 is over 128,000, a threshold of gemini-3-flash only.
    let pro = try row(book, "gemini-2.5-pro", [.textInput: 150_000])
    #expect(pro.contextOver == 128_000)
    #expect(Fixture.cost(pro, book) == "0.1875")
    let flash = try row(book, "gemini-2.5-flash", [.textInput: 1_000_000])
    #expect(flash.contextOver == 200_000)
    #expect(Fixture.cost(flash, book) == "0.3")
  }

  @Test func `what the band does not price is not taken from the base band`() throws {
    let book = try PriceBook.load([
      Fixture.base(
        models: Fixture.model(
          "m",
          [
            Fixture.price(input: "1", output: "4", cached: "0.1"),
            Fixture.price(input: "2", output: "6", over: 200_000),
          ]))
    ])
    let long = try row(book, "m", [.textInput: 1, .cachedTextInput: 200_000])
    var valuation = Valuation(book: book)
    let charge = valuation.charge(for: long)
    #expect(charge.cost.decimal == "0.000002")
    #expect(charge.unpricedTokens == 200_000)
  }

  @Test func `a model priced only above a threshold has no price below it`() throws {
    let book = try ValuationTests.book()
    #expect(try book.input("gemini-3-flash", at: "2026-06-01", over: 0) == "–")
    #expect(try book.input("gemini-3-flash", at: "2026-06-01", over: 128_000) == "0.5")
    #expect(try book.input("gemini-3-flash", at: "2026-06-01", over: 200_000) == "0.5")
  }
}
