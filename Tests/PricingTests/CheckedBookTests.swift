import Foundation
import Pricing
import Quantities
import TestSupport
import Testing
import Usage

/// The books inside the program are read as far as somebody asks, and say the same all the same.
@Suite struct CheckedBookTests {
  /// The shipped files, as if the program had them inside.
  private static func checked(_ files: [PriceBookSource]) throws -> [CheckedSource] {
    let digests = try PriceBook.load(files).digestsOfBaseFiles.split(separator: "\n")
    return try files.map { file in
      let seller = try #require(file.name.split(separator: "/").last?.split(separator: ".").first)
      let line = try #require(digests.first { $0.hasSuffix(" \(seller)") })
      return CheckedSource(file, digest: String(line.prefix(64)))
    }
  }

  private static let overlay = Fixture.source(
    "mine.json",
    """
    {"schema": "tollbook.prices/1", "seller": "openai", "models": [{"model": "mine", "prices": [
    {"per": "million_tokens", "over_prompt_tokens": 5000, "amounts": {"input": "1"}}]}]}
    """)

  private static func expectSame(_ one: PriceBook, _ two: PriceBook) {
    #expect(one.files == two.files)
    #expect(one.version == two.version)
    #expect(one.asOf == two.asOf)
    #expect(one.contextThresholds == two.contextThresholds)
    #expect(one.digest == two.digest)
    #expect(one.providers == two.providers)
    for provider in two.providers {
      #expect(one.modelNames(of: provider) == two.modelNames(of: provider))
      #expect(one.asOf(of: provider) == two.asOf(of: provider))
      #expect(one.aliases(of: provider) == two.aliases(of: provider))
      for model in two.models(of: provider) {
        #expect(one.model(model.name, of: provider) == model, "\(provider) \(model.name)")
      }
      #expect(one.models(of: provider) == two.models(of: provider))
    }
  }

  @Test func `a book that was checked before says what a book read in full says`() throws {
    let files = try RealBookTests.files()
    let book = try PriceBook.load(checked: Self.checked(files))
    Self.expectSame(book, try PriceBook.load(files))
    let day = try #require(Day("2026-09-17"))
    Self.expectSame(book.asKnown(on: day), try PriceBook.load(files).asKnown(on: day))
  }

  @Test func `an overlay on a book that was checked before is laid and checked as ever`() throws {
    let files = try RealBookTests.files()
    let checked = try Self.checked(files)
    Self.expectSame(
      try PriceBook.load(checked: checked, overlays: [Self.overlay]),
      try PriceBook.load(files, overlays: [Self.overlay]))
    let wrong = [
      #"{"models": [], "aliases": [{"name": "a", "model": "nothing"}]"#,
      #"{"models": [{"model": "gpt-5", "lifecycle": [{"mode": "error", "day": "2026-02-30"}]}]"#,
      """
      {"models": [], "aliases": [{"name": "gpt-5", "model": "b"}, {"name": "b", "model": "gpt-5"}],
      "conflicts": [{"model": "c", "about": "x", "readings": [], "chosen": 7, "why": ""}]
      """,
    ]
    for text in wrong {
      let overlay = Fixture.source(
        "mine.json", text + #", "schema": "tollbook.prices/1", "seller": "openai"}"#)
      let one = #expect(throws: PriceBookError.self) {
        try PriceBook.load(checked: checked, overlays: [overlay])
      }
      let two = #expect(throws: PriceBookError.self) {
        try PriceBook.load(files, overlays: [overlay])
      }
      #expect(one == two)
    }
  }

  @Test func `sources and contradictions are read when they are asked for`() throws {
    let files = try RealBookTests.files()
    let (book, full) = (
      try PriceBook.load(checked: Self.checked(files)), try PriceBook.load(files)
    )
    for provider in full.providers {
      for model in full.models(of: provider) {
        #expect(
          book.conflicts(provider: provider, model: model.name)
            == full.conflicts(provider: provider, model: model.name))
      }
      let statement = full.models(of: provider).flatMap(\.statements).first
      let references = statement.map { full.references(of: $0) }
      #expect(statement.map { book.references(of: $0) } == references)
    }
  }

  @Test func `many threads may ask one book at once`() async throws {
    let files = try RealBookTests.files()
    let book = try PriceBook.load(checked: Self.checked(files))
    let full = try PriceBook.load(files)
    let names = full.modelNames(of: .googleGeminiAPI)
    await withTaskGroup(of: Bool.self) { group in
      for worker in 0..<4 {
        group.addTask {
          names.indices.allSatisfy { index in
            let name = names[(index * 7 + worker * 13) % names.count]
            return book.model(name, of: .googleGeminiAPI)
              == full.model(name, of: .googleGeminiAPI)
          }
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }

  @Test func `a file that cannot have been checked is refused like any other`() throws {
    let broken = Fixture.source("broken.json", "{\"schema\": \"tollbook.prices/1\",")
    let digest = String(repeating: "0", count: 64)
    let one = #expect(throws: PriceBookError.self) {
      try PriceBook.load(checked: [CheckedSource(broken, digest: digest)])
    }
    let two = #expect(throws: PriceBookError.self) { try PriceBook.load([broken]) }
    #expect(one == two)
    #expect(throws: PriceBookError.self) { try PriceBook.load(checked: []) }
  }

  /// What the program takes for granted of the books inside it.
  ///
  /// `RECORD_GOLDEN=1` writes the file anew, and fails.
  @Test func `the digests that ship are those of the books that ship`() throws {
    let digests = try PriceBook.load(try RealBookTests.files()).digestsOfBaseFiles
    let problem = goldenProblem(
      file: Repository.path("pricing/digests.txt"), actual: digests,
      recording: ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1")
    #expect(problem == nil, "\(problem ?? "")")
  }
}
