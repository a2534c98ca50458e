import JSONText
import Usage

/// The `usage` object of any vendor, told apart by the names of its members.
///
/// For logs of one's own that keep the usage and drop the rest of the response. `input_tokens` and
/// `output_tokens` alone mean the same to OpenAI and to Anthropic; where a cache is mentioned, its
/// names say whether it is counted inside.
enum VendorUsage {
  /// Whether an object is the usage of a vendor that is known.
  static func matches(_ usage: JSONView) -> Bool {
    usage.members.contains { name, _ in
      ["prompt_tokens", "completion_tokens", "input_tokens", "output_tokens", "inputTokens"]
        .contains { name.equals($0) }
    }
  }

  /// Puts what a usage says into a snapshot whose model is known if it will ever be.
  static func read(_ usage: JSONView, into snapshot: inout ResponseSnapshot) {
    if BedrockUsage.matches(usage) {
      snapshot.take(BedrockUsage(usage))
    } else if isAnthropic(usage) {
      snapshot.take(AnthropicUsage(usage))
    } else {
      snapshot.take(OpenAIUsage(usage))
    }
  }

  private static func isAnthropic(_ usage: JSONView) -> Bool {
    var hasInput = false
    var hasOwnNames = false
    for (name, _) in usage.members {
      if name.equals("input_tokens") { hasInput = true }
      let own: [StaticString] = [
        "cache_read_input_tokens", "cache_creation_input_tokens", "cache_creation", "speed",
        "server_tool_use", "inference_geo", "iterations",
      ]
      if own.contains(where: { name.equals($0) }) { hasOwnNames = true }
    }
    // Beside `prompt_tokens` the same names are LiteLLM's, who counts as OpenAI does.
    return hasInput && hasOwnNames
  }
}

extension ResponseSnapshot {
  /// Takes in a usage of OpenAI's kind.
  mutating func take(_ usage: consuming OpenAIUsage) {
    let model = reportedModel ?? requestedModel
    let isGoogle = model.map { $0.hasPrefix("gemini") || $0.hasPrefix("gemma") } ?? false
    if isGoogle { usage.hiddenThinkingIsOutput() }
    usage.classifyCacheWrites(model: model)
    counts = usage.counts
    searchQueries = max(searchQueries, Int(clamping: usage.searchQueries))
    serviceTier = usage.serviceTier ?? serviceTier
    if let seller = usage.seller { know(seller) }
  }

  /// Takes in a usage of Anthropic's kind, without the parts that stand beside it.
  mutating func take(_ usage: AnthropicUsage) {
    counts = usage.counts
    searchQueries = max(searchQueries, Int(clamping: usage.searchQueries))
    serviceTier = usage.serviceTier ?? serviceTier
    if usage.isSum { flags.insert(.promptIsSum) }
    if usage.detailsDisagree { flags.insert(.detailsDisagree) }
    if usage.isUnitedStatesOnly { setLabel("inference_geo", "us") }
    if let model = usage.model { reportedModel = model }
  }

  /// Takes in a usage of Bedrock's kind.
  mutating func take(_ usage: BedrockUsage) {
    counts = usage.counts
    if usage.detailsDisagree { flags.insert(.detailsDisagree) }
    know(.awsBedrock)
  }

  /// Notes the tier that a row of somebody's own names, once its seller is known.
  ///
  /// Anthropic sells fast serving at a price of its own; to everybody else the word means priority.
  mutating func know(tier word: String?) {
    guard let word, let tier = ServiceTier(vendorWord: word) else { return }
    serviceTier = word.lowercased() == "fast" && provider == .anthropic ? .fast : tier
  }

  /// Notes a seller that a member gives away, unless another is known already.
  mutating func know(_ seller: Provider) {
    guard provider == nil || flags.contains(.providerAssumed) else { return }
    provider = seller
    flags.remove(.providerAssumed)
  }

  /// Assumes the usual seller of the model, if nothing says who sold it.
  mutating func assumeSeller(otherwise usual: Provider) {
    guard provider == nil else { return }
    provider = (reportedModel ?? requestedModel).flatMap(Provider.init(usualFor:)) ?? usual
    flags.insert(.providerAssumed)
  }
}
