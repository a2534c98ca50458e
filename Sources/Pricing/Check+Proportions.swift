import Quantities
import Usage

/// Figures that sellers never ask: a slip of the unit, a swapped digit, a moved comma.
///
/// Public tables have had prices a thousand times too high and too low (cents for dollars, per
/// thousand for per million). Every range is less than a thousand wide, so such a slip of one figure
/// cannot stay inside it whatever the figure was; its ends are what sellers really ask, with room.
extension SellerCheck {
  /// Prices out of proportion to others: of the same request, the base band, standard, or before.
  func proportions(_ model: BookModel) -> [Found] {
    model.statements.filter { $0.status != .withdrawn }.flatMap { statement -> [Found] in
      var found: [Found] = []
      var seen: Set<String> = []
      for instant in model.instants(in: statement) {
        for comparison in Comparison.allCases {
          guard let quote = comparison.quote(for: statement, of: model, at: instant) else {
            continue
          }
          for (meter, price) in statement.named {
            let name = statement.amountName(of: meter)
            guard let price, let fault = comparison.fault(price, of: meter, in: statement, quote),
              seen.insert("\(comparison) \(name)").inserted
            else { continue }
            found.append(
              Found(
                place: statement.place, field: ["amounts", name],
                kind: .outOfProportion(
                  name, price.decimal(perUnits: statement.unit.quantity), fault)))
          }
        }
      }
      return found
    }
  }

  /// Prices that nothing of the kind has ever had.
  func plausibility(_ model: BookModel) -> [Found] {
    model.statements.filter { $0.status != .withdrawn }.flatMap { statement -> [Found] in
      let start = statement.period.from ?? Instant(microseconds: .min)
      let quote = model.quote(like: statement, at: start)
      let generates = MeterFamily.output.members.contains { quote.speaks(of: $0.rawValue) }
      return statement.amounts.compactMap { amount in
        let usual = statement.unit.usualPrices(of: amount.name, generates: generates)
        guard let price = amount.price, price != .free,
          !usual.contains(Int128(price.picodollars) * Int128(statement.unit.quantity) / 1_000_000)
        else { return nil }
        return Found(
          place: statement.place, field: ["amounts", amount.name],
          kind: .implausible(
            amount.name, price.decimal(perUnits: statement.unit.quantity),
            per: statement.unit.rawValue,
            usual: "\(dollars(usual.lowerBound)) to \(dollars(usual.upperBound))"))
      }
    }
  }

  private func dollars(_ millionths: Int128) -> String {
    DecimalText.format(millionths, scale: 6)
  }
}

/// What a price is compared with.
private enum Comparison: CaseIterable {
  case sameRequest
  case baseBand
  case standardTier
  case before

  /// The prices to compare a statement's with; nil where there is nothing to compare.
  func quote(for statement: PriceStatement, of model: BookModel, at instant: Instant) -> Quote? {
    switch self {
    case .sameRequest:
      return model.quote(like: statement, at: instant)
    case .baseBand:
      guard statement.overPromptTokens > 0 else { return nil }
      return model.quote(like: statement, over: .zero, at: instant)
    case .standardTier:
      guard statement.serviceTier != .standard else { return nil }
      return model.quote(like: statement, tier: .standard, at: instant)
    case .before:
      guard let from = statement.period.from, from == instant else { return nil }
      return model.quote(like: statement, at: from.adding(seconds: -900))
    }
  }

  /// What is wrong with a price beside another one; nil where nothing is.
  func fault(
    _ price: UnitPrice, of meter: String, in statement: PriceStatement, _ quote: Quote
  ) -> PriceBookFinding.Proportion? {
    let base = self == .sameRequest ? statement.unit.base(of: meter) : meter
    guard let base, let other = quote[base], let usual = usual(of: meter, in: statement) else {
      return nil
    }
    // What cost nothing may begin to cost something, and the other way round.
    if self == .before, price == .free || other == .free { return nil }
    let hundredfold = Int128(price.picodollars) * 100
    let unit = Int128(other.picodollars)
    guard hundredfold < unit * usual.lowerBound || hundredfold > unit * usual.upperBound else {
      return nil
    }
    return PriceBookFinding.Proportion(
      reference: reference(base), price: other.decimal(perUnits: statement.unit.quantity),
      least: DecimalText.format(usual.lowerBound, scale: 2),
      most: DecimalText.format(usual.upperBound, scale: 2))
  }

  private func reference(_ base: String) -> PriceBookFinding.Proportion.Reference {
    switch self {
    case .sameRequest: .meter(base)
    case .baseBand: .baseBand
    case .standardTier: .standard
    case .before: .before
    }
  }

  /// How many hundredths of the other price a price may be; nil where anything goes.
  private func usual(of meter: String, in statement: PriceStatement) -> ClosedRange<Int128>? {
    switch self {
    case .sameRequest: Meter(rawValue: meter).flatMap(\.usualHundredthsOfBase)
    // Most bands double the price; Claude Haiku 5.5 asks five times as much over 100,000 tokens.
    case .baseBand: 50...600
    case .standardTier: statement.serviceTier.usualHundredthsOfStandard
    // The largest step so far was Gemini 1.5 Flash's, to a fifth.
    case .before: 5...2000
    }
  }
}

extension PriceUnit {
  /// The meter that another one's price goes by; nil where it stands by itself.
  fileprivate func base(of meter: String) -> String? {
    guard self == .millionTokens else { return nil }
    switch Meter(rawValue: meter) {
    case .textInput, nil: return nil
    case .cachedImageInput: return Meter.imageInput.rawValue
    case .cachedVideoInput: return Meter.videoInput.rawValue
    case .cachedAudioInput: return Meter.audioInput.rawValue
    case .cachedDocumentInput: return Meter.documentInput.rawValue
    default: return Meter.textInput.rawValue
    }
  }

  /// The dollars, in millionths, that the quoted price of something has been between.
  fileprivate func usualPrices(of name: String, generates: Bool) -> ClosedRange<Int128> {
    switch self {
    case .millionTokens:
      switch Meter(rawValue: name) ?? MeterFamily(rawValue: name)?.members.first {
      // A model that generates nothing turns text into a vector, for cents.
      case .textInput: generates ? 5_000...200_000_000 : 5_000...4_500_000
      case .textOutput: 10_000...1_000_000_000
      default: 1_000...2_000_000_000
      }
    case .millionTokenHours: 50_000...45_000_000
    case .thousandGroundedPrompts: 500_000...450_000_000
    case .thousandSearchQueries: 200_000...180_000_000
    case .thousandRequests: 50_000...45_000_000
    case .image: name.contains("_input") ? 50...45_000 : 1_000...900_000
    case .second: name.contains("_input") ? 10...9_000 : 2_000...1_800_000
    case .minute: 500...450_000
    case .song: 5_000...4_500_000
    }
  }
}

extension Meter {
  /// How many hundredths of its base meter's price a meter costs.
  fileprivate var usualHundredthsOfBase: ClosedRange<Int128>? {
    switch self {
    case .textInput: nil
    // Embeddings ask 60 times the price of text for video.
    case .imageInput, .videoInput, .audioInput, .documentInput: 25...10_000
    case .toolUseInput: 25...400
    case .cachedTextInput, .cachedImageInput, .cachedVideoInput, .cachedAudioInput,
      .cachedDocumentInput:
      1...100
    case .cacheWrite5m, .cacheWrite30m, .cacheWrite1h, .cacheWrite12h: 100...300
    case .textOutput: 100...4_000
    case .thinking: 100...6_000
    // Gemini's image models ask 120 times the price of text.
    case .imageOutput: 100...40_000
    case .audioOutput, .videoOutput: 100...10_000
    }
  }
}

extension ServiceTier {
  /// How many hundredths of the standard price a tier costs.
  fileprivate var usualHundredthsOfStandard: ClosedRange<Int128>? {
    switch self {
    case .batch, .flex: 20...100
    case .priority, .fast: 100...700
    case .free: 0...100
    case .standard, .provisioned: nil
    }
  }
}
