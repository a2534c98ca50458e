import Quantities
import Usage

/// What contracts with a seller make of its list prices.
extension Seller {
  /// The terms for a kind of request at an instant.
  ///
  /// A contract's price counts where it would count as a list price: in the band that the request
  /// falls into among the bands of list and contract together. A contract that speaks of the base
  /// band alone thus leaves the list price of longer prompts as it is.
  ///
  /// - Parameters:
  ///   - model: The model that is billed.
  ///   - tier: How the request was served.
  ///   - contextOver: The highest known threshold that the request's whole prompt exceeded.
  ///   - instant: When it happened.
  ///   - list: The list statements it would be billed by.
  ///   - validity: Narrowed to the instants at which the answer holds.
  /// - Returns: The terms; nil where list prices are paid.
  func terms(
    for model: String, tier: ServiceTier, contextOver: TokenCount, at instant: Instant,
    beside list: [PriceStatement], validity: inout Period
  ) -> ContractTerms? {
    guard !contracts.isEmpty else { return nil }
    let offered = (contractPrices[model] ?? []).filter {
      $0.unit == .millionTokens && $0.serviceTier == tier && $0.status != .withdrawn
    }
    let discounts = contracts.flatMap(\.discounts).filter { $0.concerns(model, tier) }
    for period in offered.map(\.period) + discounts.map(\.period) {
      validity = validity.narrowed(by: period, around: instant)
    }
    let own = PriceStatement.highestBand(
      of: offered.filter { $0.period.contains(instant) }, contextOver: contextOver,
      notBelow: list.first?.overPromptTokens ?? 0)
    // A discount that comes off nothing, or off a price of nothing, is not in play.
    let used = discounts.filter { discount in
      discount.period.contains(instant)
        && Meter.all.contains { meter in
          let price = list.price(of: meter) ?? .free
          return discount.concerns(meter) && price != .free && own.price(of: meter) == nil
        }
    }
    guard !own.isEmpty || !used.isEmpty else { return nil }
    return ContractTerms(
      contracts: contracts.filter { contract in
        used.contains { $0.place.file == contract.place.file }
          || own.contains { $0.place.file == contract.place.file }
      }.map(\.name).withoutRepeats,
      statements: own, discounts: used)
  }
}

extension PriceStatement {
  /// The statements of the highest band that a prompt exceeds; none where that is below another one.
  fileprivate static func highestBand(
    of statements: [PriceStatement], contextOver: TokenCount, notBelow least: TokenCount
  ) -> [PriceStatement] {
    let reached = statements.filter { $0.overPromptTokens <= contextOver }
    guard let band = reached.map(\.overPromptTokens).max(), band >= least else { return [] }
    return reached.filter { $0.overPromptTokens == band }
  }
}

extension [PriceStatement] {
  /// The price of a meter in the first statement that speaks of it: its answer counts, even where
  /// that is "not known".
  func price(of meter: Meter) -> UnitPrice? { first { $0.speaks(of: meter) }?.price(of: meter) }
}

extension ContractTerms {
  /// What is paid for a meter whose list price is known, or is not there.
  func price(of meter: Meter, list: UnitPrice?) -> UnitPrice? {
    if let own = statements.price(of: meter) { return own }
    guard let list else { return nil }
    let discount = discounts.first { $0.concerns(meter) }
    return discount?.percentOff.off(list) ?? list
  }
}
