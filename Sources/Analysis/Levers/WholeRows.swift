import Quantities
import Usage

/// Turns scaled rows into whole ones again, so that their sums stay what they were.
///
/// What rounding takes from one row it gives to the next one of the same price, whatever the labels
/// and whoever the user: rows may be a request each, and half of every request must not become none
/// or all of them. So rows of one seller, model, tier and context band that are added one after the
/// other are off by one request together at most, and by one token of a meter, however many there
/// are; no count is ever below zero.
struct WholeRows {
  private var rows: [RollupRow] = []
  /// Where the row that each was made of stands.
  private var places: [Int] = []
  private var sums: [Kind: Sum] = [:]

  /// What has one price.
  private struct Kind: Hashable {
    let provider: Provider
    let model: String?
    let tier: ServiceTier
    let contextOver: TokenCount

    init(_ row: ScaledRow) {
      provider = row.series.provider
      model = row.series.model
      tier = row.series.serviceTier
      contextOver = row.contextOver
    }
  }

  private struct Sum {
    var exact: ScaledRow
    var requests = 0
    var tokens = MeteredTokens()
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - row: What levers have made of a row.
  ///   - place: Where that row stands.
  ///   - isSomebodys: Whether it stands for a user, who stays an active one whatever a lever leaves of
  ///     the requests.
  mutating func add(_ row: ScaledRow, from place: Int, isSomebodys: Bool) {
    var whole = RollupRow(
      slot: row.slot, series: row.series, contextOver: row.contextOver, requests: 0,
      tokens: MeteredTokens(), user: row.user)
    let kind = Kind(row)
    var sum = sums[kind] ?? Sum(exact: row.scaled(by: .zero))
    sum.exact.add(row)
    whole.requests = Int(sum.exact.requests.whole) - sum.requests
    for meter in row.meters {
      whole.tokens[meter] = TokenCount(sum.exact[meter].whole) - sum.tokens[meter]
    }
    sum.requests += whole.requests
    sum.tokens += whole.tokens
    sums[kind] = sum
    guard whole.requests != 0 || !whole.tokens.isEmpty || isSomebodys else { return }
    rows.append(whole)
    places.append(place)
  }

  /// The rows in the order of those they were made of, without those that stand for nothing.
  var inOrder: [RollupRow] {
    // Rows of one place were added one after the other, and stay so.
    places.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { rows[$0] }
  }
}

extension [RollupRow] {
  /// The places of all rows in the order in which fractions are carried: that of time, because what
  /// is looked at together is what happened in some days.
  var carryOrder: [Int] {
    indices.sorted { one, other in
      // Rows with other meters may have no price, and are counted apart then.
      (self[one].tokens.mask, self[one].slot, one)
        < (self[other].tokens.mask, self[other].slot, other)
    }
  }
}
