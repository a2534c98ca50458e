import Pricing
import Quantities
import Usage

/// Holding two books against each other, statement by statement.
extension BookDifference {
  /// What a newer book says that an older one did not, and the other way round.
  public init(from old: PriceBook, to new: PriceBook) {
    let providers = Set(old.providers).union(new.providers).sorted()
    changes = providers.flatMap { provider -> [BookChange] in
      let differ = SellerDifference(provider: provider, old: old, new: new)
      return differ.models + differ.aliases
    }
  }
}

/// The differences of one seller.
private struct SellerDifference {
  let provider: Provider
  let old: PriceBook
  let new: PriceBook

  private func change(_ kind: BookChange.Kind, _ subject: String) -> BookChange {
    BookChange(provider: provider, subject: subject, kind: kind)
  }

  var models: [BookChange] {
    let newNames = new.models(of: provider).map(\.name)
    let gone = old.models(of: provider).map(\.name).filter { !newNames.contains($0) }
    return newNames.flatMap { name -> [BookChange] in
      guard let now = new.model(name, of: provider) else { return [] }
      guard let before = old.model(name, of: provider) else {
        return [change(.modelAdded(now), name)]
          + now.lifecycles.filter(\.isCurrent).map { change(.endAdded($0), name) }
      }
      return prices(from: before, to: now) + ends(from: before, to: now)
    } + gone.map { change(.modelRemoved, $0) }
  }

  // MARK: Prices

  /// Statements are the same if they say the same amounts from the same time on; of the rest, those
  /// that speak of the same time and meters are one that was changed.
  private func prices(from before: BookModel, to now: BookModel) -> [BookChange] {
    var left = before.statements.filter { $0.status != .withdrawn }
    var ends: [End: [PriceStatement]] = [:]
    var changes: [BookChange] = []
    var added: [PriceStatement] = []
    for statement in now.statements where statement.status != .withdrawn {
      if let index = left.firstIndex(where: { $0.isSame(as: statement) }) {
        let before = left.remove(at: index)
        if before.period.until != statement.period.until {
          let end = End(was: before.period.until, until: statement.period.until)
          ends[end, default: []].append(statement)
        }
        if before.status != statement.status {
          changes.append(change(.priceStatus(statement, was: before.status), now.name))
        }
      } else {
        added.append(statement)
      }
    }
    for statement in added {
      guard let index = left.firstIndex(where: { $0.isRevised(by: statement) }) else {
        changes.append(change(.priceAdded(statement), now.name))
        continue
      }
      let steps = PriceStep.steps(from: [left.remove(at: index)], to: [statement])
      changes.append(
        change(.amountsChanged(statement, steps: steps.filter { !$0.isLevel }), now.name))
    }
    changes += ends.sorted { $0.key < $1.key }.map { end, statements in
      change(.pricesEnd(statements, was: end.was), now.name)
    }
    let withdrawn = now.statements.filter { $0.status == .withdrawn }
    changes += left.map { statement in
      let found = withdrawn.first { $0.isSame(as: statement) }
      return change(found.map { .priceWithdrawn($0) } ?? .priceRemoved(statement), now.name)
    }
    return changes
  }

  /// What the end of a price was, and what it is.
  private struct End: Hashable, Comparable {
    let was: Instant?
    let until: Instant?

    static func < (one: End, other: End) -> Bool { one.order < other.order }

    private var order: (Int64, Int64) {
      (until?.microseconds ?? .max, was?.microseconds ?? .max)
    }
  }

  // MARK: Ends and aliases

  private func ends(from before: BookModel, to now: BookModel) -> [BookChange] {
    let (was, says) = (
      before.lifecycles.filter(\.isCurrent), now.lifecycles.filter(\.isCurrent)
    )
    let added = says.filter { end in !was.contains { $0.says(whatIsSaidBy: end) } }
    let revoked = was.filter { end in !says.contains { $0.says(whatIsSaidBy: end) } }
    if revoked.count == 1, added.count == 1 {
      return [change(.endChanged(from: revoked[0], to: added[0]), now.name)]
    }
    return revoked.map { change(.endRevoked($0), now.name) }
      + added.map { change(.endAdded($0), now.name) }
  }

  var aliases: [BookChange] {
    var left = old.aliases(of: provider)
    var changes: [BookChange] = []
    for alias in new.aliases(of: provider) {
      let found = left.firstIndex {
        $0.name == alias.name && $0.model == alias.model && $0.period.from == alias.period.from
      }
      guard let found else {
        changes.append(change(.aliasAdded(alias), alias.name))
        continue
      }
      let before = left.remove(at: found)
      if before.period.until != alias.period.until {
        changes.append(change(.aliasEnds(alias, was: before.period.until), alias.name))
      }
    }
    return changes + left.map { change(.aliasRemoved($0), $0.name) }
  }
}

extension PriceStatement {
  /// Whether both speak of one tier, band and unit from one time on.
  private func isBeside(_ other: PriceStatement) -> Bool {
    serviceTier == other.serviceTier && overPromptTokens == other.overPromptTokens
      && unit == other.unit && period.from == other.period.from
  }

  /// Whether it is the same price, whatever its end and its status have become.
  fileprivate func isSame(as other: PriceStatement) -> Bool {
    isBeside(other) && isIntroductory == other.isIntroductory
      && Set(amounts) == Set(other.amounts)
  }

  /// Whether the other one says something else about the same.
  fileprivate func isRevised(by other: PriceStatement) -> Bool {
    isBeside(other) && !Set(amounts.map(\.name)).isDisjoint(with: other.amounts.map(\.name))
  }
}

extension Lifecycle {
  /// Whether two statements say the same of a model's end, whatever their sources.
  fileprivate func says(whatIsSaidBy other: Lifecycle) -> Bool {
    mode == other.mode && takesEffect == other.takesEffect && successor == other.successor
      && isEarliestOnly == other.isEarliestOnly
  }
}
