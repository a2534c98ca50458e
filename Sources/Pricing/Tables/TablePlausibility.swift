import Quantities
import Usage

/// Whether a table's figure can be a price.
///
/// What goes wrong in price tables is nearly always a unit: a price per thousand tokens among those
/// per million, one per token among those per thousand. Users of other tools found figures 1,000
/// and 8,000 times too high or too low. A check of a book asks for a second look at what is merely
/// unusual; a figure refused here is lost, so the ranges are those of every seller's real prices,
/// doubled and more, and still narrow enough that a slip by a thousand leaves most of them.
struct TablePlausibility {
  /// Everything the table has for the model, its steps complete.
  let contents: [TableContent]

  /// Why a figure is not believed; nil where nothing speaks against it.
  ///
  /// `booked` is what the book asks for the same; nil where it knows nothing of it.
  func doubt(
    _ figure: TableFigure, _ price: UnitPrice, booked: UnitPrice?
  ) -> TableRemark.Reason? {
    let (slot, name) = (figure.slot, figure.name)
    if price == .free { return booked == .free ? nil : .zero }
    let range = Self.range(name, slot.unit)
    guard range.contains(price.picodollars) else {
      return .outOfRange(
        low: UnitPrice(picodollars: range.lowerBound),
        high: UnitPrice(picodollars: range.upperBound), slot.unit)
    }
    if let booked, booked != .free, !Self.isWithin(price, 1000, 1000, of: booked) {
      return .farFromBook(booked, slot.unit)
    }
    guard slot.unit == .millionTokens else { return nil }
    return beside(name, price, slot, isBooked: booked != nil)
  }

  /// The proportions that sellers' own tables keep: to input, to shorter prompts, to standard.
  private func beside(
    _ name: String, _ price: UnitPrice, _ slot: TableSlot, isBooked: Bool
  ) -> TableRemark.Reason? {
    let same = reference(slot, slot.tier) { $0 <= slot.over }
    if let base = Self.base(of: name), let other = same?.price(of: base), other != .free {
      let (least, most) = Self.usual(name)
      if !Self.isWithin(price, least, most, of: other) { return .outOfProportion(to: base, other) }
    }
    // Input is judged by output as well: of two that contradict, neither is to be relied on, unless
    // the book has spoken for one.
    if name == "input", !isBooked, let output = same?.price(of: "output"), output != .free {
      let (least, most) = Self.usual("output")
      if !Self.isWithin(output, least, most, of: price) {
        return .outOfProportion(to: "output", output)
      }
    }
    let below = reference(slot, slot.tier) { $0 < slot.over }
    if let lower = below?.price(of: name), lower != .free, !Self.isWithin(price, 1, 20, of: lower) {
      return .outOfProportion(to: "shorter prompts", lower)
    }
    let standard = reference(slot, .standard) { $0 <= slot.over }
    guard let regular = standard?.price(of: name), regular != .free,
      let (least, most) = Self.usual(slot.tier), !Self.isWithin(price, least, most, of: regular)
    else { return nil }
    return .outOfProportion(to: "standard", regular)
  }

  /// What the table has for a tier at the same time, in the highest step that is low enough.
  private func reference(
    _ slot: TableSlot, _ tier: ServiceTier, _ isLowEnough: (TokenCount) -> Bool
  ) -> TableContent? {
    contents.filter { other in
      other.slot.tier == tier && other.slot.unit == slot.unit && isLowEnough(other.slot.over)
        && other.slot.period.overlaps(slot.period)
    }.max { $0.slot.over < $1.slot.over }
  }

  /// Whether a price is at least one `least`th and at most `most` times another one.
  private static func isWithin(
    _ price: UnitPrice, _ least: Int128, _ most: Int128, of other: UnitPrice
  ) -> Bool {
    let (price, other) = (Int128(price.picodollars), Int128(other.picodollars))
    return price * least >= other && price <= other * most
  }

  private static func family(_ name: String) -> MeterFamily? {
    MeterFamily(rawValue: name) ?? Meter(rawValue: name)?.family
  }

  /// The name that another one's price goes by: cached audio by audio, the rest by input.
  private static func base(of name: String) -> String? {
    if name.hasPrefix("cached_") { return String(name.dropFirst("cached_".count)) }
    return name == "input" ? nil : "input"
  }

  /// The proportions to the base, as one so-manieth of it and so many times it.
  ///
  /// Cached tokens from a hundred and twentieth (Xiaomi) to the whole; writes to a cache up to
  /// twice; output from a sixteenth (a guard model) to a hundred and fifty times, images too.
  private static func usual(_ name: String) -> (least: Int128, most: Int128) {
    switch family(name) {
    case .cachedInput: (500, 1)
    case nil: (2, 5)
    case .input, .output: (50, 500)
    }
  }

  /// The proportions to the standard tier.
  private static func usual(_ tier: ServiceTier) -> (least: Int128, most: Int128)? {
    switch tier {
    case .batch, .flex: (20, 1)
    case .priority, .fast: (1, 20)
    case .standard, .free, .provisioned: nil
    }
  }

  /// The prices that anybody asks, in picodollars for one unit.
  ///
  /// Tokens, per million: fresh input from 0.003 dollars (a small ranker) to 150 (o1-pro), cached
  /// from 0.0016, output to 600. The other units have as much room.
  private static func range(_ name: String, _ unit: PriceUnit) -> ClosedRange<Int64> {
    switch unit {
    case .millionTokens:
      switch family(name) {
      case .input: 1000...300_000_000
      case .cachedInput: 250...300_000_000
      case .output, nil: 1000...1_500_000_000
      }
    case .millionTokenHours: 10_000...100_000_000
    case .thousandGroundedPrompts, .thousandSearchQueries, .thousandRequests:
      20_000_000...1_000_000_000_000
    case .image: 10_000_000...2_000_000_000_000
    case .second: 5_000_000...5_000_000_000_000
    case .minute: 300_000_000...300_000_000_000_000
    case .song: 1_000_000_000...10_000_000_000_000
    }
  }
}
