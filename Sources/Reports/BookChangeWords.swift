import Analysis
import Pricing
import Quantities

/// What differs between two price books, each difference in one line.
enum BookChangeWords {
  static func what(_ change: BookChange) -> String {
    switch change.kind {
    case .modelAdded(let model): added(model)
    case .modelRemoved: "not in the book any more"
    case .priceAdded(let statement): "new: \(price(statement))"
    case .priceWithdrawn(let statement): "withdrawn: \(price(statement))"
    case .priceRemoved(let statement): "gone: \(price(statement))"
    case .pricesEnd(let statements, let was): ends(statements, was: was)
    case .priceStatus(let statement, let was):
      "\(PriceWords.spaced(statement.status.rawValue)), was \(PriceWords.spaced(was.rawValue)): "
        + price(statement)
    case .amountsChanged(let statement, let steps):
      "other amounts, \(PriceWords.offer(statement)) \(PriceWords.from(statement.period.from)): "
        + PriceWords.steps(steps)
    case .endAdded(let lifecycle): "now: \(PriceWords.end(lifecycle))"
    case .endRevoked(let lifecycle): "no longer: \(PriceWords.end(lifecycle))"
    case .endChanged(let before, let now):
      "\(PriceWords.end(before)) → \(PriceWords.end(now))"
    case .aliasAdded(let alias):
      "stands for \(alias.model) \(PriceWords.from(alias.period.from))"
    case .aliasEnds(let alias, let was):
      "stands for \(alias.model) \(until(alias.period.until)), was \(until(was))"
    case .aliasRemoved(let alias):
      "stands for \(alias.model) no longer \(PriceWords.from(alias.period.from))"
    }
  }

  /// The name by which programs know a difference; it does not change with the words.
  static func code(_ kind: BookChange.Kind) -> String {
    switch kind {
    case .modelAdded: "model_added"
    case .modelRemoved: "model_removed"
    case .priceAdded: "price_added"
    case .priceWithdrawn: "price_withdrawn"
    case .priceRemoved: "price_removed"
    case .pricesEnd: "prices_end"
    case .priceStatus: "price_status"
    case .amountsChanged: "amounts_changed"
    case .endAdded: "end_added"
    case .endRevoked: "end_revoked"
    case .endChanged: "end_changed"
    case .aliasAdded: "alias_added"
    case .aliasEnds: "alias_ends"
    case .aliasRemoved: "alias_removed"
    }
  }

  /// The statements that a difference is about.
  static func statements(_ kind: BookChange.Kind) -> [PriceStatement] {
    switch kind {
    case .priceAdded(let statement), .priceWithdrawn(let statement),
      .priceRemoved(let statement), .priceStatus(let statement, _),
      .amountsChanged(let statement, _):
      [statement]
    case .pricesEnd(let statements, _): statements
    case .modelAdded(let model): model.statements
    default: []
    }
  }

  private static func added(_ model: BookModel) -> String {
    let standard = model.statements.first {
      $0.serviceTier == .standard && $0.overPromptTokens == 0 && $0.unit == .millionTokens
        && $0.status != .withdrawn
    }
    let prices = Phrase.counted(model.statements.count, "price statement")
    return "new model, \(prices)" + (standard.map { ": \(price($0))" } ?? "")
  }

  private static func price(_ statement: PriceStatement) -> String {
    let end = statement.period.until.map { " until \(PriceWords.time($0))" } ?? ""
    let status = statement.status == .announced ? ", announced" : ""
    let introductory = statement.isIntroductory ? ", introductory" : ""
    return "\(PriceWords.offer(statement)) \(PriceWords.from(statement.period.from))\(end)"
      + "\(status)\(introductory): \(PriceWords.amounts(statement))"
  }

  /// Prices of one model usually end together, where it is re-routed.
  private static func ends(_ statements: [PriceStatement], was: Instant?) -> String {
    guard let first = statements.first else { return "" }
    let end = until(first.period.until)
    guard statements.count == 1 else {
      return "\(Phrase.counted(statements.count, "price")) hold \(end), were \(until(was))"
    }
    return "holds \(end), was \(until(was)): \(PriceWords.offer(first)) "
      + "\(PriceWords.from(first.period.from)): \(PriceWords.amounts(first))"
  }

  private static func until(_ instant: Instant?) -> String {
    instant.map { "until \(PriceWords.time($0))" } ?? "without an end"
  }
}
