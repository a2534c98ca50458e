import FoundationEssentials
import Pricing
import Quantities
import Testing
import Usage

/// The price files that ship, held to their own rules and to figures from the sellers' pages.
@Suite struct RealBookTests {
  static func file(_ name: String) throws -> PriceBookSource {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(contentsOf: root.appendingPathComponent("pricing/\(name)"))
    return PriceBookSource(name: "pricing/\(name)", bytes: [UInt8](data))
  }

  @Test func `the shipped price files load without a mistake`() throws {
    do {
      let book = try PriceBook.load([
        Self.file("google-gemini-api.json"), Self.file("google-vertex.json"),
      ])
      #expect(book.providers == [.googleGeminiAPI, .googleVertex])
    } catch let error as PriceBookError {
      Issue.record("\(error.problems.map(\.description).joined(separator: "\n"))")
    }
  }
}
