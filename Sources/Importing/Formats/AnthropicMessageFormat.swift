import JSONText
import Usage

/// A message of Anthropic's Messages API, or an event of its stream, whoever sells it.
///
/// The message's id (`msg_…`) is the request, wherever it is read. In a stream `message_start`
/// brings the id and the first counts, and every `message_delta` running totals, in which what is
/// missing or null has not changed; they are never added up (anthropic-sdk-csharp issue 74). What
/// the counts mean is said in `AnthropicUsage`. What another model used for a message (an advisor,
/// the one that refused before) is a record of its own, which stands for no request.
///
/// Ids beginning with `msg_bdrk_` are Bedrock's, with `msg_vrtx_` Vertex's, other `msg_` Anthropic's.
enum AnthropicMessageFormat {
  /// Whether a document is a whole message.
  static func matches(_ shape: DocumentShape, _ document: JSONView) -> Bool {
    shape.type?.equals("message") == true && shape.usage?.kind == .object
      && document["role"] != nil
  }

  /// What an event of the stream says.
  enum Event {
    case start(JSONView)
    case delta
    case stop
    case middle
  }

  /// The event that a document is; nil if it is none.
  static func event(_ shape: DocumentShape, _ document: JSONView) -> Event? {
    guard let type = shape.type, type.kind == .string else { return nil }
    if type.equals("message_start") {
      return document["message"].flatMap { $0.kind == .object ? .start($0) : nil }
    }
    if type.equals("message_delta") { return document["delta"] != nil ? .delta : nil }
    if type.equals("message_stop") { return .stop }
    let isMiddle =
      type.equals("content_block_delta") || type.equals("content_block_start")
      || type.equals("content_block_stop") || type.equals("ping")
    return isMiddle ? .middle : nil
  }

  /// What a message says: itself first, then what other runs used for it.
  static func snapshots(
    _ message: JSONView, _ shape: DocumentShape, _ names: inout NameCache
  ) -> [ResponseSnapshot] {
    var snapshot = ResponseSnapshot()
    if let id = shape.id, id.kind == .string, !id.raw.isEmpty {
      snapshot.key = RequestIdentity.key(.anthropicMessage, id)
      if let seller = seller(id) { snapshot.know(seller) }
    }
    snapshot.reportedModel = FieldReading.modelName(shape.model, &names)
    for (name, value) in message.members {
      if name.equals("stop_reason") {
        snapshot.isFinished = value.kind != .null
      } else if name.equals("content"), hasServerTools(value) {
        snapshot.flags.insert(.promptIsSum)
      }
    }
    snapshot.isOpenChunk = !snapshot.isFinished
    snapshot.isErrorIfCut = true
    snapshot.assumeSeller(otherwise: .anthropic)
    guard let usage = shape.usage, usage.kind == .object else { return [snapshot] }
    return snapshots(snapshot, AnthropicUsage(usage))
  }

  /// A response with its usage, and the parts of the usage that are not its own.
  ///
  /// Without an id to hang them on they are counted with the whole: better under one model than
  /// twice.
  static func snapshots(
    _ response: ResponseSnapshot, _ usage: AnthropicUsage
  ) -> [ResponseSnapshot] {
    var main = response
    if main.reportedModel != usage.model { main.requestedModel = main.reportedModel }
    main.take(usage)
    guard let key = main.key else {
      for part in usage.parts { main.counts.add(part.counts) }
      return [main]
    }
    return [main]
      + usage.parts.enumerated().map { index, part in
        var snapshot = ResponseSnapshot()
        snapshot.key = RequestIdentity.key(partOf: key, number: index)
        snapshot.requests = 0
        snapshot.provider = main.provider
        snapshot.flags = main.flags.intersection(.providerAssumed)
        snapshot.serviceTier = main.serviceTier
        snapshot.labels = main.labels
        snapshot.reportedModel = part.model ?? response.reportedModel
        snapshot.counts = part.counts
        snapshot.isFinished = true
        return snapshot
      }
  }

  private static func seller(_ id: JSONView) -> Provider? {
    if id.raw.starts(with: "msg_bdrk_".utf8) { return .awsBedrock }
    if id.raw.starts(with: "msg_vrtx_".utf8) { return .googleVertex }
    return id.raw.starts(with: "msg_".utf8) ? .anthropic : nil
  }

  /// Whether the message shows that tools ran while it was made: each time the model ran again.
  private static func hasServerTools(_ content: JSONView) -> Bool {
    content.elements.contains { block in
      let type = block["type"]
      return type?.equals("server_tool_use") == true || type?.equals("mcp_tool_use") == true
    }
  }
}

extension SourceCounts {
  /// Adds what another run used.
  fileprivate mutating func add(_ more: SourceCounts) {
    prompt = (prompt ?? 0) &+ (more.prompt ?? 0)
    cached = (cached ?? 0) &+ (more.cached ?? 0)
    output = (output ?? 0) &+ (more.output ?? 0)
    if let writes = more.cacheWrites { cacheWrites = (cacheWrites ?? CacheWriteCounts()) + writes }
    fault = fault ?? more.fault
  }
}
