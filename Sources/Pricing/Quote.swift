import Quantities
import Usage

/// What a model's statements say of one tier, band and unit at one instant, for checks.
///
/// Unlike `Rates` it knows no other model, no other band and no other tier: checks compare those.
struct Quote {
  /// The prices by meter or name; nil inside for one that is known to be there, and no more.
  private(set) var prices: [String: UnitPrice?] = [:]

  var isEmpty: Bool { prices.isEmpty }

  /// A price that is known; nil also where it is not.
  subscript(name: String) -> UnitPrice? { prices[name] ?? nil }

  /// Whether something is said of a meter.
  func speaks(of name: String) -> Bool { prices[name] != nil }

  /// What is in force goes before what is announced, as everywhere.
  init(_ statements: [PriceStatement], at instant: Instant) {
    for status in [PriceStatement.Status.inForce, .announced] {
      for statement in statements
      where statement.status == status && statement.period.contains(instant) {
        for (name, price) in statement.named where prices[name] == nil {
          prices.updateValue(price, forKey: name)
        }
      }
    }
  }
}

extension PriceStatement {
  /// Every meter, or for other units every name, with its price.
  var named: [(name: String, price: UnitPrice?)] {
    guard unit == .millionTokens else { return amounts.map { ($0.name, $0.price) } }
    return Meter.all.compactMap { meter in
      speaks(of: meter) ? (meter.rawValue, price(of: meter)) : nil
    }
  }

  /// The name under which the file has the price of a meter.
  func amountName(of meter: String) -> String { naming([meter]).first ?? meter }
}

extension BookModel {
  /// What is said of a tier and band at an instant.
  func quote(
    like statement: PriceStatement, tier: ServiceTier? = nil, over: TokenCount? = nil,
    at instant: Instant
  ) -> Quote {
    let tier = tier ?? statement.serviceTier
    let over = over ?? statement.overPromptTokens
    return Quote(
      statements.filter { other in
        other.unit == statement.unit && other.serviceTier == tier
          && other.overPromptTokens == over && other.status != .withdrawn
      }, at: instant)
  }

  /// The instants in a statement's period at which anything beside it may change.
  func instants(in statement: PriceStatement) -> [Instant] {
    let start = statement.period.from ?? Instant(microseconds: .min)
    let others = statements.filter { $0.unit == statement.unit && $0.status != .withdrawn }
    let edges = others.flatMap { [$0.period.from, $0.period.until].compactMap(\.self) }
    return [start] + Set(edges.filter { $0 > start && statement.period.contains($0) }).sorted()
  }
}
