import JSONText
import Quantities
import Usage

/// Comparing a book with somebody else's table of prices.
extension PriceBook {
  /// Where a table, or a price file of our own, does not agree with the book.
  ///
  /// Both are asked through the engine, so that the answer is what a request would be charged: a
  /// name that the book re-routes is compared at its successor's price.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - kind: Whose table it is; nil to find out by its shape.
  ///   - provider: Only this seller; nil for all that both know.
  ///   - instant: When.
  ///   - today: The day on which the file is read.
  /// - Returns: What they agree on and what not.
  /// - Throws: `PriceTableError` for a table, `PriceBookError` for a price file that cannot be used.
  public func compare(
    with source: PriceBookSource, as kind: PriceTableKind? = nil, provider: Provider? = nil,
    at instant: Instant, today: Day
  ) throws -> PriceComparison {
    var comparison = PriceComparison()
    func isAsked(_ seller: Provider) -> Bool {
      provider.map { $0 == seller } ?? providers.contains(seller)
    }
    if kind ?? PriceTableKind(recognising: source) == .tollbook {
      let (theirs, models) = try reading(source)
      for (seller, names) in models where isAsked(seller) {
        comparison.add(names, of: seller, self, theirs, at: instant, hasEntries: false)
      }
      return comparison
    }
    let table = try PriceTable.read(source, as: kind)
    for seller in table.providers where isAsked(seller) {
      let theirs = try table.book(
        of: seller, beside: self, from: source, at: instant, today: today)
      let names = theirs.models(of: seller).map(\.name)
      comparison.add(names, of: seller, self, theirs, at: instant, hasEntries: true)
      comparison.remarks += table.remarks.filter { $0.provider == seller }
    }
    return comparison
  }

  /// A price file of our own, and the models it speaks of.
  ///
  /// One with a version stands for itself, one without is laid over this book.
  private func reading(
    _ source: PriceBookSource
  ) throws(PriceBookError) -> (PriceBook, [(Provider, [String])]) {
    var reader = PriceBookReader(
      file: 0, isOverlay: true, problems: ProblemList(files: [source]))
    let file = reader.read()
    if let error = reader.problems.error { throw error }
    let bases = Array(files.prefix(baseFileCount))
    let overlays = Array(files.dropFirst(baseFileCount))
    let theirs =
      file?.version == nil
      ? try PriceBook.load(bases, overlays: overlays + [source]) : try PriceBook.load([source])
    return (theirs, file.map { [($0.provider, $0.models.map(\.name))] } ?? [])
  }
}

extension PriceTableKind {
  /// The kind that a file's shape gives away; nil for anything else, also for what is not JSON.
  fileprivate init?(recognising source: PriceBookSource) {
    guard let document = try? JSONDocument(parsing: source.bytes) else { return nil }
    self.init(recognising: document.root)
  }
}

extension PriceComparison {
  /// Adds what two books say of a seller's models.
  fileprivate mutating func add(
    _ names: [String], of provider: Provider, _ book: PriceBook, _ theirs: PriceBook,
    at instant: Instant, hasEntries: Bool
  ) {
    providers.append(provider)
    for name in names {
      guard book.resolve(provider: provider, model: name, at: instant) != nil else {
        onlyListed.append(Model(provider: provider, name: name))
        continue
      }
      modelCount += 1
      var pair = PricedPair(
        provider: provider, model: name, book: book, theirs: theirs, instant: instant,
        hasEntries: hasEntries)
      pair.compare()
      disagreements += pair.disagreements
      agreementCount += pair.agreementCount
    }
    let listed = Set(names)
    onlyBooked += book.models(of: provider).map(\.name).filter { name in
      !listed.contains(name)
        && book.rates(provider: provider, model: name, at: instant).unpricedReason == nil
    }.map { Model(provider: provider, name: $0) }
  }
}
