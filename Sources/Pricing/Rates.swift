import Quantities
import Usage

/// The prices that one kind of request pays around one instant.
///
/// "Kind" is everything that selects a price: seller, model, service tier and context band. The
/// answer says for how long it holds, so that a year of rollup rows asks for it a handful of times.
///
/// An immutable class, because every charge keeps the answer it was computed from: one reference is
/// kept a row, where the fields would be twenty.
public final class Rates: Sendable {
  /// The model that is billed; nil where nothing is priced.
  public let pricedModel: String?
  /// How the name led to a model; nil where it did not.
  public let resolution: Resolution?
  /// The list statements that the prices were taken from.
  public let statements: [PriceStatement]
  /// What contracts change about them; nil where list prices are paid.
  public let terms: ContractTerms?
  /// Why there is no price at all; nil where there is one, be it for a single meter.
  public let unpricedReason: UnpricedReason?
  /// The instants around the one asked for at which this very answer holds.
  public let validity: Period
  /// One price a meter by `Meter.index`, as it is paid; all nil where nothing is priced.
  package let prices: [UnitPrice?]
  /// The same by the seller's list; the very prices that are paid where no contract changes them.
  let listPrices: [UnitPrice?]
  /// One bit a meter by `Meter.index`: whether it has a list price that is not known.
  let unknown: Int64
  let provider: Provider
  let serviceTier: ServiceTier

  /// What is paid for a unit of a meter, by contract or by list; nil where there is no price, which
  /// does not mean free.
  public func price(of meter: Meter) -> UnitPrice? { prices[meter.index] }

  /// The seller's list price of a meter, whatever a contract says; nil where there is none.
  public func listPrice(of meter: Meter) -> UnitPrice? { listPrices[meter.index] }

  /// Why a meter has no price; nil where it has one.
  public func unpricedReason(for meter: Meter) -> UnpricedReason? {
    guard prices[meter.index] == nil else { return nil }
    if let unpricedReason { return unpricedReason }
    let model = pricedModel ?? ""
    guard unknown & 1 << Int64(meter.index) == 0 else {
      return .priceUnknown(provider, model: model, tier: serviceTier, meter: meter)
    }
    return .noPriceForMeter(provider, model: model, tier: serviceTier, meter: meter)
  }

  /// Whether a request would be billed the same: same model at same prices, or the same gap.
  public func charges(like other: Rates) -> Bool {
    prices == other.prices && unknown == other.unknown && pricedModel == other.pricedModel
      && unpricedReason == other.unpricedReason
  }

  private static let noPrices = [UnitPrice?](repeating: nil, count: Meter.all.count)

  init(
    unpriced reason: UnpricedReason, tier: ServiceTier, resolution: Resolution? = nil,
    validity: Period = .always
  ) {
    pricedModel = nil
    self.resolution = resolution
    statements = []
    terms = nil
    unpricedReason = reason
    self.validity = validity
    prices = Rates.noPrices
    listPrices = Rates.noPrices
    unknown = 0
    provider = reason.provider
    serviceTier = tier
  }

  /// Prices from statements of one model, tier and band; the first that prices a meter is taken.
  ///
  /// - Parameters:
  ///   - statements: The list statements.
  ///   - terms: What contracts change about them.
  ///   - provider: Who sells.
  ///   - tier: How the requests are served.
  ///   - resolution: How the name led to the model.
  ///   - validity: The instants at which this holds.
  init(
    _ statements: [PriceStatement], terms: ContractTerms?, by provider: Provider, tier: ServiceTier,
    resolution: Resolution, validity: Period
  ) {
    pricedModel = resolution.model
    self.resolution = resolution
    self.statements = statements
    self.terms = terms
    unpricedReason = nil
    self.validity = validity
    serviceTier = tier
    self.provider = provider
    let list =
      statements.count > 1
      ? Meter.all.map(statements.price(of:)) : statements.first?.prices ?? Rates.noPrices
    listPrices = list
    unknown = Meter.all.reduce(0) { mask, meter in
      let answer = statements.first { $0.speaks(of: meter) }
      return mask | (answer?.unknown ?? 0) & 1 << Int64(meter.index)
    }
    guard let terms else {
      prices = list
      return
    }
    prices = Meter.all.map { terms.price(of: $0, list: list[$0.index]) }
  }
}

extension PriceBook {
  /// The prices that a kind of request pays at an instant.
  ///
  /// - Parameters:
  ///   - provider: Who sells.
  ///   - model: The name in the response, else the one in the request; nil where neither says.
  ///   - tier: How the request was served. A tier without statements is unpriced, never standard.
  ///   - contextOver: The highest known threshold that the request's whole prompt exceeded.
  ///   - instant: When the request happened.
  ///   - shutdowns: What becomes of a model after its shutdown.
  /// - Returns: The prices, or why there are none; either way with the period in which that holds.
  public func rates(
    provider: Provider, model: String?, tier: ServiceTier = .standard,
    contextOver: TokenCount = 0, at instant: Instant, shutdowns: ShutdownRule = .keepsItsPrice
  ) -> Rates {
    guard let seller = sellers[provider] else {
      return Rates(unpriced: .providerWithoutBook(provider), tier: tier)
    }
    guard let model else { return Rates(unpriced: .noModel(provider), tier: tier) }
    let trace = seller.trace(model, at: instant, shutdowns: shutdowns)
    guard let resolution = trace.resolution else {
      let reason = UnpricedReason.unknownModel(provider, model: trace.name)
      return Rates(unpriced: reason, tier: tier, validity: trace.validity)
    }
    let offered = (seller.models[resolution.model]?.statements ?? []).filter {
      $0.unit == .millionTokens && $0.serviceTier == tier && $0.status != .withdrawn
    }
    var validity = offered.reduce(trace.validity) { $0.narrowed(by: $1.period, around: instant) }
    let chosen = PriceBook.choose(
      from: offered.filter { $0.period.contains(instant) }, contextOver: contextOver)
    let terms = seller.terms(
      for: resolution.model, tier: tier, contextOver: contextOver, at: instant, beside: chosen,
      validity: &validity)
    guard !chosen.isEmpty || terms != nil else {
      let reason = UnpricedReason.noPriceInForce(provider, model: resolution.model, tier: tier)
      return Rates(unpriced: reason, tier: tier, resolution: resolution, validity: validity)
    }
    return Rates(
      chosen, terms: terms, by: provider, tier: tier, resolution: resolution, validity: validity)
  }

  /// The statements of the request's band: the highest that its prompt exceeds prices all of it.
  ///
  /// What is only announced neither opens a band nor displaces a price where something is in force;
  /// it fills what no statement in force covers.
  private static func choose(
    from statements: [PriceStatement], contextOver: TokenCount
  ) -> [PriceStatement] {
    let reached = statements.filter { $0.overPromptTokens <= contextOver }
    let inForce = reached.filter { $0.status == .inForce }
    let bands = (inForce.isEmpty ? reached : inForce).map(\.overPromptTokens)
    guard let band = bands.max() else { return [] }
    return inForce.filter { $0.overPromptTokens == band }
      + reached.filter { $0.overPromptTokens == band && $0.status == .announced }
  }
}
