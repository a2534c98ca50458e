import Quantities
import Usage

/// What a table becomes: price files of ours, one a seller, and what could not be taken over.
extension PriceTable {
  /// How a table is taken over.
  public struct Taking: Sendable {
    /// What counts as now; a price that begins later is only announced.
    public var now: Instant
    /// The day of now, to be written down as the day on which the table was read.
    public var today: Day
    /// Since when a price counts for which the table names no day at all.
    ///
    /// A table without days says what holds today. Letting it reach back would price old usage anew
    /// with today's prices.
    public var since: Instant?
    /// Whether to leave out the models that the book has a price for.
    public var isOnlyMissing = false

    /// A way of taking a table over.
    ///
    /// - Parameters:
    ///   - now: What counts as now.
    ///   - today: The day of now.
    ///   - since: Since when prices without a day count; nil for always.
    public init(now: Instant, today: Day, since: Instant?) {
      self.now = now
      self.today = today
      self.since = since
    }
  }

  /// The prices of one seller as a price file.
  public struct Overlay: Sendable {
    /// Who sells.
    public let provider: Provider
    /// The text of the file; nil where no price could be taken over.
    public let text: String?
    /// How many models it prices.
    public let modelCount: Int
    /// How many of them the book has no price for.
    public let newModelCount: Int
    /// How many prices it holds.
    public let priceCount: Int
    /// What could not be expressed, and what is not believed.
    public let remarks: [TableRemark]
  }

  /// Makes the price file of a seller, to be laid over a book.
  ///
  /// - Parameters:
  ///   - provider: Who sells.
  ///   - book: The book, whose own prices show what cannot be.
  ///   - source: The file that the table was read from.
  ///   - taking: How it is taken over.
  /// - Returns: The file, and what is not in it.
  public func overlay(
    of provider: Provider, over book: PriceBook, from source: PriceBookSource, _ taking: Taking
  ) -> Overlay {
    let conversion = TableConversion(
      table: self, book: book, now: taking.now, since: taking.since, isForLaying: true)
    var converted = conversion.convert(provider)
    func isMissing(_ model: ConvertedModel) -> Bool {
      book.rates(provider: provider, model: model.name, at: taking.now).unpricedReason != nil
    }
    if taking.isOnlyMissing { converted.models = converted.models.filter(isMissing) }
    let origin = origin(source, read: taking.today)
    return Overlay(
      provider: provider,
      text: converted.models.isEmpty ? nil : converted.overlay(from: origin, now: taking.now),
      modelCount: converted.models.count, newModelCount: converted.models.count(where: isMissing),
      priceCount: converted.priceCount, remarks: converted.remarks)
  }

  /// The table as a book of its own, to be asked like any other: as of an instant, nothing refused.
  func book(
    of provider: Provider, beside book: PriceBook, from source: PriceBookSource,
    at instant: Instant, today: Day
  ) throws(PriceBookError) -> PriceBook {
    let conversion = TableConversion(
      table: self, book: book, now: instant, since: nil, isForLaying: false)
    let converted = conversion.convert(provider)
    let text = converted.overlay(from: origin(source, read: today), now: instant)
    let overlay = PriceBookSource(name: source.name, bytes: Array(text.utf8))
    return try PriceBook.load(
      [PriceBook.empty(provider, asOf: today)], overlays: converted.models.isEmpty ? [] : [overlay])
  }

  /// Names the very file: tables change daily under one name.
  private func origin(_ source: PriceBookSource, read: Day) -> ConvertedTable.Origin {
    let file = source.name.split(separator: "/").last.map(String.init) ?? source.name
    let digest = SHA256.hexDigest(of: source.bytes).prefix(16)
    return ConvertedTable.Origin(
      id: kind.rawValue, name: "\(kind.rawValue), \(file), SHA-256 \(digest)", read: read)
  }
}

extension PriceBook {
  /// A base file that says nothing, for overlays to be laid over.
  static func empty(_ provider: Provider, asOf day: Day) -> PriceBookSource {
    let text = """
      {"schema": "\(schema)", "seller": "\(provider.name)", "version": "\(day)", "as_of": "\(day)",
      "currency": "USD", "day_zone": "UTC", "sources": {}, "models": [], "aliases": []}
      """
    return PriceBookSource(name: "empty.json", bytes: Array(text.utf8))
  }
}
