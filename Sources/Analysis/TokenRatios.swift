import Pricing
import Quantities

/// Assumptions on how many tokens a model needs for what another one did with one.
struct TokenRatios {
  let byModel: [String: DecimalFactor]

  /// The ratio of a model; 1 where nothing is assumed.
  func ratio(of model: String) -> Exact { byModel[model].map { Exact($0) } ?? .one }

  /// The ratio after some steps from name to name.
  ///
  /// Only steps behind the model that produced the tokens count: a name that was re-routed when the
  /// usage was recorded has its successor's tokens already.
  func along(_ steps: [Resolution.Step], producedBy: String?) -> Exact {
    guard !byModel.isEmpty else { return .one }
    let reached = steps.lastIndex { $0.to == producedBy }.map { $0 + 1 } ?? 0
    return steps[reached...].reduce(.one) { $0 * ratio(of: $1.to) }
  }

  /// The first model, in order of name, whose ratio is not above zero.
  var firstBad: (model: String, ratio: DecimalFactor)? {
    byModel.sorted { $0.key < $1.key }.first { $0.value <= .zero }
      .map { (model: $0.key, ratio: $0.value) }
  }
}
