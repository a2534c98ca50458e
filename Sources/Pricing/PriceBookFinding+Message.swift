import Quantities

/// The words of a finding: where, what, and what to do about it.
extension PriceBookFinding: CustomStringConvertible {
  /// One line: place, what was found, lower case.
  public var description: String { "\(file):\(line): \(path): \(explanation)" }

  /// What was found.
  public var explanation: String { "\(model ?? provider.name): \(kind.explanation)" }

  /// What to do about it, in one line.
  public var remedy: String { kind.remedy }
}

extension PriceBookFinding.Kind {
  fileprivate var explanation: String {
    switch self {
    case .old(let days): "the book is \(Phrase.counted(days, "day")) old"
    case .announcementNotConfirmed(let since): "announced for \(since), not confirmed since"
    case .announcementShadowed(let from):
      "announced for \(from), but another price is in force then"
    case .endNotConfirmed(let day): "its earliest last day, \(day), has passed"
    case .undated(let field): "\(field) is missing"
    case .knownTooEarly(let field, let day, let asOf):
      "\(field) is \(day), and the file knows nothing after \(asOf)"
    case .inForceTooEarly(let from, let asOf):
      "in force from \(from), and the file knows nothing after \(asOf)"
    case .beginsLate(let released, let from):
      "released on \(released), and its first price begins at \(from)"
    case .hole(let meters, let from, let until):
      "no price of \(list(meters)) from \(from) until \(until)"
    case .nothingFollows(let meters, let end):
      "the price of \(list(meters)) ends at \(end), and nothing follows"
    case .withoutPrices: "no price"
    case .bandWithoutBase(let over, let at):
      "prompts over \(over) have a price \(at.map { "at \($0)" } ?? "from the beginning"), "
        + "and shorter ones have none"
    case .bandLeavesOut(let meters, let over):
      "prompts over \(over) have no price of \(list(meters)), and shorter ones have"
    case .otherBands(let tier, let own, let standard):
      "\(tier.rawValue) steps \(steps(own)), and standard \(steps(standard))"
    case .implausible(let name, let price, let unit, let usual):
      "\(name) costs \(price) per \(unit); \(usual) is usual"
    case .outOfProportion(let name, let price, let proportion):
      "\(name) costs \(price), and \(proportion); \(proportion.least) to \(proportion.most) "
        + "times that is usual"
    case .contract(let finding): finding.explanation
    case .aliasLeadsNowhere(let name, let at):
      "\(name) stands for no model"
        + (at == Instant(microseconds: .min) ? " in the beginning" : " at \(at)")
    case .aliasHidesPrices(let name, let model, let from):
      "\(name) stands for \(model)"
        + (from == Instant(microseconds: .min) ? "" : " from \(from)")
        + ", so its own prices do not count"
    case .correctsNothing(let id): "it corrects \(id), which is no withdrawn statement of the model"
    case .notFrozen(let id, let event): "\(id) has \(event.rawValue) and is not frozen"
    case .frozenAndGone(let id, let event):
      "\(id) had \(event.rawValue) when it was frozen, and is no longer in the book"
    }
  }

  fileprivate var remedy: String {
    switch self {
    case .old: "Read the sellers' pages again, or take a newer version of the book."
    case .announcementNotConfirmed:
      "Read the seller's page again: mark it \"in_force\", or \"withdrawn\" with \"withdrawn_on\"."
    case .announcementShadowed: "Let the price in force end where the announced one begins."
    case .endNotConfirmed:
      "Read the seller's page again, and state the new day beside this one, then superseded."
    case .undated(let field): "Add \"\(field)\"; pricing/README.md says which day it is."
    case .knownTooEarly(let field, _, _): "Correct \"\(field)\", or move the file's \"as_of\" on."
    case .inForceTooEarly: "Mark it \"announced\", or move the file's \"as_of\" on."
    case .beginsLate: "Let it begin then, or state the hole: amounts of null until then."
    case .hole, .nothingFollows:
      "Correct the end, or state the hole: a statement with amounts of null from there."
    case .withoutPrices: "Add its prices, or what is said of its end."
    case .bandWithoutBase: "Add the base price over the same period."
    case .bandLeavesOut: "Add them to the band; null where the price is not known."
    case .otherBands: "Add the missing step with its prices; null where they are not known."
    case .implausible: "Compare with the seller's page: is it dollars, and per what?"
    case .outOfProportion: "Compare both prices with the seller's page: is it dollars, per what?"
    case .contract(let finding): finding.remedy
    case .aliasLeadsNowhere: "Let the alias end there, or add the model that it stands for."
    case .aliasHidesPrices:
      "Let the alias begin where the model's prices end; to pay other prices, state them instead."
    case .correctsNothing: "Withdraw the wrong statement instead of removing or editing it."
    case .notFrozen: "Run `tollbook prices check --freeze FILE` and commit the list."
    case .frozenAndGone:
      "Put it back as \"withdrawn\", and state the right one with \"corrects\"."
    }
  }

  /// The name by which programs know it; it does not change with the words.
  package var code: String {
    switch self {
    case .old: "old"
    case .announcementNotConfirmed: "announcement_not_confirmed"
    case .announcementShadowed: "announcement_shadowed"
    case .endNotConfirmed: "end_not_confirmed"
    case .undated: "undated"
    case .knownTooEarly: "known_too_early"
    case .inForceTooEarly: "in_force_too_early"
    case .beginsLate: "begins_late"
    case .hole: "hole"
    case .nothingFollows: "nothing_follows"
    case .withoutPrices: "without_prices"
    case .bandWithoutBase: "band_without_base"
    case .bandLeavesOut: "band_leaves_out"
    case .otherBands: "other_bands"
    case .implausible: "implausible"
    case .outOfProportion: "out_of_proportion"
    case .contract(let finding): finding.code
    case .aliasLeadsNowhere: "alias_leads_nowhere"
    case .aliasHidesPrices: "alias_hides_prices"
    case .correctsNothing: "corrects_nothing"
    case .notFrozen: "not_frozen"
    case .frozenAndGone: "frozen_and_gone"
    }
  }

  private func list(_ names: [String]) -> String { names.joined(separator: ", ") }

  private func steps(_ lengths: [TokenCount]) -> String {
    lengths.isEmpty ? "nowhere" : "over " + list(lengths.map(\.description))
  }
}

extension PriceBookFinding.Proportion: CustomStringConvertible {
  /// `input costs 0.3`, `0.3 before`.
  public var description: String {
    switch reference {
    case .meter(let name): "\(name) \(price)"
    case .baseBand: "\(price) in the base band"
    case .standard: "\(price) at standard"
    case .before: "\(price) before"
    }
  }
}
