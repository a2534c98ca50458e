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
  ///
  /// - Parameters:
  ///   - view: The metadata.
  ///   - places: Where its members stand.
  ///   - counts: Where the counts will stand.
  init(_ view: JSONView, _ places: GeminiUsagePlaces, into counts: inout SourceCounts) {
    places.readCounts(of: view, into: &counts) { view.key(of: $0)?.string ?? "" }
    if let list = view.value(at: places.promptDetails) {
      counts.promptByModality = ModalityCounts(details: list, &counts.fault)
    }
    if let list = view.value(at: places.cachedDetails) {
      counts.cachedByModality = ModalityCounts(details: list, &counts.fault)
    }
    if let list = view.value(at: places.outputDetails) {
      counts.outputByModality = ModalityCounts(details: list, &counts.fault)
    }
    if let word = view.value(at: places.trafficType) {
      isVertex = true
      tier = FieldReading.enumerationWord(word).flatMap(ServiceTier.init(vendorWord:))
    }
    if let word = view.value(at: places.serviceTier) {
      isGeminiAPI = true
      tier = FieldReading.enumerationWord(word).flatMap(ServiceTier.init(vendorWord:))
    }
  }

  /// The same where nobody has found the members yet.
  init(_ view: JSONView, into counts: inout SourceCounts) {
    self.init(view, GeminiUsagePlaces(view), into: &counts)
  }
}

/// Where the members of a `usageMetadata` stand; the same for every document of one form.
///
/// Of a name told twice the last counts, as everywhere. REST writes camelCase, SDKs snake_case.
struct GeminiUsagePlaces: Equatable {
  private(set) var prompt = JSONView.Place()
  private(set) var cached = JSONView.Place()
  private(set) var output = JSONView.Place()
  private(set) var thinking = JSONView.Place()
  private(set) var toolUse = JSONView.Place()
  private(set) var total = JSONView.Place()
  private(set) var promptDetails = JSONView.Place()
  private(set) var cachedDetails = JSONView.Place()
  private(set) var outputDetails = JSONView.Place()
  private(set) var trafficType = JSONView.Place()
  private(set) var serviceTier = JSONView.Place()

  /// Where counts stand.
  var counts: [JSONView.Place] { [prompt, cached, output, thinking, toolUse, total] }

  /// Reads the counts that stand in no list, those of a text whose values stand where these do.
  ///
  /// - Parameters:
  ///   - view: Any value of the text.
  ///   - counts: Where they will stand.
  ///   - field: The name of one, where it is none.
  @inline(__always)
  func readCounts(
    of view: JSONView, into counts: inout SourceCounts, field: (JSONView.Place) -> String
  ) {
    func read(_ place: JSONView.Place, _ count: inout Int64?, _ fault: inout CountFault?) {
      guard let value = view.value(at: place) else { return }
      count = FieldReading.count(value, field(place), &fault)
    }
    read(prompt, &counts.prompt, &counts.fault)
    read(cached, &counts.cached, &counts.fault)
    read(output, &counts.output, &counts.fault)
    read(thinking, &counts.thinking, &counts.fault)
    read(toolUse, &counts.toolUse, &counts.fault)
    read(total, &counts.total, &counts.fault)
  }

  /// Finds them.
  init(_ view: JSONView) {
    for (name, value) in view.members where value.kind != .null { take(name, value.place) }
  }

  private mutating func take(_ name: JSONView, _ place: JSONView.Place) {
    func says(_ camelCase: StaticString, _ snakeCase: StaticString) -> Bool {
      name.equals(camelCase) || name.equals(snakeCase)
    }
    if says("promptTokenCount", "prompt_token_count") { prompt = place }
    if says("cachedContentTokenCount", "cached_content_token_count") { cached = place }
    if says("candidatesTokenCount", "candidates_token_count")
      || says("responseTokenCount", "response_token_count")
    {
      output = place
    }
    if says("thoughtsTokenCount", "thoughts_token_count") { thinking = place }
    if says("toolUsePromptTokenCount", "tool_use_prompt_token_count") { toolUse = place }
    if says("totalTokenCount", "total_token_count") { total = place }
    if says("promptTokensDetails", "prompt_tokens_details") { promptDetails = place }
    if says("cacheTokensDetails", "cache_tokens_details") { cachedDetails = place }
    if says("candidatesTokensDetails", "candidates_tokens_details")
      || says("responseTokensDetails", "response_tokens_details")
    {
      outputDetails = place
    }
    if says("trafficType", "traffic_type") { trafficType = place }
    if says("serviceTier", "service_tier") { serviceTier = place }
  }
}

extension ModalityCounts {
  /// A list of `{modality, tokenCount}`; the Interactions API says `tokens` instead.
  init(details list: JSONView, _ fault: inout CountFault?) {
    for element in list.elements {
      let entry = Entry(element)
      guard let count = entry.count else { continue }
      add(FieldReading.count(count, "tokenCount", &fault) ?? 0, modality: entry.modality)
    }
  }

  /// An entry of such a list; of a name told twice the last counts.
  struct Entry {
    private(set) var modality = Modality.text
    private(set) var count: JSONView?

    /// What an entry says.
    init(_ entry: JSONView) {
      for (name, value) in entry.members {
        if name.equals("modality") {
          modality = Modality(value)
        } else if ModalityCounts.isCount(name) {
          count = value
        }
      }
    }
  }

  /// Whether a member of an entry of such a list is its count.
  @inline(__always)
  static func isCount(_ name: JSONView) -> Bool {
    name.equals("tokenCount") || name.equals("token_count") || name.equals("tokens")
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
