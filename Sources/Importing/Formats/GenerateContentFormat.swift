import JSONText
import Usage

/// A response or a chunk of generateContent: REST, SDKs, Firebase AI Logic, Vertex.
///
/// A stream sends the running total of its usage in nearly every chunk: the last one counts, and
/// they are never added up (langchainjs issue 10164: 10 to 17 times too much).
enum GenerateContentFormat {
  /// Whether a document looks like one.
  static func matches(_ shape: DocumentShape) -> Bool {
    shape.candidates != nil || shape.usageMetadata != nil || shape.promptFeedback != nil
      || (shape.modelVersion != nil && shape.responseID != nil)
  }

  /// Whether a document keeps the counts of a response in a row of somebody's own: no content, and
  /// beside the counts something that no response and no chunk has.
  static func isRow(_ document: JSONView, _ shape: DocumentShape) -> Bool {
    guard shape.candidates == nil, shape.promptFeedback == nil, shape.usageMetadata != nil else {
      return false
    }
    if shape.requestID != nil || shape.model != nil { return true }
    return document.members.contains { name, value in
      value.kind != .null && !responseMembers.contains { name.equals($0) }
    }
  }

  /// What REST and the SDKs name the members of a response.
  private static let responseMembers: [StaticString] = [
    "usageMetadata", "usage_metadata", "modelVersion", "model_version", "responseId",
    "response_id", "createTime", "create_time", "candidates", "promptFeedback", "prompt_feedback",
    "modelStatus", "model_status", "sdkHttpResponse", "sdk_http_response", "parsed",
    "automaticFunctionCallingHistory", "automatic_function_calling_history",
  ]

  /// What the document says.
  static func snapshot(_ shape: DocumentShape, _ names: inout NameCache) -> ResponseSnapshot {
    var snapshot = ResponseSnapshot()
    read(shape, into: &snapshot, &names)
    return snapshot
  }

  /// Writes what the document says into a snapshot that says nothing yet.
  static func read(
    _ shape: DocumentShape, into snapshot: inout ResponseSnapshot, _ names: inout NameCache
  ) {
    if let id = shape.responseID, id.kind == .string, !id.raw.isEmpty {
      let identity = RequestIdentity.geminiResponse(id)
      snapshot.key = identity.key
      snapshot.timeOfID = identity.time
    }
    snapshot.time = FieldReading.instant(shape.createTime)
    snapshot.reportedModel = FieldReading.modelName(shape.modelVersion, &names)
    if let metadata = shape.usageMetadata {
      let usage = GeminiUsageMetadata(
        metadata, shape.usagePlaces ?? GeminiUsagePlaces(metadata), into: &snapshot.counts)
      snapshot.serviceTier = usage.tier
      if usage.isVertex { snapshot.provider = .googleVertex }
      if usage.isGeminiAPI { snapshot.provider = .googleGeminiAPI }
    }
    readCandidates(shape, into: &snapshot)
  }

  private static func readCandidates(_ shape: DocumentShape, into snapshot: inout ResponseSnapshot)
  {
    var hasCandidate = false
    // Billed per query that was run: empty ones are not, repeated ones once.
    var queries: Set<String> = []
    if let candidates = shape.candidates {
      for candidate in candidates.elements {
        hasCandidate = true
        for (name, value) in candidate.members {
          if name.equals("finishReason") || name.equals("finish_reason") {
            if isReason(value) { snapshot.isFinished = true }
          } else if name.equals("groundingMetadata") || name.equals("grounding_metadata") {
            collectQueries(value, into: &queries)
          }
        }
      }
    }
    snapshot.searchQueries = queries.count
    if let feedback = shape.promptFeedback,
      let reason = feedback["blockReason"] ?? feedback["block_reason"], isReason(reason)
    {
      snapshot.isFinished = true
    }
    snapshot.isOpenChunk = hasCandidate && !snapshot.isFinished
  }

  /// Whether a reason is given: SDKs write every field, and proto dumps the number or name of
  /// "unspecified" where there is none.
  private static func isReason(_ value: JSONView) -> Bool {
    switch value.kind {
    case .string:
      if value.equals("STOP") { return true }
      guard let word = FieldReading.enumerationWord(value) else { return false }
      return !word.hasSuffix("_UNSPECIFIED")
    case .number: return value.int64 != 0
    default: return false
    }
  }

  private static func collectQueries(_ grounding: JSONView, into queries: inout Set<String>) {
    let list = grounding["webSearchQueries"] ?? grounding["web_search_queries"]
    guard let list else { return }
    for query in list.elements {
      if let text = query.string, !text.isEmpty { queries.insert(text) }
    }
  }
}
