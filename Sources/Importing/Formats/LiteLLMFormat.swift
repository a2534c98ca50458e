import JSONText
import Quantities
import Usage

/// A row of LiteLLM's spend logs: from its API, its database, or a callback that writes them.
///
/// `prompt_tokens` includes what was read from a cache and written to one, for every provider:
/// LiteLLM adds Anthropic's cache to its input (`calculate_usage` in llms/anthropic/chat of
/// 1.110.2). Older versions did not (issue 15056: 31 prompt tokens, 1253 written); then the cache is
/// larger than the prompt, or `text_tokens`, the part that is neither read nor written, is all of
/// it. `completion_tokens` includes reasoning. The details stand in `metadata.usage_object`, before
/// 2025 in `metadata.additional_usage_values`.
///
/// `request_id` is the response's id, for every provider that gives one. A row with `cache_hit` was
/// answered from LiteLLM's own cache: no provider was asked, and nothing is billed.
enum LiteLLMFormat {
  /// The members that are read, of JSON and of tables.
  static let members = [
    "request_id", "call_type", "cache_hit", "startTime", "endTime", "model", "model_group",
    "custom_llm_provider", "api_base", "metadata", "total_tokens", "prompt_tokens",
    "completion_tokens", "user", "end_user", "team_id", "status",
  ]

  /// Whether a document looks like one.
  static func matches(_ document: JSONView, _ shape: DocumentShape) -> Bool {
    shape.requestID != nil && document["call_type"]?.kind == .string
      && document["prompt_tokens"] != nil
  }

  /// What a row says.
  enum Row {
    case request(ResponseSnapshot)
    /// No provider was asked.
    case answeredFromCache
    case failed
  }

  /// What the row says; `usage` is its usage object, where it has one.
  static func row(_ document: JSONView, usage: JSONView?, _ names: inout NameCache) -> Row {
    if document["cache_hit"]?.scalarText?.lowercased() == "true" { return .answeredFromCache }
    var snapshot = ResponseSnapshot()
    snapshot.isFinished = true
    snapshot.counts = counts(document, usage)
    if document["status"]?.string == "failure" {
      guard snapshot.counts.hasRealCounts else { return .failed }
      snapshot.isCut = true
    }
    snapshot.time = time(document["startTime"]) ?? time(document["endTime"])
    if let start = snapshot.time, let end = time(document["endTime"]), end >= start {
      snapshot.latencyMilliseconds = (end.microseconds - start.microseconds) / 1000
    }
    snapshot.reportedModel = model(document, &names)
    snapshot.provider =
      document["custom_llm_provider"]?.string.flatMap { $0.isEmpty ? nil : $0 }
      .flatMap(Provider.init(notedAs:))
      ?? document["api_base"]?.string.flatMap(Provider.init(serverAddress:))
    snapshot.serviceTier =
      (usage?["service_tier"]?.string).flatMap(ServiceTier.init(vendorWord:))
    if usage?["speed"]?.string == "fast" { snapshot.serviceTier = .fast }
    snapshot.user = filled(document["end_user"]) ?? filled(document["user"])
    snapshot.setLabel("team", filled(document["team_id"]))
    setKey(document, &snapshot)
    return .request(snapshot)
  }

  private static func filled(_ value: JSONView?) -> String? {
    value?.scalarText.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A time without a zone is in UTC; some callbacks write seconds since 1970.
  private static func time(_ value: JSONView?) -> Instant? {
    guard let value, let reading = try? TimeReading().reading(value, start: nil) else { return nil }
    return reading.isRelative ? nil : reading.time
  }

  /// The model without the provider that LiteLLM puts before it.
  private static func model(_ document: JSONView, _ names: inout NameCache) -> String? {
    let provider = document["custom_llm_provider"]?.string ?? ""
    guard let name = FieldReading.modelName(document["model"], &names) else { return nil }
    guard !provider.isEmpty, name.hasPrefix(provider + "/") else { return name }
    return FieldReading.modelName(String(name.dropFirst(provider.count + 1)))
  }

  private static func setKey(_ document: JSONView, _ snapshot: inout ResponseSnapshot) {
    snapshot.assumeUsualSeller()
    guard let id = document["request_id"], id.isIdentity else { return }
    RequestIdentity.NotedID(id, otherwise: .gatewayRequest).identify(&snapshot)
  }

  // MARK: Counts

  private static func counts(_ document: JSONView, _ usage: JSONView?) -> SourceCounts {
    var counts = SourceCounts()
    func count(_ value: JSONView?, _ name: String) -> Int64? {
      value.flatMap { FieldReading.count($0, name, &counts.fault) }
    }
    counts.prompt = count(document["prompt_tokens"], "prompt_tokens")
    counts.output = count(document["completion_tokens"], "completion_tokens")
    counts.total = count(document["total_tokens"], "total_tokens")
    counts.layout = .thinkingInsideOutput
    guard let usage, usage.kind == .object else { return counts }
    let prompt = usage["prompt_tokens_details"]
    let completion = usage["completion_tokens_details"]
    counts.cached = count(
      usage["cache_read_input_tokens"] ?? prompt?["cached_tokens"], "cache_read_input_tokens")
    let written = count(
      usage["cache_creation_input_tokens"] ?? prompt?["cache_creation_tokens"]
        ?? prompt?["cache_write_tokens"], "cache_creation_input_tokens")
    let classes = prompt?["cache_creation_token_details"]
    let hour = count(classes?["ephemeral_1h_input_tokens"], "ephemeral_1h_input_tokens") ?? 0
    if let written {
      counts.cacheWrites = CacheWriteCounts(
        oneHour: min(hour, written), unclassified: written - min(hour, written))
    }
    counts.thinking = count(completion?["reasoning_tokens"], "reasoning_tokens")
    counts.promptByModality.audio = count(prompt?["audio_tokens"], "audio_tokens") ?? 0
    counts.promptByModality.image = count(prompt?["image_tokens"], "image_tokens") ?? 0
    counts.outputByModality.audio = count(completion?["audio_tokens"], "audio_tokens") ?? 0
    let cache = (counts.cached ?? 0) + (counts.cacheWrites?.sum ?? 0)
    let fresh = count(prompt?["text_tokens"], "text_tokens")
    if cache > 0, cache > counts.prompt ?? 0 || fresh == counts.prompt {
      counts.layout.formUnion([.cachedBesidePrompt, .cacheWritesBesidePrompt])
      // The total is that of the counts which leave the cache out.
      counts.total = counts.total.map { $0 + cache }
    }
    return counts
  }
}
