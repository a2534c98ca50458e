import Quantities
import Usage

/// Looking through contracts for what may be right, but deserves a second look.
extension PriceBook {
  /// What was found, with the model that it is about.
  typealias FoundInContract = (model: String?, place: BookPlace, finding: ContractFinding)

  /// What in the contracts with a seller deserves a second look.
  func contractRemarks(with provider: Provider) -> [FoundInContract] {
    let discounts = contracts(with: provider).flatMap(\.discounts)
    return discounts.flatMap(idleNames) + discounts.flatMap(roundings)
      + reroutesAwayFromContracts(of: provider)
  }

  /// The list prices of tokens that a discount comes off at some time.
  private func listStatements(under discount: Discount) -> [PriceStatement] {
    models(of: discount.provider).flatMap(\.statements).filter { statement in
      statement.unit == .millionTokens && statement.status != .withdrawn
        && discount.concerns(statement.model, statement.serviceTier)
        && statement.period.overlaps(discount.period)
    }
  }

  /// Names in a discount for which it finds no price: a slip, or a tier that the seller ended.
  private func idleNames(in discount: Discount) -> [FoundInContract] {
    let statements = listStatements(under: discount)
    var idle = (discount.models ?? []).filter { name in !statements.contains { $0.model == name } }
    idle += (discount.serviceTiers ?? []).filter { tier in
      !statements.contains { $0.serviceTier == tier }
    }.map(\.rawValue)
    idle += (discount.meters ?? []).filter { name in
      let meters = MeterFamily(rawValue: name)?.members ?? Meter(rawValue: name).map { [$0] } ?? []
      return !statements.contains { statement in
        meters.contains { statement.price(of: $0) != nil }
      }
    }
    return idle.map { (nil, discount.place, .findsNothing($0)) }
  }

  /// The first rounding for each model: the others are of the same kind.
  private func roundings(of discount: Discount) -> [FoundInContract] {
    var found: [FoundInContract] = []
    for statement in listStatements(under: discount)
    where !found.contains(where: { $0.model == statement.model }) {
      let rounded = Meter.all.first { meter in
        guard discount.concerns(meter), let price = statement.price(of: meter) else { return false }
        return !discount.percentOff.isExact(on: price)
      }
      guard let rounded, let price = statement.price(of: rounded) else { continue }
      found.append(
        (
          statement.model, discount.place,
          .rounded(
            percentOff: discount.percentOff.description, meter: rounded.rawValue,
            list: price.decimal(perUnits: PriceUnit.millionTokens.quantity),
            effective: discount.percentOff.off(price).decimal(
              perUnits: PriceUnit.millionTokens.quantity))
        ))
    }
    return found
  }

  /// Models that a contract names and that become others before it ends.
  private func reroutesAwayFromContracts(of provider: Provider) -> [FoundInContract] {
    var found: [FoundInContract] = []
    for terms in namedTerms(of: provider) {
      for end in lifecycles(provider: provider, model: terms.model)
      where end.isCurrent && end.mode == .reroute {
        guard let day = end.takesEffect, let successor = end.successor, terms.period.contains(day),
          rates(provider: provider, model: successor, at: day).terms == nil,
          !found.contains(where: { $0.model == terms.model })
        else { continue }
        found.append(
          (
            terms.model, terms.place,
            .stopsAtReroute(to: successor, at: day, isEarliestOnly: end.isEarliestOnly)
          ))
      }
    }
    return found
  }

  /// The periods in which contracts name a model.
  private func namedTerms(
    of provider: Provider
  ) -> [(model: String, period: Period, place: BookPlace)] {
    let prices = models(of: provider).map(\.name).flatMap { name in
      contractPrices(provider: provider, model: name).filter { $0.status != .withdrawn }
    }
    return prices.map { ($0.model, $0.period, $0.place) }
      + contracts(with: provider).flatMap(\.discounts).flatMap { discount in
        (discount.models ?? []).map { ($0, discount.period, discount.place) }
      }
  }
}
