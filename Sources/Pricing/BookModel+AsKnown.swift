import Quantities

/// A model as it was known on a day; `PriceBook.asKnown(on:)` has the rules.
extension BookModel {
  func asKnown(on day: Day) -> BookModel {
    var model = self
    let said = statements.compactMap { $0.asSaid(on: day) }
    model.statements = said.flatMap { opened($0, among: said, on: day) }
    for revived in said where revived.isRevived {
      model.statements = model.statements.flatMap { other in
        other.place == revived.place ? [other] : other.without(revived)
      }
    }
    let words = lifecycles.compactMap { $0.asSaid(on: day) }
    model.lifecycles = words.filter(\.isCurrent) + words.filter { !$0.isCurrent }
    // A file that says nothing of the end on purpose still does; one that knew nothing does not.
    model.hasLifecycles = hasLifecycles && (lifecycles.isEmpty || !words.isEmpty)
    let isReleased = released.map { $0 <= day } ?? (statements.isEmpty && lifecycles.isEmpty)
    model.isKnown = isReleased || !said.isEmpty || !words.isEmpty
    return model
  }

  /// A statement without an end that was not known yet, up to where a known one begins.
  ///
  /// In pieces, where what begins later does not price all of the statement's meters.
  private func opened(
    _ statement: PriceStatement, among said: [PriceStatement], on day: Day
  ) -> [PriceStatement] {
    guard statement.status != .withdrawn, let end = statement.period.until,
      let known = endKnown(of: statement, at: end), known > day
    else { return [statement] }
    let later = said.filter { $0.period.from.map { $0 >= end } ?? false }
    let open = statement.during(Period(from: statement.period.from))
    return later.reduce([open]) { pieces, next in
      pieces.flatMap { $0.without(next.during(Period(from: next.period.from))) }
    }
  }

  /// The day on which a statement's end became known; nil where it has always been.
  private func endKnown(of statement: PriceStatement, at end: Instant) -> Day? {
    if let known = statement.untilKnown { return known }
    if statement.isIntroductory { return statement.knownSince }
    let prices = statements.filter { other in
      other.period.from == end && other.isAbout(sameAs: statement)
    }
    let reroutes = lifecycles.filter { $0.mode == .reroute && $0.takesEffect == end }
    return (prices.map(\.knownSince) + reroutes.map(\.known))
      .earliest(orAt: statement.origin.zone.day(of: end))
  }
}

extension PriceStatement {
  /// What the statement was on a day; nil while it was not known.
  fileprivate func asSaid(on day: Day) -> PriceStatement? {
    guard knownSince.map({ $0 <= day }) ?? true else { return nil }
    var statement = self
    let firstDay = period.from.map(origin.zone.day)
    if let withdrawnOn, withdrawnOn > day {
      statement.status = .inForce
      if let known, let firstDay, known < firstDay { statement.status = .announced }
    }
    if statement.status == .inForce, let firstDay, firstDay > day { statement.status = .announced }
    return statement
  }

  /// Whether it counts again, as it did before it was withdrawn.
  fileprivate var isRevived: Bool { withdrawnOn != nil && status != .withdrawn }
}

extension Lifecycle {
  /// What was said on a day; nil while it was not known.
  fileprivate func asSaid(on day: Day) -> Lifecycle? {
    guard known.map({ $0 <= day }) ?? true else { return nil }
    var lifecycle = self
    if let supersededOn, supersededOn > day { lifecycle.isCurrent = true }
    return lifecycle
  }
}
