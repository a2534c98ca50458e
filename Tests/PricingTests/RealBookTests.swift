import FoundationEssentials
import Pricing
import Quantities
import Testing
import Usage

/// The price files that ship, held to their own rules and to figures from the sellers' pages.
@Suite struct RealBookTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("pricing")

  static func files() throws -> [PriceBookSource] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.filter { $0.hasSuffix(".json") && $0 != "schema.json" }.sorted().map { name in
      let data = try Data(contentsOf: folder.appendingPathComponent(name))
      return PriceBookSource(name: "pricing/\(name)", bytes: [UInt8](data))
    }
  }

  /// Read once for all of the tests: they only ask.
  static let shipped = Result { try PriceBook.load(try files()) }

  static func book() throws -> PriceBook { try shipped.get() }

  @Test func `the shipped price files load without a mistake`() throws {
    do {
      let providers: [Provider] = [
        .anthropic, .googleGeminiAPI, .googleVertex, .onDevice, .openAI,
      ]
      #expect(try PriceBook.load(try Self.files()).providers == providers)
    } catch let error as PriceBookError {
      for problem in error.problems { Issue.record("\(problem)") }
    }
  }

  @Test func `the reference record costs 0.001457 on the Gemini API`() throws {
    let row = try Fixture.row(
      "gemini-2.5-flash",
      [
        .textInput: 600, .cachedTextInput: 400, .textOutput: 200, .thinking: 300,
        .toolUseInput: 50,
      ], at: "2026-11-30")
    #expect(Fixture.cost(row, try Self.book()) == "0.001457")
  }

  /// A million input and a million output tokens, in dollars: what the pricing pages say.
  @Test(arguments: [
    ("gemini-1.5-pro", "2024-09-30T23:59:59Z", "3.5", "10.5"),
    ("gemini-1.5-pro", "2024-10-01T00:00:00Z", "1.25", "5"),
    ("gemini-3.8-flash", "2026-12-31T23:59:59Z", "0.75", "3.75"),
    ("gemini-3.8-flash", "2027-01-01T00:00:00Z", "1.5", "7.5"),
    ("gemini-4-argon", "2026-11-30T23:59:59Z", "2", "10"),
    ("gemini-4-argon", "2026-12-01T00:00:00Z", "4", "20"),
    ("gemini-4-carbon", "2026-12-01T00:00:00Z", "4", "20"),
    ("gemini-4-hydrogen", "2027-06-01T00:00:00Z", "1.5", "7.5"),
    ("gemini-3.5-flash", "2026-10-07T23:59:59Z", "1.5", "9"),
    ("gemini-3.5-flash", "2026-10-08T00:00:00Z", "0.75", "3.75"),
    ("gemini-3.5-flash", "2027-01-01T00:00:00Z", "1.5", "7.5"),
    ("gemini-3.7-flash", "2027-01-01T00:00:00Z", "1.5", "7.5"),
    ("gemini-2.5-pro", "2026-11-30T23:59:59Z", "1.25", "10"),
    ("gemini-2.5-pro", "2026-12-01T00:00:00Z", "0.75", "3.75"),
    ("gemini-2.5-flash", "2026-12-01T00:00:00Z", "0.3", "2.5"),
    // The alias moved four times: 0.30, 0.50, 1.50 and 0.75 without a change of code.
    ("gemini-flash-latest", "2026-01-20T23:59:59Z", "0.3", "2.5"),
    ("gemini-flash-latest", "2026-01-21T00:00:00Z", "0.5", "3"),
    ("gemini-flash-latest", "2026-05-19T00:00:00Z", "1.5", "9"),
    ("gemini-flash-latest", "2026-09-02T00:00:00Z", "0.75", "3.75"),
  ])
  func `known steps are where the seller put them`(
    model: String, time: String, input: String, output: String
  ) throws {
    let rates = try Self.book().rates(
      provider: .googleGeminiAPI, model: model, at: try Fixture.instant(time))
    #expect(rates.price(of: .textInput)?.decimal(perUnits: 1_000_000) == input)
    #expect(rates.price(of: .thinking)?.decimal(perUnits: 1_000_000) == output)
  }

  @Test func `a re-route on the Gemini API is none on Vertex`() throws {
    let rates = try Self.book().rates(
      provider: .googleVertex, model: "gemini-3.5-flash", at: try Fixture.instant("2026-11-01"))
    #expect(rates.pricedModel == "gemini-3.5-flash")
    #expect(rates.price(of: .textInput)?.decimal(perUnits: 1_000_000) == "1.5")
  }

  @Test func `a long prompt to 2.5 Pro is priced in its own band`() throws {
    let book = try Self.book()
    #expect(try book.input("gemini-2.5-pro", at: "2026-11-30", over: 200_000) == "2.5")
    #expect(try book.input("gemini-2.5-pro", at: "2026-12-01", over: 200_000) == "0.75")
  }

  @Test func `every name leads to a model at the book's own day`() throws {
    let book = try Self.book()
    for provider in book.providers {
      for alias in book.aliases(of: provider) where alias.period.contains(book.asOf.startUTC) {
        let resolution = book.resolve(
          provider: provider, model: alias.name, at: book.asOf.startUTC)
        #expect(resolution != nil, "\(alias.name)")
      }
    }
  }

  @Test func `a band has a word on everything that the base band prices`() throws {
    let book = try Self.book()
    for model in book.providers.flatMap({ book.models(of: $0) }) {
      for band in model.statements where band.unit == .millionTokens && band.overPromptTokens > 0 {
        let from = band.period.from ?? Instant(microseconds: .min)
        let base = book.rates(
          provider: band.provider, model: model.name, tier: band.serviceTier, at: from)
        let long = book.rates(
          provider: band.provider, model: model.name, tier: band.serviceTier,
          contextOver: band.overPromptTokens, at: from)
        for meter in Meter.allCases where base.price(of: meter) != nil {
          // "Not known" is a word; a meter that the band forgets would be none.
          let reason = long.unpricedReason(for: meter)
          let unknown = UnpricedReason.priceUnknown(
            band.provider, model: model.name, tier: band.serviceTier, meter: meter)
          #expect(
            reason == nil || reason == unknown, "\(model.name) \(meter.rawValue) from \(from)")
        }
      }
    }
  }

  @Test func `no price is in an order that sellers never use`() throws {
    let book = try Self.book()
    for finding in book.check(today: book.asOf) where finding.kind.isFault {
      Issue.record("\(finding)")
    }
  }

  @Test func `no past statement has been edited, and none is missing from the list`() throws {
    let data = try Data(contentsOf: Self.folder.appendingPathComponent("frozen.txt"))
    let list = PriceBookSource(name: "pricing/frozen.txt", bytes: [UInt8](data))
    for finding in try Self.book().check(frozen: list) { Issue.record("\(finding)") }
  }

  @Test func `cache storage and searches are listed, and price no usage`() throws {
    let book = try Self.book()
    let units = Set(
      book.unitPrices(provider: .googleGeminiAPI, model: "gemini-2.5-flash").map(\.unit))
    #expect(units.contains(.millionTokenHours))
    #expect(units.contains(.thousandGroundedPrompts))
    #expect(!units.contains(.millionTokens))
  }
}
