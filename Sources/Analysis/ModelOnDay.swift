import Pricing
import Quantities
import Usage

/// What holds for a name on one day: which model it stands for, and every price of that model.
public struct ModelOnDay: Sendable {
  /// Who sells it.
  public let provider: Provider
  /// The name that was asked for.
  public let name: String
  /// The day.
  public let day: Day
  /// How the name leads to a model.
  public let resolution: Resolution
  /// The model that is billed.
  public let model: BookModel
  /// Its prices on that day, tier by tier.
  public let prices: [PriceOnDay]
}

/// A statement that holds on a day.
public struct PriceOnDay: Hashable, Sendable {
  /// The statement.
  public let statement: PriceStatement
  /// What follows an introductory price, beside it; nil for any other.
  public let follower: PriceTurn?
  /// The statement that began, or begins, on a day which is not known and may be this one.
  public let uncertain: PriceStatement?
  /// What is priced otherwise on the other side of that day; empty where all days are known.
  public let otherwise: [PriceStep]
}

extension ModelOnDay {
  /// What holds for a name on a day; nil where the seller has no such name then.
  ///
  /// - Parameters:
  ///   - name: A model, or an alias.
  ///   - provider: Who sells it.
  ///   - book: What is known.
  ///   - day: The day; its prices are those at noon in UTC.
  public init?(of name: String, provider: Provider, in book: PriceBook, on day: Day) {
    let instant = day.priceInstant
    guard let resolution = book.resolve(provider: provider, model: name, at: instant),
      let model = book.model(resolution.model, of: provider)
    else { return nil }
    self.provider = provider
    self.name = name
    self.day = day
    self.resolution = resolution
    self.model = model
    let counted = model.statements.filter { $0.status != .withdrawn }
    let holding =
      ModelOnDay.tokenPrices(of: model, provider, in: book, at: instant)
      + counted.filter { $0.unit != .millionTokens && $0.period.contains(instant) }
    prices = holding.map {
      PriceOnDay($0, follower: book.follower(of: $0), among: counted, at: instant)
    }
  }

  /// The token prices, by the engine, so that this never says anything else than a charge would.
  private static func tokenPrices(
    of model: BookModel, _ provider: Provider, in book: PriceBook, at instant: Instant
  ) -> [PriceStatement] {
    ServiceTier.allCases.flatMap { tier -> [PriceStatement] in
      let bands = Set(
        model.statements.filter { $0.serviceTier == tier }.map(\.overPromptTokens))
      return bands.sorted().flatMap { band in
        // A prompt of just over the threshold: it reaches this band and no higher one.
        book.rates(
          provider: provider, model: model.name, tier: tier, contextOver: band, at: instant
        ).statements.filter { $0.overPromptTokens == band }
      }
    }
  }
}

extension PriceOnDay {
  fileprivate init(
    _ statement: PriceStatement, follower next: PriceStatement?, among all: [PriceStatement],
    at instant: Instant
  ) {
    let alike = all.filter { other in
      other.serviceTier == statement.serviceTier && other.unit == statement.unit
        && other.overPromptTokens == statement.overPromptTokens
    }
    self.statement = statement
    follower = next.map { next in
      PriceTurn(
        serviceTier: statement.serviceTier, overPromptTokens: statement.overPromptTokens,
        unit: statement.unit, steps: PriceStep.steps(from: [statement], to: [next]),
        begins: [next], endsIntroduction: true)
    }
    let after = alike.filter { $0.period.from != nil && $0.period.from == statement.period.until }
    uncertain = (after + [statement]).first {
      $0.uncertainPeriod?.contains(instant) == true
    }
    let before = alike.filter { $0.period.until != nil && $0.period.until == statement.period.from }
    let other = uncertain == nil ? [] : uncertain == statement ? before : after
    otherwise = PriceStep.steps(from: [statement], to: other).filter {
      !$0.isLevel && $0.after != nil
    }
  }
}
