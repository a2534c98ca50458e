import Pricing

extension PriceChange {
  /// Whose price it is that changes: the model's that answers, where another has taken a model's
  /// place by then.
  ///
  /// Else one change would be told twice, and once of a model that has no price any more. An alias
  /// is no other model: what it stands for is told under the name that is used.
  func subject(of name: String) -> String {
    switch kind {
    case .introductoryEnds, .announcedPrice, .priceChange: break
    default: return name
    }
    guard let resolution = before.resolution, resolution.model == after.resolution?.model,
      resolution.steps.contains(where: { $0.kind != .alias })
    else { return name }
    return resolution.model
  }
}
