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

  /// What the document says.
  static func snapshot(_ shape: DocumentShape) -> ResponseSnapshot {
    var snapshot = ResponseSnapshot()
    if let id = shape.responseID, id.kind == .string, !id.raw.isEmpty {
      let identity = RequestIdentity.geminiResponse(id.raw)
      snapshot.key = identity.key
      snapshot.timeOfID = identity.time
    }
    snapshot.time = FieldReading.instant(shape.createTime)
    snapshot.reportedModel = FieldReading.modelName(shape.modelVersion)
    if let metadata = shape.usageMetadata {
      let usage = GeminiUsageMetadata(metadata)
      snapshot.counts = usage.counts
      snapshot.serviceTier = usage.tier
      if usage.isVertex { snapshot.provider = .googleVertex }
      if usage.isGeminiAPI { snapshot.provider = .googleGeminiAPI }
    }
    readCandidates(shape, into: &snapshot)
    return snapshot
  }

  private static func readCandidates(_ shape: DocumentShape, into snapshot: inout ResponseSnapshot)
  {
    var hasCandidate = false
    var queries: Set<String> = []
    shape.candidates?.forEachElement { candidate in
      hasCandidate = true
      candidate.forEachMember { name, value in
        if name.equals("finishReason") || name.equals("finish_reason") {
          if value.kind != .null { snapshot.isFinished = true }
        } else if name.equals("groundingMetadata") || name.equals("grounding_metadata") {
          let list = value["webSearchQueries"] ?? value["web_search_queries"]
          list?.forEachElement {
            if let query = $0.string, !query.isEmpty { queries.insert(query) }
          }
        }
      }
    }
    // Billed per query that was run: empty ones are not, repeated ones once.
    snapshot.searchQueries = queries.count
    if shape.promptFeedback?["blockReason"] != nil || shape.promptFeedback?["block_reason"] != nil {
      snapshot.isFinished = true
    }
    snapshot.isOpenChunk = hasCandidate && !snapshot.isFinished
  }
}
