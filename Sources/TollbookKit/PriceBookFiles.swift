import Pricing

/// The files that make a price book, before they are loaded.
public struct PriceBookFiles: Sendable {
  /// The base files, one a seller.
  public let base: [PriceBookSource]
  /// Files that lie over them.
  public let overlays: [PriceBookSource]
  /// What the ledger knows of the book; nil unless it was kept in one.
  public let kept: KeptBook?
  /// The base files once more where they are those inside the program, which tests have checked.
  var checked: [CheckedSource]?

  /// The files that the program carries inside itself.
  public static var bundled: PriceBookFiles {
    let base = BundledPrices.sources
    return PriceBookFiles(
      base: base, overlays: [], kept: nil, checked: BundledPrices.checked(base))
  }

  /// Loads the book.
  ///
  /// - Parameter more: Files of one's own, laid over all the others.
  /// - Returns: The book, its rules checked.
  /// - Throws: `TollbookError` with file, line, field and remedy of the first mistake.
  public func loaded(overlays more: [PriceBookSource] = []) throws(TollbookError) -> PriceBook {
    if let kept { try hold(to: kept) }
    return try load(under: more)
  }

  private func load(under more: [PriceBookSource]) throws(TollbookError) -> PriceBook {
    do throws(PriceBookError) {
      if let checked { return try PriceBook.load(checked: checked, overlays: overlays + more) }
      return try PriceBook.load(base, overlays: overlays + more)
    } catch {
      throw TollbookError(error)
    }
  }

  /// A book that a ledger kept gives its digest again, or somebody has changed it.
  private func hold(to kept: KeptBook) throws(TollbookError) {
    let digest = try load(under: []).digest
    guard digest != kept.digest else { return }
    throw TollbookError(
      .inputData,
      "the price book \(kept.version) that the ledger keeps is not what it was: its digest is "
        + "\(digest.prefix(12)), not \(kept.digest.prefix(12))",
      next: "Name its files with --book FOLDER, or use the built-in book: --book bundled.")
  }

  /// The base file at a path, or every price file of the folder there.
  ///
  /// A folder is one like `pricing/`: its schema is left aside, as is what is not JSON.
  static func read(_ path: String, label: String) throws(TollbookError) -> PriceBookFiles {
    var paths = [path]
    if Files.isFolder(path) {
      let names = Files.names(in: path) ?? []
      paths = names.filter { $0.hasSuffix(".json") && $0 != "schema.json" }
        .map { Files.path(of: $0, in: path) }
      guard !paths.isEmpty else {
        throw TollbookError(
          .noInput, "\(label): no price file in this folder",
          next: "Name a folder of JSON files such as pricing/, one a seller.")
      }
    }
    let base = try paths.map { path throws(TollbookError) in
      PriceBookSource(name: path, bytes: try Files.read(path))
    }
    return PriceBookFiles(base: base, overlays: [], kept: nil)
  }
}

extension TollbookError {
  /// The error for what is wrong with price files, or with a list of their statements.
  init(_ error: PriceBookError) {
    let lines = error.description.split(separator: "\n", maxSplits: 1).map(String.init)
    self.init(
      .configuration, lines.first ?? "the price book cannot be read",
      next: lines.dropFirst().first ?? "See pricing/README.md for the format.")
  }
}

extension PriceBook {
  /// The book with all that it knows: what a ledger keeps, and what a digest names.
  var whole: PriceBook {
    guard knownOn != nil else { return self }
    let (base, overlays) = (files.prefix(baseFileCount), files.dropFirst(baseFileCount))
    // These very files have been loaded before, so there is nothing to be said against them.
    return (try? PriceBook.load(Array(base), overlays: Array(overlays))) ?? self
  }

  /// The built-in price books, with a user's own files laid over them.
  public static func bundled(overlays: [PriceBookSource] = []) throws(TollbookError) -> PriceBook {
    try PriceBookFiles.bundled.loaded(overlays: overlays)
  }
}
