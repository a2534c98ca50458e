import Quantities
import Usage

/// A price key of litellm, taken apart: `input_cost_per_token_above_200k_tokens_batches` is
/// `input_cost_per_token` beyond 200,000 tokens, in a batch.
///
/// The parts behind the base stand in any order; older tables write the tier before the step.
struct LiteLLMKey {
  /// What is priced: `cache_read_input_token_cost`.
  private(set) var base: String
  /// The step for long prompts; 0 for none.
  private(set) var over: Int64 = 0
  /// How long a cache write lasts beyond the usual: `1hr`, `12hr`.
  private(set) var lifetime: String?
  /// The word for the service tier: `batches`, `flex`.
  private(set) var tierWord: String?
  /// A condition that is none of these: `8s_interval`.
  private(set) var condition: String?

  private static let tierWords = [
    "batches", "flex", "priority", "fast", "ultrafast", "balanced", "decisions",
  ]

  init(_ key: String) {
    let parts = key.split(separator: "_above_", omittingEmptySubsequences: false)
    base = String(parts[0])
    for part in parts.dropFirst() { readStep(part) }
    guard let end = base.lastIndex(of: "_") else { return }
    let word = String(base[base.index(after: end)...])
    guard LiteLLMKey.tierWords.contains(word) else { return }
    tierWord = word
    base = String(base[..<end])
  }

  /// Reads what follows `_above_`; what follows that in turn belongs to the base.
  private mutating func readStep(_ part: Substring) {
    if let rest = part.dropping("1hr") ?? part.dropping("12hr") {
      lifetime = String(part.prefix(part.count - rest.count))
      base += rest
      return
    }
    let digits = part.prefix { $0.isASCII && $0.isNumber }
    var rest = part.dropFirst(digits.count)
    let isThousands = rest.first == "k"
    if isThousands { rest.removeFirst() }
    guard let number = Int64(digits), number < 1_000_000_000, number > 0,
      let after = rest.dropping("_tokens")
    else {
      condition = "above \(part)"
      return
    }
    over = isThousands ? number * 1000 : number
    base += after
  }

  /// The service tier; nil where there is none of that name.
  var tier: ServiceTier? {
    switch tierWord {
    case nil: .standard
    case "batches": .batch
    // In this table, as with OpenAI, fast is another word for priority.
    case "fast", "priority": .priority
    case "flex": .flex
    default: nil
    }
  }
}

extension Substring {
  /// What follows a beginning; nil where the text begins otherwise.
  fileprivate func dropping(_ beginning: String) -> Substring? {
    hasPrefix(beginning) ? dropFirst(beginning.count) : nil
  }
}
