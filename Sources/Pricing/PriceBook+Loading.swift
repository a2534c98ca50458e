import Quantities
import Usage

/// Making a book from files: read each, lay the overlays over the base, then hold it to the rules.
extension PriceBook {
  /// The `schema` that price book files begin with.
  public static let schema = "tollbook.prices/1"

  /// Loads a price book.
  ///
  /// An overlay has the format of a base file and may leave out what a contract has no use for:
  /// version, sources, confidence, status, tier. Its statements replace the base's in the period
  /// they cover, its models and aliases are added, and what it says of a model's end counts.
  ///
  /// - Parameters:
  ///   - sources: The base files, one a seller.
  ///   - overlays: Files to lay over them, each over all before it.
  /// - Returns: The book, its rules checked.
  /// - Throws: Every mistake in the files, with file, line, field and remedy.
  public static func load(
    _ sources: [PriceBookSource], overlays: [PriceBookSource] = []
  ) throws(PriceBookError) -> PriceBook {
    let problems = ProblemList(files: sources + overlays)
    let files = read(problems, baseCount: sources.count)
    guard !sources.isEmpty else { throw PriceBookError(noFiles: problems.files) }
    let rules = PriceBookRules(problems: problems)
    files.forEach(rules.checkAlone)
    if let error = problems.error { throw error }

    let sellers = merge(files, baseCount: sources.count, problems: problems)
    sellers.values.sorted { $0.provider < $1.provider }.forEach(rules.checkTogether)
    if let error = problems.error { throw error }
    return PriceBook(
      problems.files, baseCount: sources.count, sellers: sellers,
      references: files.map(\.references))
  }

  /// What the files say, each for itself.
  static func read(_ problems: ProblemList, baseCount: Int) -> [BookFile] {
    problems.files.indices.compactMap { index in
      var reader = PriceBookReader(file: index, isOverlay: index >= baseCount, problems: problems)
      return reader.read()
    }
  }

  /// The sellers of some files, later files laid over earlier ones.
  static func merge(
    _ files: [BookFile], baseCount: Int, problems: ProblemList
  ) -> [Provider: Seller] {
    var sellers: [Provider: Seller] = [:]
    for file in files {
      if file.index < baseCount, let first = sellers[file.provider]?.firstFile {
        let name = problems.files[first].name
        problems.add(.secondFile(provider: file.provider.name, first: name), at: file.place)
        continue
      }
      sellers[file.provider, default: Seller(provider: file.provider, firstFile: file.index)]
        .lay(file)
    }
    return sellers
  }

  private init(
    _ files: [PriceBookSource], baseCount: Int, sellers: [Provider: Seller],
    references: [[String: BookReference]]
  ) {
    self.files = files
    baseFileCount = baseCount
    self.sellers = sellers
    self.references = references
    knownOn = nil
    let newest = sellers.values.compactMap(\.version).max() ?? "unknown"
    version = files.count > baseCount ? newest + "+overlay" : newest
    asOf = sellers.values.compactMap(\.asOf).min() ?? Day(number: 0)
    var thresholds: Set<TokenCount> = []
    for seller in sellers.values {
      let statements = seller.models.values.flatMap(\.statements)
      for statement in statements + seller.contractPrices.values.joined()
      where statement.overPromptTokens > 0 {
        thresholds.insert(statement.overPromptTokens)
      }
    }
    contextThresholds = ContextThresholds(thresholds)
  }
}

extension PriceBookError {
  /// There is nothing to load, so there is no line to point at.
  fileprivate init(noFiles files: [PriceBookSource]) {
    let name = files.first?.name ?? "pricing"
    let problem = PriceBookProblem(file: name, line: 1, column: 1, path: "", kind: .noFiles)
    self.init(problems: [problem], omitted: 0)
  }
}
