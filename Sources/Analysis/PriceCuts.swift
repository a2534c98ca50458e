import Pricing
import Quantities
import Usage

/// The instants between which usage may be summed before it is priced.
extension PriceBook {
  /// Where the answer of `rates` changes for any of some series within a period.
  ///
  /// Found by asking, from each answer to the next, so that whatever gives an answer an end is among
  /// them: prices, aliases, re-routes, contracts. With them come the first and the last possible day
  /// of a change whose day is not known, as usage between those two is reported by itself.
  ///
  /// - Parameters:
  ///   - series: The series in use; of labels there may be any number.
  ///   - thresholds: The context thresholds that are kept apart.
  ///   - period: With both of its ends.
  ///   - shutdowns: What becomes of models after their shutdown.
  /// - Returns: The instants, none of which is the period's own start or end.
  package func cuts(
    of series: some Sequence<UsageSeries>, thresholds: ContextThresholds, in period: Range<Instant>,
    shutdowns: ShutdownRule = .keepsItsPrice
  ) -> Set<Instant> {
    var cuts: Set<Instant> = []
    for kind in Set(series.map(SoldAs.init)) {
      for over in [0] + thresholds.tokens {
        var start = period.lowerBound
        while start < period.upperBound {
          let rates = rates(
            provider: kind.provider, model: kind.model, tier: kind.tier, contextOver: over,
            at: start, shutdowns: shutdowns)
          if let model = rates.pricedModel {
            cuts.formUnion(uncertainEdges(of: model, at: kind.provider))
          }
          guard let next = rates.validity.until, next > start else { break }
          cuts.insert(next)
          start = next
        }
      }
    }
    return cuts.filter { period.lowerBound < $0 && $0 < period.upperBound }
  }

  private func uncertainEdges(of model: String, at provider: Provider) -> [Instant] {
    let statements = self.model(model, of: provider)?.statements ?? []
    return statements.compactMap(\.uncertainPeriod).flatMap { [$0.from, $0.until] }
      .compactMap(\.self)
  }
}

/// What of a series selects a price, beside the context band.
private struct SoldAs: Hashable {
  let provider: Provider
  let model: String?
  let tier: ServiceTier

  init(_ series: UsageSeries) {
    provider = series.provider
    model = series.model
    tier = series.serviceTier
  }
}
