import Analysis
import Quantities

/// What has to be said under a comparison: what was assumed, and what a choice does not offer.
enum ComparisonNotes {
  static func lines(_ comparison: Comparison, _ choices: [ComparisonLine]) -> [String] {
    let recorded = Phrase.counted(comparison.days, "day")
    var lines = [
      "a month is \(Comparison.monthDays) days of what was used in \(recorded): "
        + Phrase.counted(Int(comparison.usage.requests), "request")
    ]
    lines += AssumptionNotes.lines(comparison.tokenRatios)
    for choice in choices {
      for figures in choice.figures {
        // The same remark on another day's prices says nothing new.
        let remarks = figures.notes.map(\.description) + gaps(figures.unpriced, of: choice.name)
        lines += remarks.filter { !lines.contains($0) }
      }
    }
    if !comparison.leftOut.isEmpty {
      let tokens = Phrase.counted(Int(comparison.leftOut.tokens.value), "token")
      let requests = Phrase.counted(Int(comparison.leftOut.requests), "request")
      lines.append("left out of every line, for want of a price today: \(tokens) of \(requests)")
      lines += comparison.leftOut.reasons.map { "unpriced: \($0)" }
    }
    return lines
  }

  private static func gaps(_ unpriced: UnpricedUsage, of choice: String) -> [String] {
    guard !unpriced.isEmpty else { return [] }
    let tokens = Phrase.counted(Int(unpriced.tokens.value), "token")
    let reasons = unpriced.reasons.map(\.description).joined(separator: "; ")
    return ["\(choice): \(tokens) without a price are in none of its figures: \(reasons)"]
  }
}
