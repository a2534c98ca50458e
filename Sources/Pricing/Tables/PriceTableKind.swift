import JSONText

/// Whose table of prices a file is.
public enum PriceTableKind: String, CaseIterable, Hashable, Sendable {
  /// `model_prices_and_context_window.json` of BerriAI/litellm: dollars per token, by model name.
  case litellm
  /// `data.json` of pydantic/genai-prices: dollars per million tokens, by seller, some dated.
  case genaiPrices = "genai-prices"
  /// `api.json` of models.dev: dollars per million tokens, by seller.
  case modelsDev = "models.dev"
  /// simonw/llm-prices: a file of `data/`, `current-v1.json` or `historical-v1.json`.
  case llmPrices = "llm-prices"
  /// A price file of Tollbook's own format.
  case tollbook
}

extension PriceTableKind {
  /// The kind that a text's shape gives away; nil for anything else.
  ///
  /// By what only that kind has, not by a file's name: copies of these tables go by every name.
  init?(recognising root: JSONValue) {
    func isSeller(_ value: JSONValue) -> Bool {
      value["id"]?.kind == .string && value["models"]?.kind == .array
    }
    if root["schema"]?.string?.hasPrefix("tollbook.prices/") == true {
      self = .tollbook
    } else if root.elements.contains(where: isSeller)
      || root["providers"]?.elements.contains(where: isSeller) == true
    {
      self = .genaiPrices
    } else if root["vendor"]?.kind == .string && root["models"]?.kind == .array
      || root["prices"]?.elements.contains(where: { $0["vendor"]?.kind == .string }) == true
    {
      self = .llmPrices
    } else if root.members.contains(where: { $0.value["litellm_provider"]?.kind == .string }) {
      self = .litellm
    } else if (root["providers"] ?? root).members
      .contains(where: { $0.value["models"]?.kind == .object })
    {
      self = .modelsDev
    } else {
      return nil
    }
  }

  /// Whether each price has steps of its own, so that a step which leaves a price out means "as
  /// below"; else a step states all of its prices.
  var hasStepsByMeter: Bool { self == .litellm || self == .genaiPrices }
}
