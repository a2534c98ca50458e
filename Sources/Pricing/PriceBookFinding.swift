import Quantities
import Usage

/// Something in a book that may be right, but deserves a second look.
///
/// Mistakes that make a book unusable are `PriceBookProblem`s and stop it from loading.
public struct PriceBookFinding: Hashable, Sendable {
  /// The file in which it stands, as far as one place can be named.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The field, `models[3].prices[1].amounts.input`.
  public let path: String
  /// Who sells.
  public let provider: Provider
  /// Which model; nil where the book as a whole is meant.
  public let model: String?
  /// What deserves the look.
  public let kind: Kind

  /// What deserves a second look.
  public enum Kind: Hashable, Sendable {
    /// The book claims to know nothing after a day that is long past.
    case old(days: Int)
    /// An announced price's day has passed, and nobody has said that it came.
    case announcementNotConfirmed(since: Instant)
    /// An announced price would begin while another one is in force, so it does not count.
    case announcementShadowed(from: Instant)
    /// The earliest day of a shutdown or re-route has passed, and no firm one was given.
    case endNotConfirmed(since: Day)
    /// A day that the book needs in order to say what was known when is not there.
    case undated(field: String)
    /// Something is said to be known since a day after the one up to which the file knows anything.
    case knownTooEarly(String, Day, asOf: Day)
    /// A price is in force from a day after the one up to which the file knows anything.
    case inForceTooEarly(from: Instant, asOf: Day)
    /// The first price begins after the model was released.
    case beginsLate(released: Day, from: Instant)
    /// Nothing is said of some meters between two statements.
    case hole(meters: [String], from: Instant, until: Instant)
    /// The price of some meters ends, no other begins, and no end of the model says why.
    case nothingFollows(meters: [String], at: Instant)
    /// The model has no price at all, not even an old one.
    case withoutPrices
    /// A context band without a base band beneath it, at an instant or from the beginning.
    case bandWithoutBase(over: TokenCount, at: Instant?)
    /// A context band that says nothing of meters which the base band prices.
    case bandLeavesOut(meters: [String], over: TokenCount)
    /// A tier that steps at other prompt lengths than standard does.
    case otherBands(ServiceTier, has: [TokenCount], standard: [TokenCount])
    /// A price that nothing of the kind has ever had.
    case implausible(String, String, per: String, usual: String)
    /// A price out of proportion to another one.
    case outOfProportion(String, String, Proportion)
    /// Something in a contract.
    case contract(ContractFinding)
    /// An alias that at some time stands for a name without a model.
    case aliasLeadsNowhere(String, at: Instant)
    /// An alias that takes the name of a model which has prices of its own at that time.
    case aliasHidesPrices(String, model: String, from: Instant)
    /// A correction of a statement that is not among the withdrawn ones of its model.
    case correctsNothing(String)
    /// A statement that has begun or ended and is not in the list of frozen ones.
    case notFrozen(String, FrozenStatement.Event)
    /// A statement of the list of frozen ones that is no longer in the book.
    case frozenAndGone(String, FrozenStatement.Event)
  }

  /// What a price was compared with.
  public struct Proportion: Hashable, Sendable {
    /// What it was compared with.
    public let reference: Reference
    /// The price of that.
    public let price: String
    /// How many times that price is the least that is usual.
    public let least: String
    /// How many times that price is the most that is usual.
    public let most: String

    /// What a price can be compared with.
    public enum Reference: Hashable, Sendable {
      /// Another meter of the same request.
      case meter(String)
      /// The same for prompts of any length.
      case baseBand
      /// The same at the standard tier.
      case standard
      /// The same before the statement began.
      case before
    }
  }
}

extension PriceBookFinding.Kind {
  /// Whether the file says something wrong or leaves something out, which its author can mend.
  ///
  /// The others come with time, or are waiting for a word of the seller's.
  public var isFault: Bool {
    switch self {
    case .old, .announcementNotConfirmed, .endNotConfirmed, .withoutPrices, .contract: false
    default: true
    }
  }
}
