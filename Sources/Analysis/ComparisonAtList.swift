import Pricing
import Quantities
import Usage

/// The same comparison without contracts: the book's list prices, by the very same rules.
///
/// Made anew and not derived from the effective figures, since a model may have to be priced by
/// another rule at list: a tier or a meter that only the contract offers.
struct ComparisonAtList {
  private let book: PriceBook
  private let loads: [Load]
  private let ratios: TokenRatios

  /// - Parameters:
  ///   - input: What is compared.
  ///   - loads: The usage that is compared, which has a price under contract.
  init(_ input: ComparisonInput, loads: [Load]) {
    book = input.book.withoutContracts
    self.loads = loads
    ratios = TokenRatios(byModel: input.tokenRatios)
  }

  /// Today's mix; what has no list price is counted as unpriced.
  func today(at time: PriceTime) -> RepricedSum {
    let mix = TodaysMix(book: book, at: [time.basis], ratios: ratios)
    return loads.reduce(into: RepricedSum()) { sum, load in
      let charge = mix.charge(load, at: time.basis)
      mix.add(charge, of: load, to: &sum)
      sum.unpricedTokens += Exact(charge.unpricedTokens.value)
    }
  }

  /// A choice.
  func sum(_ shares: [ResolvedShare], at time: PriceTime) -> RepricedSum {
    shares.sum(of: loads, book: book, at: time, ratios: ratios, labels: ModelLabels([]))
  }
}
