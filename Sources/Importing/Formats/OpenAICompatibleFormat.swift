import JSONText
import Usage

/// A chat completion, or a chunk of one, from Google's OpenAI-compatible endpoint.
///
/// There `completion_tokens` leaves thinking out while `total_tokens` includes it: 102 + 758 is not
/// 1725 (https://discuss.ai.google.dev/t/98760, 2025-08-19). What the total has more than prompt
/// and completion is thinking. Where the total is their sum, stated `reasoning_tokens` are part of
/// the completion, as OpenAI defines them. Only bodies that name a Gemini or Gemma model are read.
enum OpenAICompatibleFormat {
  /// Whether a document looks like one.
  static func matches(_ shape: DocumentShape) -> Bool {
    guard let object = shape.object?.string, object.hasPrefix("chat.completion") else {
      return false
    }
    guard let model = shape.model?.string.flatMap(FieldReading.modelName) else { return false }
    return model.hasPrefix("gemini") || model.hasPrefix("gemma")
  }

  /// What the document says.
  static func snapshot(
    _ document: JSONView, _ shape: DocumentShape, _ names: inout NameCache
  ) -> ResponseSnapshot {
    var snapshot = ResponseSnapshot()
    if let id = shape.id, id.kind == .string, !id.raw.isEmpty {
      snapshot.key = RequestIdentity.key(.openAIStyle, id)
    }
    snapshot.time = FieldReading.instant(seconds: document["created"])
    snapshot.reportedModel = FieldReading.modelName(shape.model, &names)
    snapshot.serviceTier = shape.serviceTier?.string.flatMap(ServiceTier.init(vendorWord:))
    var hasChoice = false
    if let choices = document["choices"] {
      for choice in choices.elements {
        hasChoice = true
        if let reason = choice["finish_reason"], reason.kind != .null { snapshot.isFinished = true }
      }
    }
    snapshot.isOpenChunk = hasChoice && !snapshot.isFinished
    if let usage = shape.usage { snapshot.counts = counts(usage) }
    return snapshot
  }

  private static func counts(_ usage: JSONView) -> SourceCounts {
    var counts = SourceCounts()
    var reasoning: Int64?
    var audioInput: Int64 = 0
    for (name, value) in usage.members {
      func count(_ value: JSONView) -> Int64? {
        FieldReading.count(value, name.string ?? "", &counts.fault)
      }
      switch name.string {
      case "prompt_tokens": counts.prompt = count(value)
      case "completion_tokens": counts.output = count(value)
      case "total_tokens": counts.total = count(value)
      case "prompt_tokens_details":
        counts.cached = value["cached_tokens"].flatMap(count)
        audioInput = value["audio_tokens"].flatMap(count) ?? 0
      case "completion_tokens_details": reasoning = value["reasoning_tokens"].flatMap(count)
      default: break
      }
    }
    counts.promptByModality.audio = audioInput
    let stated = (counts.prompt ?? 0) + (counts.output ?? 0)
    if let total = counts.total, total > stated {
      counts.thinking = total - stated
    } else if let reasoning, let output = counts.output, reasoning <= output {
      counts.thinking = reasoning
      counts.output = output - reasoning
    }
    return counts
  }
}
