import Quantities
import Usage

/// The book as somebody knew it on a day in the past.
///
/// What was not known then is left out; what is no longer believed and was then comes back. So a
/// forecast made on an old day can be judged by what could be known on it, and a bill can be
/// explained by what was announced before it.
extension PriceBook {
  /// The same files with the knowledge of a day.
  ///
  /// - Statements, aliases and words about ends count if they were known by then. A statement in
  ///   force that begins later was an announcement then.
  /// - Withdrawn statements and superseded words count until the day on which they were withdrawn
  ///   or superseded. While it counts, a withdrawn statement goes before what is said about the
  ///   same time now.
  /// - An end that was not known is no end: the statement goes on until another one that was known
  ///   begins. An introductory price's end is known with the price; any other end on the stated
  ///   day, else when what follows became known (a price, or a re-route on that day), else when it
  ///   came.
  /// - A model is there if anything was known of it, or if something known leads to it.
  ///
  /// Where a file does not say when something became known, it was known when it began to hold.
  /// A book does not learn again: of two days the earlier one counts.
  ///
  /// - Parameter day: The day whose knowledge counts, to its very end.
  /// - Returns: The book of that day; its digest is another one even if it says the same.
  public func asKnown(on day: Day) -> PriceBook {
    let day = min(day, knownOn ?? day)
    let problems = ProblemList(files: files)
    // These very files have been loaded before, so there is nothing to be said against them.
    let contents = PriceBook.read(problems, baseCount: baseFileCount).map { $0.asKnown(on: day) }
    var sellers = PriceBook.merge(contents, baseCount: baseFileCount, problems: problems)
    for provider in sellers.keys { sellers[provider]?.forgetUnknownModels() }
    return PriceBook(self, sellers: sellers, knownOn: day)
  }

  private init(_ whole: PriceBook, sellers: [Provider: Seller], knownOn day: Day) {
    files = whole.files
    baseFileCount = whole.baseFileCount
    version = whole.version
    asOf = min(whole.asOf, day)
    // The bands by which a ledger has sorted its requests do not depend on what was known when.
    contextThresholds = whole.contextThresholds
    references = whole.references
    knownOn = day
    self.sellers = sellers
  }
}

extension BookFile {
  /// What the file would have said on a day.
  fileprivate func asKnown(on day: Day) -> BookFile {
    var file = self
    file.asOf = asOf.map { min($0, day) }
    file.models = models.map { $0.asKnown(on: day) }
    file.aliases = aliases.filter { $0.isKnown(on: day) }.map { alias in
      guard let end = alias.period.until else { return alias }
      let following = aliases.filter { $0.name == alias.name && $0.period.from == end }
      let known = following.map(\.known).earliest(orAt: zone.day(of: end))
      guard let known, known > day else { return alias }
      var open = alias
      open.period = Period(from: alias.period.from)
      return open
    }
    return file
  }
}

extension ModelAlias {
  fileprivate func isKnown(on day: Day) -> Bool { known.map { $0 <= day } ?? true }
}

extension Seller {
  /// Leaves out models of which nothing was known yet.
  fileprivate mutating func forgetUnknownModels() {
    var named = Set(aliases.values.joined().map(\.model))
    for lifecycle in models.values.flatMap(\.lifecycles) where lifecycle.isCurrent {
      if let successor = lifecycle.successor { named.insert(successor) }
    }
    models = models.filter { $0.value.isKnown || named.contains($0.key) }
    modelNames = modelNames.filter { models[$0] != nil }
    conflicts = conflicts.filter { models[$0.model] != nil }
  }
}

extension [Day?] {
  /// The earliest of some days, of which nil is before all; the given day where there are none.
  func earliest(orAt day: Day) -> Day? {
    contains(nil) ? nil : compactMap(\.self).min() ?? day
  }
}
