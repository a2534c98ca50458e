import Pricing
import Quantities
import Usage

/// Usage in groups, with what it costs: the figures of `usage` and `cost`.
public struct GroupedUsage: Sendable {
  /// What the groups differ by, in the order asked for.
  public let keys: [GroupKey]
  /// The groups, in the order of their key values; unknown values last.
  public let groups: [UsageGroup]
  /// Everything together.
  public let total: UsageGroup
  /// Why what is unpriced is unpriced, the most tokens first.
  public let unpriced: [Unpriced]
  /// The contracts of the book that it was valued with; empty where list prices are paid.
  public let contracts: [String]

  /// Usage between the days on one of which its price changed, by statement; usually empty.
  public let uncertain: [UncertainUsage]

  /// Usage without a price, for one reason.
  public struct Unpriced: Sendable {
    /// The reason; it names model, tier or meter.
    public let reason: UnpricedReason
    /// The tokens that no price was found for.
    public internal(set) var tokens: TokenCount
    /// The requests they belong to.
    public internal(set) var requests: Int
  }
}

/// The usage of one group.
public struct UsageGroup: Sendable {
  /// The value of each key; nil where the log does not say it.
  public let values: [String?]
  /// How many requests.
  public internal(set) var requests = 0
  /// Their tokens.
  public internal(set) var tokens = MeteredTokens()
  /// What the priced tokens cost, in USD at 10⁻¹²: the effective cost where there is a contract.
  public internal(set) var cost = Money.zero
  /// What they would cost without a contract; its `cost` is the same where there is none.
  public internal(set) var list = ListCost.zero
  /// Requests of which at least one meter has no price; this is not a cost of zero.
  public internal(set) var unpricedRequests = 0
  /// Tokens on meters without a price.
  public internal(set) var unpricedTokens: TokenCount = 0

  init(values: [String?]) { self.values = values }

  mutating func add(_ row: RollupRow, _ charge: Charge, _ list: ListCost) {
    requests += row.requests
    tokens += row.tokens
    cost += charge.cost
    self.list += list
    unpricedRequests += charge.unpricedRequests
    unpricedTokens += charge.unpricedTokens
  }

  /// What contracts take off the list cost; below zero where they ask for more.
  public var saved: Money { list.saved(of: cost) }
}

extension GroupedUsage {
  /// Groups rollup rows and values them.
  ///
  /// - Parameters:
  ///   - rows: The rows, each of a quarter of an hour.
  ///   - keys: What to group by; none gives one group.
  ///   - zone: The time zone in which days, weeks and months are cut.
  ///   - valuation: The book and the day whose prices apply.
  public init(
    _ rows: some Sequence<RollupRow>, by keys: [GroupKey], zone: TimeZoneRules,
    valuation: Valuation
  ) {
    var valuation = valuation
    var groups: [[String?]: UsageGroup] = [:]
    var total = UsageGroup(values: [])
    var unpriced: [UnpricedReason: Unpriced] = [:]
    var uncertainPrices = UncertainPrices(valuation.book)
    var uncertain: [PriceStatement: UncertainUsage] = [:]
    var days = DayCache(zone: zone)
    // A day has a thousand rows and more: writing its month for each took a tenth of the time.
    var texts: (day: Day, ofDay: [String?])?
    for row in rows {
      let charge = valuation.charge(for: row)
      let day = days.day(of: row.slot)
      let ofDay = texts?.day == day ? texts?.ofDay ?? [] : keys.map { $0.text(of: day) }
      texts = (day, ofDay)
      let values = zip(keys, ofDay).map { $0.value(of: row, ofDay: $1) }
      let list = charge.list
      groups[values, default: UsageGroup(values: values)].add(row, charge, list)
      total.add(row, charge, list)
      for reason in charge.reasons {
        unpriced[reason, default: Unpriced(reason: reason, tokens: 0, requests: 0)]
          .add(charge, reason: reason, row)
      }
      let instant = valuation.basis.instant(for: row.slot)
      for (statement, cost) in uncertainPrices.alternatives(to: charge, for: row, at: instant) {
        guard let span = statement.fromBetween else { continue }
        uncertain[
          statement,
          default: UncertainUsage(
            statement: statement, span: span, requests: 0, cost: .zero, otherCost: .zero)
        ].add(row, cost: charge.cost, otherCost: cost)
      }
    }
    contracts = valuation.book.contractNames
    self.keys = keys
    self.groups = groups.values.sorted { GroupedUsage.order($0.values, $1.values) }
    self.total = total
    self.unpriced = unpriced.values.sorted {
      ($1.tokens, $0.reason.description) < ($0.tokens, $1.reason.description)
    }
    self.uncertain = uncertain.values.sorted { $0.order < $1.order }
  }

  /// Orders key values one after the other; what is unknown comes last.
  private static func order(_ left: [String?], _ right: [String?]) -> Bool {
    for (one, other) in zip(left, right) where one != other {
      guard let one else { return false }
      guard let other else { return true }
      return one < other
    }
    return false
  }
}

extension GroupedUsage.Unpriced {
  /// Counts a row's tokens under the reason that they have.
  fileprivate mutating func add(_ charge: Charge, reason: UnpricedReason, _ row: RollupRow) {
    requests += row.requests
    for meter in Meter.all where row.tokens[meter] != 0 {
      if charge.rates.unpricedReason(for: meter) == reason { tokens += row.tokens[meter] }
    }
  }
}

/// The day of a slot, remembered: rows come in order of time, and a zone's rules cost a search.
struct DayCache {
  private let zone: TimeZoneRules
  private var slot: Instant?
  private var day = Day(number: 0)

  init(zone: TimeZoneRules) { self.zone = zone }

  mutating func day(of slot: Instant) -> Day {
    if slot != self.slot {
      self.slot = slot
      day = zone.day(of: slot)
    }
    return day
  }
}
