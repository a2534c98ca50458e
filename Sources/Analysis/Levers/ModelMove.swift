import Pricing
import Usage

/// A model that a share of the usage moves to.
struct ModelTarget: Hashable, Sendable {
  /// Who sells it; nil for the seller of the usage, else the first that has it.
  let provider: Provider?
  /// Its name.
  let model: String
  /// Tokens that it needs for one of today's.
  let tokenRatio: DecimalFactor
}

/// Sends rows to another model, as `compare` does: what the model has no price for is counted as its
/// nearest neighbour, and noted.
extension LeverRun {
  /// The row on another model; nil where it is there already, or the model cannot take it.
  mutating func moved(
    _ row: ScaledRow, to target: ModelTarget, lever: LeverName
  ) -> ScaledRow? {
    guard let provider = seller(of: target, for: row.series.provider) else {
      refuse(.unknownModel(lever, model: target.model, provider: target.provider))
      return nil
    }
    guard provider != row.series.provider || !isSame(row.series, target.model) else { return nil }
    var row = row
    let tier = row.series.serviceTier
    row.series.provider = provider
    row.series.requestedModel = target.model
    row.series.reportedModel = nil
    var rates = rates(row.series, over: row.contextOver)
    if case .noPriceInForce = rates.unpricedReason, tier != .standard {
      // Nobody bills what runs on a device, however it would have been served elsewhere.
      if provider != .onDevice {
        note(.tierAtStandard(model: target.model, tier: tier), row.requests)
      }
      row.series.serviceTier = .standard
      rates = self.rates(row.series, over: row.contextOver)
    }
    row.scale(row.meters, by: Exact(target.tokenRatio))
    row.answerRatio = row.answerRatio * Exact(target.tokenRatio)
    for meter in row.meters where rates.price(of: meter) == nil {
      guard let taken = meter.neighbours.first(where: { rates.price(of: $0) != nil }) else {
        rates.unpricedReason(for: meter).map {
          refuse(.unpricedModel(lever, model: target.model, $0))
        }
        return nil
      }
      note(.meterAtPriceOf(model: target.model, meter: meter, taken: taken), row.requests)
      row[taken] += row[meter]
      row[meter] = .zero
    }
    noteEnd(of: row)
    return row
  }

  /// Notes where the model of a row has ended and nothing takes over.
  mutating func noteEnd(of row: ScaledRow) {
    guard let model = row.series.model,
      let resolution = book.resolve(
        provider: row.series.provider, model: model, at: instant, shutdowns: .movesToSuccessor),
      let end = resolution.shutdown, let day = end.day
    else { return }
    note(
      .ended(model: resolution.model, day: day, isEarliestOnly: end.isEarliestOnly), row.requests)
  }

  private func seller(of target: ModelTarget, for today: Provider) -> Provider? {
    let asked = target.provider.map { [$0] } ?? [today] + book.providers.filter { $0 != today }
    return asked.first { provider in
      book.resolve(provider: provider, model: target.model, at: instant) != nil
    }
  }

  /// Whether a name is already billed as the model.
  private func isSame(_ series: UsageSeries, _ model: String) -> Bool {
    guard let name = series.model else { return false }
    func billed(_ name: String) -> String? {
      book.resolve(
        provider: series.provider, model: name, at: instant, shutdowns: .movesToSuccessor)?.model
    }
    return name == model || (billed(name) != nil && billed(name) == billed(model))
  }
}
