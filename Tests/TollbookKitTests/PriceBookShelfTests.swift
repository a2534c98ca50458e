import Foundation
import SQLite
import Synchronization
import TestSupport
import Testing
import TollbookKit

/// Which price book a word means, and figures that can be had again after the book has moved on.
struct PriceBookShelfTests {
  let folder: String
  let now: Instant

  init() throws {
    folder = try temporaryDirectory()
    now = try #require(Instant(iso8601: "2026-12-01T00:00:00Z"))
    try write(FrontDoorTests.line, to: "usage.jsonl")
  }

  private var ledger: String { folder + "/ledger.db" }
  private var shelf: PriceBookShelf { PriceBookShelf(ledgerPath: ledger) }

  private func write(_ text: String, to name: String) throws {
    let path = folder + "/" + name
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  /// A folder with one base file, in which input costs so much and output four times as much.
  private func base(_ version: String, input: Int, file: String = "google-gemini-api") throws {
    try write(
      """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "version": "\(version)",
      "as_of": "2026-11-30", "currency": "USD", "day_zone": "UTC",
      "sources": {"page": {"name": "a page"}}, "aliases": [],
      "models": [{"model": "gemini-2.5-flash", "lifecycle": [], "prices": [
        {"service_tier": "standard", "per": "million_tokens", "status": "in_force",
         "amounts": {"input": "\(input)", "cached_input": "0.1", "output": "\(4 * input)"},
         "sources": ["page"], "confidence": "high"}]}]}
      """, to: "\(version)/\(file).json")
  }

  private func overlay(_ input: String) -> PriceBookSource {
    let text = """
      {"schema": "tollbook.prices/1", "seller": "google-gemini-api", "models": [
      {"model": "gemini-2.5-flash", "prices": [
        {"per": "million_tokens", "amounts": {"text_input": "\(input)"}}]}]}
      """
    return PriceBookSource(name: "mine.json", bytes: Array(text.utf8))
  }

  private func cost(_ book: PriceBook) throws -> String {
    let tollbook = Tollbook(ledgerPath: ledger, book: book, now: now)
    return try tollbook.usage(UsageQuestion()).total.cost.decimal
  }

  private func importLog() throws {
    _ = try Tollbook(ledgerPath: ledger, book: .bundled(), now: now)
      .importLogs([folder + "/usage.jsonl"])
  }

  @Test func `a kept book that somebody has changed prices nothing`() throws {
    try importLog()
    try base("v1", input: 1)
    let book = try shelf.files(for: folder + "/v1").loaded()
    _ = try cost(book)
    _ = try shelf.files(for: "v1").loaded()
    try Connection(path: ledger).execute(
      """
      UPDATE price_book_files
      SET content = CAST(replace(CAST(content AS TEXT), '"input": "1"', '"input": "9"') AS BLOB)
      """)
    #expect(throws: TollbookError.self) { try shelf.files(for: "v1").loaded() }
  }

  @Test func `an old figure can be had again to the last digit`() throws {
    try importLog()
    try base("v1", input: 1)
    try base("v2", input: 3)
    // 650 input at 1, 400 cached at 0.1, 500 output at 4; then input at 3 and output at 12.
    #expect(try cost(shelf.files(for: folder + "/v1").loaded()) == "0.00269")
    #expect(try cost(shelf.files(for: folder + "/v2").loaded()) == "0.00799")
    // With 0.7 for text input, of which tool use is none: 600 × 0.7 + 50 × 1 + 40 + 2000.
    let mine = try shelf.files(for: folder + "/v1").loaded(overlays: [overlay("0.7")])
    #expect(try cost(mine) == "0.00251")
    try FileManager.default.removeItem(atPath: folder + "/v1")
    #expect(try cost(shelf.files(for: "v1").loaded()) == "0.00269")
    #expect(try cost(shelf.files(for: "v1+overlay").loaded()) == "0.00251")
    #expect(try cost(shelf.files(for: String(mine.digest.prefix(8))).loaded()) == "0.00251")
    #expect(try shelf.files(for: "v1+overlay").loaded().digest == mine.digest)
    #expect(
      try shelf.keptBooks().map(\.version) == [
        try PriceBook.bundled().version, "v1", "v1+overlay", "v2",
      ])
  }

  @Test func `every question that prices keeps its book`() throws {
    try importLog()
    try base("v1", input: 1)
    let book = try shelf.files(for: folder + "/v1").loaded()
    let questions: [(String, (Tollbook) throws -> Void)] = [
      ("cost", { _ = try $0.usage(UsageQuestion()) }),
      ("forecast", { _ = try $0.forecast(months: 1, users: .observed, isForced: true) }),
      (
        "compare",
        { _ = try $0.comparison([ComparisonCandidate(model: "gemini-2.5-flash")]) }
      ),
      ("retirements", { _ = try $0.retirements() }),
      ("verify", { _ = try $0.faults() }),
    ]
    for (name, ask) in questions {
      let path = folder + "/\(name).db"
      try FileManager.default.copyItem(atPath: ledger, toPath: path)
      try ask(Tollbook(ledgerPath: path, book: book, now: now))
      let kept = try PriceBookShelf(ledgerPath: path).keptBooks()
      #expect(kept.contains { $0.digest == book.digest }, "\(name)")
    }
  }

  @Test func `a ledger that cannot be written answers, and says that it does not keep the book`()
    throws
  {
    try importLog()
    try base("v1", input: 1)
    let book = try shelf.files(for: folder + "/v1").loaded()
    let heard = Heard()
    let tollbook = Tollbook(
      ledgerPath: ledger, book: book, now: now, talk: { words in heard.append(words) })
    // A writer in the middle of its work: a lock works for every user, a file's mode not for root.
    let writer = try Connection(path: ledger)
    try writer.execute("BEGIN IMMEDIATE")
    #expect(try tollbook.usage(UsageQuestion()).total.cost.decimal == "0.00269")
    _ = try tollbook.usage(UsageQuestion())
    try writer.execute("COMMIT")
    #expect(
      heard.words == [
        "price book v1 (\(book.digest.prefix(8))) is not kept in \(ledger): "
          + "another process is writing to it"
      ])
    #expect(try shelf.keptBooks().count == 1)
    // What is kept already is not spoken of.
    _ = try tollbook.usage(UsageQuestion())
    #expect(heard.words.count == 1)
    #expect(try shelf.keptBooks().count == 2)
  }

  @Test func `a word that means several books, or none, is answered with those there are`() throws {
    try importLog()
    try base("v1", input: 1)
    let books = try ["0.7", "0.8"].map {
      try shelf.files(for: folder + "/v1").loaded(overlays: [overlay($0)])
    }
    for book in books { _ = try cost(book) }
    let several = #expect(throws: TollbookError.self) { try shelf.files(for: "v1+overlay") }
    #expect(several?.kind == .usage)
    for book in books {
      #expect(
        several?.nextStep.contains("\(book.digest.prefix(12)) (first used 2026-12-01)") == true)
    }
    let none = #expect(throws: TollbookError.self) { try shelf.files(for: "v3") }
    #expect(
      none?.message == "--book v3: no price book of this version or digest is kept in the ledger")
    #expect(none?.nextStep.contains("v1+overlay (\(books[0].digest.prefix(12)))") == true)
    #expect(none?.nextStep.contains("bundled") == true)
    // Three letters of a digest are too few to be a name.
    #expect(throws: TollbookError.self) { try shelf.files(for: String(books[0].digest.prefix(3))) }
  }

  @Test func `the built-in book has a name of its own, and its version where none is kept`() throws
  {
    let bundled = try PriceBook.bundled()
    let none = PriceBookShelf(ledgerPath: folder + "/none.db")
    #expect(try none.files(for: "bundled").loaded().digest == bundled.digest)
    #expect(try none.files(for: bundled.version).loaded().digest == bundled.digest)
    #expect(try none.keptBooks().isEmpty)
    #expect(throws: TollbookError.self) { try PriceBookShelf(ledgerPath: nil).files(for: "v1") }
  }

  @Test func `a folder gives its price files, and one without any is refused`() throws {
    try base("v1", input: 1)
    try write("{}", to: "v1/schema.json")
    try write("words", to: "v1/README.md")
    #expect(try shelf.files(for: folder + "/v1").base.count == 1)
    #expect(try shelf.files(for: folder + "/v1/google-gemini-api.json").base.count == 1)
    try write("words", to: "v2/README.md")
    let empty = #expect(throws: TollbookError.self) { try shelf.files(for: folder + "/v2") }
    #expect(empty?.kind == .noInput)
    let missing = #expect(throws: TollbookError.self) { try shelf.files(for: folder + "/v3/") }
    #expect(missing?.kind == .noInput)
    // A second file of one seller is a mistake of the folder, named as such.
    try base("v1", input: 2, file: "again")
    let twice = #expect(throws: TollbookError.self) {
      try shelf.files(for: folder + "/v1").loaded()
    }
    #expect(twice?.kind == .configuration)
  }
}

/// What was said, in order.
private final class Heard: Sendable {
  private let said = Mutex<[String]>([])

  func append(_ words: String) { said.withLock { $0.append(words) } }
  var words: [String] { said.withLock { $0 } }
}
