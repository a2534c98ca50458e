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
  /// Contracts hold whatever the day: the question is what the seller had said by then.
  ///
  /// Where a file does not say when something became known, it was known when it began to hold.
  /// A book does not learn again: of two days the earlier one counts.
  ///
  /// - Parameter day: The day whose knowledge counts, to its very end.
  /// - Returns: The book of that day; its digest is another one even if it says the same.
  public func asKnown(on day: Day) -> PriceBook {
    let day = min(day, knownOn ?? day)
    let files = contents.indices.filter { !leftOut.contains($0) }.compactMap { index in
      contents[index].content?.asKnown(on: day)
    }
    // These very files have been loaded before, so there is nothing to be said against them.
    var sellers = PriceBook.merge(
      files, baseCount: baseFileCount, problems: ProblemList(files: self.files))
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
    contents = whole.contents
    leftOut = whole.leftOut
    knownOn = day
    self.sellers = sellers
  }
}

extension BookFile {
  /// What the file would have said on a day.
  fileprivate func asKnown(on day: Day) -> BookFile {
    // A contract is its owner's own knowledge: what it says of the days to come is no announcement.
    guard contract == nil else { return self }
    var file = self
    file.asOf = asOf.map { min($0, day) }
    file.models = models.map { $0.asKnown(on: day) }
    file.aliases = aliases.filter { $0.isKnown(on: day) }.map { opened($0, on: day) }
    return file
  }

  /// An alias without an end that was not known yet, up to where a known one begins.
  private func opened(_ alias: ModelAlias, on day: Day) -> ModelAlias {
    guard let end = alias.period.until else { return alias }
    let later = aliases.filter { other in
      other.name == alias.name && other.period.from.map { $0 >= end } ?? false
    }
    let known = later.filter { $0.period.from == end }.map(\.known)
      .earliest(orAt: zone.day(of: end))
    guard let known, known > day else { return alias }
    let next = later.filter { $0.isKnown(on: day) }.compactMap(\.period.from).min()
    var open = alias
    open.period = Period(from: alias.period.from, until: next)
    return open
  }
}

extension ModelAlias {
  fileprivate func isKnown(on day: Day) -> Bool { known.map { $0 <= day } ?? true }
}

extension Seller {
  /// Leaves out models of which nothing was known yet.
  fileprivate mutating func forgetUnknownModels() {
    var named = Set(aliases.values.joined().map(\.model))
    for lifecycle in models.all.flatMap(\.lifecycles) where lifecycle.isCurrent {
      if let successor = lifecycle.successor { named.insert(successor) }
    }
    models = models.filter { $0.isKnown || named.contains($0.name) }
  }
}

extension [Day?] {
  /// The earliest of some days, of which nil is before all; the given day where there are none.
  func earliest(orAt day: Day) -> Day? {
    contains(nil) ? nil : compactMap(\.self).min() ?? day
  }
}
