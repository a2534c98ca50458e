import Usage

/// Why usage has no price, which is not a price of zero.
///
/// Every reason names the seller: the same model may have a price on one channel and none on
/// another.
public enum UnpricedReason: Hashable, Sendable {
  /// Neither the request nor the response names a model.
  case noModel(Provider)
  /// The seller's book has neither a model nor an alias of this name at that time.
  case unknownModel(Provider, model: String)
  /// The model has prices, but none for this tier at that time.
  case noPriceInForce(Provider, model: String, tier: ServiceTier)
  /// The statement in force has no price for something the requests used.
  case noPriceForMeter(Provider, model: String, tier: ServiceTier, meter: Meter)
  /// There was a price for something the requests used, and no source says which.
  case priceUnknown(Provider, model: String, tier: ServiceTier, meter: Meter)
  /// There is no book of this seller at all.
  case providerWithoutBook(Provider)

  /// Who sold what has no price.
  public var provider: Provider {
    switch self {
    case .noModel(let provider), .unknownModel(let provider, _),
      .noPriceInForce(let provider, _, _), .noPriceForMeter(let provider, _, _, _),
      .priceUnknown(let provider, _, _, _), .providerWithoutBook(let provider):
      provider
    }
  }
}

extension UnpricedReason: CustomStringConvertible {
  /// What is missing and what to do next, in one line.
  public var description: String {
    switch self {
    case .noModel(let provider):
      "requests to \(provider) name no model; import again with --model NAME"
    case .unknownModel(let provider, let model):
      "\(model) is not in the prices of \(provider); add it with --prices FILE"
    case .noPriceInForce(let provider, let model, .provisioned):
      "\(model) ran on provisioned capacity, which no list price of \(provider) covers; "
        + "add your contract's price with --prices FILE"
    case .noPriceInForce(let provider, let model, let tier):
      "\(model) has no \(tier.rawValue) price of \(provider) at that time; "
        + Self.look(for: model)
    case .noPriceForMeter(let provider, let model, let tier, let meter):
      "\(model) has no \(tier.rawValue) price of \(provider) for \(meter.rawValue); "
        + Self.look(for: model)
    case .priceUnknown(let provider, let model, let tier, let meter):
      "the \(tier.rawValue) price of \(provider) for \(meter.rawValue) of \(model) "
        + "at that time is not known; add one with --prices FILE"
    case .providerWithoutBook(let provider):
      "there is no price book for \(provider); add one with --prices FILE"
    }
  }

  private static func look(for model: String) -> String {
    "see `tollbook prices show \(model)`, or add one with --prices FILE"
  }
}
