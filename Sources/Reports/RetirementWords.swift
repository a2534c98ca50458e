import Analysis
import Pricing
import Quantities

/// What becomes of a model, in a few words.
enum RetirementWords {
  /// The words of the column "what happens".
  ///
  /// A day that is over is told in the present: requests fail today. A successor is what the seller
  /// answers with where it re-routes, and advice everywhere else.
  static func what(_ warning: RetirementWarning) -> String {
    let isOver = warning.status == .passed
    switch warning.status {
    case .unknownModel: return "unknown: the price book has no such model"
    case .noneAnnounced: return "nothing announced"
    case .limitedAccess: return "goes on for those who used it before"
    case .scheduled, .passed: break
    }
    switch (warning.lifecycle?.mode, warning.lifecycle?.successor) {
    case (.reroute, let successor?):
      return isOver ? "answered as \(successor)" : "will be answered as \(successor)"
    case (_, let successor?):
      return (isOver ? "fails" : "will fail") + "; move to \(successor)"
    case (_, nil): return isOver ? "fails; no successor named" : "will fail; no successor named"
    }
  }

  /// What a line cannot say.
  static func notes(_ warning: RetirementWarning) -> [String] {
    var notes: [String] = []
    if let name = warning.aliasOf { notes.append("\(warning.model) is an alias of \(name)") }
    guard let change = warning.change else { return notes }
    notes += change.notes.map(\.description)
    if !change.unpriced.isEmpty {
      let tokens = Phrase.counted(Int(change.unpriced.tokens.value), "token")
      let reasons = change.unpriced.reasons.map(\.description).joined(separator: "; ")
      notes.append("\(warning.model): \(tokens) have no price after the change: \(reasons)")
    }
    return notes
  }
}
