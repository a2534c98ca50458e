import JSONText
import Quantities
import Usage

/// The attributes of one span or log record that say something about a call of a model.
///
/// Names change faster than exporters do, so all that were ever used are read; where a span has
/// several of one meaning, the one nearest to today's conventions stands. Attributes with messages
/// are passed over.
struct TelemetryAttributes {
  private var found: [TelemetryName: Found] = [:]
  private var modalities = Modalities()
  /// The attribute that says why the call failed.
  var error: JSONView?
  private var fault: CountFault?

  private struct Found {
    let rank: Int
    let value: JSONView
  }

  private struct Modalities {
    var input = ModalityCounts()
    var cached = ModalityCounts()
    var output = ModalityCounts()
  }

  init(_ attributes: JSONView) {
    TelemetryAttributes.each(attributes) { name, value in take(name, value) }
  }

  /// Calls a closure with each attribute: of a list as OTLP writes them, or of an object.
  static func each(_ attributes: JSONView, _ body: (JSONView, JSONView) -> Void) {
    for (name, value) in attributes.members { body(name, value) }
    for pair in attributes.elements {
      guard let name = pair["key"], let value = pair["value"] else { continue }
      if value.kind != .object {
        body(name, value)
      } else if let typed = value.members.first(where: { isScalarType($0.key) }) {
        body(name, typed.value)
      }
    }
  }

  /// `intValue` and the like: lists and lists of pairs say nothing that is read here.
  private static func isScalarType(_ name: JSONView) -> Bool {
    guard let word = name.string else { return false }
    return word.hasSuffix("Value") || word.hasSuffix("_value")
  }

  private mutating func take(_ name: JSONView, _ value: JSONView) {
    guard value.kind == .string || value.kind == .number, let word = name.string else { return }
    if word == "error.type" {
      error = value
    } else if let known = TelemetryName.ranks[word] {
      if let earlier = found[known.name], earlier.rank <= known.rank { return }
      found[known.name] = Found(rank: known.rank, value: value)
    } else if word.hasPrefix("gen_ai.usage.") {
      takeModality(word, value)
    }
  }

  /// `gen_ai.usage.audio.input_tokens` and its like.
  private mutating func takeModality(_ word: String, _ value: JSONView) {
    let parts = word.dropFirst("gen_ai.usage.".count).split(separator: ".", maxSplits: 1)
    let modality: Modality? =
      switch parts.first {
      case "image": .image
      case "audio": .audio
      case "video": .video
      case "document": .document
      default: nil
      }
    guard let modality, parts.count == 2 else { return }
    guard ["input_tokens", "cache_read.input_tokens", "output_tokens"].contains(parts[1]) else {
      return
    }
    let tokens = FieldReading.count(value, word, &fault) ?? 0
    switch parts[1] {
    case "input_tokens": modalities.input.add(tokens, modality: modality)
    case "output_tokens": modalities.output.add(tokens, modality: modality)
    default: modalities.cached.add(tokens, modality: modality)
    }
  }

  private func text(_ name: TelemetryName) -> String? { found[name]?.value.scalarText }

  // MARK: What they say

  /// Whether they are about a call of a model at all.
  var saysAnything: Bool {
    TelemetryName.counts.contains { found[$0] != nil } || isInference
  }

  /// Whether the span is a call of a model by its own word.
  var isInference: Bool {
    ["chat", "generate_content", "text_completion", "embeddings", "completion"]
      .contains(text(.operation))
  }

  /// Whether usage of the span may count: a tool's run has none of its own, and a response that is
  /// fetched once more was billed before.
  var isCounted: Bool {
    !["execute_tool", "create_agent", "fetch_response"].contains(text(.operation))
  }

  /// Whether the span is an agent's run: the response it names is the last of its calls.
  private var isAgent: Bool { text(.operation)?.hasPrefix("invoke_") == true }

  /// What they say about a response.
  func snapshot(
    _ resource: OpenTelemetryFormat.Resource, _ names: inout NameCache
  ) -> ResponseSnapshot {
    var snapshot = ResponseSnapshot()
    snapshot.isFinished = true
    snapshot.requestedModel = FieldReading.modelName(found[.requestModel]?.value, &names)
    snapshot.reportedModel = FieldReading.modelName(found[.responseModel]?.value, &names)
    snapshot.provider = provider
    snapshot.serviceTier =
      (text(.responseTier) ?? text(.requestTier)).flatMap(ServiceTier.init(vendorWord:))
    snapshot.user = text(.user)
    snapshot.setLabel("service", resource.service)
    snapshot.setLabel("environment", resource.deployment)
    snapshot.counts = counts(scope: resource.scope)
    snapshot.assumeUsualSeller()
    if let id = found[.responseID]?.value, id.isIdentity, !isAgent {
      RequestIdentity.NotedID(id, otherwise: .openAIStyle).identify(&snapshot)
    }
    return snapshot
  }

  private var provider: Provider? {
    let address = text(.serverAddress).flatMap(Provider.init(serverAddress:))
    let stated = text(.provider).flatMap(Provider.init(notedAs:))
    // Whatever speaks OpenAI's protocol is recorded as OpenAI; the address knows better.
    if stated == nil || stated == .openAI { return address ?? stated }
    return stated
  }

  private func counts(scope: String?) -> SourceCounts {
    var counts = SourceCounts()
    counts.fault = fault
    func count(_ name: TelemetryName) -> Int64? {
      guard let value = found[name]?.value else { return nil }
      return FieldReading.count(value, name.rawValue, &counts.fault)
    }
    counts.prompt = count(.input)
    counts.output = count(.output)
    counts.cached = count(.cacheRead)
    counts.thinking = count(.reasoning)
    counts.toolUse = count(.toolUse)
    counts.total = count(.total)
    let hour = count(.cacheWrite1h) ?? 0
    if let written = count(.cacheWrite) {
      counts.cacheWrites = CacheWriteCounts(
        oneHour: min(hour, written), unclassified: written - min(hour, written))
    }
    counts.promptByModality = modalities.input
    counts.cachedByModality = modalities.cached
    counts.completeCachedText()
    counts.outputByModality = modalities.output
    counts.layOut(isOutsideByLibrary: scope == "opentelemetry.instrumentation.bedrock")
    return counts
  }
}

extension SourceCounts {
  /// Decides whether an exporter keeps to the conventions: cache inside input, reasoning inside
  /// output.
  ///
  /// A total that is input and output together says that the cache is inside, or left out of the
  /// total, too: then only a cache larger than the input tells.
  mutating func layOut(isOutsideByLibrary: Bool) {
    let input = prompt ?? 0
    let cache = (cached ?? 0) + (cacheWrites?.sum ?? 0)
    let sum = input + (output ?? 0) + (toolUse ?? 0)
    let isOutside = cache > input || isOutsideByLibrary || cache > 0 && total == sum + cache
    if cache > 0, isOutside { layout.formUnion([.cachedBesidePrompt, .cacheWritesBesidePrompt]) }
    // More reasoning than output cannot be inside it: Gemini's counts, passed on as they are.
    if (thinking ?? 0) <= (output ?? 0) { layout.insert(.thinkingInsideOutput) }
  }
}
