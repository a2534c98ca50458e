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
  static func snapshot(
    _ document: JSONView, _ shape: DocumentShape, _ names: inout NameCache
  ) -> ResponseSnapshot? {
    guard let interaction = shape.interaction else {
      return shape.eventType == nil ? snapshot(of: document, shape, &names) : nil
    }
    return snapshot(of: interaction, DocumentShape(interaction), &names)
  }

  private static func snapshot(
    of view: JSONView, _ shape: DocumentShape, _ names: inout NameCache
  ) -> ResponseSnapshot {
    var snapshot = ResponseSnapshot()
    if let id = shape.id, id.kind == .string, !id.raw.isEmpty {
      snapshot.key = RequestIdentity.key(.interaction, id)
    }
    snapshot.provider = .googleGeminiAPI
    snapshot.time = FieldReading.instant(view["created"])
    snapshot.requestedModel = FieldReading.modelName(shape.model, &names)
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
    for (name, value) in usage.members {
      func count() -> Int64? { FieldReading.count(value, name.string ?? "", &counts.fault) }
      switch name.string {
      case "total_input_tokens": counts.prompt = count()
      case "total_cached_tokens": counts.cached = count()
      case "total_output_tokens": counts.output = count()
      case "total_thought_tokens", "total_reasoning_tokens": counts.thinking = count()
      case "total_tool_use_tokens": counts.toolUse = count()
      case "total_tokens": counts.total = count()
      case "input_tokens_by_modality":
        counts.promptByModality = ModalityCounts(details: value, &counts.fault)
      case "cached_tokens_by_modality":
        counts.cachedByModality = ModalityCounts(details: value, &counts.fault)
      case "output_tokens_by_modality":
        counts.outputByModality = ModalityCounts(details: value, &counts.fault)
      case "grounding_tool_count": snapshot.searchQueries = searches(value, &counts.fault)
      default: break
      }
    }
    snapshot.counts = counts
  }

  /// The searches of all grounding tools: a list of `{type, count}`.
  private static func searches(_ list: JSONView, _ fault: inout CountFault?) -> Int {
    var sum: Int64 = 0
    for tool in list.elements {
      guard let count = tool["count"] else { continue }
      sum &+= FieldReading.count(count, "grounding_tool_count", &fault) ?? 0
    }
    return Int(clamping: sum)
  }
}
