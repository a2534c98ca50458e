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

  /// The option `--valuation`, with the word that holds without it.
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
    let book = try loaded(try bookFiles(), with: others)
    guard let text = given("book-as-of") else { return book }
    return book.asKnown(on: try TimeBounds.day(text, option: "--book-as-of"))
  }

  /// The price book that an operand means: as `--book`, with `@DAY` behind it as known on that day.
  func book(named word: String) throws -> PriceBook {
    let parts = word.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
    let day = parts.count > 1 ? parts.last.flatMap { Day($0) } : nil
    let name = day == nil ? word : parts.dropLast().joined(separator: "@")
    let files = try PriceBookShelf(ledgerPath: try? ledgerPath()).files(for: name, option: "")
    let book = try loaded(files)
    return day.map { book.asKnown(on: $0) } ?? book
  }

  /// Loads a price book with the user's files over it; a book that the ledger keeps has its own, and
  /// takes no others from the environment.
  private func loaded(_ files: PriceBookFiles, with others: [String] = []) throws -> PriceBook {
    let paths =
      parsed.values("prices").isEmpty && files.kept == nil
      ? environmentPrices : parsed.values("prices")
    return try files.loaded(overlays: try Self.sources(paths + others))
  }

  /// The paths of price files that `--book` names.
  var bookPaths: [String] {
    guard let word = given("book"), word != PriceBookShelf.bundledWord,
      let files = try? bookFiles(), files.kept == nil
    else { return [] }
    return files.base.map(\.name)
  }

  private func bookFiles() throws -> PriceBookFiles {
    guard let word = given("book") else { return .bundled }
    return try PriceBookShelf(ledgerPath: try? ledgerPath()).files(for: word)
  }

  /// An option that commands have that price something, and others have not.
  private func given(_ option: String) -> String? {
    parsed.declares(option) ? parsed.value(option) : nil
  }

  /// The files of `$TOLLBOOK_PRICES`.
  private var environmentPrices: [String] {
    surroundings.environment["TOLLBOOK_PRICES"]?.split(separator: ":").map(String.init) ?? []
  }

  private static func sources(_ paths: [String]) throws -> [PriceBookSource] {
    try paths.map { path throws(TollbookError) in
      PriceBookSource(name: path, bytes: try Files.read(path))
    }
  }
}
