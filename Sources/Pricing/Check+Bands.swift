import Quantities
import Usage

/// Context bands: they lie on a base, price what it prices, and are the same in every tier.
extension SellerCheck {
  /// Bands without a base band beneath them, and bands that leave out what the base prices.
  ///
  /// The highest band that a prompt exceeds prices all of the request, so what it leaves out is
  /// unpriced for long prompts, however well it is priced for short ones.
  func bands(_ model: BookModel) -> [Found] {
    model.statements.filter(isBand).compactMap { statement in
      for instant in model.instants(in: statement) {
        let base = model.quote(like: statement, over: .zero, at: instant)
        if base.isEmpty {
          return Found(
            place: statement.place, field: ["over_prompt_tokens"],
            kind: .bandWithoutBase(over: statement.overPromptTokens, at: shown(instant)))
        }
        let band = model.quote(like: statement, at: instant)
        let missing = base.prices.keys.filter { !band.speaks(of: $0) }
        guard missing.isEmpty else {
          let names = Meter.all.map(\.rawValue).filter(missing.contains)
          return Found(
            place: statement.place, field: ["amounts"],
            kind: .bandLeavesOut(meters: names, over: statement.overPromptTokens))
        }
      }
      return nil
    }
  }

  /// Tiers with other bands than standard has at the same time.
  ///
  /// Sellers step all their tiers at one length; a missing step would price long prompts as short.
  func thresholds(_ model: BookModel) -> [Found] {
    var seen: Set<ServiceTier> = []
    return model.statements.filter(hasBands).compactMap { statement in
      for instant in model.instants(in: statement) {
        let standard = thresholds(of: model, tier: .standard, at: instant)
        let own = thresholds(of: model, tier: statement.serviceTier, at: instant)
        // A tier of its own, with no standard beside it, has nothing to agree with.
        guard own != standard, standard.contains(.zero) else { continue }
        guard seen.insert(statement.serviceTier).inserted else { return nil }
        return Found(
          place: statement.place, field: ["service_tier"],
          kind: .otherBands(
            statement.serviceTier, has: own.dropFirst().map(\.self),
            standard: standard.dropFirst().map(\.self)))
      }
      return nil
    }
  }

  private func isBand(_ statement: PriceStatement) -> Bool {
    statement.overPromptTokens > 0 && statement.status != .withdrawn
  }

  private func hasBands(_ statement: PriceStatement) -> Bool {
    guard statement.unit == .millionTokens, statement.status != .withdrawn else { return false }
    return switch statement.serviceTier {
    case .batch, .flex, .priority, .fast: true
    case .standard, .free, .provisioned: false
    }
  }

  /// Zero for the base band, then the thresholds; empty where the tier has no price.
  private func thresholds(
    of model: BookModel, tier: ServiceTier, at instant: Instant
  ) -> [TokenCount] {
    let lengths = model.statements.filter { other in
      other.unit == .millionTokens && other.serviceTier == tier && other.status != .withdrawn
        && other.period.contains(instant)
    }.map(\.overPromptTokens)
    return Set(lengths).sorted()
  }

  /// An instant to show; nil for the beginning of time.
  private func shown(_ instant: Instant) -> Instant? {
    instant == Instant(microseconds: .min) ? nil : instant
  }
}
