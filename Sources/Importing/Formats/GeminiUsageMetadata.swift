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
  /// `serviceTier` (Gemini API) or `trafficType` (Vertex): the tier that served the request.
  private(set) var tier: ServiceTier?
  /// Whether a field that only Vertex sends was there.
  private(set) var isVertex = false
  /// Whether a field that only the Gemini API sends was there.
  private(set) var isGeminiAPI = false

  /// Reads the counts to where they will stand.
  init(_ view: JSONView, into counts: inout SourceCounts) {
    for (name, value) in view.members where value.kind != .null { take(name, value, &counts) }
  }

  /// A name is compared only with those of its length: there are four to six in every line.
  private mutating func take(_ name: JSONView, _ value: JSONView, _ counts: inout SourceCounts) {
    switch name.textLength {
    case 15 where name.equals("totalTokenCount"), 17 where name.equals("total_token_count"):
      GeminiUsageMetadata.read(&counts.total, name, value, &counts.fault)
    case 16 where name.equals("promptTokenCount"), 18 where name.equals("prompt_token_count"):
      GeminiUsageMetadata.read(&counts.prompt, name, value, &counts.fault)
    case 18 where name.equals("thoughtsTokenCount"), 20 where name.equals("thoughts_token_count"):
      GeminiUsageMetadata.read(&counts.thinking, name, value, &counts.fault)
    case 20 where name.equals("candidatesTokenCount"),
      22 where name.equals("candidates_token_count"),
      18 where name.equals("responseTokenCount"), 20 where name.equals("response_token_count"):
      GeminiUsageMetadata.read(&counts.output, name, value, &counts.fault)
    case 23 where name.equals("cachedContentTokenCount"),
      26 where name.equals("cached_content_token_count"):
      GeminiUsageMetadata.read(&counts.cached, name, value, &counts.fault)
    case 23 where name.equals("toolUsePromptTokenCount"),
      27 where name.equals("tool_use_prompt_token_count"):
      GeminiUsageMetadata.read(&counts.toolUse, name, value, &counts.fault)
    default: takeDetails(name, value, &counts)
    }
  }

  @inline(__always)
  private static func read(
    _ count: inout Int64?, _ name: JSONView, _ value: JSONView, _ fault: inout CountFault?
  ) {
    count = FieldReading.count(value, name.string ?? "", &fault)
  }

  private mutating func takeDetails(
    _ name: JSONView, _ value: JSONView, _ counts: inout SourceCounts
  ) {
    if name.equals("promptTokensDetails") || name.equals("prompt_tokens_details") {
      counts.promptByModality = ModalityCounts(details: value, &counts.fault)
    } else if name.equals("cacheTokensDetails") || name.equals("cache_tokens_details") {
      counts.cachedByModality = ModalityCounts(details: value, &counts.fault)
    } else if name.equals("candidatesTokensDetails") || name.equals("candidates_tokens_details")
      || name.equals("responseTokensDetails") || name.equals("response_tokens_details")
    {
      counts.outputByModality = ModalityCounts(details: value, &counts.fault)
    } else if name.equals("trafficType") || name.equals("traffic_type") {
      isVertex = true
      tier = FieldReading.enumerationWord(value).flatMap(ServiceTier.init(vendorWord:))
    } else if name.equals("serviceTier") || name.equals("service_tier") {
      isGeminiAPI = true
      tier = FieldReading.enumerationWord(value).flatMap(ServiceTier.init(vendorWord:))
    }
  }
}

extension ModalityCounts {
  /// A list of `{modality, tokenCount}`; the Interactions API says `tokens` instead.
  init(details list: JSONView, _ fault: inout CountFault?) {
    for entry in list.elements {
      var modality = Modality.text
      var tokens: Int64 = 0
      for (name, value) in entry.members {
        if name.equals("modality") {
          modality = Modality(value)
        } else if name.equals("tokenCount") || name.equals("token_count") || name.equals("tokens") {
          tokens = FieldReading.count(value, "tokenCount", &fault) ?? 0
        }
      }
      add(tokens, modality: modality)
    }
  }
}

extension Modality {
  /// The modality that a vendor's word or enumeration number means; what we do not know is text.
  init(_ value: JSONView) {
    if value.equals("TEXT") {
      self = .text
      return
    }
    let word = value.int64.map { String($0) } ?? FieldReading.enumerationWord(value)
    switch word?.lowercased() {
    case "image", "2": self = .image
    case "video", "3": self = .video
    case "audio", "4": self = .audio
    case "document", "5": self = .document
    default: self = .text
    }
  }
}
