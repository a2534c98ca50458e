import Quantities
import Usage

/// What usage would cost by the seller's list, beside what it costs under a contract.
///
/// The list cost of a book with a contract is the cost of the same book without it. Where a contract
/// prices what no list does (capacity bought ahead, say), the list cost is unknown, so those tokens
/// are counted apart and their cost is in no difference: a saving that nobody can check is none.
public struct ListCost: Hashable, Sendable {
  /// The sum of everything that has a list price.
  public var cost = Money.zero
  /// What the tokens without a list price cost under contract.
  public var unlistedCost = Money.zero
  /// The tokens that have a contract's price and no list price.
  public var unlistedTokens = TokenCount.zero

  /// Nothing.
  public static let zero = ListCost(.zero)

  /// The list cost of what is charged by list.
  public init(_ cost: Money) { self.cost = cost }

  /// The list cost of tokens at given rates.
  init(of tokens: MeteredTokens, at rates: Rates) {
    for index in tokens.usedIndices {
      let count = TokenCount(tokens[at: index])
      if let price = rates.listPrices[index] {
        cost += price * count
      } else if let price = rates.prices[index] {
        unlistedCost += price * count
        unlistedTokens += count
      }
    }
  }

  /// Adds another list cost.
  public static func += (sum: inout ListCost, more: ListCost) {
    sum.cost += more.cost
    sum.unlistedCost += more.unlistedCost
    sum.unlistedTokens += more.unlistedTokens
  }

  /// What a contract takes off the list cost of an effective cost; below zero where it asks for more.
  public func saved(of effective: Money) -> Money { cost - (effective - unlistedCost) }
}
