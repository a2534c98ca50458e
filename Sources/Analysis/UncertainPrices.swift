import Pricing
import Quantities
import Usage

/// The prices of a book that began on a day which is not known, for whoever prices usage by them.
///
/// The book chooses a day, so every request has one price; but requests between the first possible day
/// and the last may have been billed at the other one.
struct UncertainPrices {
  private let book: PriceBook
  /// Those of the models that were asked about: to go through the whole book would be to read it.
  private var statements: [ModelKey: [PriceStatement]] = [:]

  init(_ book: PriceBook) {
    self.book = book
  }

  private mutating func statements(of key: ModelKey) -> [PriceStatement] {
    if let known = statements[key] { return known }
    let all = book.model(key.model, of: key.provider)?.statements ?? []
    let found = all.filter {
      $0.fromBetween != nil && $0.unit == .millionTokens && $0.status != .withdrawn
    }
    statements[key] = found
    return found
  }

  /// The statement whose beginning matters to a charge, and the prices on the other side of it.
  ///
  /// - Parameters:
  ///   - charge: What was charged.
  ///   - row: What for.
  ///   - instant: At the prices of which time.
  /// - Returns: One for each statement that may have begun before or after; usually none.
  mutating func alternatives(
    to charge: Charge, for row: RollupRow, at instant: Instant
  ) -> [(statement: PriceStatement, cost: Money?)] {
    guard let model = charge.pricedModel else { return [] }
    let known = statements(of: ModelKey(provider: row.series.provider, model: model))
    if known.isEmpty { return [] }
    let band = charge.rates.statements.first?.overPromptTokens
    return known.filter { statement in
      statement.serviceTier == row.series.serviceTier && statement.overPromptTokens == band
        && statement.uncertainPeriod?.contains(instant) == true
    }.compactMap { statement in
      guard let from = statement.period.from else { return nil }
      let side = instant < from ? from : from.adding(microseconds: -Instant.slotMicroseconds)
      let other = book.rates(
        provider: row.series.provider, model: model, tier: row.series.serviceTier,
        contextOver: row.contextOver, at: side)
      let difference = difference(of: statement, from: charge, to: other)
      return (statement, difference.map { charge.cost + $0 })
    }
  }

  /// What changes by the other price, on the meters that the statement speaks of; nil where one of
  /// them has no other price that is known.
  private func difference(
    of statement: PriceStatement, from charge: Charge, to other: Rates
  ) -> Money? {
    var sum = Money.zero
    for meter in Meter.all where charge.tokens[meter] != .zero && statement.speaks(of: meter) {
      guard let price = charge.rates.price(of: meter), let instead = other.price(of: meter) else {
        return nil
      }
      sum = sum + instead * charge.tokens[meter] - price * charge.tokens[meter]
    }
    return sum
  }
}
