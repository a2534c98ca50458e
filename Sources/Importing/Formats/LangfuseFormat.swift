import JSONText
import Quantities
import Usage

/// Langfuse's observations: in a trace, in a page of its API, or one a line or row of an export.
///
/// ```
/// {"trace":{…},"observations":[{"id":…,"parentObservationId":…,"type":"GENERATION",
///   "model":"gpt-4o","usageDetails":{"input":168,"output":19,"total":187},…}]}
/// {"id":…,"trace_id":…,"type":"GENERATION","provided_model_name":"gpt-4o","usage_details":{…}}
/// ```
/// (https://langfuse.com/docs/api-and-data-platform/features/blob-storage-export-fields). An
/// observation's usage counts only if no observation below it states any: agents, and wrappers of a
/// library around another, repeat their calls (`SpanTree`).
///
/// What is included in what differs from integration to integration, since `usageDetails` holds
/// whatever it was given. The total decides where there is one: details without which it is reached
/// are inside, others beside (reasoning inside output in one trace, beside it in another). Without
/// a total the names do: `prompt_details.…` and `completion_details.…` are inside;
/// `input_cached_tokens`, `cache_read_input_tokens` and their like stand beside, since Langfuse
/// takes OpenAI's details out of its counts and Anthropic's were never in them.
enum LangfuseFormat {
  /// The members that are read, of JSON and of tables.
  static let members = [
    "id", "traceId", "trace_id", "parentObservationId", "parent_observation_id", "type",
    "startTime", "start_time", "endTime", "end_time", "model", "provided_model_name",
    "providedModelName", "usageDetails", "usage_details", "usage", "userId", "user_id",
    "environment", "level", "metadata",
  ]

  /// The observations in a document, and who the trace's user is; nil if it is no such document.
  static func observations(_ document: JSONView) -> (lists: [JSONView], user: String?)? {
    let trace = document["trace"]
    let lists = [document["observations"], trace?["observations"], document["data"]]
      .compactMap { $0 }.filter { list in
        list.kind == .array
          && (list.elements.first { _ in true }.map(isObservation) ?? (trace?.kind == .object))
      }
    guard !lists.isEmpty else { return nil }
    return (lists, (trace ?? document)["userId"]?.scalarText)
  }

  /// Whether a document is an observation by itself.
  static func isObservation(_ document: JSONView) -> Bool {
    guard document["id"]?.isIdentity == true,
      (document["traceId"] ?? document["trace_id"])?.isIdentity == true,
      document["type"]?.kind == .string,
      (document["startTime"] ?? document["start_time"]) != nil
    else { return false }
    return document["usageDetails"] != nil || document["usage_details"] != nil
      || document["parentObservationId"] != nil || document["parent_observation_id"] != nil
      || document["usage"] != nil
  }

  /// The key of an observation: an OpenTelemetry span has it, too, since Langfuse keeps its ids.
  static func key(_ observation: JSONView) -> RequestKey? {
    guard let id = observation["id"], id.isIdentity else { return nil }
    return RequestIdentity.span(
      trace: observation["traceId"] ?? observation["trace_id"], span: id)
  }

  /// The key of the observation above; nil at the root, whose parent is null or empty.
  static func parentKey(_ observation: JSONView) -> RequestKey? {
    let parent = observation["parentObservationId"] ?? observation["parent_observation_id"]
    guard let parent, parent.isIdentity else { return nil }
    return RequestIdentity.span(
      trace: observation["traceId"] ?? observation["trace_id"], span: parent)
  }

  /// What an observation says, beside its usage.
  static func snapshot(_ observation: JSONView, _ names: inout NameCache) -> ResponseSnapshot {
    var snapshot = ResponseSnapshot()
    let start = FieldReading.instant(observation["startTime"] ?? observation["start_time"])
    let end = FieldReading.instant(observation["endTime"] ?? observation["end_time"])
    snapshot.time = start ?? end
    if let start, let end, end >= start {
      snapshot.latencyMilliseconds = (end.microseconds - start.microseconds) / 1000
    }
    let model =
      observation["model"] ?? observation["provided_model_name"] ?? observation["providedModelName"]
    snapshot.reportedModel = FieldReading.modelName(model, &names)
    // The full name of a Vertex resource.
    if model?.string?.hasPrefix("projects/") == true { snapshot.provider = .googleVertex }
    snapshot.user = (observation["userId"] ?? observation["user_id"])?.scalarText
    if let place = observation["environment"]?.string, place != "default" {
      snapshot.setLabel("environment", place)
    }
    snapshot.isFinished = true
    return snapshot
  }

  /// What the attributes say that an instrumentation sent: the seller, and the response's id.
  static func complete(_ snapshot: inout ResponseSnapshot, withAttributes attributes: JSONView) {
    var names = NameCache()
    let stated = TelemetryAttributes(attributes).snapshot(
      OpenTelemetryFormat.Resource(), &names)
    if snapshot.provider == nil {
      snapshot.provider = stated.provider
      snapshot.flags.formUnion(stated.flags.intersection(.providerAssumed))
    }
    snapshot.serviceTier = stated.serviceTier
    snapshot.requestedModel = stated.requestedModel
    snapshot.key = stated.key
    snapshot.timeOfID = stated.timeOfID
  }

  // MARK: Usage

  /// Whether an older `usage` is counted in another unit than tokens.
  static func isMeasuredOtherwise(_ usage: JSONView) -> Bool {
    usage["unit"]?.string.map { $0 != "TOKENS" } ?? false
  }

  /// The counts of `usageDetails`, or of the older `usage`; nil for a unit that is no token.
  static func counts(_ usage: JSONView) -> SourceCounts? {
    if isMeasuredOtherwise(usage) { return nil }
    var details = Details()
    for (name, value) in usage.members where value.kind != .null {
      guard let word = name.string, word != "unit", !word.hasSuffix("Cost") else { continue }
      details.take(word, value)
    }
    return details.counts
  }

  /// The counts of an observation, as far as their names are understood.
  private struct Details {
    private var source = SourceCounts()
    private var cached: Int64 = 0
    private var written = CacheWriteCounts()
    private var reasoning: Int64 = 0
    private var isInsideByName = false
    private var inputParts = ModalityCounts()
    private var outputParts = ModalityCounts()

    mutating func take(_ word: String, _ value: JSONView) {
      // The names are anybody's, and a fault shows nothing of the text it was found in.
      guard let tokens = FieldReading.count(value, "usageDetails", &source.fault) else { return }
      switch word {
      case "input", "promptTokens", "prompt_tokens", "input_tokens": source.prompt = tokens
      case "output", "completionTokens", "completion_tokens", "output_tokens":
        source.output = tokens
      case "total", "totalTokens", "total_tokens": source.total = tokens
      default: takeDetail(word, tokens)
      }
    }

    private mutating func takeDetail(_ word: String, _ tokens: Int64) {
      let name = word.lowercased()
      if name.contains("_details.") { isInsideByName = true }
      if name.contains("cache_read") || name.contains("cached") {
        cached &+= tokens
      } else if name.contains("1h") && name.contains("ephemeral") || name.hasSuffix("creation_1h") {
        written.oneHour &+= tokens
      } else if name.contains("5m") && name.contains("ephemeral") || name.hasSuffix("creation_5m") {
        written.fiveMinutes &+= tokens
      } else if name.contains("cache_creation") || name.contains("cache_write") {
        written.unclassified &+= tokens
      } else if name.contains("reasoning") || name.contains("thought") {
        reasoning &+= tokens
      } else if name.contains("tool_use") {
        source.toolUse = tokens
      } else if let modality = modality(name) {
        let isOutput = name.hasPrefix("output") || name.hasPrefix("completion")
        if isOutput {
          outputParts.add(tokens, modality: modality)
        } else {
          inputParts.add(tokens, modality: modality)
        }
      }
    }

    private func modality(_ name: String) -> Modality? {
      if name.contains("audio") { return .audio }
      if name.contains("image") { return .image }
      return name.contains("video") ? .video : nil
    }

    /// The counts, with the decision of what is inside what.
    var counts: SourceCounts {
      var counts = source
      var written = written
      // The classes split the count that stands beside them.
      if written.oneHour + written.fiveMinutes == written.unclassified { written.unclassified = 0 }
      counts.cached = cached > 0 ? cached : nil
      counts.cacheWrites = written.sum > 0 ? written : nil
      counts.thinking = reasoning > 0 ? reasoning : nil
      let places = places(cache: cached &+ written.sum)
      if places.isCacheBeside {
        counts.layout.formUnion([.cachedBesidePrompt, .cacheWritesBesidePrompt])
      }
      if !places.isReasoningBeside { counts.layout.insert(.thinkingInsideOutput) }
      counts.promptByModality = inputParts
      counts.outputByModality = outputParts
      if places.areModalitiesBeside {
        counts.prompt = (counts.prompt ?? 0) + inputParts.sum
        counts.output = (counts.output ?? 0) + outputParts.sum
      }
      return counts
    }

    private struct Places {
      var isCacheBeside = false
      var isReasoningBeside = false
      var areModalitiesBeside = false
    }

    private func places(cache: Int64) -> Places {
      let input = source.prompt ?? 0
      let output = source.output ?? 0
      let parts = inputParts.sum &+ outputParts.sum
      if let total = source.total {
        let missing = total - input - output - (source.toolUse ?? 0)
        for beside in [
          Places(), Places(isReasoningBeside: true), Places(isCacheBeside: true),
          Places(isCacheBeside: true, isReasoningBeside: true),
          Places(areModalitiesBeside: true),
          Places(isCacheBeside: true, isReasoningBeside: true, areModalitiesBeside: true),
        ] {
          let sum =
            (beside.isCacheBeside ? cache : 0) + (beside.isReasoningBeside ? reasoning : 0)
            + (beside.areModalitiesBeside ? parts : 0)
          if sum == missing { return beside }
        }
      }
      // No total, or one that nothing adds up to: then by name, unless that cannot be.
      return Places(
        isCacheBeside: cache > input || !isInsideByName && source.total == nil,
        isReasoningBeside: reasoning > output || !isInsideByName && source.total == nil)
    }
  }
}
