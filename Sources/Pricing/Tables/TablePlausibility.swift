import Quantities
import Usage

/// Whether a table's figure can be a price.
///
/// What goes wrong in price tables is nearly always a unit: a price per thousand tokens among those
/// per million, one per token among those per thousand. Users of other tools found figures 1,000
/// and 8,000 times too high or too low, and a table that has one has it for every model after it.
struct TablePlausibility {
  let book: PriceBook
  let entry: TableEntry
  /// Everything the table has for the model.
  let contents: [TableContent]

  /// How far apart two prices may be that are known to be of one kind.
  private static let far: Int64 = 1000

  /// Why a figure is not believed; nil where nothing speaks against it.
  func doubt(
    _ figure: TableFigure, _ price: UnitPrice, in content: TableContent, booked: Rates
  ) -> TableRemark.Reason? {
    let slot = content.slot
    let bookPrice = slot.unit == .millionTokens ? booked.price(of: figure.name) : nil
    if price == .free {
      let isNothing = entry.generatesNothing && Self.isFamily(figure.name, .output)
      return isNothing || bookPrice == .free ? nil : .zero
    }
    if !Self.range(figure.name, slot.unit).contains(price.picodollars) {
      return Self.outOfRange(figure.name, slot.unit)
    }
    if let bookPrice, Self.areFar(price, bookPrice) { return .farFromBook(bookPrice, slot.unit) }
    guard slot.unit == .millionTokens else { return nil }
    return order(figure.name, price, in: content)
  }

  /// The orders that sellers' own tables keep everywhere.
  private func order(
    _ name: String, _ price: UnitPrice, in content: TableContent
  ) -> TableRemark.Reason? {
    if let fresh = Self.freshName(of: name), let input = content.price(of: fresh), price > input {
      return .aboveInput(input)
    }
    let opposite = name == "input" ? "output" : name == "output" ? "input" : nil
    if let other = opposite.flatMap({ content.stated[$0]?.price }), Self.areFar(price, other) {
      return .farApart(other)
    }
    let below = contents.filter { $0.slot.isBand(of: content.slot) }
      .filter { $0.slot.over < content.slot.over }.max { $0.slot.over < $1.slot.over }
    if let lower = below?.price(of: name), price < lower { return .belowLowerStep(lower) }
    let standard = contents.first { other in
      other.slot.tier == .standard && other.slot.over == content.slot.over
        && other.slot.unit == content.slot.unit && other.slot.period.overlaps(content.slot.period)
    }
    guard let regular = standard?.price(of: name) else { return nil }
    let isOutOfOrder =
      switch content.slot.tier {
      case .batch, .flex, .free: price > regular
      case .priority: price < regular
      default: false
      }
    return isOutOfOrder ? .tierOutOfOrder(standard: regular) : nil
  }

  private static func areFar(_ price: UnitPrice, _ other: UnitPrice) -> Bool {
    let (low, high) = (min(price, other), max(price, other))
    guard low != .free else { return false }
    return Int128(high.picodollars) >= Int128(low.picodollars) * Int128(far)
  }

  private static func isFamily(_ name: String, _ family: MeterFamily) -> Bool {
    name == family.rawValue || Meter(rawValue: name)?.family == family
  }

  /// `cached_audio_input` is `audio_input` read again.
  private static func freshName(of name: String) -> String? {
    name.hasPrefix("cached_") ? String(name.dropFirst("cached_".count)) : nil
  }

  /// The prices that anybody asks, in picodollars for one unit.
  ///
  /// Tokens, per million: from 0.0025 dollars (a small model's cached input in a batch) and 0.005
  /// (an embedding) to 600 (o1-pro's output). The other units have as much room.
  private static func range(_ name: String, _ unit: PriceUnit) -> ClosedRange<Int64> {
    switch unit {
    case .millionTokens: isFamily(name, .cachedInput) ? 100...Self.dearestToken : 1000...dearestToken
    case .millionTokenHours: 1000...dearestToken
    case .thousandGroundedPrompts, .thousandSearchQueries, .thousandRequests:
      10_000_000...1_000_000_000_000
    case .image: 100_000_000...10_000_000_000_000
    case .second: 1_000_000...10_000_000_000_000
    case .minute: 60_000_000...600_000_000_000_000
    default: 1_000_000...100_000_000_000_000
    }
  }

  /// 1,000 dollars a million.
  private static let dearestToken: Int64 = 1_000_000_000

  /// The reason against a figure outside of the range.
  static func outOfRange(_ name: String, _ unit: PriceUnit) -> TableRemark.Reason {
    let range = range(name, unit)
    func text(_ picodollars: Int64) -> String {
      UnitPrice(picodollars: picodollars)?.decimal(perUnits: unit.quantity) ?? ""
    }
    return .outOfRange(low: text(range.lowerBound), high: text(range.upperBound))
  }
}

extension Rates {
  /// The price of a meter by its name, or of a family by its text.
  func price(of name: String) -> UnitPrice? {
    if let meter = Meter(rawValue: name) { return price(of: meter) }
    return (MeterFamily(rawValue: name)?.members.first).flatMap { price(of: $0) }
  }
}
