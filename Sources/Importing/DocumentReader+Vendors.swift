import JSONText
import Usage

/// Bodies and events of OpenAI, Anthropic, Bedrock and those who speak their APIs, alone or in rows
/// of logs and batches.
extension DocumentReader {
  /// What a row says about the response that stands in it.
  struct Row {
    /// The member that states its time; read only where the response states none.
    var time: JSONView?
    var model: String?
    var isBatch = false
    /// Whether it is a call that was recorded, with the address that was called.
    var isRecorded = false
    /// The tier that was asked for; the one that the response names was served.
    var requestedTier: ServiceTier?
    /// The identity of a response that has none of its own.
    var key: RequestKey?

    fileprivate func complete(_ snapshot: inout ResponseSnapshot) {
      snapshot.time = snapshot.time ?? FieldReading.instant(time)
      snapshot.requestedModel = snapshot.requestedModel ?? model
      snapshot.serviceTier = snapshot.serviceTier ?? requestedTier
      // The parts of a request keep their own keys.
      if snapshot.requests > 0 { snapshot.key = snapshot.key ?? key }
      guard isBatch else { return }
      snapshot.serviceTier = .batch
      snapshot.flags.insert(.batchFromShape)
      snapshot.isFinished = true
    }
  }

  /// The row that a document is, should a response stand in it.
  mutating func row(_ shape: DocumentShape, _ document: JSONView) -> Row {
    let model = shape.model ?? document["modelId"] ?? document["model_id"]
    let tier = shape.request?["service_tier"]
    return Row(
      time: shape.rowTime ?? shape.time,
      model: FieldReading.modelName(model ?? shape.request?["model"], &names),
      requestedTier: tier?.string.flatMap(ServiceTier.init(vendorWord:)))
  }

  /// Reads a whole body of any of these vendors; false if it is none.
  ///
  /// - Parameters:
  ///   - body: The response.
  ///   - shape: Its members.
  ///   - source: Where it stands.
  ///   - row: What the row around it says.
  ///   - document: The row, which may name the user.
  /// - Returns: Whether it is one.
  mutating func readBody(
    _ body: JSONView, _ shape: DocumentShape, _ source: Source, in row: Row, of document: JSONView
  ) -> Bool {
    var snapshots: [ResponseSnapshot]
    // Of those that speak this API only some name what is a chunk; others tell it by the shape.
    var mayBeChunk = false
    if accepts(.openAICompatible), ChatCompletionFormat.matches(shape, body) {
      if ChatCompletionFormat.isPreamble(shape, body) { return true }
      var snapshot = ChatCompletionFormat.snapshot(body, shape, &names)
      if ChatCompletionFormat.hasUnreliableID(snapshot, shape) {
        streams.adopt(&snapshot, in: source.group)
      }
      snapshots = [snapshot]
      mayBeChunk = shape.object?.equals("chat.completion") != true
    } else if accepts(.openAIResponses), ResponsesFormat.matches(shape) {
      snapshots = [ResponsesFormat.snapshot(body, shape, &names)]
    } else if accepts(.anthropic), AnthropicMessageFormat.matches(shape, body) {
      snapshots = AnthropicMessageFormat.snapshots(body, shape, &names)
    } else if accepts(.bedrock), BedrockFormat.matches(shape, body) {
      snapshots = [BedrockFormat.snapshot(body, shape)]
    } else if accepts(.openAICompatible), let kind = OpenAIMediaFormat.kind(shape, body) {
      guard !OpenAIMediaFormat.isMeasuredOtherwise(shape) else {
        setAsideUnit(source)
        return true
      }
      snapshots = [OpenAIMediaFormat.snapshot(body, kind, shape, &names)]
    } else {
      return false
    }
    for index in snapshots.indices {
      row.complete(&snapshots[index])
      let response = snapshots[index]
      if !mayBeChunk, response.isAtEnd, response.counts.saySomething {
        snapshots[index].extent = .whole
      }
      if row.isRecorded { takeModel(calledIn: document, document["request"], &snapshots[index]) }
      observe(snapshots[index], source, user: document)
    }
    return true
  }

  /// Whether a document is a body, a chunk or an event of any of these vendors.
  func isOfVendor(_ document: JSONView, _ shape: DocumentShape) -> Bool {
    ChatCompletionFormat.matches(shape, document) || ResponsesFormat.matches(shape)
      || AnthropicMessageFormat.matches(shape, document) || BedrockFormat.matches(shape, document)
      || AnthropicMessageFormat.event(shape, document) != nil
      || ResponsesFormat.event(shape, document) != nil || BedrockFormat.event(document) != nil
  }

  /// Sets a place aside whose usage is not counted in tokens.
  mutating func setAsideUnit(_ source: Source) {
    setAside(
      source, code: "unsupported_unit",
      "the usage is counted in seconds, characters or images, for which there is no meter")
  }

  // MARK: One format each

  /// A body that stands by itself.
  mutating func readVendorBody(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition? {
    let row = Row(time: shape.rowTime ?? shape.time)
    return readBody(document, shape, source, in: row, of: document) ? .recognized : nil
  }

  /// An event of Anthropic's stream.
  mutating func readAnthropicEvent(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition? {
    guard accepts(.anthropic), let event = AnthropicMessageFormat.event(shape, document) else {
      return nil
    }
    let open = streams.message(in: source.group)
    switch event {
    case .start(let message):
      let found = AnthropicMessageFormat.snapshots(message, DocumentShape(message), &names)
      if let first = found.first {
        streams.setMessage(
          OpenStreams.Message(key: first.key, model: first.reportedModel), in: source.group)
      }
      for snapshot in found { observe(snapshot, source, user: document) }
    case .delta:
      guard open != nil || shape.usage == nil else {
        setAsideOrphan(source)
        break
      }
      var snapshot = ResponseSnapshot()
      snapshot.extent = .part
      snapshot.key = open?.key
      snapshot.reportedModel = open?.model
      if let reason = document["delta"]?["stop_reason"], reason.kind != .null {
        snapshot.isFinished = true
        streams.finishMessage(in: source.group)
      }
      snapshot.assumeSeller(otherwise: .anthropic)
      let found = shape.usage.map { AnthropicMessageFormat.snapshots(snapshot, AnthropicUsage($0)) }
      for snapshot in found ?? [snapshot] { observe(snapshot, source, user: document) }
    case .stop:
      if let key = open?.key, open?.isFinished == false {
        var snapshot = ResponseSnapshot()
        snapshot.key = key
        snapshot.extent = .part
        snapshot.isFinished = true
        observe(snapshot, source, user: document)
      }
      streams.setMessage(nil, in: source.group)
    case .middle: break
    }
    return .recognized
  }

  /// Sets the end of a message aside whose beginning is elsewhere.
  ///
  /// That is in the log before this one, where its input is counted already. It names no message, so
  /// it cannot be known which.
  private mutating func setAsideOrphan(_ source: Source) {
    streams.sawOrphan = true
    setAside(
      source, code: "stream_without_start",
      "the usage of a message that begins elsewhere; a whole stream in one file is counted")
  }

  /// An event of OpenAI's Responses or Realtime API.
  mutating func readResponsesEvent(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition? {
    guard accepts(.openAIResponses), let event = ResponsesFormat.event(shape, document) else {
      return nil
    }
    switch event {
    case .response(let response):
      streams.sawResponse(in: source.group)
      var snapshot = ResponsesFormat.snapshot(response, DocumentShape(response), &names)
      snapshot.requestedModel = snapshot.reportedModel == nil ? streams.sessionModel : nil
      observe(snapshot, source, user: document)
    case .middle: streams.sawMiddle(in: source.group)
    case .session(let model):
      if let name = FieldReading.modelName(model, &names) { streams.sessionModel = name }
    case .error: countError(source)
    }
    return .recognized
  }

  /// An event of a stream of Converse, a row of Bedrock's log, or an error of AWS.
  mutating func readBedrock(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition? {
    guard accepts(.bedrock) else { return nil }
    if let event = BedrockFormat.event(document) {
      switch event {
      case .start: streams.beginConversation(in: source.group)
      case .end(let metadata):
        streams.endConversation(in: source.group)
        let snapshot = BedrockFormat.snapshot(metadata, DocumentShape(metadata))
        observe(snapshot, source.alone, user: document)
      case .middle: break
      }
      return .recognized
    }
    if BedrockFormat.isInvocation(document) {
      let snapshot = BedrockFormat.invocation(document, shape, &names)
      observe(snapshot, source.whole, user: document)
      return .recognized
    }
    guard BedrockFormat.isError(document) else { return nil }
    countError(source)
    return .recognized
  }

  /// A row of a batch's results: OpenAI's `{custom_id, response}`, Anthropic's `{custom_id, result}`,
  /// Vertex's `{custom_id, response}` and `{custom_id, message}` for Claude.
  mutating func readVendorBatchRow(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition? {
    guard document["custom_id"] != nil else { return nil }
    var row = Row(isBatch: true)
    if let id = shape.id, id.isIdentity { row.key = RequestIdentity.key(.requestID, id) }
    if let result = document["result"], result.kind == .object, accepts(.anthropic) {
      guard let message = result["message"], message.kind == .object else {
        counts.errorBodies += 1
        return .recognized
      }
      let inner = DocumentShape(message)
      return readBody(message, inner, source.whole, in: row, of: document) ? .recognized : nil
    }
    if let message = document["message"], message.kind == .object {
      let inner = DocumentShape(message)
      return readBody(message, inner, source.whole, in: row, of: document) ? .recognized : nil
    }
    guard let body = shape.response?["body"] ?? shape.response, body.kind == .object else {
      return nil
    }
    let inner = DocumentShape(body)
    if readBody(body, inner, source.whole, in: row, of: document) { return .recognized }
    guard inner.error != nil else { return nil }
    counts.errorBodies += 1
    return .recognized
  }

  /// A page of Anthropic's usage report; one of its cost report is no usage.
  mutating func readAnthropicUsagePage(
    _ document: JSONView, _ source: Source
  ) -> Recognition? {
    guard accepts(.anthropicUsage), let results = AnthropicUsagePageFormat.results(document)
    else { return nil }
    if results.isEmpty { counts.notUsage += 1 }
    for result in results {
      if let snapshot = AnthropicUsagePageFormat.read(result, &names) {
        observeSum(snapshot, source, user: document)
      } else {
        counts.notUsage += 1
      }
    }
    return .recognized
  }

  /// What sums several requests; of how many it may not say.
  mutating func observeSum(
    _ snapshot: ResponseSnapshot, _ source: Source, user document: JSONView
  ) {
    if snapshot.requests == 0, snapshot.counts.saySomething { counts.sums += 1 }
    observe(snapshot, source.whole, user: document)
  }

  /// A page of OpenAI's usage API.
  mutating func readUsagePage(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition? {
    guard accepts(.openAIUsage), let results = OpenAIUsagePageFormat.results(shape, document)
    else { return nil }
    // A page of nothing is a page all the same.
    if results.isEmpty { counts.notUsage += 1 }
    for result in results {
      switch OpenAIUsagePageFormat.read(result, &names) {
      case .usage(let snapshot): observeSum(snapshot, source, user: document)
      case .notUsage: counts.notUsage += 1
      case .measuredOtherwise: setAsideUnit(source)
      }
    }
    return .recognized
  }

  /// A row of a log of one's own that keeps a usage object and drops the rest of the response.
  mutating func readUsageRow(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition? {
    if UsageRowFormat.isSummary(shape, document) {
      counts.notUsage += 1
      return .recognized
    }
    guard accepts(.usageRow), let usage = shape.usage, usage.kind == .object,
      VendorUsage.matches(usage), UsageRowFormat.accepts(shape)
    else { return nil }
    let row = UsageRowFormat.snapshot(document, shape, usage, &names)
    observe(row, source.asRow, user: document)
    return .recognized
  }
}
