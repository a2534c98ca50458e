import JSONText

/// The members of a document by which its kind is recognised, found in one pass over its keys.
///
/// REST writes them in camelCase, the Python SDK and BigQuery in snake_case; both are read. Names
/// are compared whole. A member that is null counts as missing, since SDKs write every field.
///
/// It is handed from format to format for every document, so it holds places and not views: a
/// sixth of their size.
struct DocumentShape {
  private let document: JSONView
  private var at = Places()

  /// Where the members stand that are looked for, and which others there are.
  ///
  /// The same for every document of one form.
  struct Places: Equatable {
    /// Where the members of Gemini's usage stand, once somebody has looked for them.
    fileprivate var geminiUsage: GeminiUsagePlaces?
    fileprivate var hasLiveMembers = false
    fileprivate var hasAuditPayload = false
    fileprivate var hasTotalTokens = false
    fileprivate var hasExpiry = false
    fileprivate var candidates = JSONView.Place()
    fileprivate var usageMetadata = JSONView.Place()
    fileprivate var promptFeedback = JSONView.Place()
    fileprivate var modelVersion = JSONView.Place()
    fileprivate var responseID = JSONView.Place()
    fileprivate var createTime = JSONView.Place()
    fileprivate var serviceTier = JSONView.Place()
    fileprivate var error = JSONView.Place()
    fileprivate var response = JSONView.Place()
    fileprivate var request = JSONView.Place()
    fileprivate var key = JSONView.Place()
    fileprivate var method = JSONView.Place()
    fileprivate var metadata = JSONView.Place()
    fileprivate var status = JSONView.Place()
    fileprivate var time = JSONView.Place()
    fileprivate var model = JSONView.Place()
    fileprivate var id = JSONView.Place()
    fileprivate var type = JSONView.Place()
    fileprivate var object = JSONView.Place()
    fileprivate var usage = JSONView.Place()
    fileprivate var interaction = JSONView.Place()
    fileprivate var eventType = JSONView.Place()
    fileprivate var fullResponse = JSONView.Place()
    fileprivate var fullRequest = JSONView.Place()
    fileprivate var inlinedResponses = JSONView.Place()
    fileprivate var gcp = JSONView.Place()
    fileprivate var rowTime = JSONView.Place()
    fileprivate var processedTime = JSONView.Place()
    fileprivate var requestID = JSONView.Place()
  }

  var hasLiveMembers: Bool { at.hasLiveMembers }
  var hasAuditPayload: Bool { at.hasAuditPayload }
  var hasTotalTokens: Bool { at.hasTotalTokens }
  var candidates: JSONView? { document.value(at: at.candidates) }
  var usageMetadata: JSONView? { document.value(at: at.usageMetadata) }
  var promptFeedback: JSONView? { document.value(at: at.promptFeedback) }
  var modelVersion: JSONView? { document.value(at: at.modelVersion) }
  var responseID: JSONView? { document.value(at: at.responseID) }
  var createTime: JSONView? { document.value(at: at.createTime) }
  var serviceTier: JSONView? { document.value(at: at.serviceTier) }
  var error: JSONView? { document.value(at: at.error) }
  var response: JSONView? { document.value(at: at.response) }
  var request: JSONView? { document.value(at: at.request) }
  var key: JSONView? { document.value(at: at.key) }
  var method: JSONView? { document.value(at: at.method) }
  var metadata: JSONView? { document.value(at: at.metadata) }
  var status: JSONView? { document.value(at: at.status) }
  var time: JSONView? { document.value(at: at.time) }
  var model: JSONView? { document.value(at: at.model) }
  var id: JSONView? { document.value(at: at.id) }
  var type: JSONView? { document.value(at: at.type) }
  var object: JSONView? { document.value(at: at.object) }
  var usage: JSONView? { document.value(at: at.usage) }
  var interaction: JSONView? { document.value(at: at.interaction) }
  var eventType: JSONView? { document.value(at: at.eventType) }
  var fullResponse: JSONView? { document.value(at: at.fullResponse) }
  var fullRequest: JSONView? { document.value(at: at.fullRequest) }
  var inlinedResponses: JSONView? { document.value(at: at.inlinedResponses) }
  var gcp: JSONView? { document.value(at: at.gcp) }
  /// The time of a log row that surrounds a response.
  var rowTime: JSONView? { document.value(at: at.rowTime) }
  var processedTime: JSONView? { document.value(at: at.processedTime) }
  var requestID: JSONView? { document.value(at: at.requestID) }

  /// Whether it describes cached content: its counts are what is stored, not what was used.
  var isCachedContent: Bool { at.hasExpiry && candidates == nil && modelVersion == nil }

  /// Whether it is an error answer of an API, and nothing that merely mentions one.
  var isErrorBody: Bool {
    error != nil && candidates == nil && key == nil && metadata == nil && time == nil
      && processedTime == nil && interaction == nil && response == nil && usage == nil
  }

  /// Whether the name of a member is one of those that are looked for.
  func knows(_ member: JSONView) -> Bool {
    guard let name = document.key(of: member.place) else { return true }
    var alone = DocumentShape(document, Places())
    alone.take(name, member.place)
    return alone.at != Places()
  }

  /// Whether what stands inside a member is looked at in a response of generateContent.
  func readsInside(_ member: JSONView) -> Bool {
    [at.candidates, at.usageMetadata, at.promptFeedback].contains(member.place)
  }

  init(_ document: JSONView) {
    self.document = document
    for (name, value) in document.members where value.kind != .null { take(name, value.place) }
  }

  /// The shape of a document of which it is known.
  init(_ document: JSONView, _ places: Places) {
    self.document = document
    at = places
  }

  /// What is the same for all documents of this one's form.
  var places: Places {
    var places = at
    places.geminiUsage = usageMetadata.map { GeminiUsagePlaces($0) }
    return places
  }

  /// Where the members of Gemini's usage stand, if that is known.
  var usagePlaces: GeminiUsagePlaces? { at.geminiUsage }

  private mutating func take(_ name: JSONView, _ value: JSONView.Place) {
    let length = name.textLength
    switch length {
    case 2: if name.equals("id") { at.id = value }
    case 3:
      if name.equals("key") { at.key = value } else if name.equals("gcp") { at.gcp = value }
    case 4:
      if name.equals("time") { at.time = value } else if name.equals("type") { at.type = value }
    case 5:
      if name.equals("error") { at.error = value }
      if name.equals("model") { at.model = value }
      if name.equals("usage") { at.usage = value }
    case 6: takeSix(name, value)
    case 7:
      if name.equals("request") { at.request = value }
      if name.equals("go_away") { at.hasLiveMembers = true }
    case 8: if name.equals("response") { at.response = value } else { takeEight(name, value) }
    default: takeLonger(name, length, value)
    }
  }

  private mutating func takeSix(_ name: JSONView, _ value: JSONView.Place) {
    if name.equals("method") { at.method = value }
    if name.equals("status") { at.status = value }
    if name.equals("object") { at.object = value }
    if name.equals("goAway") { at.hasLiveMembers = true }
  }

  private mutating func takeEight(_ name: JSONView, _ value: JSONView.Place) {
    if name.equals("metadata") { at.metadata = value }
    if name.equals("toolCall") { at.hasLiveMembers = true }
  }

  /// A name is compared only with those of its length: rows of other kinds have many members, none
  /// of which is known here.
  private mutating func takeLonger(_ name: JSONView, _ length: Int, _ value: JSONView.Place) {
    switch length {
    case 9: takeNine(name, value)
    case 10: takeTen(name, value)
    case 11: takeEleven(name, value)
    case 12: takeTwelve(name, value)
    case 13: takeThirteen(name, value)
    case 14: takeFourteen(name, value)
    case 15: if name.equals("prompt_feedback") { at.promptFeedback = value }
    case 16: if name.equals("inlinedResponses") { at.inlinedResponses = value }
    case 17: if name.equals("inlined_responses") { at.inlinedResponses = value }
    case 20: if name.equals("toolCallCancellation") { at.hasLiveMembers = true }
    case 22: if name.equals("tool_call_cancellation") { at.hasLiveMembers = true }
    case 23: if name.equals("sessionResumptionUpdate") { at.hasLiveMembers = true }
    case 25: if name.equals("session_resumption_update") { at.hasLiveMembers = true }
    default: break
    }
  }

  private mutating func takeNine(_ name: JSONView, _ value: JSONView.Place) {
    if name.equals("timestamp") || name.equals("createdAt") {
      at.rowTime = value
    } else if name.equals("requestId") {
      at.requestID = value
    } else if name.equals("eventType") {
      at.eventType = value
    } else if name.equals("tool_call") {
      at.hasLiveMembers = true
    }
  }

  private mutating func takeTen(_ name: JSONView, _ value: JSONView.Place) {
    if name.equals("candidates") {
      at.candidates = value
    } else if name.equals("responseId") {
      at.responseID = value
    } else if name.equals("createTime") {
      at.createTime = value
    } else if name.equals("@timestamp") || name.equals("created_at") {
      at.rowTime = value
    } else if name.equals("request_id") {
      at.requestID = value
    } else if name.equals("event_type") {
      at.eventType = value
    } else if name.equals("expireTime") {
      at.hasExpiry = true
    }
  }

  private mutating func takeEleven(_ name: JSONView, _ value: JSONView.Place) {
    if name.equals("response_id") {
      at.responseID = value
    } else if name.equals("create_time") {
      at.createTime = value
    } else if name.equals("serviceTier") {
      at.serviceTier = value
    } else if name.equals("interaction") {
      at.interaction = value
    } else if name.equals("fullRequest") {
      at.fullRequest = value
    } else if name.equals("loggingTime") {
      at.rowTime = value
    } else if name.equals("totalTokens") {
      at.hasTotalTokens = true
    } else if name.equals("expire_time") {
      at.hasExpiry = true
    }
  }

  private mutating func takeTwelve(_ name: JSONView, _ value: JSONView.Place) {
    if name.equals("modelVersion") {
      at.modelVersion = value
    } else if name.equals("service_tier") {
      at.serviceTier = value
    } else if name.equals("fullResponse") {
      at.fullResponse = value
    } else if name.equals("full_request") {
      at.fullRequest = value
    } else if name.equals("logging_time") {
      at.rowTime = value
    } else if name.equals("total_tokens") {
      at.hasTotalTokens = true
    } else if name.equals("protoPayload") {
      at.hasAuditPayload = true
    }
  }

  private mutating func takeThirteen(_ name: JSONView, _ value: JSONView.Place) {
    if name.equals("usageMetadata") {
      at.usageMetadata = value
    } else if name.equals("model_version") {
      at.modelVersion = value
    } else if name.equals("full_response") {
      at.fullResponse = value
    } else if name.equals("processedTime") {
      at.processedTime = value
    } else if name.equals("serverContent") || name.equals("setupComplete") {
      at.hasLiveMembers = true
    }
  }

  private mutating func takeFourteen(_ name: JSONView, _ value: JSONView.Place) {
    if name.equals("usage_metadata") {
      at.usageMetadata = value
    } else if name.equals("promptFeedback") {
      at.promptFeedback = value
    } else if name.equals("processed_time") {
      at.processedTime = value
    } else if name.equals("server_content") || name.equals("setup_complete") {
      at.hasLiveMembers = true
    }
  }
}
