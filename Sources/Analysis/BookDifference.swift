import Pricing
import Quantities
import Usage

/// What one price book says that another one does not.
public struct BookDifference: Sendable {
  /// What is different, by seller, then by model in the order of the newer book; aliases come last.
  public let changes: [BookChange]
}

/// One thing that differs between two books.
public struct BookChange: Hashable, Sendable {
  /// Who sells.
  public let provider: Provider
  /// The model, or the alias.
  public let subject: String
  /// What differs.
  public let kind: Kind

  /// What differs between an older and a newer book.
  public enum Kind: Hashable, Sendable {
    /// A model is new.
    case modelAdded(BookModel)
    /// A model is gone, with all its prices: a book never forgets by itself.
    case modelRemoved
    /// A price is new.
    case priceAdded(PriceStatement)
    /// A price that counted is withdrawn.
    case priceWithdrawn(PriceStatement)
    /// A price is gone without having been withdrawn.
    case priceRemoved(PriceStatement)
    /// The same prices have another end, all of them the same one.
    case pricesEnd([PriceStatement], was: Instant?)
    /// An announced price is in force, or the other way round.
    case priceStatus(PriceStatement, was: PriceStatement.Status)
    /// Other amounts stand for the same time.
    case amountsChanged(PriceStatement, steps: [PriceStep])
    /// Something new is said about the model's end.
    case endAdded(Lifecycle)
    /// Something that was said about its end does not hold any more.
    case endRevoked(Lifecycle)
    /// Something else is said about its end.
    case endChanged(from: Lifecycle, to: Lifecycle)
    /// An alias is new, or has another meaning from some time on.
    case aliasAdded(ModelAlias)
    /// An alias has another end.
    case aliasEnds(ModelAlias, was: Instant?)
    /// An alias is gone.
    case aliasRemoved(ModelAlias)
  }
}
