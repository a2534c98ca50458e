import Pricing
import Quantities
import Usage

/// One price beside the one that it follows: `input` from 0.75 to 1.50.
public struct PriceStep: Hashable, Sendable {
  /// A meter, a meter family, or for other units than tokens a name such as `cache_storage`.
  public let name: String
  /// What the price buys.
  public let unit: PriceUnit
  /// The price until then; nil where there was none, or it is not known.
  public let before: UnitPrice?
  /// The price from then on; nil where there is none any more, or it is not known.
  public let after: UnitPrice?

  /// By how much the price rises, as a part of what it was; below zero where it falls, and nil
  /// beside nothing or a price of zero.
  public var change: ExactRatio? {
    guard let before, let after else { return nil }
    let difference = after.picodollars - before.picodollars
    return ExactRatio(
      Money(picodollars: Int128(difference)), to: Money(picodollars: Int128(before.picodollars)))
  }

  /// Whether nothing changes.
  public var isLevel: Bool { before == after }
}

extension PriceStep {
  /// The prices of some statements beside those of the statements before them.
  ///
  /// - Parameters:
  ///   - before: What was in force of one tier, band and unit.
  ///   - after: What is in force of the same then.
  /// - Returns: Every price of the later ones under the seller's own names, in the order of the book;
  ///   then those that are gone.
  static func steps(from before: [PriceStatement], to after: [PriceStatement]) -> [PriceStep] {
    var steps: [PriceStep] = []
    for statement in after {
      for amount in statement.amounts where !steps.contains(where: { $0.name == amount.name }) {
        steps.append(
          PriceStep(
            name: amount.name, unit: statement.unit,
            before: before.price(of: amount.name, beside: statement), after: amount.price))
      }
    }
    for statement in before {
      for amount in statement.amounts where !after.speaks(of: amount.name) {
        guard !steps.contains(where: { $0.name == amount.name }), let price = amount.price else {
          continue
        }
        steps.append(
          PriceStep(name: amount.name, unit: statement.unit, before: price, after: nil))
      }
    }
    return steps
  }
}

extension [PriceStatement] {
  /// What some name cost, though the statement of that time may have called it otherwise.
  fileprivate func price(of name: String, beside other: PriceStatement) -> UnitPrice? {
    for statement in self {
      if let amount = statement.amounts.first(where: { $0.name == name }) { return amount.price }
    }
    if let meter = Meter(rawValue: name) { return lazy.compactMap { $0.price(of: meter) }.first }
    guard let family = MeterFamily(rawValue: name) else { return nil }
    // Members with a price of their own in the other statement are not what the family prices there.
    let named = Set(other.amounts.map(\.name))
    let members = family.members.filter { !named.contains($0.rawValue) }
    let prices = Set(members.map { meter in lazy.compactMap { $0.price(of: meter) }.first })
    return prices.count == 1 ? prices.first ?? nil : nil
  }

  /// Whether any of the statements prices what a name stands for, be it a part of it.
  fileprivate func speaks(of name: String) -> Bool {
    contains { statement in
      if statement.amounts.contains(where: { $0.name == name }) { return true }
      if let meter = Meter(rawValue: name) { return statement.price(of: meter) != nil }
      guard let family = MeterFamily(rawValue: name) else { return false }
      return family.members.contains { statement.price(of: $0) != nil }
    }
  }
}
