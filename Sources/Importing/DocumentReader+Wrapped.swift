import JSONText
import Usage

/// Documents that surround a response with something of their own: rows of logs and of batches.
extension DocumentReader {
  mutating func readWrapped(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition {
    if accepts(.interactions), InteractionsFormat.matches(shape) {
      // An unstored interaction has no id: its first event then says nothing that its last,
      // which brings the counts, does not say again.
      if let snapshot = InteractionsFormat.snapshot(document, shape, &names),
        snapshot.key != nil || snapshot.isFinished || snapshot.counts.saySomething
      {
        observe(snapshot, source, user: document)
      }
      return .recognized
    }
    if accepts(.vertexLog), let row = VertexLogFormat.row(shape, document) {
      return readVertexRow(row, document, source)
    }
    if accepts(.geminiBatch), let list = BatchResultFormat.inlinedResponses(shape, document) {
      readInlined(list, source)
      return .recognized
    }
    if accepts(.geminiBatch), BatchResultFormat.matches(shape) {
      return readBatchRow(document, shape, source) ? .recognized : .unrecognized
    }
    if acceptsBodies, let response = shape.response {
      return readRecorded(response, document, shape, source)
    }
    if shape.hasAuditPayload || shape.hasTotalTokens {
      counts.notUsage += 1
      return .recognized
    }
    return readSessionLine(document, shape) ? .recognized : .unrecognized
  }

  private mutating func readInlined(_ list: JSONView, _ source: Source) {
    for row in list.elements {
      let inner = Source(text: row.raw, place: source.place, group: nil)
      // A row that says neither what was used nor what failed is still a row.
      if !readBatchRow(row, DocumentShape(row), inner) { counts.withoutUsage += 1 }
    }
  }

  private mutating func readBatchRow(
    _ row: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Bool {
    if let snapshot = BatchResultFormat.snapshot(shape, &names) {
      observe(snapshot, source.whole, user: row)
      return true
    }
    let hasFailed =
      shape.error != nil || shape.response?["error"] != nil
      || shape.status?.scalarText?.isEmpty == false
    if hasFailed { counts.errorBodies += 1 }
    return hasFailed
  }

  /// A log row `{method, response}` or `{request, response}`: a recorded call, or an app's own log.
  private mutating func readRecorded(
    _ response: JSONView, _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition {
    switch response.kind {
    case .array:
      guard shape.method != nil || isChunkList(response) else { return .unrecognized }
      return readList(response, text: source.text, place: source.place, isStream: true)
    case .string:
      // Once only: the nodes of the text inside would be lost to a text inside that.
      guard !isNested else { return .unrecognized }
      return withNested(response) { reader, inner in
        reader.readRecorded(inner, document, shape, source)
      }
    case .object: break
    default: return .unrecognized
    }
    let inner = DocumentShape(response)
    if accepts(.gemini), GenerateContentFormat.matches(inner) {
      var snapshot = GenerateContentFormat.snapshot(inner, &names)
      snapshot.time = snapshot.time ?? FieldReading.instant(shape.rowTime ?? shape.time)
      snapshot.requestedModel = FieldReading.modelName(
        shape.model ?? shape.request?["model"], &names)
      takeModel(calledIn: document, shape.request, &snapshot)
      observe(snapshot, source.alone, user: document)
      return .recognized
    }
    var row = self.row(shape, document)
    row.isRecorded = true
    if readBody(response, inner, source.alone, in: row, of: document) { return .recognized }
    // Many proxies keep the status beside the body.
    if let body = response["body"], body.kind == .object || body.kind == .string {
      return readBody(body, document, shape, source)
    }
    if inner.error != nil {
      counts.errorBodies += 1
      return .recognized
    }
    guard shape.method != nil || inner.hasTotalTokens else { return .unrecognized }
    counts.notUsage += 1
    return .recognized
  }

  /// Takes the model from the address that a recorded call names, where nothing else names one.
  mutating func takeModel(
    calledIn document: JSONView, _ request: JSONView?, _ snapshot: inout ResponseSnapshot
  ) {
    guard snapshot.requestedModel == nil, snapshot.reportedModel == nil else { return }
    for holder in [document, request].compactMap(\.self) {
      let address = holder["url"] ?? holder["uri"] ?? holder["path"]
      if let model = address?.string.flatMap(ModelName.called(at:)) {
        snapshot.requestedModel = model
        return
      }
    }
  }

  private mutating func readBody(
    _ body: JSONView, _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition {
    guard depth < DocumentReader.greatestDepth else { return .unrecognized }
    depth += 1
    defer { depth -= 1 }
    return readRecorded(body, document, shape, source)
  }

  /// Whether a format is read whose bodies stand in rows of logs.
  private var acceptsBodies: Bool {
    guard let format = options.format else { return true }
    return [.gemini, .openAICompatible, .openAIResponses, .anthropic, .bedrock].contains(format)
  }

  private func isChunkList(_ list: JSONView) -> Bool {
    list.elements.contains { element in
      let shape = DocumentShape(element)
      return GenerateContentFormat.matches(shape) || isOfVendor(element, shape)
    }
  }

  // MARK: JSON inside a string

  /// Reads the JSON that stands in a string, as BigQuery exports a JSON column.
  private mutating func withNested(
    _ text: JSONView, _ body: (inout DocumentReader, JSONView) -> Recognition
  ) -> Recognition {
    isNested = true
    defer { isNested = false }
    let nested = Array((text.string ?? "").utf8)
    return nested.withUnsafeBufferPointer { text in
      do throws(JSONError) {
        try nestedParser.parse(text)
      } catch {
        return .unrecognized
      }
      return nestedParser.withRoot(of: text) { body(&self, $0) }
    }
  }

  // MARK: Vertex's request-response log

  private mutating func readVertexRow(
    _ row: JSONView, _ document: JSONView, _ source: Source
  ) -> Recognition {
    let shape = DocumentShape(row)
    guard let response = shape.fullResponse else {
      counts.withoutUsage += 1
      return .recognized
    }
    guard response.kind == .string else {
      readVertexResponse(response, shape, document, source)
      return .recognized
    }
    return withNested(response) { reader, inner in
      reader.readVertexResponse(inner, shape, document, source)
      return .recognized
    }
  }

  private mutating func readVertexResponse(
    _ response: JSONView, _ row: DocumentShape, _ document: JSONView, _ source: Source
  ) {
    var merged: ResponseSnapshot?
    if response.kind == .array {
      for chunk in response.elements {
        let snapshot = GenerateContentFormat.snapshot(DocumentShape(chunk), &names)
        if merged == nil { merged = snapshot } else { merged?.update(with: snapshot) }
      }
    } else if response["error"] != nil {
      counts.errorBodies += 1
      return
    } else {
      merged = GenerateContentFormat.snapshot(DocumentShape(response), &names)
    }
    guard var snapshot = merged else {
      counts.withoutUsage += 1
      return
    }
    VertexLogFormat.complete(&snapshot, with: row, &names)
    observe(snapshot, source.whole, user: document)
  }
}
