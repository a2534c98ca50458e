import Pricing
import Quantities
import SQLite

extension Ledger {
  /// Keeps a price book that was used to price this ledger, so that its figures can be had again.
  ///
  /// - Parameters:
  ///   - book: The price book.
  ///   - digest: Its digest.
  ///   - time: When it was used.
  /// - Throws: `SQLiteError` where the ledger cannot be written.
  package func keep(_ book: PriceBook, digest: String, at time: Instant) throws {
    let known = try connection.prepare("SELECT 1 FROM price_books WHERE digest = ?")
    try known.bind(1, digest)
    if try known.step() { return }
    known.reset()
    try connection.transaction {
      let insert = try connection.prepare(
        """
        INSERT OR IGNORE INTO price_books (digest, version, as_of, first_used_at)
        VALUES (?, ?, ?, ?)
        """)
      try insert.bind(1, digest)
      try insert.bind(2, book.version)
      try insert.bind(3, book.asOf.description)
      try insert.bind(4, time.microseconds)
      try insert.run()
      let insertFile = try connection.prepare(
        """
        INSERT OR IGNORE INTO price_book_files (digest, position, name, content)
        VALUES (?, ?, ?, ?)
        """)
      for (position, file) in book.files.enumerated() {
        try insertFile.bind(1, digest)
        try insertFile.bind(2, position)
        try insertFile.bind(3, file.name)
        try insertFile.bind(4, file.bytes)
        try insertFile.run()
      }
    }
  }

  /// Keeps a price book if that can be done at once.
  ///
  /// For commands that only read: neither a ledger without write permission nor an import that is
  /// running is a reason to refuse or to delay a report.
  package func keepIfPossible(_ book: PriceBook, digest: String, at time: Instant) {
    try? connection.execute("PRAGMA busy_timeout = 0")
    try? keep(book, digest: digest, at: time)
    try? connection.execute("PRAGMA busy_timeout = 5000")
  }

  /// How many price books are kept.
  package func priceBookCount() throws -> Int64 {
    let statement = try connection.prepare("SELECT COUNT(*) FROM price_books")
    return try statement.step() ? statement.int64(0) : 0
  }
}
