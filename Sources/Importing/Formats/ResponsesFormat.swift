import JSONText
import Usage

/// A response of OpenAI's Responses API, or an event of its stream; also of the Realtime API.
///
/// The response's id (`resp_…`) is the request. `response.created` and `response.in_progress` bring
/// the response without usage, `response.completed`, `.incomplete` and `.failed` (Realtime:
/// `response.done`) with it; all other events say nothing about usage. One that is "incomplete"
/// ran into a limit: it is complete as far as its counts go. What they mean is said in
/// `OpenAIUsage`. Web searches are billed by the call; each is an item of the output.
///
/// Who sold it, as far as the body shows: OpenAI says who pays (`billing`), Azure filters content
/// (`content_filters`), OpenRouter's ids begin with `gen-`; and see `OpenAIUsage`. Otherwise the
/// usual seller of the model is assumed.
enum ResponsesFormat {
  /// Whether a document is a response.
  static func matches(_ shape: DocumentShape) -> Bool {
    guard let object = shape.object else { return false }
    return object.equals("response") || object.equals("realtime.response")
  }

  /// What an event says: a response, or that one is being read, or neither.
  enum Event {
    case response(JSONView)
    case middle
    case session(model: JSONView?)
    case error
  }

  /// The event that a document is; nil if it is none.
  static func event(_ shape: DocumentShape, _ document: JSONView) -> Event? {
    guard let type = shape.type, type.kind == .string else { return nil }
    let word = type.raw
    if word.starts(with: "response.".utf8) {
      if let response = shape.response, response.kind == .object { return .response(response) }
      return document["sequence_number"] != nil || document["event_id"] != nil
        || document["output_index"] != nil || document["item_id"] != nil ? .middle : nil
    }
    if type.equals("error"), shape.error == nil, document["sequence_number"] != nil {
      return .error
    }
    guard document["event_id"] != nil else { return nil }
    if word.starts(with: "session.".utf8) { return .session(model: document["session"]?["model"]) }
    let others = [
      "conversation.", "input_audio_buffer.", "output_audio_buffer.", "rate_limits.",
    ]
    return others.contains { word.starts(with: $0.utf8) } ? .session(model: nil) : nil
  }

  /// What a response says.
  static func snapshot(
    _ response: JSONView, _ shape: DocumentShape, _ names: inout NameCache
  ) -> ResponseSnapshot {
    var snapshot = ResponseSnapshot()
    if let id = shape.id, id.kind == .string, !id.raw.isEmpty {
      snapshot.key = RequestIdentity.key(.openAIResponse, id)
      if id.raw.starts(with: "gen-".utf8) { snapshot.know(.openRouter) }
    }
    snapshot.reportedModel = model(shape, snapshot.provider, &names)
    snapshot.serviceTier = shape.serviceTier?.string.flatMap(ServiceTier.init(vendorWord:))
    if let usage = shape.usage, usage.kind == .object { snapshot.take(OpenAIUsage(usage)) }
    var isAzure = false
    for (name, value) in response.members {
      if name.equals("created_at") {
        snapshot.time = FieldReading.instant(seconds: value)
      } else if name.equals("content_filters") {
        // Azure sends the member even where it is null.
        isAzure = true
      } else if name.equals("billing"), value.kind == .object {
        snapshot.know(.openAI)
      } else if name.equals("output") {
        snapshot.searchQueries = max(snapshot.searchQueries, searches(value))
      }
    }
    snapshot.isErrorIfCut = true
    takeStatus(shape, into: &snapshot)
    snapshot.assumeSeller(otherwise: .openAI)
    if isAzure, snapshot.provider == .openAI { snapshot.know(.azureOpenAI) }
    return snapshot
  }

  private static func model(
    _ shape: DocumentShape, _ seller: Provider?, _ names: inout NameCache
  ) -> String? {
    guard seller == .openRouter else { return FieldReading.modelName(shape.model, &names) }
    return shape.model.flatMap { names.name($0, ModelName.plain) }
  }

  private static func takeStatus(_ shape: DocumentShape, into snapshot: inout ResponseSnapshot) {
    switch shape.status?.string {
    case "in_progress", "queued": snapshot.isOpenChunk = true
    case "failed":
      snapshot.isFinished = true
      snapshot.hasFailed = true
    case "completed":
      snapshot.isFinished = true
      // Nothing was used, and the response says so: a program that resumed, for example.
      snapshot.statesZero = snapshot.counts.total == 0
    default: snapshot.isFinished = true
    }
  }

  /// The web searches of a response: the calls, not the pages that were opened from them.
  private static func searches(_ output: JSONView) -> Int {
    var calls = 0
    for item in output.elements where item["type"]?.equals("web_search_call") == true {
      let action = item["action"]?["type"]
      if action == nil || action?.equals("search") == true { calls += 1 }
    }
    return calls
  }
}
