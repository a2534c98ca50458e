import Pricing
import Quantities
import Usage

/// One model's life in the order of time: what it cost from when on, what was said about it when, and
/// where its users went.
public struct ModelLife: Sendable {
  /// Who sells it.
  public let provider: Provider
  /// The name that it is billed under.
  public let model: BookModel
  /// The day that counts as today.
  public let today: Day
  /// What happened, and what is to come, in order of time; first what has no day.
  public let events: [LifeEvent]
}

/// Something in the life of a model.
public struct LifeEvent: Hashable, Sendable {
  /// When; nil for as long as is known.
  public let at: Instant?
  /// Where in time it stands.
  public let phase: Phase
  /// What it is.
  public let kind: Kind
  /// The day on which it was known; nil where that is not written down, or as it happened.
  public let known: Day?
  /// The ids of what it was taken from.
  public let sources: [String]

  /// Where in time an event stands.
  public enum Phase: String, CaseIterable, Hashable, Sendable {
    /// It has happened.
    case past
    /// It is to come, as far as is known.
    case ahead
    /// Something was said about a day to come, and still stands.
    case said
    /// Something was said that does not hold any more.
    case revoked
  }

  /// What an event is.
  public enum Kind: Hashable, Sendable {
    /// The model could be called from this day on.
    case released
    /// Prices begin, change or end.
    case prices(PriceTurn)
    /// A price was said before it was to begin.
    case priceSaid(PriceStatement)
    /// A price was withdrawn: it was cancelled, or had been wrong.
    case priceWithdrawn(PriceStatement)
    /// Something was said about the model's end.
    case endSaid(Lifecycle)
    /// The model ends, or is re-routed, or is limited to those who used it before.
    case ends(Lifecycle)
    /// Users of another model are moved to this one, or are told to move.
    case takesOver(from: String, Lifecycle)
    /// A name begins to stand for this model.
    case aliasComes(ModelAlias)
    /// A name stands for this model no longer; nil where it stands for nothing then.
    case aliasLeaves(ModelAlias, to: String?)
  }
}

/// An instant at which the prices of one tier and band change.
public struct PriceTurn: Hashable, Sendable {
  /// How the requests are served.
  public let serviceTier: ServiceTier
  /// The prices are for requests whose whole prompt is longer than this.
  public let overPromptTokens: TokenCount
  /// What the prices buy.
  public let unit: PriceUnit
  /// Every price from then on beside the one before, those that do not change included.
  public let steps: [PriceStep]
  /// The statements that begin then; empty where prices only end.
  public let begins: [PriceStatement]
  /// Whether an introductory price ends.
  public let endsIntroduction: Bool

  /// The first prices of their kind, which follow nothing.
  public var isFirst: Bool { steps.allSatisfy { $0.before == nil } }
  /// Whether nothing has a price from then on.
  public var isLast: Bool { begins.isEmpty && steps.allSatisfy { $0.after == nil } }
}
