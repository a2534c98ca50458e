import Quantities
import Usage

/// What a seller asks for a model, served one way, during one period.
///
/// A statement is never edited once its period has begun: a correction is a new statement. Which
/// one applies to a request is decided by model, service tier, context band and instant, in
/// `PriceBook.rates`.
public struct PriceStatement: Hashable, Sendable {
  /// Who sells.
  public let provider: Provider
  /// Which model, by the name the seller bills it under.
  public let model: String
  /// How it is served.
  public let serviceTier: ServiceTier
  /// The statement is for requests whose whole prompt is longer than this; 0 for the base band.
  public let overPromptTokens: TokenCount
  /// When it holds, on marks of 15 minutes, so that no rollup row is cut by a price.
  public private(set) var period: Period
  /// The days between which it began, where its very day is not known; `period` begins on one of
  /// them, which prices usage until a better source is found.
  public let fromBetween: DaySpan?
  /// What the amounts buy.
  public let unit: PriceUnit
  /// The prices, in the order of the file.
  public private(set) var amounts: [Amount]
  /// Whether it counts.
  public internal(set) var status: Status
  /// Whether it is a rate with a planned end; another statement then begins where it ends.
  public let isIntroductory: Bool
  /// What its file says of it; an overlay that cuts the statement leaves that as it is.
  let origin: Origin
  /// The ids of what it was taken from; see `PriceBook.references(of:)`.
  public let sources: [String]
  /// How sure the book is of it.
  public let confidence: Confidence
  /// A remark for people.
  public let note: String?
  /// Where it stands.
  public let place: BookPlace

  /// A price and what it is for.
  public struct Amount: Hashable, Sendable {
    /// A meter, a meter family, or for other units than tokens a name such as `cache_storage`.
    public let name: String
    /// The price of a single unit; nil where it is known that there is one, and not which.
    public let price: UnitPrice?
  }

  /// What identifies a statement and says since when it is known.
  struct Origin: Hashable, Sendable {
    var period: Period
    var amounts: [Amount]
    /// Where the bare days of the file begin.
    var zone: DayZone
    var known: Day?
    var untilKnown: Day?
    var withdrawnOn: Day?
    var corrects: String?
  }

  /// Whether a statement counts.
  public enum Status: String, CaseIterable, Hashable, Sendable {
    /// It holds in its period.
    case inForce = "in_force"
    /// The seller has promised it. Announced rises get cancelled, so it never displaces a statement
    /// in force; it holds where that one's own period has ended.
    case announced
    /// It was cancelled or wrong, and is kept to be read about.
    case withdrawn
  }

  /// One price a meter by `Meter.index`, families spread over their members; empty for other units.
  package private(set) var prices: [UnitPrice?]
  /// One bit a meter by `Meter.index`: whether it has a price that is not known.
  package private(set) var unknown: Int64

  init(
    provider: Provider, model: String, serviceTier: ServiceTier, overPromptTokens: TokenCount,
    fromBetween: DaySpan?, unit: PriceUnit, status: Status, isIntroductory: Bool, origin: Origin,
    sources: [String], confidence: Confidence, note: String?, place: BookPlace
  ) {
    self.provider = provider
    self.model = model
    self.serviceTier = serviceTier
    self.overPromptTokens = overPromptTokens
    period = origin.period
    self.fromBetween = fromBetween
    self.unit = unit
    amounts = origin.amounts
    self.status = status
    self.isIntroductory = isIntroductory
    self.origin = origin
    self.sources = sources
    self.confidence = confidence
    self.note = note
    self.place = place
    (prices, unknown) = unit == .millionTokens ? PriceStatement.spread(amounts) : ([], 0)
  }

  /// The price of a meter; nil if the statement has none or it is not known, which does not mean
  /// free.
  public func price(of meter: Meter) -> UnitPrice? {
    prices.isEmpty ? nil : prices[meter.index]
  }

  /// Families first, so that a meter's own price overwrites its family's.
  private static func spread(_ amounts: [Amount]) -> ([UnitPrice?], unknown: Int64) {
    var prices = [UnitPrice?](repeating: nil, count: Meter.all.count)
    var unknown: Int64 = 0
    func set(_ meter: Meter, to price: UnitPrice?) {
      prices[meter.index] = price
      let bit: Int64 = 1 << Int64(meter.index)
      unknown = price == nil ? unknown | bit : unknown & ~bit
    }
    for amount in amounts {
      guard let family = MeterFamily(rawValue: amount.name) else { continue }
      for meter in Meter.all where meter.family == family { set(meter, to: amount.price) }
    }
    for amount in amounts {
      if let meter = Meter(rawValue: amount.name) { set(meter, to: amount.price) }
    }
    return (prices, unknown)
  }
}

extension PriceStatement {
  /// The meters (or, for other units, the names) that the statement prices, unknown prices
  /// included.
  var priced: [String] {
    guard unit == .millionTokens else { return amounts.map(\.name) }
    return Meter.all.filter { speaks(of: $0) }.map(\.rawValue)
  }

  /// Whether the statement has a price for a meter, be it one that is not known.
  package func speaks(of meter: Meter) -> Bool {
    guard unit == .millionTokens else { return false }
    return prices[meter.index] != nil || unknown & 1 << Int64(meter.index) != 0
  }

  /// Whether both speak of the same model, tier, band and unit.
  func isAbout(sameAs other: PriceStatement) -> Bool {
    model == other.model && serviceTier == other.serviceTier && unit == other.unit
      && overPromptTokens == other.overPromptTokens && provider == other.provider
  }

  /// Whether both speak of the same, and both count.
  func concerns(_ other: PriceStatement) -> Bool {
    status != .withdrawn && other.status != .withdrawn && isAbout(sameAs: other)
  }

  /// What both price at some one instant; empty unless they concern each other.
  func contested(with other: PriceStatement) -> [String] {
    guard concerns(other), period.overlaps(other.period) else { return [] }
    let theirs = other.priced
    return priced.filter(theirs.contains)
  }

  /// The same statement for another period.
  func during(_ period: Period) -> PriceStatement {
    var statement = self
    statement.period = period
    return statement
  }

  /// The same statement for some of its meters, families written out.
  func pricing(only names: [String]) -> PriceStatement {
    var statement = self
    guard unit == .millionTokens else {
      statement.amounts = amounts.filter { names.contains($0.name) }
      return statement
    }
    statement.amounts = Meter.all.compactMap { meter in
      guard names.contains(meter.rawValue), speaks(of: meter) else { return nil }
      return Amount(name: meter.rawValue, price: prices[meter.index])
    }
    (statement.prices, statement.unknown) = PriceStatement.spread(statement.amounts)
    return statement
  }
}
