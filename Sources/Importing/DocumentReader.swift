import JSONText
import Usage

/// Recognises what a document is and hands what it says to the assembler.
///
/// One reader serves one source from its first document to its last: Live sessions and streams
/// have state that spans documents.
struct DocumentReader {
  let options: ImportOptions
  var assembler = ResponseAssembler()
  var counts = ImportCounts()
  /// Documents of a known kind with a field that cannot be right.
  private(set) var faults: [QuarantinedPlace] = []
  private var live = LiveFormat()
  private var nestedParser = JSONParser()
  /// Groups of documents that stand inside one document; numbered apart from the framer's.
  private var nestedGroups = 0

  init(options: ImportOptions) {
    self.options = options
  }

  /// What a document turned out to be.
  enum Recognition {
    case recognized
    case unrecognized
  }

  /// Reads one document.
  mutating func read(
    _ document: JSONView, text: UnsafeBufferPointer<UInt8>, place: SourcePlace,
    group: DocumentGroup?
  ) -> Recognition {
    if document.kind == .array {
      return readList(document, text: text, place: place, isStream: false)
    }
    guard document.kind == .object else { return .unrecognized }
    let source = Source(text: text, place: place, group: group)
    return read(document, DocumentShape(document), source)
  }

  /// Completes what is still open at the end of the source.
  mutating func finish() {
    for turn in live.finish() { assembler.observe(turn, group: nil) }
    assembler.finish()
  }

  /// The documents with faulty fields found since the last call.
  mutating func takeFaults() -> [QuarantinedPlace] {
    defer { faults.removeAll() }
    return faults
  }

  /// Where a document stands: its bytes give a key to responses without an id.
  private struct Source {
    let text: UnsafeBufferPointer<UInt8>
    let place: SourcePlace
    let group: DocumentGroup?
  }

  private func accepts(_ format: InputFormat) -> Bool {
    options.format == nil || options.format == format
  }

  private mutating func read(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition {
    if shape.error != nil, shape.candidates == nil, shape.key == nil, shape.metadata == nil,
      shape.time == nil, shape.processedTime == nil, shape.interaction == nil
    {
      return readError(source)
    }
    if accepts(.usageLine), UsageLineFormat.matches(shape) {
      return readUsageLine(document, shape, source)
    }
    if accepts(.live), LiveFormat.matches(shape, document) {
      for turn in live.observe(
        document, shape, contentHash: RequestIdentity.contentHash(source.text),
        place: source.place)
      {
        assembler.observe(turn, group: nil)
      }
      return .recognized
    }
    if accepts(.gemini), GenerateContentFormat.matches(shape) {
      observe(GenerateContentFormat.snapshot(shape), source, user: document)
      return .recognized
    }
    return readWrapped(document, shape, source)
  }

  /// Documents that surround a response with something of their own.
  private mutating func readWrapped(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition {
    if accepts(.interactions), InteractionsFormat.matches(shape) {
      // An unstored interaction has no id: its first event then says nothing that its last,
      // which brings the counts, does not say again.
      if let snapshot = InteractionsFormat.snapshot(document, shape),
        snapshot.key != nil || snapshot.isFinished || snapshot.counts.hasRealCounts
      {
        observe(snapshot, source, user: document)
      }
      return .recognized
    }
    if accepts(.openAICompatible), OpenAICompatibleFormat.matches(shape) {
      observe(OpenAICompatibleFormat.snapshot(document, shape), source, user: document)
      return .recognized
    }
    if accepts(.vertexLog), let row = VertexLogFormat.row(shape, document) {
      return readVertexRow(row, document, source)
    }
    if accepts(.geminiBatch), let list = BatchResultFormat.inlinedResponses(shape) {
      list.forEachElement { row in
        readBatchRow(
          row, DocumentShape(row), Source(text: row.raw, place: source.place, group: nil))
      }
      return .recognized
    }
    if accepts(.geminiBatch), BatchResultFormat.matches(shape) {
      return readBatchRow(document, shape, source) ? .recognized : .unrecognized
    }
    if accepts(.gemini), let response = shape.response {
      return readRecorded(response, document, shape, source)
    }
    if shape.hasAuditPayload || shape.hasTotalTokens {
      counts.notUsage += 1
      return .recognized
    }
    return .unrecognized
  }

  /// An error body; inside a stream it says that the stream was cut.
  private mutating func readError(_ source: Source) -> Recognition {
    if let group = source.group, assembler.cut(group) { return .recognized }
    counts.errorBodies += 1
    return .recognized
  }

  private mutating func readUsageLine(
    _ document: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Recognition {
    do throws(DocumentFault) {
      if let snapshot = try UsageLineFormat.snapshot(document, shape) {
        observe(
          snapshot, Source(text: source.text, place: source.place, group: nil), user: document)
      } else {
        counts.errorBodies += 1
      }
    } catch {
      faults.append(
        QuarantinedPlace(place: source.place, code: "bad_field", explanation: error.explanation))
    }
    return .recognized
  }

  @discardableResult
  private mutating func readBatchRow(
    _ row: JSONView, _ shape: DocumentShape, _ source: Source
  ) -> Bool {
    if let snapshot = BatchResultFormat.snapshot(shape) {
      observe(snapshot, Source(text: source.text, place: source.place, group: nil), user: row)
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
    if response.kind == .array {
      guard shape.method != nil || isChunkList(response) else { return .unrecognized }
      return readList(response, text: source.text, place: source.place, isStream: true)
    }
    guard response.kind == .object else { return .unrecognized }
    let inner = DocumentShape(response)
    if GenerateContentFormat.matches(inner) {
      var snapshot = GenerateContentFormat.snapshot(inner)
      snapshot.time = snapshot.time ?? FieldReading.instant(shape.rowTime ?? shape.time)
      snapshot.requestedModel = FieldReading.modelName(shape.model ?? shape.request?["model"])
      observe(snapshot, Source(text: source.text, place: source.place, group: nil), user: document)
      return .recognized
    }
    if inner.error != nil {
      counts.errorBodies += 1
      return .recognized
    }
    guard shape.method != nil || inner.hasTotalTokens else { return .unrecognized }
    counts.notUsage += 1
    return .recognized
  }

  private func isChunkList(_ list: JSONView) -> Bool {
    var isChunkList = false
    list.forEachElement { element in
      if GenerateContentFormat.matches(DocumentShape(element)) { isChunkList = true }
    }
    return isChunkList
  }

  /// A top-level array, or the list of one stream's chunks.
  private mutating func readList(
    _ list: JSONView, text: UnsafeBufferPointer<UInt8>, place: SourcePlace, isStream: Bool
  ) -> Recognition {
    nestedGroups -= 1
    let group = DocumentGroup(number: nestedGroups, isArray: !isStream)
    var recognition = Recognition.unrecognized
    list.forEachElement { element in
      guard element.kind == .object else { return }
      let source = Source(text: element.raw, place: place, group: group)
      if read(element, DocumentShape(element), source) == .recognized { recognition = .recognized }
    }
    assembler.end(group.number)
    return recognition
  }

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
    // BigQuery exports a JSON column as a string of JSON.
    let nested = Array((response.string ?? "").utf8)
    var parser = nestedParser
    let outcome = nested.withUnsafeBufferPointer { text -> Recognition in
      do throws(JSONError) {
        return try JSONView.withRoot(of: text, parser: &parser) { inner in
          readVertexResponse(inner, shape, document, source)
          return .recognized
        }
      } catch {
        return .unrecognized
      }
    }
    nestedParser = parser
    return outcome
  }

  private mutating func readVertexResponse(
    _ response: JSONView, _ row: DocumentShape, _ document: JSONView, _ source: Source
  ) {
    var merged: ResponseSnapshot?
    func take(_ shape: DocumentShape) {
      let snapshot = GenerateContentFormat.snapshot(shape)
      if merged == nil { merged = snapshot } else { merged?.update(with: snapshot) }
    }
    if response.kind == .array {
      response.forEachElement { take(DocumentShape($0)) }
    } else if response["error"] != nil {
      counts.errorBodies += 1
      return
    } else {
      take(DocumentShape(response))
    }
    guard var snapshot = merged else {
      counts.withoutUsage += 1
      return
    }
    VertexLogFormat.complete(&snapshot, with: row)
    observe(snapshot, Source(text: source.text, place: source.place, group: nil), user: document)
  }

  private mutating func observe(
    _ snapshot: ResponseSnapshot, _ source: Source, user document: JSONView
  ) {
    var snapshot = snapshot
    snapshot.place = source.place
    if snapshot.key == nil { snapshot.contentHash = RequestIdentity.contentHash(source.text) }
    if !options.userField.isEmpty {
      snapshot.user = document.value(at: options.userField)?.scalarText ?? snapshot.user
    }
    assembler.observe(snapshot, group: source.group)
  }
}
