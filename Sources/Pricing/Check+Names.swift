import Quantities

/// Names that lead nowhere or astray: aliases for a time without a model, or in front of a model
/// that has prices of its own; corrections of nothing.
extension SellerCheck {
  /// Aliases that stand for a name which at some time is neither a model's nor an alias.
  ///
  /// That it exists at all has been checked when the book was loaded.
  func aliases() -> [Found] {
    book.aliases(of: provider).compactMap { alias in
      var instant = alias.period.from ?? Instant(microseconds: .min)
      while alias.period.contains(instant) {
        let trace = book.sellers[provider]?.trace(
          alias.name, at: instant, shutdowns: .keepsItsPrice)
        guard let trace, trace.resolution != nil else {
          return Found(
            place: alias.place, field: ["model"],
            kind: .aliasLeadsNowhere(alias.name, at: instant))
        }
        guard let next = trace.validity.until else { return nil }
        instant = next
      }
      return nil
    }
  }

  /// Aliases of the very name under which a model has prices at that time: they never count.
  ///
  /// An overlay does so with one line, and every total changes without another word.
  func hidingAliases() -> [Found] {
    book.aliases(of: provider).compactMap { alias in
      guard
        let hidden = book.model(alias.name, of: provider)?.statements.first(where: { statement in
          statement.status != .withdrawn && statement.period.overlaps(alias.period)
        })
      else { return nil }
      return Found(
        place: alias.place, field: ["name"],
        kind: .aliasHidesPrices(
          alias.name, model: alias.model,
          from: hidden.period.intersection(alias.period).from ?? Instant(microseconds: .min)))
    }
  }

  /// Statements that correct one which is not among the withdrawn ones of the model.
  func corrections(_ model: BookModel) -> [Found] {
    let corrections = model.statements.filter { $0.corrects != nil }
    guard !corrections.isEmpty else { return [] }
    let withdrawn = Set(model.statements.filter { $0.status == .withdrawn }.map(\.id))
    return corrections.compactMap { statement in
      guard let id = statement.corrects, !withdrawn.contains(id) else { return nil }
      return Found(place: statement.place, field: ["corrects"], kind: .correctsNothing(id))
    }
  }
}
