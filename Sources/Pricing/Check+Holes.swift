import Quantities
import Usage

/// Times at which a model could be used and no price is in force.
///
/// A hole may be a fact: a price that nobody wrote down. The file then states it, with null for the
/// amount, so that usage in it is unpriced for that reason and not for want of care.
extension SellerCheck {
  /// A model that was released before its first price begins.
  func beginsLate(_ model: BookModel) -> [Found] {
    let standard = model.statements.filter { statement in
      statement.unit == .millionTokens && statement.serviceTier == .standard
        && statement.overPromptTokens == 0 && statement.status != .withdrawn
    }
    let first = standard.min { $0.period.startsBefore($1.period) }
    guard let first, let from = first.period.from, let released = model.released,
      first.origin.zone.start(of: released) < from
    else { return [] }
    return [
      Found(
        place: first.place, field: ["from"], kind: .beginsLate(released: released, from: from))
    ]
  }

  /// Holes between statements of one meter, and ends that nothing follows.
  ///
  /// A price ends where another begins, or when the model itself does; a mere shutdown ends no
  /// price, because what was used before it stays priced.
  func holes(_ model: BookModel) -> [Found] {
    let counting = model.statements.filter { $0.status != .withdrawn }
    return counting.indices.flatMap { index -> [Found] in
      let statement = counting[index]
      // Each group is looked at once, from its first statement.
      guard !counting[..<index].contains(where: { $0.isAbout(sameAs: statement) }) else {
        return []
      }
      return holes(in: counting.filter { $0.isAbout(sameAs: statement) }, of: model)
    }
  }

  private struct Hole: Hashable {
    let after: Int
    let from: Instant
    let until: Instant?
  }

  /// The holes of one tier, band and unit, each with all the meters that fall into it.
  private func holes(in group: [PriceStatement], of model: BookModel) -> [Found] {
    var holes: [(hole: Hole, meters: [String])] = []
    var seen: Set<String> = []
    for meter in group.flatMap(\.priced) where seen.insert(meter).inserted {
      for hole in self.holes(in: group, pricing: meter) {
        if let index = holes.firstIndex(where: { $0.hole == hole }) {
          holes[index].meters.append(meter)
        } else {
          holes.append((hole, [meter]))
        }
      }
    }
    return holes.compactMap { hole, meters in
      let last = group[hole.after]
      let names = last.naming(meters)
      guard let next = hole.until else {
        return isOver(model, by: hole.from) || isBandGivenUp(last, by: hole.from, of: model)
          ? nil
          : Found(
            place: last.place, field: ["until"], kind: .nothingFollows(meters: names, at: hole.from)
          )
      }
      return Found(
        place: last.place, field: ["until"],
        kind: .hole(meters: names, from: hole.from, until: next))
    }
  }

  /// Statements come in order of their start, so one look ahead is enough.
  private func holes(in group: [PriceStatement], pricing meter: String) -> [Hole] {
    var holes: [Hole] = []
    var last: (index: Int, end: Instant)?
    for (index, statement) in group.enumerated() where statement.priced.contains(meter) {
      if let last, let from = statement.period.from, from > last.end {
        holes.append(Hole(after: last.index, from: last.end, until: from))
      }
      guard let end = statement.period.until else { return holes }
      if end > last?.end ?? Instant(microseconds: .min) { last = (index, end) }
    }
    if let last { holes.append(Hole(after: last.index, from: last.end, until: nil)) }
    return holes
  }

  /// Whether long prompts cost the same as short ones from there, which is a fact and no hole.
  private func isBandGivenUp(
    _ band: PriceStatement, by end: Instant, of model: BookModel
  ) -> Bool {
    guard band.overPromptTokens > 0 else { return false }
    return !model.quote(like: band, over: .zero, at: end).isEmpty
  }

  /// Whether the model has been re-routed or shut down by then, so that nothing need follow.
  private func isOver(_ model: BookModel, by end: Instant) -> Bool {
    model.lifecycles.contains { lifecycle in
      guard lifecycle.isCurrent, lifecycle.mode != .limitedAccess else { return false }
      return lifecycle.takesEffect.map { $0 <= end } ?? false
    }
  }
}
