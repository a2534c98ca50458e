import Pricing
import Usage

/// The usage that a comparison is of: what has a price at each of its prices.
///
/// The rest is in none of its figures, neither in a cost nor among what a cost is divided by. Under
/// its own names and tiers: what a candidate cannot price is a matter of the candidate.
package struct ComparisonBase {
  private let times: [PriceTime]
  private var valuations: [Valuation]

  /// The base under the prices of a book.
  ///
  /// - Parameters:
  ///   - book: The prices.
  ///   - times: At which prices; a row has to have one each time.
  package init(book: PriceBook, at times: [PriceTime]) {
    self.times = times
    valuations = times.map { time in
      // What was recorded was served, whatever had been announced: as `cost` has it.
      Valuation(
        book: book, basis: time.basis,
        shutdowns: time == .then ? .keepsItsPrice : .movesToSuccessor)
    }
  }

  /// Whether a row is part of it.
  package mutating func holds(_ row: RollupRow) -> Bool {
    valuations.indices.allSatisfy { valuations[$0].charge(for: row).isComplete }
  }

  /// Whether all of some rows are part of it.
  package func holdsAll(_ rows: [RollupRow]) -> Bool {
    var base = self
    return rows.allSatisfy { base.holds($0) }
  }

  /// The times at which a row has no price, each with what is missing; empty for what is part of it.
  mutating func gaps(of row: RollupRow) -> [(time: PriceTime, reasons: [UnpricedReason])] {
    times.indices.compactMap { place in
      let reasons = valuations[place].charge(for: row).reasons
      return reasons.isEmpty ? nil : (times[place], reasons)
    }
  }
}
