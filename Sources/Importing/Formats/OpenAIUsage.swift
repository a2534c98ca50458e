import JSONText
import Usage

/// The `usage` of OpenAI's APIs, and of everyone who speaks them.
///
/// What is included in what (OpenAI's API reference, `CompletionUsage` and `ResponseUsage`):
/// - `prompt_tokens` (Responses: `input_tokens`): the whole prompt, with what was read from a cache
///   (`cached_tokens`) and what was written to one (`cache_write_tokens`, charged since GPT-5.6);
/// - `completion_tokens` (`output_tokens`): all that was generated, reasoning and rejected
///   predictions included; `reasoning_tokens` and `audio_tokens` are parts of it;
/// - `total_tokens`: the sum of the two. A checksum.
///
/// Who differs: xAI's chat completions count reasoning beside the completion, and the total shows
/// it (https://docs.x.ai/docs/key-information/consumption-and-rate-limits). Google's endpoint leaves
/// thinking out of the completion and of the details (`hiddenThinkingIsOutput`). LiteLLM adds
/// Anthropic's `cache_read_input_tokens` at the top, in some versions without adding it to the prompt.
struct OpenAIUsage {
  var counts = SourceCounts()
  /// Searches that are billed each.
  var searchQueries: Int64 = 0
  /// The seller, where a member is there that only one of them sends.
  var seller: Provider?
  var serviceTier: ServiceTier?
  /// Whether the names are those of Chat Completions.
  private var isChat = false
  /// Whether cached tokens are stated as Anthropic names them.
  private var hasAnthropicNames = false

  init(_ usage: JSONView) {
    for (name, value) in usage.members where value.kind != .null { take(name, value) }
    counts.layout = .thinkingInsideOutput
    guard let total = counts.total else {
      if seller == .xAI, isChat { counts.layout = [] }
      return
    }
    let stated = (counts.prompt ?? 0) + (counts.output ?? 0)
    let cache = (counts.cached ?? 0) + (counts.cacheWrites?.sum ?? 0)
    if hasAnthropicNames, cache > 0, total == stated + cache {
      counts.layout.formUnion([.cachedBesidePrompt, .cacheWritesBesidePrompt])
    }
  }

  /// Takes what the total has more than prompt and completion for thinking, as Google's endpoint
  /// counts: 102 + 758 is not 1725 (https://discuss.ai.google.dev/t/98760, 2025-08-19).
  mutating func hiddenThinkingIsOutput() {
    guard let total = counts.total else { return }
    let hidden = total - (counts.prompt ?? 0) - (counts.output ?? 0)
    guard hidden > 0 else { return }
    counts.thinking = hidden
    counts.layout = []
  }

  /// Says how long the cache of a model keeps what was written: half an hour with OpenAI's models,
  /// five minutes with the others that charge for it.
  mutating func classifyCacheWrites(model: String?) {
    guard var writes = counts.cacheWrites, writes.unclassified > 0 else { return }
    let others = ["claude", "anthropic", "gemini", "qwen"]
    if let model = model?.lowercased(), others.contains(where: { model.contains($0) }) { return }
    writes.thirtyMinutes += writes.unclassified
    writes.unclassified = 0
    counts.cacheWrites = writes
  }

  private mutating func take(_ name: JSONView, _ value: JSONView) {
    if name.equals("prompt_tokens") {
      counts.prompt = count(name, value)
      isChat = true
    } else if name.equals("input_tokens") {
      counts.prompt = count(name, value)
    } else if name.equals("completion_tokens") || name.equals("output_tokens") {
      counts.output = count(name, value)
    } else if name.equals("total_tokens") {
      counts.total = count(name, value)
    } else if name.equals("prompt_tokens_details") || name.equals("input_tokens_details")
      || name.equals("input_token_details")
    {
      for (name, value) in value.members where value.kind != .null { takeInput(name, value) }
    } else if name.equals("completion_tokens_details") || name.equals("output_tokens_details")
      || name.equals("output_token_details")
    {
      for (name, value) in value.members where value.kind != .null { takeOutput(name, value) }
    } else {
      takeSpecial(name, value)
    }
  }

  private mutating func takeInput(_ name: JSONView, _ value: JSONView) {
    if name.equals("cached_tokens") {
      counts.cached = count(name, value)
    } else if name.equals("cache_write_tokens") || name.equals("cache_creation_tokens") {
      takeWrites(count(name, value))
    } else if name.equals("cache_write_tokens_details") {
      takeWriteClasses(value)
    } else if name.equals("audio_tokens") {
      counts.promptByModality.audio = count(name, value) ?? 0
    } else if name.equals("image_tokens") {
      counts.promptByModality.image = count(name, value) ?? 0
    } else if name.equals("video_tokens") {
      counts.promptByModality.video = count(name, value) ?? 0
    } else if name.equals("cached_tokens_details") {
      for (name, value) in value.members where value.kind != .null {
        takeModality(name, value, into: \.cachedByModality)
      }
    }
  }

  private mutating func takeOutput(_ name: JSONView, _ value: JSONView) {
    if name.equals("reasoning_tokens") || name.equals("thinking_tokens") {
      counts.thinking = count(name, value)
    } else {
      // What is left when these are taken away is text, and thinking is taken away before.
      guard !name.equals("text_tokens") else { return }
      takeModality(name, value, into: \.outputByModality)
    }
  }

  private mutating func takeModality(
    _ name: JSONView, _ value: JSONView, into part: WritableKeyPath<SourceCounts, ModalityCounts>
  ) {
    if name.equals("text_tokens") {
      counts[keyPath: part].text = count(name, value) ?? 0
    } else if name.equals("audio_tokens") {
      counts[keyPath: part].audio = count(name, value) ?? 0
    } else if name.equals("image_tokens") {
      counts[keyPath: part].image = count(name, value) ?? 0
    } else if name.equals("video_tokens") {
      counts[keyPath: part].video = count(name, value) ?? 0
    }
  }

  /// Members that only some sellers and gateways send.
  private mutating func takeSpecial(_ name: JSONView, _ value: JSONView) {
    if name.equals("prompt_cache_hit_tokens") {
      seller = .deepSeek
      counts.cached = counts.cached ?? count(name, value)
    } else if name.equals("num_cached_tokens") || name.equals("cached_tokens") {
      counts.cached = counts.cached ?? count(name, value)
    } else if name.equals("cache_read_input_tokens") {
      hasAnthropicNames = true
      counts.cached = counts.cached ?? count(name, value)
    } else if name.equals("cache_creation_input_tokens") {
      hasAnthropicNames = true
      if counts.cacheWrites == nil { takeWrites(count(name, value)) }
    } else if name.equals("reasoning_tokens") {
      counts.thinking = counts.thinking ?? count(name, value)
    } else if name.equals("cost_in_usd_ticks") || name.equals("num_sources_used") {
      seller = .xAI
    } else if name.equals("queue_time") {
      seller = .groq
    } else if name.equals("is_byok") {
      seller = .openRouter
    } else if name.equals("extra_properties") {
      takeGoogle(value["google"])
    } else {
      takeSearches(name, value)
    }
  }

  /// `traffic_type` in what Vertex's endpoint adds: a member that only Vertex sends.
  private mutating func takeGoogle(_ properties: JSONView?) {
    guard let word = properties?["traffic_type"].flatMap(FieldReading.enumerationWord) else {
      return
    }
    seller = .googleVertex
    serviceTier = ServiceTier(vendorWord: word)
  }

  private mutating func takeSearches(_ name: JSONView, _ value: JSONView) {
    if name.equals("server_tool_use_details") || name.equals("server_tool_use")
      || name.equals("server_side_tool_usage_details")
    {
      for (name, value) in value.members {
        let isSearch =
          name.equals("web_search_requests") || name.equals("web_search_calls")
          || name.equals("x_search_calls")
        if isSearch { searchQueries &+= count(name, value) ?? 0 }
      }
    } else if name.equals("num_search_queries") {
      searchQueries = count(name, value) ?? 0
    }
  }

  private mutating func takeWrites(_ written: Int64?) {
    guard let written else { return }
    let long = counts.cacheWrites?.twelveHours ?? 0
    counts.cacheWrites =
      long <= written
      ? CacheWriteCounts(twelveHours: long, unclassified: written - long)
      : CacheWriteCounts(unclassified: written)
  }

  private mutating func takeWriteClasses(_ classes: JSONView) {
    let long = classes["ttl_12h_tokens"].flatMap { count($0, "ttl_12h_tokens") } ?? 0
    guard long > 0 else { return }
    let written = counts.cacheWrites?.sum
    counts.cacheWrites = CacheWriteCounts(twelveHours: long)
    if let written { takeWrites(written) }
  }

  private mutating func count(_ name: JSONView, _ value: JSONView) -> Int64? {
    FieldReading.count(value, name.string ?? "", &counts.fault)
  }

  private mutating func count(_ value: JSONView, _ name: String) -> Int64? {
    FieldReading.count(value, name, &counts.fault)
  }
}
