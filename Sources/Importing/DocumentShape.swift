import JSONText

/// The members of a document by which its kind is recognised, found in one pass over its keys.
///
/// REST writes them in camelCase, the Python SDK and BigQuery in snake_case; both are read. Names
/// are compared whole. A member that is null counts as missing, since SDKs write every field.
struct DocumentShape {
  var candidates: JSONView?
  var usageMetadata: JSONView?
  var promptFeedback: JSONView?
  var modelVersion: JSONView?
  var responseID: JSONView?
  var createTime: JSONView?
  var serviceTier: JSONView?
  var error: JSONView?
  var response: JSONView?
  var request: JSONView?
  var key: JSONView?
  var method: JSONView?
  var metadata: JSONView?
  var status: JSONView?
  var time: JSONView?
  var model: JSONView?
  var id: JSONView?
  var type: JSONView?
  var object: JSONView?
  var usage: JSONView?
  var interaction: JSONView?
  var eventType: JSONView?
  var fullResponse: JSONView?
  var fullRequest: JSONView?
  var hasLiveMembers = false
  var hasAuditPayload = false
  var hasTotalTokens = false
  var inlinedResponses: JSONView?
  var gcp: JSONView?
  /// The other members of a log row that surrounds a response: its time, model, id, user.
  var rowTime: JSONView?
  var processedTime: JSONView?
  var requestID: JSONView?

  /// Whether it describes cached content: its counts are what is stored, not what was used.
  var isCachedContent: Bool { hasExpiry && candidates == nil && modelVersion == nil }
  private var hasExpiry = false

  /// Whether it is an error answer of an API, and nothing that merely mentions one.
  var isErrorBody: Bool {
    error != nil && candidates == nil && key == nil && metadata == nil && time == nil
      && processedTime == nil && interaction == nil && response == nil && usage == nil
  }

  init(_ document: JSONView) {
    for (name, value) in document.members { take(name, value) }
  }

  private mutating func take(_ name: JSONView, _ value: JSONView) {
    guard value.kind != .null else { return }
    switch name.raw.count {
    case 2: if name.equals("id") { id = value }
    case 3:
      if name.equals("key") { key = value } else if name.equals("gcp") { gcp = value }
    case 4:
      if name.equals("time") { time = value } else if name.equals("type") { type = value }
    case 5:
      if name.equals("error") { error = value }
      if name.equals("model") { model = value }
      if name.equals("usage") { usage = value }
    case 6: takeSix(name, value)
    case 7:
      if name.equals("request") { request = value }
      if name.equals("go_away") { hasLiveMembers = true }
    case 8: if name.equals("response") { response = value } else { takeEight(name, value) }
    default: takeLonger(name, value)
    }
  }

  private mutating func takeSix(_ name: JSONView, _ value: JSONView) {
    if name.equals("method") { method = value }
    if name.equals("status") { status = value }
    if name.equals("object") { object = value }
    if name.equals("goAway") { hasLiveMembers = true }
  }

  private mutating func takeEight(_ name: JSONView, _ value: JSONView) {
    if name.equals("metadata") { metadata = value }
    if name.equals("toolCall") { hasLiveMembers = true }
  }

  private mutating func takeLonger(_ name: JSONView, _ value: JSONView) {
    if name.equals("candidates") {
      candidates = value
    } else if name.equals("usageMetadata") || name.equals("usage_metadata") {
      usageMetadata = value
    } else if name.equals("modelVersion") || name.equals("model_version") {
      modelVersion = value
    } else if name.equals("responseId") || name.equals("response_id") {
      responseID = value
    } else if name.equals("createTime") || name.equals("create_time") {
      createTime = value
    } else if name.equals("promptFeedback") || name.equals("prompt_feedback") {
      promptFeedback = value
    } else if name.equals("serviceTier") || name.equals("service_tier") {
      serviceTier = value
    } else {
      takeRare(name, value)
    }
  }

  /// A name is compared only with those of its length: rows of other kinds have many members, none
  /// of which is known here.
  private mutating func takeRare(_ name: JSONView, _ value: JSONView) {
    switch name.raw.count {
    case 9: takeNine(name, value)
    case 10: takeTen(name, value)
    case 11:
      if name.equals("interaction") { interaction = value }
      if name.equals("fullRequest") { fullRequest = value }
      if name.equals("loggingTime") { rowTime = value }
      if name.equals("totalTokens") { hasTotalTokens = true }
      if name.equals("expire_time") { hasExpiry = true }
    case 12:
      if name.equals("fullResponse") { fullResponse = value }
      if name.equals("full_request") { fullRequest = value }
      if name.equals("logging_time") { rowTime = value }
      if name.equals("total_tokens") { hasTotalTokens = true }
      if name.equals("protoPayload") { hasAuditPayload = true }
    case 13:
      if name.equals("full_response") { fullResponse = value }
      if name.equals("processedTime") { processedTime = value }
      if name.equals("serverContent") || name.equals("setupComplete") { hasLiveMembers = true }
    case 14:
      if name.equals("processed_time") { processedTime = value }
      if name.equals("server_content") || name.equals("setup_complete") { hasLiveMembers = true }
    case 16: if name.equals("inlinedResponses") { inlinedResponses = value }
    case 17: if name.equals("inlined_responses") { inlinedResponses = value }
    case 20: if name.equals("toolCallCancellation") { hasLiveMembers = true }
    case 22: if name.equals("tool_call_cancellation") { hasLiveMembers = true }
    case 23: if name.equals("sessionResumptionUpdate") { hasLiveMembers = true }
    case 25: if name.equals("session_resumption_update") { hasLiveMembers = true }
    default: break
    }
  }

  private mutating func takeNine(_ name: JSONView, _ value: JSONView) {
    if name.equals("timestamp") || name.equals("createdAt") { rowTime = value }
    if name.equals("requestId") { requestID = value }
    if name.equals("eventType") { eventType = value }
    if name.equals("tool_call") { hasLiveMembers = true }
  }

  private mutating func takeTen(_ name: JSONView, _ value: JSONView) {
    if name.equals("@timestamp") || name.equals("created_at") { rowTime = value }
    if name.equals("request_id") { requestID = value }
    if name.equals("event_type") { eventType = value }
    if name.equals("expireTime") { hasExpiry = true }
  }
}
