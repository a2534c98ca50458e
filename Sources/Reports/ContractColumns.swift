import Analysis
import Pricing
import Quantities

/// What a report of money says beside the effective cost where a contract is in play.
///
/// Without a contract there are no such columns and no such words: list and effective cost are one,
/// and a report is the same to the letter as if contracts did not exist.
enum ContractColumns {
  /// The heading of the effective cost.
  static func costTitle(_ contracts: [String]) -> String {
    contracts.isEmpty ? "cost USD" : "effective cost USD"
  }

  /// The column of the list cost; bars stand beside what is paid.
  static let listCost = Column("list_cost_usd", "list cost USD", hasBars: false)

  /// List cost and saving of `cost`.
  static func columns(of usage: GroupedUsage) -> [Column] {
    guard !usage.contracts.isEmpty else { return [] }
    return [
      listCost, Column("saved_usd", "saved USD", hasBars: false),
      Column(
        "unlisted_tokens", "tokens without list price",
        isShown: usage.total.list.unlistedTokens != 0),
    ]
  }

  static func cells(of group: UsageGroup, in usage: GroupedUsage) -> [Cell] {
    guard !usage.contracts.isEmpty else { return [] }
    let list = list(
      group.list.cost, without: group.unpricedTokens + group.list.unlistedTokens)
    // What was saved of an unknown list cost is unknown as well.
    return [
      list, list == .unknown ? .unknown : .money(group.saved),
      .count(group.list.unlistedTokens),
    ]
  }

  /// A list cost; unknown where nothing is left of it but tokens without a list price.
  static func list(_ cost: Money, without tokens: TokenCount) -> Cell {
    cost == .zero && tokens != 0 ? .unknown : .money(cost)
  }

  /// What has to be said of tokens that only a contract prices.
  static func notes(unlisted tokens: TokenCount) -> [String] {
    guard tokens != 0 else { return [] }
    let counted = Phrase.counted(Int(tokens.value), "token")
    return ["no list price: \(counted) with a contract's price alone are not in the list cost"]
  }
}

extension ReportScope.Prices {
  /// Whose prices are paid, where it is not the list: `effective cost under contract Acme 2026`.
  var contractText: [String] {
    guard !contracts.isEmpty else { return [] }
    let word = contracts.count == 1 ? "contract" : "contracts"
    return ["effective cost under \(word) \(Phrase.list(contracts, "and"))"]
  }

  /// The member that names them; none without a contract.
  var contractJSON: [JSONMember] {
    guard !contracts.isEmpty else { return [] }
    return [JSONMember("contracts", .array(contracts.map { .string($0) }))]
  }
}
