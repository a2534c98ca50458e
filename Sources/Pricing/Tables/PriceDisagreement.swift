import Quantities
import Usage

/// One price on which a book and somebody else's table do not agree.
public struct PriceDisagreement: Hashable, Sendable {
  /// Who sells.
  public let provider: Provider
  /// The model by the name that both know.
  public let model: String
  /// The model that the book bills under that name, where it is another one.
  public let billedAs: String?
  /// How it is served.
  public let serviceTier: ServiceTier
  /// For prompts longer than this.
  public let overPromptTokens: TokenCount
  /// A meter; a family where its members agree among themselves; another name for other units.
  public let name: String
  /// What the prices are for.
  public let unit: PriceUnit
  /// What the book says; nil where it has no price.
  public let booked: UnitPrice?
  /// What the table says.
  public let listed: UnitPrice
  /// Where the book has its price from.
  public let bookSources: [BookReference]
  /// Where the table has it from; empty but for price files of our own.
  public let tableSources: [BookReference]
  /// What the table calls the model's entry.
  public let entry: String?
}

/// What a book and somebody else's table say of the same models at one instant.
public struct PriceComparison: Sendable {
  /// The sellers that both have.
  public internal(set) var providers: [Provider] = []
  /// Where they do not agree, in the order of the table.
  public internal(set) var disagreements: [PriceDisagreement] = []
  /// How many prices are the same in both.
  public internal(set) var agreementCount = 0
  /// How many models both know.
  public internal(set) var modelCount = 0
  /// Models that only the table knows.
  public internal(set) var onlyListed: [Model] = []
  /// Models that only the book has a price for at that instant.
  public internal(set) var onlyBooked: [Model] = []
  /// What the table says that could not be compared.
  public internal(set) var remarks: [TableRemark] = []

  /// A model of a seller.
  public struct Model: Hashable, Sendable {
    /// Who sells.
    public let provider: Provider
    /// Which model.
    public let name: String
  }

  /// The disagreements on prices that both have.
  public var differences: [PriceDisagreement] { disagreements.filter { $0.booked != nil } }

  /// The prices that the table has and the book has not.
  public var additions: [PriceDisagreement] { disagreements.filter { $0.booked == nil } }
}
