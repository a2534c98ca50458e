import Quantities
import Usage

/// Laying a file over what is already known of a seller.
///
/// The base is never edited in place: where an overlay's statement covers part of a base
/// statement's period, the base statement becomes the pieces before and after it. What the overlay
/// does not speak of (another meter, another tier, another time) stays as it was.
extension Seller {
  /// Lays a file over this one; over nothing, for a base file.
  mutating func lay(_ file: BookFile) {
    if let contract = file.contract { return lay(contract, prices: file.models) }
    if version == nil { version = file.version }
    if asOf == nil { asOf = file.asOf }
    for model in file.models {
      lay(model)
    }
    lay(file.aliases, from: file.index)
  }

  /// Lays a file's aliases over earlier ones.
  mutating func lay(_ aliases: [ModelAlias], from file: Int) {
    for alias in aliases {
      let below = (self.aliases[alias.name] ?? []).flatMap { earlier in
        // Two aliases of one file never overlap; that has been checked.
        earlier.place.file == file ? [earlier] : earlier.without(alias.period)
      }
      self.aliases[alias.name] = (below + [alias]).sorted { $0.period.startsBefore($1.period) }
    }
  }

  private mutating func lay(_ model: BookModel) {
    guard var below = models[model.name] else {
      var model = model
      model.statements.sort { $0.period.startsBefore($1.period) }
      models[model.name] = model
      return
    }
    below.statements = below.statements.under(model.statements)
    below.isKnown = below.isKnown || model.isKnown
    if model.hasLifecycles {
      let superseded = below.lifecycles.map { lifecycle in
        var lifecycle = lifecycle
        lifecycle.isCurrent = false
        return lifecycle
      }
      below.lifecycles = model.lifecycles + superseded
    }
    models[model.name] = below
  }
}

extension Seller {
  /// Lays a contract over earlier ones; the list prices stay as they are.
  private mutating func lay(_ contract: Contract, prices: [BookModel]) {
    contracts.append(contract)
    for model in prices where !model.statements.isEmpty {
      contractPrices[model.name] = (contractPrices[model.name] ?? []).under(model.statements)
    }
  }
}

extension [PriceStatement] {
  /// These statements with others laid over them, oldest first.
  fileprivate func under(_ others: [PriceStatement]) -> [PriceStatement] {
    var below = self
    for other in others {
      below = below.flatMap { earlier in
        // A statement of the same overlay never competes with itself; that has been checked.
        earlier.place.file == other.place.file ? [earlier] : earlier.without(other)
      }
    }
    return (below + others).sorted { $0.period.startsBefore($1.period) }
  }
}

extension PriceStatement {
  /// What is left of this statement where another one takes precedence.
  func without(_ other: PriceStatement) -> [PriceStatement] {
    let contested = contested(with: other)
    guard !contested.isEmpty else { return [self] }
    let untouched = priced.filter { !contested.contains($0) }
    let touched = untouched.isEmpty ? self : pricing(only: contested)
    let pieces = period.without(other.period).map(touched.during)
    return untouched.isEmpty ? pieces : [pricing(only: untouched)] + pieces
  }
}

extension ModelAlias {
  fileprivate func without(_ other: Period) -> [ModelAlias] {
    period.without(other).map { piece in
      var alias = self
      alias.period = piece
      return alias
    }
  }
}

extension Period {
  /// The pieces of this period before and after another one; itself where they do not meet.
  fileprivate func without(_ other: Period) -> [Period] {
    guard overlaps(other) else { return [self] }
    let before = other.from.map { intersection(Period(until: $0)) }
    let after = other.until.map { intersection(Period(from: $0)) }
    return [before, after].compactMap(\.self).filter { !$0.isEmpty }
  }

  /// Orders periods by their start, those without one first.
  func startsBefore(_ other: Period) -> Bool {
    guard let start = other.from else { return false }
    guard let from else { return true }
    return from < start
  }
}
