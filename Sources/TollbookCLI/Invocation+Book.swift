import Arguments
import TollbookKit

/// Which price book a command uses: the options that all commands share that price anything.
extension Invocation {
  /// The option `--book`.
  static let bookOption = Option.value(
    "book", placeholder: "VERSION",
    help:
      "The price book: a version or the start of a digest that the ledger keeps, the \"bundled\" "
      + "one, or a file or folder of price files.",
    defaultText: "bundled")

  /// The option `--book-as-of`.
  static let bookAsOfOption = Option.value(
    "book-as-of", placeholder: "DAY",
    help: "The price book as it was known on this day: what was learned later is left out.")

  /// The option `--valuation`.
  ///
  /// - Parameter word: What holds without it.
  static func valuationOption(default word: String) -> Option {
    .value(
      "valuation", placeholder: "WHEN",
      help: "At whose prices: \"then\", those of each request's own time; \"now\", today's; or a "
        + "DAY's.",
      defaultText: word)
  }

  /// At whose prices: `then`, `now` or a day; nil where nothing is said.
  func valuation(today: Day) throws -> PriceTime? {
    switch parsed.value("valuation") {
    case nil: return nil
    case "then": return .then
    case "now": return .day(today)
    case let text?:
      guard let day = Day(text) else {
        throw TollbookError(
          .usage, "--valuation \(text): this is neither then, nor now, nor a day",
          next: "Write a day as 2026-11-30.")
      }
      return .day(day)
    }
  }

  /// The price book with the user's files laid over it, and others on top; as it was known on a day
  /// where one is given.
  func book(with others: [String] = []) throws -> PriceBook {
    let files = try bookFiles()
    let paths =
      parsed.values("prices").isEmpty && files.kept == nil
      ? environmentPrices : parsed.values("prices")
    let book = try files.loaded(overlays: try Self.sources(paths + others))
    guard let text = parsed.value("book-as-of") else { return book }
    return book.asKnown(on: try TimeBounds.day(text, option: "--book-as-of"))
  }

  /// The paths of price files that `--book` names.
  var bookPaths: [String] {
    guard let word = parsed.value("book"), word != PriceBookShelf.bundledWord,
      let files = try? bookFiles(), files.kept == nil
    else { return [] }
    return files.base.map(\.name)
  }

  private func bookFiles() throws -> PriceBookFiles {
    guard let word = parsed.value("book") else { return .bundled }
    return try PriceBookShelf(ledgerPath: try? ledgerPath()).files(for: word)
  }

  /// The files of `$TOLLBOOK_PRICES`; a book that the ledger keeps has its own files over it.
  private var environmentPrices: [String] {
    surroundings.environment["TOLLBOOK_PRICES"]?.split(separator: ":").map(String.init) ?? []
  }

  private static func sources(_ paths: [String]) throws -> [PriceBookSource] {
    try paths.map { path throws(TollbookError) in
      PriceBookSource(name: path, bytes: try Files.read(path))
    }
  }
}
