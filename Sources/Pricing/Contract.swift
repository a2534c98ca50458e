import Quantities
import Usage

/// A contract with a seller: what is paid instead of the list price, or off it.
///
/// It is stated in an overlay, and changes neither a list price nor what a name stands for: a book
/// with a contract has the list cost of the same book without it, and an effective cost beside it.
public struct Contract: Hashable, Sendable {
  /// What people call it.
  public let name: String
  /// With whom.
  public let provider: Provider
  /// The percentages off list prices, in the order of the file.
  public let discounts: [Discount]
  /// Where it stands.
  public let place: BookPlace
  /// Every model that it names, each time that it does.
  let mentions: [Mention]

  /// A model's name in a contract.
  struct Mention: Hashable, Sendable {
    let model: String
    let place: BookPlace
    /// The field of the object at the place; nil where the place is the name's own.
    var key: String?
  }
}

/// What contracts change about the list prices of one kind of request at one time.
public struct ContractTerms: Hashable, Sendable {
  /// The names of the contracts, each once.
  public let contracts: [String]
  /// The statements whose prices are paid instead of list prices.
  public let statements: [PriceStatement]
  /// The discounts that come off list prices; none of them on the same meter as another.
  public let discounts: [Discount]
}

extension PriceBook {
  /// The names of all contracts in the book in the order of its files, each once; empty where list
  /// prices are paid.
  public var contractNames: [String] {
    let contracts = sellers.values.flatMap(\.contracts)
    return contracts.sorted { $0.place.file < $1.place.file }.map(\.name).withoutRepeats
  }

  /// Every instant at which a contract's price or discount begins or ends.
  package var contractEdges: Set<Instant> {
    sellers.values.reduce(into: []) { edges, seller in
      let periods =
        seller.contractPrices.values.joined().map(\.period)
        + seller.contracts.flatMap(\.discounts).map(\.period)
      for period in periods { edges.formUnion([period.from, period.until].compactMap(\.self)) }
    }
  }

  /// The contracts with a seller, in the order of their files.
  public func contracts(with provider: Provider) -> [Contract] {
    sellers[provider]?.contracts ?? []
  }

  /// The prices that contracts state for a model, oldest first; discounts are no prices.
  public func contractPrices(provider: Provider, model: String) -> [PriceStatement] {
    sellers[provider]?.contractPrices[model] ?? []
  }

  /// The same book with list prices alone.
  public var withoutContracts: PriceBook {
    guard !contractNames.isEmpty else { return self }
    var book = self
    let contracts = sellers.values.flatMap(\.contracts)
    book.leftOut.formUnion(contracts.map(\.place.file))
    book.sellers = sellers.mapValues { seller in
      var seller = seller
      seller.contracts = []
      seller.contractPrices = [:]
      return seller
    }
    return book
  }
}

extension [String] {
  /// The same texts in the same order, each once.
  var withoutRepeats: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
