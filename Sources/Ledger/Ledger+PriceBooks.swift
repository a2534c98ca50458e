import Pricing
import Quantities
import SQLite

/// A price book that a ledger keeps, because it was used to price it.
package struct KeptPriceBook: Hashable, Sendable {
  /// The fingerprint under which it is kept.
  package let digest: String
  /// Its version.
  package let version: String
  /// The day up to which it claims to know.
  package let asOf: Day
  /// When it was first used.
  package let firstUsed: Instant
  /// How many of its files, from the first one on, are base files; the rest lies over them.
  package let baseFileCount: Int
}

extension Ledger {
  /// Keeps a price book that was used to price this ledger, so that its figures can be had again.
  ///
  /// - Parameters:
  ///   - book: The price book, whole: not as known on some day.
  ///   - digest: Its digest.
  ///   - time: When it was used.
  /// - Throws: `SQLiteError` where the ledger cannot be written.
  package func keep(_ book: PriceBook, digest: String, at time: Instant) throws {
    let known = try connection.prepare("SELECT 1 FROM price_books WHERE digest = ?")
    try known.bind(1, digest)
    if try known.step() { return }
    known.reset()
    try connection.writing {
      let insert = try connection.prepare(
        """
        INSERT OR IGNORE INTO price_books
          (digest, version, as_of, first_used_at, base_files)
        VALUES (?, ?, ?, ?, ?)
        """)
      try insert.bind(1, digest)
      try insert.bind(2, book.version)
      try insert.bind(3, book.asOf.description)
      try insert.bind(4, time.microseconds)
      try insert.bind(5, book.baseFileCount)
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

  /// Keeps a price book if that can be done at once, and fails where it cannot.
  ///
  /// For commands that only read: neither a ledger without write permission nor an import that is
  /// running is a reason to refuse or to delay a report.
  package func keepAtOnce(_ book: PriceBook, digest: String, at time: Instant) throws {
    try connection.execute("PRAGMA busy_timeout = 0")
    defer { try? connection.execute("PRAGMA busy_timeout = 5000") }
    try keep(book, digest: digest, at: time)
  }

  /// The price books that are kept, in the order in which they were first used.
  package func priceBooks() throws -> [KeptPriceBook] {
    let statement = try connection.prepare(
      """
      SELECT digest, version, as_of, first_used_at, base_files
      FROM price_books
      ORDER BY first_used_at, version, digest
      """)
    var books: [KeptPriceBook] = []
    while try statement.step() {
      books.append(
        KeptPriceBook(
          digest: statement.text(0), version: statement.text(1),
          asOf: Day(statement.text(2)) ?? Day(number: 0),
          firstUsed: Instant(microseconds: statement.int64(3)),
          baseFileCount: Int(statement.int64(4))))
    }
    return books
  }

  /// The files of a price book that is kept: base files first, overlays after them.
  package func files(of book: KeptPriceBook) throws -> [PriceBookSource] {
    let statement = try connection.prepare(
      """
      SELECT name, content
      FROM price_book_files
      WHERE digest = :digest
      ORDER BY position
      """)
    try statement.bind(":digest", book.digest)
    var files: [PriceBookSource] = []
    while try statement.step() {
      files.append(PriceBookSource(name: statement.text(0), bytes: statement.blob(1)))
    }
    return files
  }
}
