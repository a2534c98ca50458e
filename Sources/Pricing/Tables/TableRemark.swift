import Quantities
import Usage

/// Something in a table that did not become a price of ours, and why.
public struct TableRemark: Hashable, Sendable {
  /// Who sells, by our name.
  public let provider: Provider
  /// The model, or what the table calls it.
  public let model: String
  /// The table's key, with the path to it inside the model's entry.
  public let key: String
  /// The figure as written; nil where there is not one.
  public let text: String?
  /// Why.
  public let reason: Reason

  /// Why a figure did not become a price.
  public enum Reason: Hashable, Sendable {
    // What our words cannot say.
    /// No meter counts what it is the price of.
    case noMeter
    /// There is no service tier of that name.
    case noTier(String)
    /// No unit of ours: per pixel, per page, per session.
    case noUnit(String)
    /// A cache write without a word on how long it lasts.
    case cacheLifetimeUnknown
    /// A cache write of a seller that sells storage by the hour.
    case storageNotWrites
    /// A price that holds only at some hours, in some region, for some size.
    case conditional(String)
    /// The price of an image or a second that tokens have a price for already.
    case restatesTokens
    /// A rule for names rather than a name.
    case inexactName(String)
    /// A step for long prompts of a model that the table does not have.
    case stepWithoutModel(String)
    /// Another name for an entry that the table does not have.
    case aliasOfNothing(String)
    /// The book has the name as another name for a model of its own.
    case aliasInBook(of: String)
    /// The book has a price of its own for the meter, or none; the table, which has one for all of
    /// the family, says nothing of it.
    case apartInBook(meter: String)
    /// The book has other prices for prompts beyond a step; the table has no steps for the model.
    case stepInBook(TokenCount)
    /// A tier without a price for prompts beyond a step that the standard tier has.
    case tierWithoutStep(TokenCount)
    /// Not a whole number of 10^-12 dollars a unit.
    case tooFine(nearest: UnitPrice?, PriceUnit)

    // What is not believed.
    /// A text or an object where a number belongs.
    case notANumber
    /// Less than nothing.
    case negative
    /// Nothing to pay, where the book knows of no such thing: a gap more often than a gift.
    case zero
    /// More than nine million dollars for one unit.
    case tooLarge
    /// Outside everything that any seller asks.
    case outOfRange(low: UnitPrice?, high: UnitPrice?, PriceUnit)
    /// Out of proportion to another price: that of input, of standard, of shorter prompts.
    case outOfProportion(to: String, UnitPrice)
    /// A thousandfold apart from the book's price.
    case farFromBook(UnitPrice, PriceUnit)
    /// The table has another price for the same thing.
    case contradicted(by: String)
    /// A day that the calendar does not have, or a period that ends before it begins.
    case badDay(String)
  }

  /// Whether the figure is not believed; else it could not be expressed.
  public var isRefusal: Bool {
    switch reason {
    case .notANumber, .negative, .zero, .tooLarge, .outOfRange, .outOfProportion, .farFromBook,
      .contradicted, .badDay:
      true
    case .noMeter, .noTier, .noUnit, .cacheLifetimeUnknown, .storageNotWrites, .conditional,
      .restatesTokens, .inexactName, .stepWithoutModel, .aliasOfNothing, .aliasInBook,
      .apartInBook, .stepInBook, .tierWithoutStep, .tooFine:
      false
    }
  }
}
