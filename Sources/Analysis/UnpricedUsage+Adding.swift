import Pricing
import Usage

extension UnpricedUsage {
  /// This and a row, all of it; each reason is told once.
  func adding(_ row: RollupRow, reasons more: [UnpricedReason]) -> UnpricedUsage {
    var reasons = reasons
    for reason in more where !reasons.contains(reason) { reasons.append(reason) }
    return UnpricedUsage(
      requests: requests + Int64(row.requests), tokens: tokens + row.tokens.total,
      reasons: reasons)
  }
}
