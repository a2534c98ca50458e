import Quantities
import Usage

/// How long a model's requests took, as far as the log says.
///
/// Nearest ranks: p50 is the shortest time that half of the requests did not exceed. What another
/// model would take, the log of this one does not say.
public struct ModelLatency: Hashable, Sendable {
  /// Who sells the model.
  public let provider: Provider
  /// The model; nil where the log names none.
  public let model: String?
  /// The requests whose time is known.
  public let requests: Int
  /// The median in milliseconds.
  public let p50: Int64
  /// What 95 of 100 requests did not exceed, in milliseconds.
  public let p95: Int64

  /// The percentiles of some times; nil where there is none.
  ///
  /// - Parameters:
  ///   - provider: Who sells the model.
  ///   - model: The model.
  ///   - times: How many requests took how many milliseconds.
  public init?(provider: Provider, model: String?, times: [Int64: Int]) {
    let sorted = times.filter { $0.value > 0 }.sorted { $0.key < $1.key }
    let count = sorted.reduce(0) { $0 + $1.value }
    guard count > 0 else { return nil }
    func time(atPercent percent: Int) -> Int64 {
      let rank = (count * percent + 99) / 100
      var passed = 0
      for (time, requests) in sorted {
        passed += requests
        if passed >= rank { return time }
      }
      return sorted.last?.key ?? 0
    }
    self.provider = provider
    self.model = model
    requests = count
    p50 = time(atPercent: 50)
    p95 = time(atPercent: 95)
  }
}
