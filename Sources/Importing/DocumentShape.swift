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
  private(set) var hasLiveMembers = false
  private(set) var hasAuditPayload = false
  private(set) var hasTotalTokens = false
  private var hasExpiry = false

  /// Where the members stand that are looked for.
  private struct Places {
    var candidates = JSONView.Place()
    var usageMetadata = JSONView.Place()
    var promptFeedback = JSONView.Place()
    var modelVersion = JSONView.Place()
    var responseID = JSONView.Place()
    var createTime = JSONView.Place()
    var serviceTier = JSONView.Place()
    var error = JSONView.Place()
    var response = JSONView.Place()
    var request = JSONView.Place()
    var key = JSONView.Place()
    var method = JSONView.Place()
    var metadata = JSONView.Place()
    var status = JSONView.Place()
    var time = JSONView.Place()
    var model = JSONView.Place()
    var id = JSONView.Place()
    var type = JSONView.Place()
    var object = JSONView.Place()
    var usage = JSONView.Place()
    var interaction = JSONView.Place()
    var eventType = JSONView.Place()
    var fullResponse = JSONView.Place()
    var fullRequest = JSONView.Place()
    var inlinedResponses = JSONView.Place()
    var gcp = JSONView.Place()
    var rowTime = JSONView.Place()
    var processedTime = JSONView.Place()
    var requestID = JSONView.Place()
  }

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
  var isCachedContent: Bool { hasExpiry && candidates == nil && modelVersion == nil }

  /// Whether it is an error answer of an API, and nothing that merely mentions one.
  var isErrorBody: Bool {
    error != nil && candidates == nil && key == nil && metadata == nil && time == nil
      && processedTime == nil && interaction == nil && response == nil && usage == nil
  }

  init(_ document: JSONView) {
    self.document = document
    for (name, value) in document.members where value.kind != .null { take(name, value.place) }
  }

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
      if name.equals("go_away") { hasLiveMembers = true }
    case 8: if name.equals("response") { at.response = value } else { takeEight(name, value) }
    default: takeLonger(name, length, value)
    }
  }

  private mutating func takeSix(_ name: JSONView, _ value: JSONView.Place) {
    if name.equals("method") { at.method = value }
    if name.equals("status") { at.status = value }
    if name.equals("object") { at.object = value }
    if name.equals("goAway") { hasLiveMembers = true }
  }

  private mutating func takeEight(_ name: JSONView, _ value: JSONView.Place) {
    if name.equals("metadata") { at.metadata = value }
    if name.equals("toolCall") { hasLiveMembers = true }
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
    case 20: if name.equals("toolCallCancellation") { hasLiveMembers = true }
    case 22: if name.equals("tool_call_cancellation") { hasLiveMembers = true }
    case 23: if name.equals("sessionResumptionUpdate") { hasLiveMembers = true }
    case 25: if name.equals("session_resumption_update") { hasLiveMembers = true }
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
      hasLiveMembers = true
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
      hasExpiry = true
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
      hasTotalTokens = true
    } else if name.equals("expire_time") {
      hasExpiry = true
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
      hasTotalTokens = true
    } else if name.equals("protoPayload") {
      hasAuditPayload = true
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
      hasLiveMembers = true
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
      hasLiveMembers = true
    }
  }
}
