import SQLite
import TestSupport
import Testing

@testable import Ledger
@testable import TollbookKit

/// A question reads one state of the ledger, whoever writes to it meanwhile.
struct OneStateTests {
  private func sample() throws -> Tollbook {
    let tollbook = Tollbook(
      ledgerPath: try temporaryDirectory() + "/ledger.db", book: try PriceBook.bundled(),
      now: try #require(Day("2026-11-30")).startUTC)
    _ = try tollbook.importLogs([Repository.path("reports/sample/usage.jsonl")])
    return tollbook
  }

  /// What another process does to the ledger's only file, without waiting.
  private func rename(in tollbook: Tollbook) throws {
    let other = try Connection(path: tollbook.ledgerPath, busyTimeoutMilliseconds: 0)
    try other.execute("UPDATE source_files SET path = path || '.old'")
  }

  @Test func `what is read first and last is of one state`() throws {
    let tollbook = try sample()
    for reads in [tollbook.withReadOnlyLedger, tollbook.pricingLedger] {
      try reads { ledger in
        let before = try ledger.sourceFiles().map(\.path)
        let error = #expect(throws: SQLiteError.self) { try rename(in: tollbook) }
        #expect(error?.kind == .busy)
        #expect(try ledger.sourceFiles().map(\.path) == before && before.count == 1)
      }
    }
    // Once the question is answered nobody is held off.
    try rename(in: tollbook)
    #expect(
      try tollbook.withLedger(.readOnly) { try $0.sourceFiles().map(\.path) }
        .allSatisfy { $0.hasSuffix(".old") })
  }

  @Test func `the book that priced a question is kept after the reading`() throws {
    let tollbook = try sample()
    try Connection(path: tollbook.ledgerPath).execute(
      "DELETE FROM price_book_files; DELETE FROM price_books")
    _ = try tollbook.pricingLedger { try $0.requestCount() }
    #expect(try tollbook.withLedger(.readOnly) { try $0.priceBooks().count } == 1)
  }
}

extension Tollbook {
  fileprivate func withReadOnlyLedger(_ body: (Ledger) throws -> Void) throws {
    try withLedger(.readOnly, body)
  }
}
