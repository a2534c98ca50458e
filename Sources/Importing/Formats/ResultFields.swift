import JSONText
import Usage

/// The members of one result of OpenAI's usage API, under its names of then and now.
struct ResultFields {
  var counts = SourceCounts()
  var requests: Int64?
  /// The kind of the result; nil where it states none, as the retired API did.
  var object: String?
  var model: JSONView?
  var project: String?
  var isBatch = false
  var tier: ServiceTier?
  /// Every member that is no count: what the sum is grouped by.
  var identity: [String] = []
  /// The names of the members that it is grouped by.
  var grouping: [String] = []
  /// Whether a count of tokens was there.
  var hasTokens = false

  init(_ result: JSONView) {
    for (name, value) in result.members where value.kind != .null {
      if takeCount(name, value) { continue }
      if let name = name.string, let text = value.scalarText {
        identity.append("\(name)=\(text)")
        if name != "object" { grouping.append(name) }
      }
      takeGroup(name, value)
    }
    identity.sort()
  }

  private mutating func takeGroup(_ name: JSONView, _ value: JSONView) {
    switch name.string {
    case "object": object = value.string
    case "model", "snapshot_id": model = value
    case "project_id": project = value.string
    case "batch": isBatch = value.bool == true
    case "service_tier": tier = value.string.flatMap(ServiceTier.init(vendorWord:))
    default: break
    }
  }

  /// Takes in a count; false for members that are none.
  private mutating func takeCount(_ name: JSONView, _ value: JSONView) -> Bool {
    guard value.kind == .number, let word = name.string else { return false }
    func count() -> Int64? { FieldReading.count(value, word, &counts.fault) }
    switch word {
    case "num_model_requests", "n_requests", "requests_total": requests = count()
    case "input_tokens", "n_context_tokens_total", "context_tokens_total": counts.prompt = count()
    case "output_tokens", "n_generated_tokens_total", "generated_tokens_total":
      counts.output = count()
    case "input_cached_tokens", "n_cached_context_tokens_total", "cached_context_tokens_total":
      counts.cached = count()
    case "input_cache_write_tokens":
      counts.cacheWrites = count().map { CacheWriteCounts(thirtyMinutes: $0) }
    case "input_audio_tokens": counts.promptByModality.audio = count() ?? 0
    case "input_image_tokens": counts.promptByModality.image = count() ?? 0
    case "output_audio_tokens": counts.outputByModality.audio = count() ?? 0
    case "output_image_tokens": counts.outputByModality.image = count() ?? 0
    case "input_cached_audio_tokens": counts.cachedByModality.audio = count() ?? 0
    case "input_cached_image_tokens": counts.cachedByModality.image = count() ?? 0
    case "input_cached_text_tokens": counts.cachedByModality.text = count() ?? 0
    default: return word.hasSuffix("_tokens") || word.hasSuffix("_total")
    }
    if word.contains("tokens") { hasTokens = true }
    return true
  }
}
