import Quantities
import Usage

/// A part of a contract that takes a percentage off list prices.
///
/// It applies to the list price in force at the time, and to nothing that the contract states a
/// price of its own for. No two discounts ever apply to the same price: which one was meant, or
/// whether both, nobody but the contract's parties can say, so such a book is refused.
public struct Discount: Hashable, Sendable {
  /// The name of the contract.
  public let contract: String
  /// Who sells.
  public let provider: Provider
  /// What is taken off.
  public let percentOff: PercentOff
  /// The models, by the names they are billed under; nil for all of the seller's.
  public let models: [String]?
  /// The tiers; nil for all.
  public let serviceTiers: [ServiceTier]?
  /// The meters and families of meters, as written; nil for all.
  public let meters: [String]?
  /// When it holds, on marks of 15 minutes, as every price does.
  public let period: Period
  /// A remark for people.
  public let note: String?
  /// Where it stands.
  public let place: BookPlace
  /// One bit a meter that it applies to, by `Meter.index`.
  let meterMask: Int64

  init(
    contract: String, provider: Provider, percentOff: PercentOff, models: [String]?,
    serviceTiers: [ServiceTier]?, meters: [String]?, period: Period, note: String?,
    place: BookPlace
  ) {
    self.contract = contract
    self.provider = provider
    self.percentOff = percentOff
    self.models = models
    self.serviceTiers = serviceTiers
    self.meters = meters
    self.period = period
    self.note = note
    self.place = place
    meterMask = Meter.all.filter { meter in
      guard let meters else { return true }
      return meters.contains(meter.rawValue) || meters.contains(meter.family?.rawValue ?? "")
    }.reduce(0) { $0 | 1 << Int64($1.index) }
  }
}

extension Discount {
  /// Whether it is meant for requests of this kind, at some time.
  func concerns(_ model: String, _ tier: ServiceTier) -> Bool {
    (models?.contains(model) ?? true) && (serviceTiers?.contains(tier) ?? true)
  }

  /// Whether it is meant for a meter.
  package func concerns(_ meter: Meter) -> Bool { meterMask & 1 << Int64(meter.index) != 0 }

  /// What both are meant for: model, tier and meter, nil in the first two for all of them.
  func common(
    with other: Discount
  ) -> (model: String?, tier: ServiceTier?, meter: Meter)? {
    guard provider == other.provider, period.overlaps(other.period),
      let meter = Meter.all.first(where: { concerns($0) && other.concerns($0) })
    else { return nil }
    let model = Discount.firstCommon(models, other.models)
    let tier = Discount.firstCommon(serviceTiers, other.serviceTiers)
    guard model.isThere, tier.isThere else { return nil }
    return (model.first, tier.first, meter)
  }

  /// The first element of both lists, a missing list holding everything.
  private static func firstCommon<Name: Hashable>(
    _ one: [Name]?, _ other: [Name]?
  ) -> (isThere: Bool, first: Name?) {
    guard let one else { return (true, other?.first) }
    guard let other else { return (true, one.first) }
    let first = one.first { other.contains($0) }
    return (first != nil, first)
  }
}
