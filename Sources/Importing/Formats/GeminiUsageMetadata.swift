import JSONText
import Usage

/// The `usageMetadata` of generateContent and of the Live API.
///
/// What is included in what (Google Gen AI SDK, types; Firebase AI Logic, UsageMetadata):
/// - `promptTokenCount`: the whole prompt, cached tokens included;
/// - `cachedContentTokenCount`: part of the prompt;
/// - `candidatesTokenCount` (Live: `responseTokenCount`): the answer, thoughts not included;
/// - `thoughtsTokenCount`, `toolUsePromptTokenCount`: parts of nothing else;
/// - `totalTokenCount`: the sum of prompt, candidates, thoughts and tool use. A checksum.
/// Each may be missing: zeros are left out, and so are counts that a blocked answer never got.
struct GeminiUsageMetadata {
  var counts = SourceCounts()
  /// `serviceTier` (Gemini API) or `trafficType` (Vertex): the tier that served the request.
  var tier: ServiceTier?
  /// Whether a field that only Vertex sends was there.
  var isVertex = false
  /// Whether a field that only the Gemini API sends was there.
  var isGeminiAPI = false

  init(_ view: JSONView) {
    view.forEachMember { name, value in take(name, value) }
  }

  private mutating func take(_ name: JSONView, _ value: JSONView) {
    guard value.kind != .null else { return }
    if name.equals("promptTokenCount") || name.equals("prompt_token_count") {
      counts.prompt = count(name, value)
    } else if name.equals("candidatesTokenCount") || name.equals("candidates_token_count")
      || name.equals("responseTokenCount") || name.equals("response_token_count")
    {
      counts.output = count(name, value)
    } else if name.equals("totalTokenCount") || name.equals("total_token_count") {
      counts.total = count(name, value)
    } else if name.equals("thoughtsTokenCount") || name.equals("thoughts_token_count") {
      counts.thinking = count(name, value)
    } else if name.equals("cachedContentTokenCount") || name.equals("cached_content_token_count") {
      counts.cached = count(name, value)
    } else if name.equals("toolUsePromptTokenCount")
      || name.equals("tool_use_prompt_token_count")
    {
      counts.toolUse = count(name, value)
    } else if name.equals("promptTokensDetails") || name.equals("prompt_tokens_details") {
      counts.promptByModality = split(value)
    } else if name.equals("cacheTokensDetails") || name.equals("cache_tokens_details") {
      counts.cachedByModality = split(value)
    } else if name.equals("candidatesTokensDetails") || name.equals("candidates_tokens_details")
      || name.equals("responseTokensDetails") || name.equals("response_tokens_details")
    {
      counts.outputByModality = split(value)
    } else {
      takeTier(name, value)
    }
  }

  private mutating func takeTier(_ name: JSONView, _ value: JSONView) {
    if name.equals("trafficType") || name.equals("traffic_type") {
      isVertex = true
      tier = word(value).flatMap(ServiceTier.init(vendorWord:))
    } else if name.equals("serviceTier") || name.equals("service_tier") {
      isGeminiAPI = true
      tier = word(value).flatMap(ServiceTier.init(vendorWord:))
    }
  }

  private mutating func count(_ name: JSONView, _ value: JSONView) -> Int64? {
    FieldReading.count(value, name.string ?? "", &counts.fault)
  }

  private mutating func split(_ list: JSONView) -> ModalityCounts {
    var split = ModalityCounts()
    list.forEachElement { entry in
      var modality = Modality.text
      var tokens: Int64 = 0
      entry.forEachMember { name, value in
        if name.equals("modality") {
          modality = Modality(vendorWord: word(value) ?? "")
        } else if name.equals("tokenCount") || name.equals("token_count") {
          tokens = FieldReading.count(value, "tokenCount", &counts.fault) ?? 0
        }
      }
      split.add(tokens, modality: modality)
    }
    return split
  }

  /// An enumeration's word; the Python SDK may print it with the name of its type before it.
  private func word(_ value: JSONView) -> String? {
    value.string?.split(separator: ".").last.map(String.init)
  }
}

extension Modality {
  /// The modality that a vendor's word means; words we do not know count as text.
  init(vendorWord word: String) {
    switch word.lowercased() {
    case "image": self = .image
    case "video": self = .video
    case "audio": self = .audio
    case "document": self = .document
    default: self = .text
    }
  }
}
