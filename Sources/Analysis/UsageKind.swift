import Pricing
import Quantities
import Usage

/// Everything that has to be the same for tokens to be summed before they are priced.
///
/// Labels, users and times are no part of it: none of them selects a price.
public struct UsageKind: Hashable, Sendable {
  /// Who sells it.
  public let provider: Provider
  /// The model to report by; nil where neither request nor response names one.
  public let model: String?
  /// How it was served.
  public let serviceTier: ServiceTier
  /// The context threshold that each request's prompt exceeded; 0 for none.
  public let contextOver: TokenCount
  /// The model that produced the tokens where the log shows it: a name that was re-routed back then
  /// has its successor's tokens already.
  public let producedBy: String?
  /// The meters that every request used, one bit each by `Meter.index`.
  package let meters: Int64

  /// The series that a row of this kind belongs to, without labels.
  package var series: UsageSeries {
    UsageSeries(provider: provider, requestedModel: model, serviceTier: serviceTier)
  }

  /// The indices of the meters that it uses, ascending.
  package var meterIndices: [Int] {
    (0..<Meter.all.count).filter { meters & 1 << Int64($0) != 0 }
  }
}

extension UsageKind {
  /// The order in which kinds are numbered and summed, the same whatever order they were read in.
  static func precedes(_ left: UsageKind, _ right: UsageKind) -> Bool {
    if left.provider != right.provider { return left.provider < right.provider }
    if left.model != right.model { return (left.model ?? "") < (right.model ?? "") }
    if left.serviceTier != right.serviceTier {
      return left.serviceTier.rawValue < right.serviceTier.rawValue
    }
    if left.contextOver != right.contextOver { return left.contextOver < right.contextOver }
    if left.producedBy != right.producedBy {
      return (left.producedBy ?? "") < (right.producedBy ?? "")
    }
    return left.meters < right.meters
  }
}
