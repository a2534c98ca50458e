import Usage

/// A share of the standard requests served as a batch or with lower priority.
///
///     batch = batch share of every standard row, flex = flex share, the rest stays standard
///
/// What is served another way already stays so, and so does what the model has no such price for.
struct TierShare: Hashable, Sendable {
  /// The share served as a batch.
  let batchShare: DecimalFactor
  /// The share served with lower priority.
  let flexShare: DecimalFactor
}

extension TierShare: LeverRule {
  var setting: String {
    let parts = [(batchShare, "as a batch"), (flexShare, "as flex")].filter { $0.0 > .zero }
    guard !parts.isEmpty else { return "nothing as a batch or flex" }
    return parts.map { "\($0.0.percentText) \($0.1)" }.joined(separator: ", ")
  }

  var assumptions: [String] {
    (batchShare > .zero ? ["a batch may take a day to be answered"] : [])
      + (flexShare > .zero ? ["flex may be slow, or refused at busy times"] : [])
  }

  var changesNothing: Bool { batchShare == .zero && flexShare == .zero }

  func changed(_ row: ScaledRow, _ run: inout LeverRun) -> [ScaledRow] {
    guard row.series.serviceTier == .standard else { return [row] }
    var rest = row
    var rows: [ScaledRow] = []
    for (tier, share) in [(ServiceTier.batch, batchShare), (.flex, flexShare)] where share > .zero {
      let rates = run.rates(row.series, over: row.contextOver, tier: tier)
      guard row.meters.allSatisfy({ rates.price(of: $0) != nil }) else {
        run.note(.noTierPrice(model: row.series.model ?? "", tier: tier), row.requests)
        continue
      }
      var part = row.scaled(by: Exact(share))
      rest.subtract(part)
      part.series.serviceTier = tier
      run.move(part.requests)
      rows.append(part)
    }
    return rest.isEmpty ? rows : [rest] + rows
  }
}
