import Pricing
import Quantities
import SQLite
import TestSupport
import Testing

@testable import Ledger

/// The price books that a ledger keeps.
struct PriceBookTests {
  /// An overlay over the built-in book of the Gemini API.
  private func overlaid() throws -> PriceBook {
    let text = #"{"schema": "tollbook.prices/1", "seller": "google-gemini-api", "models": []}"#
    return try PriceBook.load(
      Fixture.book().files, overlays: [PriceBookSource(name: "mine.json", bytes: Array(text.utf8))])
  }

  @Test func `a price book is kept once, file by file`() throws {
    let ledger = try Fixture().ledger
    let book = try Fixture.book()
    try ledger.keep(book, digest: book.digest, at: Instant(seconds: 1))
    try ledger.keep(book, digest: book.digest, at: Instant(seconds: 2))
    try ledger.keepAtOnce(book, digest: book.digest, at: Instant(seconds: 3))
    let kept = try ledger.priceBooks()
    #expect(kept.map(\.digest) == [book.digest])
    #expect(kept.map(\.version) == [book.version])
    #expect(kept.map(\.asOf) == [book.asOf])
    #expect(kept.map(\.firstUsed) == [Instant(seconds: 1)])
    #expect(try kept.map { try ledger.files(of: $0) } == [book.files])
  }

  @Test func `which of the files lie over the others is kept with them`() throws {
    let ledger = try Fixture().ledger
    let book = try overlaid()
    try ledger.keep(book, digest: "b", at: Instant(seconds: 2))
    try ledger.keep(try Fixture.book(), digest: "a", at: Instant(seconds: 1))
    let kept = try ledger.priceBooks()
    #expect(kept.map(\.digest) == ["a", "b"])
    #expect(kept.map(\.baseFileCount) == [1, 1])
    #expect(try ledger.files(of: kept[1]).count == 2)
  }

  @Test func `a ledger from before overlays were told apart learns which they are`() throws {
    let path = try temporaryDirectory() + "/old.db"
    let old = try Connection(path: path)
    try old.migrate(Array(Migrations.all.prefix(1)), applicationID: Migrations.applicationID)
    try old.execute(
      """
      INSERT INTO price_books VALUES ('d', '2026-11-30+overlay', '2026-11-30', 7);
      INSERT INTO price_book_files VALUES ('d', 0, 'pricing/a.json', x'7B7D');
      INSERT INTO price_book_files VALUES ('d', 1, 'pricing/b.json', x'7B7D');
      INSERT INTO price_book_files VALUES ('d', 2, 'mine.json', x'7B7D');
      """)
    try old.close()
    let ledger = try Ledger(path: path, access: .readOnly)
    #expect(try ledger.priceBooks().map(\.baseFileCount) == [2])
  }
}
