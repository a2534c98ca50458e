import Usage

/// Why usage has no price, which is not a price of zero.
public enum UnpricedReason: Hashable, Sendable {
  /// Neither the request nor the response names a model.
  case noModel
  /// The seller's book has neither a model nor an alias of this name at that time.
  case unknownModel(Provider, model: String)
  /// The model has prices, but none for this tier at that time.
  case noPriceInForce(model: String, tier: ServiceTier)
  /// The statement in force has no price for something the requests used.
  case noPriceForMeter(model: String, tier: ServiceTier, meter: Meter)
  /// There is no book of this seller at all.
  case providerWithoutBook(Provider)
}

extension UnpricedReason: CustomStringConvertible {
  /// What is missing and what to do next, in one line.
  public var description: String {
    switch self {
    case .noModel:
      "no model is named; import again with --model NAME"
    case .unknownModel(let provider, let model):
      "\(model) is not in the prices of \(provider); add it with --prices FILE"
    case .noPriceInForce(let model, .provisioned):
      "\(model) ran on provisioned capacity, which no list price covers; "
        + "add your contract's price with --prices FILE"
    case .noPriceInForce(let model, let tier):
      "\(model) has no \(tier.rawValue) price at that time; see `tollbook prices show \(model)`"
        + ", or add one with --prices FILE"
    case .noPriceForMeter(let model, let tier, let meter):
      "\(model) has no \(tier.rawValue) price for \(meter.rawValue); "
        + "see `tollbook prices show \(model)`, or add one with --prices FILE"
    case .providerWithoutBook(let provider):
      "there is no price book for \(provider); add one with --prices FILE"
    }
  }
}
