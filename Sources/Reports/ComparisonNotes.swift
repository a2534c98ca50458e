import Analysis
import Quantities

/// What has to be said under a comparison: what was assumed, and what a choice does not offer.
enum ComparisonNotes {
  /// The lines: the base of the figures, assumptions, then each choice's remarks, each said once.
  static func lines(_ comparison: Comparison, _ choices: [ComparisonLine]) -> [String] {
    let recorded = Phrase.counted(comparison.days, "day")
    var lines = [
      "recorded: \(Phrase.counted(Int(comparison.usage.requests), "request")) in \(recorded); "
        + "a month is \(Comparison.monthDays) days of that"
    ]
    lines += AssumptionNotes.lines(comparison.tokenRatios)
    for choice in choices {
      for figures in choice.figures {
        // The same remark on another day's prices says nothing new.
        let remarks =
          figures.notes.map(\.description) + gaps(figures.unpriced, of: choice.name)
          + ContractColumns.notes(unlisted: figures.list?.unlistedTokens ?? 0).map {
            "\(choice.name): \($0)"
          }
        lines += remarks.filter { !lines.contains($0) }
      }
    }
    // What today's mix cannot price is not compared at all: a model that has a price for it would
    // look dear beside one that has none.
    if !comparison.leftOut.isEmpty {
      let tokens = Phrase.counted(Int(comparison.leftOut.tokens.value), "token")
      let requests = Phrase.counted(Int(comparison.leftOut.requests), "request")
      lines.append("left out of every line, for want of a price today: \(tokens) of \(requests)")
      lines += comparison.leftOut.reasons.map { "unpriced: \($0)" }
    }
    return lines
  }

  /// What a choice has no price for; its figures are sums of less than the others'.
  private static func gaps(_ unpriced: UnpricedUsage, of choice: String) -> [String] {
    guard !unpriced.isEmpty else { return [] }
    let tokens = Phrase.counted(Int(unpriced.tokens.value), "token")
    let reasons = unpriced.reasons.map(\.description).joined(separator: "; ")
    return ["\(choice): \(tokens) without a price are in none of its figures: \(reasons)"]
  }
}
