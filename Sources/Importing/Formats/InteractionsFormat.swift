import JSONText
import Usage

/// An interaction of the Interactions API, or an event of its stream.
///
/// `total_input_tokens` includes cached tokens; thoughts and tool use are outside input and output,
/// as in generateContent. `total_reasoning_tokens` is the name that `total_thought_tokens` had
/// until 2025-12-19 (https://ai.google.dev/gemini-api/docs/changelog). The usage object is the only
/// one in which Google itself counts the searches it bills.
enum InteractionsFormat {
  /// Whether a document looks like one.
  static func matches(_ shape: DocumentShape) -> Bool {
    shape.object?.equals("interaction") == true || shape.interaction != nil
      || shape.eventType != nil
  }

  /// What the document says; nil for events that say nothing about usage.
  static func snapshot(_ document: JSONView, _ shape: DocumentShape) -> ResponseSnapshot? {
    guard let interaction = shape.interaction else {
      return shape.eventType == nil ? snapshot(of: document, shape) : nil
    }
    return snapshot(of: interaction, DocumentShape(interaction))
  }

  private static func snapshot(of view: JSONView, _ shape: DocumentShape) -> ResponseSnapshot {
    var snapshot = ResponseSnapshot()
    if let id = shape.id, id.kind == .string, !id.raw.isEmpty {
      snapshot.key = RequestIdentity.key(.interaction, id.raw)
    }
    snapshot.provider = .googleGeminiAPI
    snapshot.time = FieldReading.instant(view["created"])
    snapshot.requestedModel = FieldReading.modelName(shape.model)
    snapshot.reportedModel = snapshot.requestedModel
    snapshot.serviceTier = shape.serviceTier?.string.flatMap(ServiceTier.init(vendorWord:))
    switch shape.status?.string {
    case "in_progress", nil: snapshot.isOpenChunk = true
    case "failed", "incomplete", "cancelled":
      snapshot.isFinished = true
      snapshot.isCut = true
    default: snapshot.isFinished = true
    }
    if let usage = shape.usage { read(usage, into: &snapshot) }
    return snapshot
  }

  private static func read(_ usage: JSONView, into snapshot: inout ResponseSnapshot) {
    var counts = SourceCounts()
    usage.forEachMember { name, value in
      func count() -> Int64? { FieldReading.count(value, name.string ?? "", &counts.fault) }
      switch name.string {
      case "total_input_tokens": counts.prompt = count()
      case "total_cached_tokens": counts.cached = count()
      case "total_output_tokens": counts.output = count()
      case "total_thought_tokens", "total_reasoning_tokens": counts.thinking = count()
      case "total_tool_use_tokens": counts.toolUse = count()
      case "total_tokens": counts.total = count()
      case "input_tokens_by_modality": counts.promptByModality = split(value)
      case "cached_tokens_by_modality": counts.cachedByModality = split(value)
      case "output_tokens_by_modality": counts.outputByModality = split(value)
      case "grounding_tool_count":
        value.forEachElement { snapshot.searchQueries += Int(clamping: $0["count"]?.int64 ?? 0) }
      default: break
      }
    }
    snapshot.counts = counts
  }

  private static func split(_ list: JSONView) -> ModalityCounts {
    var split = ModalityCounts()
    list.forEachElement { entry in
      let tokens = entry["tokens"]?.int64 ?? 0
      split.add(tokens, modality: Modality(vendorWord: entry["modality"]?.string ?? ""))
    }
    return split
  }
}
