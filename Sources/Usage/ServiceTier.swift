/// How a request was served; it selects the price.
public enum ServiceTier: String, CaseIterable, Hashable, Sendable {
  /// On demand, at the list price.
  case standard
  /// Collected in a batch, answered within a day, usually at half price.
  case batch
  /// On demand with lower priority, usually at half price.
  case flex
  /// On demand with higher priority, at a surcharge.
  case priority
  /// On demand, generated faster at a multiple of the price (Anthropic's `speed: fast`).
  case fast
  /// Answered by a key without billing; the counts are real, the charge is zero.
  case free
  /// Served from capacity that was bought ahead.
  case provisioned

  /// The tier that a vendor's word means, in any letter case; nil for a word we do not know.
  ///
  /// Gemini API `serviceTier`: unspecified, standard, flex, priority. Vertex `trafficType`:
  /// ON_DEMAND, ON_DEMAND_FLEX, ON_DEMAND_OFFPEAK, ON_DEMAND_PRIORITY, PROVISIONED_THROUGHPUT.
  /// OpenAI's and Anthropic's `service_tier`: auto, default, standard, flex, priority, batch, and
  /// `fast`, which OpenAI serves as priority. (Anthropic's `fast` is a speed, not such a word.)
  /// Capacity bought ahead is OpenAI's `scale` and Bedrock's `reserved`.
  public init?(vendorWord word: String) {
    switch word.lowercased() {
    case "standard", "default", "unspecified", "service_tier_unspecified", "auto", "on_demand",
      "traffic_type_unspecified":
      self = .standard
    case "batch": self = .batch
    case "flex", "on_demand_flex", "on_demand_offpeak": self = .flex
    case "priority", "fast", "on_demand_priority": self = .priority
    case "free": self = .free
    case "provisioned", "provisioned_throughput", "scale", "reserved": self = .provisioned
    default: return nil
    }
  }
}
