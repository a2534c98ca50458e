import Pricing
import Quantities
import Usage

/// Usage whose price is not certain, because nobody wrote down on which day it changed.
public struct UncertainUsage: Hashable, Sendable {
  /// The statement that began on one of several days.
  public let statement: PriceStatement
  /// Those days.
  public let span: DaySpan
  /// The requests between them.
  public internal(set) var requests: Int
  /// What they cost as they are priced.
  public internal(set) var cost: Money
  /// What they would cost at the price on the other side of the change.
  public internal(set) var otherCost: Money?
}

extension UncertainUsage {
  mutating func add(_ row: RollupRow, cost: Money, otherCost: Money?) {
    requests += row.requests
    self.cost += cost
    if let sum = self.otherCost, let otherCost {
      self.otherCost = sum + otherCost
    } else {
      self.otherCost = nil
    }
  }

  /// By seller, model, tier and band; of one of those, by time.
  var order: (Provider, String, String, TokenCount, Day) {
    (
      statement.provider, statement.model, statement.serviceTier.rawValue,
      statement.overPromptTokens, span.earliest
    )
  }
}
