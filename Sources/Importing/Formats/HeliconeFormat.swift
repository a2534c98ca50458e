import JSONText
import Quantities
import Usage

/// A request as Helicone exports it: JSON, JSON lines or CSV of its `@helicone/export` tool, and
/// the answers of its query API.
///
/// `prompt_tokens` leaves out what was read from a cache and written to one, which stand beside it
/// (`prompt_cache_read_tokens`, `prompt_cache_write_tokens`): Helicone prices each count by itself,
/// as Anthropic counts. `total_tokens` is the sum of prompt and completion that the query makes, no
/// count of the provider's, and is passed over. Minus one is written where nothing was counted. A
/// request with a `cache_reference_id` was answered from Helicone's own cache: no provider was
/// asked.
///
/// The response's own id makes the request the same as in a log of bodies, where the body was
/// exported; otherwise Helicone's `request_id` does.
enum HeliconeFormat {
  /// The members that are read, of JSON and of tables.
  static let members = [
    "request_id", "response_id", "request_created_at", "response_created_at", "response_status",
    "model", "response_model", "request_model", "model_override", "provider", "prompt_tokens",
    "completion_tokens", "prompt_cache_read_tokens", "prompt_cache_write_tokens",
    "prompt_audio_tokens", "completion_audio_tokens", "request_user_id", "request_properties",
    "delay_ms", "latency", "cache_reference_id", "target_url",
  ]

  /// Whether a document looks like one.
  static func matches(_ document: JSONView) -> Bool {
    document["request_created_at"] != nil && document["prompt_tokens"] != nil
      && document["completion_tokens"] != nil
  }

  /// What a row says; nil for one that was answered from Helicone's own cache.
  static func snapshot(_ row: JSONView, _ names: inout NameCache) -> ResponseSnapshot? {
    if isFromCache(row) { return nil }
    var snapshot = ResponseSnapshot()
    snapshot.isFinished = true
    snapshot.counts = counts(row)
    snapshot.hasFailed = RequestStatus(row["response_status"]) == .failed
    snapshot.isCut = snapshot.hasFailed
    snapshot.time =
      FieldReading.instant(row["request_created_at"])
      ?? FieldReading.instant(row["response_created_at"])
    snapshot.requestedModel = FieldReading.modelName(row["request_model"], &names)
    snapshot.reportedModel = FieldReading.modelName(
      row["model_override"] ?? row["response_model"] ?? row["model"], &names)
    snapshot.provider = provider(row)
    snapshot.user = row["request_user_id"]?.scalarText.flatMap { $0.isEmpty ? nil : $0 }
    snapshot.latencyMilliseconds =
      (row["delay_ms"] ?? row["latency"]).flatMap(FieldReading.cutToWhole)
    for pair in FieldReading.labels(row["request_properties"])?.pairs ?? []
    // Helicone's own: sessions and prompts differ from request to request.
    where !pair.name.hasPrefix("Helicone-") {
      snapshot.setLabel(pair.name, pair.value)
    }
    setKey(row, &snapshot)
    return snapshot
  }

  private static func isFromCache(_ row: JSONView) -> Bool {
    guard let id = row["cache_reference_id"]?.string else { return false }
    return id.contains { $0 != "0" && $0 != "-" }
  }

  private static func provider(_ row: JSONView) -> Provider? {
    let address = row["target_url"]?.string.flatMap(Provider.init(serverAddress:))
    if let address { return address }
    guard let word = row["provider"]?.string, word != "CUSTOM", !word.isEmpty else { return nil }
    return Provider(notedAs: word)
  }

  private static func setKey(_ row: JSONView, _ snapshot: inout ResponseSnapshot) {
    snapshot.assumeUsualSeller()
    let body = row["response_body"]
    let ids = [body?["id"], body?["responseId"]].compactMap { $0 }.filter(\.isIdentity)
    if let id = ids.first {
      RequestIdentity.NotedID(id, otherwise: .openAIStyle).identify(&snapshot)
    } else if let id = row["request_id"] ?? row["response_id"], id.isIdentity {
      snapshot.key = RequestIdentity.key(.gatewayRequest, id)
    }
  }

  private static func counts(_ row: JSONView) -> SourceCounts {
    var counts = SourceCounts()
    func count(_ name: StaticString) -> Int64? {
      guard let value = row[name], value.scalarText != "-1", value.scalarText != "" else {
        return nil
      }
      return FieldReading.count(value, name.description, &counts.fault)
    }
    counts.prompt = count("prompt_tokens")
    counts.output = count("completion_tokens")
    counts.cached = count("prompt_cache_read_tokens")
    if let written = count("prompt_cache_write_tokens"), written > 0 {
      counts.cacheWrites = CacheWriteCounts(unclassified: written)
    }
    counts.layout = [.cachedBesidePrompt, .cacheWritesBesidePrompt]
    // Audio stands beside text, too.
    if let audio = count("prompt_audio_tokens"), audio > 0 {
      counts.prompt = (counts.prompt ?? 0) + audio
      counts.promptByModality.audio = audio
    }
    if let audio = count("completion_audio_tokens"), audio > 0 {
      counts.output = (counts.output ?? 0) + audio
      counts.outputByModality.audio = audio
    }
    return counts
  }
}
