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
    guard !sources.isEmpty else { throw PriceBookError(noFiles: overlays) }
    let problems = ProblemList(files: sources + overlays)
    let files = read(problems, baseCount: sources.count)
    let rules = PriceBookRules(problems: problems)
    files.forEach(rules.checkAlone)
    if let error = problems.error { throw error }

    let sellers = merge(files, baseCount: sources.count, problems: problems)
    sellers.values.sorted { $0.provider < $1.provider }.forEach(rules.checkTogether)
    for file in files { rules.checkConflicts(file, in: sellers[file.provider]) }
    if let error = problems.error { throw error }
    return PriceBook(
      problems.files, baseCount: sources.count, sellers: sellers,
      contents: files.map(FileContent.read))
  }

  /// Loads a price book whose base files have been checked before.
  ///
  /// It says the same as the book that `load` makes of the same files. Models are read when they are
  /// asked for, except those of sellers over whose files something is laid: what holds between an
  /// overlay and its base has to be checked together.
  ///
  /// - Parameters:
  ///   - sources: The base files, one a seller, checked before.
  ///   - overlays: Files to lay over them, not checked yet.
  /// - Returns: The book.
  /// - Throws: Every mistake in the overlays, with file, line, field and remedy.
  package static func load(
    checked sources: [CheckedSource], overlays: [PriceBookSource] = []
  ) throws(PriceBookError) -> PriceBook {
    let files = sources.map(\.source) + overlays
    let problems = ProblemList(files: files)
    let above = read(problems, baseCount: 0, from: sources.count)
    let checked = sources.enumerated().compactMap { index, source in
      CheckedFile(index, of: files, digest: source.digest)
    }
    // A file that cannot have been checked: say what is wrong with it.
    guard checked.count == sources.count, !checked.isEmpty else {
      return try load(sources.map(\.source), overlays: overlays)
    }
    let rules = PriceBookRules(problems: problems)
    above.forEach(rules.checkAlone)
    if let error = problems.error { throw error }

    let touched = Set(above.map(\.provider))
    var contents = checked.map(FileContent.checked)
    for (index, file) in checked.enumerated() where touched.contains(file.provider) {
      if let content = file.content { contents[index] = .read(content) }
    }
    contents += above.map(FileContent.read)
    var sellers: [Provider: Seller] = [:]
    for content in contents {
      switch content {
      case .checked(let file): sellers[file.provider] = Seller(file)
      case .read(let file):
        sellers[file.provider, default: Seller(provider: file.provider, firstFile: file.index)]
          .lay(file)
      }
    }
    touched.sorted().compactMap { sellers[$0] }.forEach(rules.checkTogether)
    for file in above { rules.checkConflicts(file, in: sellers[file.provider]) }
    if let error = problems.error { throw error }
    return PriceBook(files, baseCount: sources.count, sellers: sellers, contents: contents)
  }

  /// What the files say, each for itself.
  ///
  /// - Parameters:
  ///   - problems: The files, and where mistakes in them are reported.
  ///   - baseCount: How many of them are base files.
  ///   - first: The first file to read.
  /// - Returns: The files that could be read.
  static func read(_ problems: ProblemList, baseCount: Int, from first: Int = 0) -> [BookFile] {
    problems.files.indices.dropFirst(first).compactMap { index in
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
    contents: [FileContent]
  ) {
    self.files = files
    baseFileCount = baseCount
    self.sellers = sellers
    self.contents = contents
    leftOut = []
    knownOn = nil
    let newest = sellers.values.compactMap(\.version).max() ?? "unknown"
    version = files.count > baseCount ? newest + "+overlay" : newest
    asOf = sellers.values.compactMap(\.asOf).min() ?? Day(number: 0)
    contextThresholds = ContextThresholds(
      contents.reduce(into: Set()) { $0.formUnion($1.thresholds) })
  }
}

extension FileContent {
  /// The prompt lengths at which its prices step.
  fileprivate var thresholds: Set<TokenCount> {
    switch self {
    case .checked(let file): return file.thresholds
    case .read(let file):
      let lengths = file.models.flatMap(\.statements).map(\.overPromptTokens)
      return Set(lengths.filter { $0 > 0 })
    }
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
