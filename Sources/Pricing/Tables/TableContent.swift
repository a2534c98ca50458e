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
  /// Meters that no family may speak for, for a reason of their own.
  var withheld: Set<Meter> = []
  /// Meters with a price that exists and that the table does not have.
  var unknown: Set<Meter> = []

  init(_ slot: TableSlot) {
    self.slot = slot
  }

  /// The price of a name, be it a family's for a member without one of its own.
  func price(of name: String) -> UnitPrice? {
    prices[name] ?? (Meter(rawValue: name)?.family?.rawValue).flatMap { prices[$0] }
  }

  /// The statement's names and prices, nil for one that is not known.
  ///
  /// A family is written out where one of its members must not be swept up by it.
  var amounts: [ConvertedStatement.Amount] {
    guard slot.unit == .millionTokens else {
      return prices.keys.sorted().map { ConvertedStatement.Amount(name: $0, price: prices[$0]) }
    }
    var amounts: [ConvertedStatement.Amount] = []
    for family in MeterFamily.allCases {
      let swept = family.members.filter { priced(by: family, $0) }
      let isWhole = family.members.allSatisfy { swept.contains($0) || has($0) }
      if unknown.isSuperset(of: family.members) {
        amounts.append(ConvertedStatement.Amount(name: family.rawValue, price: nil))
        continue
      }
      if let price = prices[family.rawValue], !swept.isEmpty {
        let names = isWhole ? [family.rawValue] : swept.map(\.rawValue)
        amounts += names.map { ConvertedStatement.Amount(name: $0, price: price) }
      }
      amounts += own(family.members)
    }
    return amounts + own(Meter.all.filter { $0.family == nil })
  }

  /// The meters that it speaks of.
  var meters: [Meter] {
    Meter.all.filter { meter in has(meter) || meter.family.map { priced(by: $0, meter) } ?? false }
  }

  /// Whether a meter has a word of its own.
  private func has(_ meter: Meter) -> Bool {
    prices[meter.rawValue] != nil || unknown.contains(meter)
  }

  /// Whether a meter has its family's price.
  private func priced(by family: MeterFamily, _ meter: Meter) -> Bool {
    prices[family.rawValue] != nil && meter.family == family && !has(meter)
      && !withheld.contains(meter) && !lost.contains(meter.rawValue)
  }

  private func own(_ meters: [Meter]) -> [ConvertedStatement.Amount] {
    meters.filter(has).map { meter in
      ConvertedStatement.Amount(name: meter.rawValue, price: prices[meter.rawValue])
    }
  }
}

extension TableSlot {
  /// Whether another slot is the same but for the band.
  func isBand(of other: TableSlot) -> Bool {
    tier == other.tier && period == other.period && unit == other.unit
      && unit == .millionTokens
  }

  /// Whether another slot is the same but for the time, and times of both meet.
  func competes(with other: TableSlot) -> Bool {
    tier == other.tier && over == other.over && unit == other.unit
      && period.overlaps(other.period)
  }
}
