import Quantities
import Usage

/// The prices that a table has for one tier, band, time and unit of a model.
///
/// One of these becomes one statement. Names are meters and families as in a price file: a member
/// that is named has its own price, the others have their family's.
struct TableContent {
  let slot: TableSlot
  /// The prices stated for it, by name.
  var stated: [String: TableFigure] = [:]
  /// The prices that count in it: those stated, and those that go on from the band below.
  var prices: [String: UnitPrice] = [:]
  /// Names that have a price which cannot be used: no family may speak for them.
  var lost: Set<String> = []
  /// Meters that are left out for a reason of their own.
  var withheld: Set<Meter> = []
  /// The meters of a hole: a price that exists and that the table does not have.
  var unknown: [String] = []

  init(_ slot: TableSlot) {
    self.slot = slot
  }

  /// The price of a name here, a family's where a member has none of its own.
  func price(of name: String) -> UnitPrice? {
    if let price = prices[name] ?? stated[name]?.price { return price }
    guard let family = Meter(rawValue: name)?.family?.rawValue else { return nil }
    return prices[family] ?? stated[family]?.price
  }

  /// What a statement says: name and price, nil for one that is not known.
  ///
  /// A family is written out where one of its members must not be swept up by it.
  var amounts: [(name: String, price: UnitPrice?)] {
    if !unknown.isEmpty { return unknown.map { ($0, nil) } }
    guard slot.unit == .millionTokens else {
      return prices.keys.sorted().map { ($0, prices[$0]) }
    }
    var amounts: [(name: String, price: UnitPrice?)] = []
    for family in MeterFamily.allCases {
      let members = family.members.filter { prices[$0.rawValue] == nil }
      let kept = members.filter { !withheld.contains($0) && !lost.contains($0.rawValue) }
      if let price = prices[family.rawValue] {
        let isWhole = kept.count == members.count
        amounts += isWhole ? [(family.rawValue, price)] : kept.map { ($0.rawValue, price) }
      }
      amounts += TableContent.own(family.members, prices)
    }
    return amounts + TableContent.own(Meter.all.filter { $0.family == nil }, prices)
  }

  private static func own(
    _ meters: [Meter], _ prices: [String: UnitPrice]
  ) -> [(name: String, price: UnitPrice?)] {
    meters.compactMap { meter in prices[meter.rawValue].map { (meter.rawValue, $0) } }
  }
}

extension TableSlot {
  /// Whether another slot is the same but for the band.
  func isBand(of other: TableSlot) -> Bool {
    tier == other.tier && period == other.period && unit == other.unit
      && unit == .millionTokens
  }
}
