import Pricing
import Quantities
import Testing
import Usage

/// The shipped files as they would have been on an old day.
@Suite struct RealBookKnowledgeTests {
  private static func day(_ text: String) throws -> Day { try #require(Day(text)) }

  /// What a seller says of a model's end: mode, day and successor, "–" for what it does not name.
  private static func end(_ book: PriceBook, _ model: String) -> String {
    guard let end = book.currentLifecycle(provider: .googleGeminiAPI, model: model) else {
      return "nothing"
    }
    let words = [end.mode.rawValue, end.day?.description ?? "–", end.successor ?? "–"]
    return words.joined(separator: " ")
  }

  /// The tables of 2026-09-17 beside those of the book's own day.
  @Test(arguments: [
    ("gemini-2.5-flash", "limited_access – –", "reroute 2026-12-01 gemini-3.5-flash-lite"),
    ("gemini-2.5-pro", "limited_access – –", "reroute 2026-12-01 gemini-3.8-flash"),
    (
      "gemini-2.5-flash-image", "error 2026-10-02 gemini-3.1-flash-image-preview",
      "error 2027-03-15 gemini-3.1-flash-lite-image"
    ),
    (
      "gemini-3.1-flash-lite", "error 2027-05-07 gemini-3.5-flash-lite",
      "error 2027-05-07 gemini-3.5-flash-lite"
    ),
    (
      "gemini-2.0-flash", "error 2026-06-01 gemini-3.6-flash", "error 2026-06-01 gemini-3.6-flash"
    ),
  ])
  func `the ends of 2026-09-17 were other ones`(model: String, then: String, now: String) throws {
    let book = try RealBookTests.book()
    #expect(Self.end(book.asKnown(on: try Self.day("2026-09-17")), model) == then)
    #expect(Self.end(book, model) == now)
  }

  @Test func `five dates of one model are kept`() throws {
    let book = try RealBookTests.book()
    let said = book.lifecycles(provider: .googleGeminiAPI, model: "gemini-2.5-flash")
    let days = said.filter { !$0.isCurrent }.map { $0.day?.description ?? "none" }
    #expect(days == ["2026-06-01", "2026-06-17", "2026-10-16", "none"])
    #expect(said.first?.day?.description == "2026-12-01")
  }

  @Test func `a successor that did not exist yet was not named yet`() throws {
    let book = try RealBookTests.book().asKnown(on: try Self.day("2026-05-01"))
    let end = book.currentLifecycle(provider: .openAI, model: "gpt-4")
    #expect(end?.day?.description == "2026-10-23")
    #expect(end?.successor == nil)
  }

  @Test(arguments: [("2026-08-09", "3"), ("2026-08-10", "2"), ("2026-11-30", "2")])
  func `the rise of Claude Sonnet 5 was announced and cancelled`(
    known: String, input: String
  ) throws {
    let rates = try RealBookTests.book().asKnown(on: try Self.day(known)).rates(
      provider: .anthropic, model: "claude-sonnet-5", at: try Fixture.instant("2026-10-01"))
    #expect(rates.price(of: .textInput)?.decimal(perUnits: 1_000_000) == input)
  }

  @Test func `the rise of Gemini 3.7 Flash was announced before it was re-routed`() throws {
    let book = try RealBookTests.book().asKnown(on: try Self.day("2026-09-17"))
    #expect(try book.input("gemini-3.7-flash", at: "2026-12-31") == "0.75")
    #expect(try book.input("gemini-3.7-flash", at: "2027-01-01") == "1.5")
    let resolution = book.resolve(
      provider: .googleGeminiAPI, model: "gemini-3.7-flash", at: try Fixture.instant("2026-12-31"))
    #expect(resolution?.model == "gemini-3.7-flash")
  }

  @Test func `as known on its own day the book prices everything as it does`() throws {
    let book = try RealBookTests.book()
    let known = book.asKnown(on: book.asOf)
    for model in book.providers.flatMap({ book.models(of: $0) }) {
      let edges = model.statements.flatMap { [$0.period.from, $0.period.until] }
      let days = edges.compactMap(\.self) + [book.asOf.startUTC]
      for statement in model.statements where statement.unit == .millionTokens {
        for instant in days {
          let rates = [book, known].map { book in
            book.rates(
              provider: statement.provider, model: model.name, tier: statement.serviceTier,
              contextOver: statement.overPromptTokens, at: instant)
          }
          #expect(
            rates[0].charges(like: rates[1]),
            "\(model.name) \(statement.serviceTier.rawValue) at \(instant)")
        }
      }
    }
  }
}
