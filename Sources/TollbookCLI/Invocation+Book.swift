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

  /// The price book with the user's files laid over it, and others on top.
  func book(with others: [String] = []) throws -> PriceBook {
    let files = try bookFiles()
    let paths =
      parsed.values("prices").isEmpty && files.kept == nil
      ? environmentPrices : parsed.values("prices")
    return try files.loaded(overlays: try Self.sources(paths + others))
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
