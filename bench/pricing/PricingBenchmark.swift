import TollbookKit

/// Times what every command waits for: the embedded price book, and prices on rollup rows.
///
/// Prints one line of milliseconds a measurement, `name median minimum`. A program of its own, since
/// a whole command also opens a ledger and lays out a report.
@main
struct PricingBenchmark {
  private static let rounds = 15
  private static let rowCount = 100_000

  static func main() throws {
    // What is read again must be read anew: nothing of a book is kept between two rounds.
    show("load") { _ = try PriceBook.bundled() }
    show("load_and_price_one_model") {
      var valuation = Valuation(book: try PriceBook.bundled())
      _ = valuation.charge(for: rows(1, isSorted: true)[0])
    }
    let book = try PriceBook.bundled()
    for (name, isSorted) in [("rows_in_turn", false), ("rows_by_kind", true)] {
      let rows = rows(rowCount, isSorted: isSorted)
      var (cost, unpriced) = (Money.zero, 0)
      show(name) {
        cost = .zero
        unpriced = 0
        var valuation = Valuation(book: book)
        for row in rows {
          let charge = valuation.charge(for: row)
          cost += charge.cost
          unpriced += charge.isComplete ? 0 : 1
        }
      }
      print("# \(name): \(cost.decimal) USD, \(unpriced) rows unpriced")
    }
  }

  /// Rows of eight models at two tiers, priced as nearly all rows of a ledger are.
  private static func rows(_ count: Int, isSorted: Bool) -> [RollupRow] {
    let models = [
      "gemini-2.5-flash", "gemini-2.5-pro", "gemini-3.8-flash", "gemini-3.1-flash-lite",
      "gemini-3-flash-preview", "gemini-3.6-flash", "gemini-4-argon", "gemini-2.5-flash-lite",
    ]
    var tokens = MeteredTokens()
    tokens[.textInput] = 1000
    tokens[.cachedTextInput] = 400
    tokens[.textOutput] = 200
    tokens[.thinking] = 300
    // All models are sold by then, and prices change twice in the weeks that follow.
    let start: Int64 = 1_795_132_800  // 2026-11-20
    // As a ledger reads them: the rows of one series share it.
    let series = (0..<16).map { kind in
      UsageSeries(
        provider: .googleGeminiAPI, reportedModel: models[kind % 8],
        serviceTier: kind < 8 ? .standard : .batch)
    }
    return (0..<count).map { number in
      let kind = isSorted ? number * 16 / count : number % 16
      let slot = isSorted ? number % (count / 16 + 1) : number / 16
      return RollupRow(
        slot: Instant(seconds: start + Int64(slot) * 900), series: series[kind], contextOver: 0,
        requests: 3, tokens: tokens)
    }
  }

  private static func show(_ name: String, _ body: () throws -> Void) {
    var milliseconds: [Double] = []
    for _ in 0..<rounds {
      let start = ContinuousClock.now
      do { try body() } catch {
        print("# \(name): \(error)")
        return
      }
      let (seconds, attoseconds) = (ContinuousClock.now - start).components
      milliseconds.append(Double(seconds) * 1000 + Double(attoseconds) / 1e15)
    }
    milliseconds.sort()
    print("\(name) \(milliseconds[rounds / 2]) \(milliseconds[0])")
  }
}
