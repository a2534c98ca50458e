import Quantities

/// Changes of price that come from a contract and not from a seller.
extension PriceChange.Kind {
  /// What a contract does between two answers, the second beginning where the first ends; nil where
  /// none of its periods begins or ends there.
  static func ofContract(
    at instant: Instant, before: Rates, after: Rates
  ) -> PriceChange.Kind? {
    let ending = before.terms?.isBounded { $0.until == instant } ?? false
    let beginning = after.terms?.isBounded { $0.from == instant } ?? false
    guard ending || beginning else { return nil }
    guard let terms = after.terms else { return .contractEnds(before.terms?.title ?? "") }
    return before.terms == nil ? .contractBegins(terms.title) : .contractChanges(terms.title)
  }
}

extension ContractTerms {
  /// The names of its contracts, as one.
  fileprivate var title: String { contracts.joined(separator: ", ") }

  /// Whether the period of one of its parts has a bound.
  fileprivate func isBounded(by isBound: (Period) -> Bool) -> Bool {
    statements.contains { isBound($0.period) } || discounts.contains { isBound($0.period) }
  }
}
