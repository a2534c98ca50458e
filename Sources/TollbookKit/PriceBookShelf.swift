import Ledger
import Pricing
import Quantities

/// The price books that can be asked for by a word: the built-in one, those a ledger keeps, and files.
///
/// A ledger keeps every book that was ever used to price it, so a figure can be had again to the last
/// digit when the built-in book has moved on.
public struct PriceBookShelf: Sendable {
  /// The ledger whose books are looked through; nil for none.
  public let ledgerPath: String?

  /// The word for the book that the program carries inside itself.
  public static let bundledWord = "bundled"
  /// Fewer letters of a digest are no name: they would match by chance.
  private static let shortestDigest = 4

  /// The books of a ledger, which need not be there.
  public init(ledgerPath: String?) { self.ledgerPath = ledgerPath }

  /// The files of the price book that a word means.
  ///
  /// - Parameters:
  ///   - word: `bundled`; a version that the ledger keeps, or the start of its digest; or a base
  ///     file, or a folder of them. With a slash in it, or `.json` at its end, it is a path.
  ///   - option: What to call the word in an error, such as `--book`; empty for an operand.
  /// - Returns: The files, not loaded yet.
  /// - Throws: `TollbookError` for a word that means no book or several, listing those there are.
  public func files(for word: String, option: String = "--book") throws -> PriceBookFiles {
    if word == Self.bundledWord { return .bundled }
    let label = option.isEmpty ? word : "\(option) \(word)"
    if word.contains("/") || word.hasSuffix(".json") { return try .read(word, label: label) }
    let kept = try keptBooks()
    let found = kept.filter { matches(word, version: $0.version, digest: $0.digest) }
    if found.count > 1 {
      let list = found.map { "\($0.digest.prefix(12)) (first used \($0.firstUsed.dayUTC))" }
      throw TollbookError(
        .usage, "\(label): the ledger keeps \(found.count) price books of this name",
        next: "Name one by the start of its digest: \(list.joined(separator: ", ")).")
    }
    if let book = found.first { return try files(of: book) }
    if Files.isThere(word) { return try .read(word, label: label) }
    // The built-in book need not have priced anything here yet.
    let bundled = try PriceBookFiles.bundled.loaded()
    if matches(word, version: bundled.version, digest: bundled.digest) { return .bundled }
    throw unknown(label, kept: kept)
  }

  /// The price books that the ledger keeps, in the order in which they were first used.
  ///
  /// - Returns: None where there is no ledger.
  public func keptBooks() throws -> [KeptBook] {
    try open { ledger in try ledger.priceBooks().map { KeptBook($0) } } ?? []
  }

  private func files(of book: KeptBook) throws -> PriceBookFiles {
    let files = try open { ledger in try ledger.files(of: book.kept) } ?? []
    let baseCount = book.kept.baseFileCount
    return PriceBookFiles(
      base: Array(files.prefix(baseCount)), overlays: Array(files.dropFirst(baseCount)),
      kept: book)
  }

  private func open<Result>(_ body: (Ledger) throws -> Result) throws -> Result? {
    guard let ledgerPath, Files.isThere(ledgerPath) else { return nil }
    return try LedgerFile(path: ledgerPath).open(.readOnly, body)
  }

  private func matches(_ word: String, version: String, digest: String) -> Bool {
    version == word || word.utf8.count >= Self.shortestDigest && digest.hasPrefix(word.lowercased())
  }

  private func unknown(_ label: String, kept: [KeptBook]) -> TollbookError {
    let list = kept.map { "\($0.version) (\($0.digest.prefix(12)))" } + [Self.bundledWord]
    return TollbookError(
      .usage, "\(label): no price book of this version or digest is kept in the ledger",
      next: "There are \(list.joined(separator: ", ")); or name a file or folder of price files.")
  }
}

/// A price book that a ledger keeps, because it was used to price it.
public struct KeptBook: Hashable, Sendable {
  let kept: KeptPriceBook

  init(_ kept: KeptPriceBook) { self.kept = kept }

  /// Its version, as results name it.
  public var version: String { kept.version }
  /// Its digest.
  public var digest: String { kept.digest }
  /// The day up to which it claims to know.
  public var asOf: Day { kept.asOf }
  /// When it was first used to price the ledger.
  public var firstUsed: Instant { kept.firstUsed }
}
